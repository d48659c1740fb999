// One row of a grey picture: the only place that knows in which order Leptonica keeps pixels.

/// Pixels of one row, by column. Valid as long as its picture.
package struct GrayRow {
    /// The row as it lies in memory, padded to whole words.
    let memory: UnsafeMutablePointer<UInt8>

    /// Where a column's byte lies. Leptonica packs bytes from the high end of each 32-bit word, which on little-endian
    /// machines turns every four of them round.
    @inline(__always)
    static func place(of column: Int) -> Int { column ^ 3 }

    @inline(__always)
    package subscript(column: Int) -> UInt8 {
        get { memory[GrayRow.place(of: column)] }
        nonmutating set { memory[GrayRow.place(of: column)] = newValue }
    }
}
