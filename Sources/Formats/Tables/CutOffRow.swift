// The last row of a table that was not written or copied to its end.

/// Recognises it while the rows are read, in a table whose other rows all have all cells.
struct CutOffRow {
    static let words = "the file ends in the middle of the row; get the whole file"

    private let width: Int
    /// Whether all rows so far have all cells.
    private var isFull = true

    /// - Parameter width: the number of cells in the header.
    init(width: Int) { self.width = width }

    /// Takes the rows in their order.
    mutating func isFound(_ record: DelimitedRecord) -> Bool {
        let isShort = record.fields.count < width
        if record.isTruncated || (record.isUnended && isShort && isFull) { return true }
        isFull = isFull && !isShort
        return false
    }
}
