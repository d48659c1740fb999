// A table that is read twice: what its columns hold is known when it was seen.
import Foundation

/// A table with its header, whatever its encoding. A file is read twice; of a pipe, which may have no end, the beginning is
/// kept in memory and judged.
public struct TableFile {
    public private(set) var header: [String]
    /// The encoding that its bytes were taken for; `nil` where they are UTF-8.
    public let encoding: String?
    private let input: FileHandle
    private let name: String
    private let form: TextEncoding
    /// What was read of a pipe; `nil` of a file.
    private let head: [UInt8]?

    /// Bytes that are kept of a pipe.
    static let headSize = 4 << 20

    /// - Parameters:
    ///   - input: a file is read from its beginning.
    ///   - name: what messages call it.
    /// - Throws: `unreadable`; `encoding`.
    public init(_ input: FileHandle, name: String) throws(CatalogueError) {
        (self.input, self.name) = (input, name)
        if lseek(input.fileDescriptor, 0, SEEK_SET) == 0 {
            head = nil
            form = try TextEncoding { () throws(CatalogueError) in try TableBytes.piece(of: input, name) }
        } else {
            var read: [UInt8] = []
            while read.count < Self.headSize, case let piece = try TableBytes.piece(of: input, name),
                !piece.isEmpty
            {
                read += piece
            }
            var left = [read]
            head = read
            form = TextEncoding { left.popLast() ?? [] }
        }
        encoding = form.name
        header = []
        header = try opened(DelimitedReader(input, name: name, encoding: form, head: head)).header
    }

    /// Its rows, from the first on; of a pipe that is longer than what is kept of it, once.
    public func rows() throws(CatalogueError) -> DelimitedReader {
        try opened(DelimitedReader(input, name: name, encoding: form, head: head)).rows
    }

    /// See `TableLayout.survey(_:)`.
    public func survey(_ layout: inout TableLayout) throws(CatalogueError) -> [String] {
        var rows = try opened(
            DelimitedReader(head == nil ? input : nil, name: name, encoding: form, head: head)
        ).rows
        return try layout.survey(&rows)
    }

    private func opened(
        _ reader: DelimitedReader
    ) throws(CatalogueError) -> (header: [String], rows: DelimitedReader) {
        guard head != nil || lseek(input.fileDescriptor, 0, SEEK_SET) == 0 else {
            throw .unreadable(path: name, errno: errno)
        }
        var reader = reader
        let first = try reader.next()?.fields ?? []
        // Spreadsheets may say their separator in a line of its own.
        guard first.first?.lowercased().hasPrefix("sep=") == true else { return (first, reader) }
        return (try reader.next()?.fields ?? [], reader)
    }
}
