// A table that is read twice: what its columns hold is known when it was seen.
import CEncodings
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

/// Text in any encoding that ICU knows, turned into UTF-8 a piece at a time. What is no text becomes U+FFFD.
final class LegacyText {
    private let converter: OpaquePointer

    /// `nil` where the encoding is not known.
    init?(_ encoding: String, isStrict: Bool = false) {
        guard let converter = encodings_open(encoding, isStrict) else { return nil }
        self.converter = converter
    }

    deinit { encodings_close(converter) }

    /// - Parameter ends: nothing follows.
    /// - Returns: `nil` where a strict one finds what is no text.
    func append(_ bytes: [UInt8], ends: Bool = false) -> [UInt8]? {
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        // ICU takes no empty text without an address.
        return (bytes + [0]).withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            let end = place.map { $0 + bytes.count }
            while true {
                let count = Int(encodings_convert(converter, &place, end, ends, &piece, Int32(piece.count)))
                guard count >= 0 else { return nil }
                text += piece[..<count]
                // A character may wait for its room.
                if count < piece.count - 8 { return text }
            }
        }
    }
}
