// A table that is read twice, because the contents of a column determine how it is read.
import CEncodings
import Catalogue
import Foundation

/// A table with its header, in any encoding.
package struct TableFile {
    package private(set) var header: [String] = []
    /// The encoding that was detected; `nil` for UTF-8.
    package let encoding: String?
    private let file: ImportFile
    private let form: TextEncoding

    /// - Throws: `unreadable`; `encoding`.
    package init(_ file: ImportFile) throws(CatalogueError) {
        self.file = file
        lseek(file.input.fileDescriptor, 0, SEEK_SET)
        form = try TextEncoding { () throws(CatalogueError) in
            try TableBytes.piece(of: file.input, file.name)
        }
        encoding = form.name
        header = try opened().header
    }

    /// Its contents from the start.
    func bytes() throws(CatalogueError) -> TableBytes {
        guard lseek(file.input.fileDescriptor, 0, SEEK_SET) == 0 else {
            throw .unreadable(path: file.name, errno: errno)
        }
        return TableBytes(file.input, name: file.name, encoding: form)
    }

    /// Its rows, including the first.
    package func rows() throws(CatalogueError) -> DelimitedReader { try opened().rows }

    private func opened() throws(CatalogueError) -> (header: [String], rows: DelimitedReader) {
        var reader = DelimitedReader(try bytes())
        return (try reader.header(), reader)
    }

    /// The header without detecting the encoding: headers of programs are ASCII.
    static func header(ofStart start: [UInt8]) -> [String] {
        var reader = DelimitedReader(TableBytes(start: start))
        return (try? reader.header()) ?? []
    }
}

extension DelimitedReader {
    fileprivate mutating func header() throws(CatalogueError) -> [String] {
        let first = try next()?.fields ?? []
        // Spreadsheets may state the separator in a line of its own.
        guard first.first?.lowercased().hasPrefix("sep=") == true else { return first }
        return try next()?.fields ?? []
    }
}

/// Converts text from any encoding that ICU supports to UTF-8, in chunks. Invalid bytes become U+FFFD.
final class LegacyText {
    private let converter: OpaquePointer

    /// `nil` if the encoding is unknown.
    init?(_ encoding: String, isStrict: Bool = false) {
        guard let converter = encodings_open(encoding, isStrict) else { return nil }
        self.converter = converter
    }

    deinit { encodings_close(converter) }

    /// - Parameter ends: whether nothing follows.
    /// - Returns: `nil` if `isStrict` and there are invalid bytes.
    func append(_ bytes: [UInt8], ends: Bool = false) -> [UInt8]? {
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        // ICU does not accept a null pointer for empty text.
        return (bytes + [0]).withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            let end = place.map { $0 + bytes.count }
            while true {
                let count = Int(encodings_convert(converter, &place, end, ends, &piece, Int32(piece.count)))
                guard count >= 0 else { return nil }
                text += piece[..<count]
                // A character may not fit into the remaining room.
                if count < piece.count - 8 { return text }
            }
        }
    }
}
