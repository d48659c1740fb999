// A table that is read twice: what its columns hold is known when it was seen.
import CEncodings
import Catalogue
import Foundation

/// A table with its header, whatever its encoding.
package struct TableFile {
    package private(set) var header: [String] = []
    /// The encoding that its bytes were taken for; `nil` where they are UTF-8.
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

    /// What stands in it, from its beginning.
    func bytes() throws(CatalogueError) -> TableBytes {
        guard lseek(file.input.fileDescriptor, 0, SEEK_SET) == 0 else {
            throw .unreadable(path: file.name, errno: errno)
        }
        return TableBytes(file.input, name: file.name, encoding: form)
    }

    /// Its rows, from the first on.
    package func rows() throws(CatalogueError) -> DelimitedReader { try opened().rows }

    private func opened() throws(CatalogueError) -> (header: [String], rows: DelimitedReader) {
        var reader = DelimitedReader(try bytes())
        return (try reader.header(), reader)
    }

    /// As far as it can be told without its encoding: headers of programs are ASCII.
    static func header(ofStart start: [UInt8]) -> [String] {
        var reader = DelimitedReader(TableBytes(start: start))
        return (try? reader.header()) ?? []
    }
}

extension DelimitedReader {
    fileprivate mutating func header() throws(CatalogueError) -> [String] {
        let first = try next()?.fields ?? []
        // Spreadsheets may say their separator in a line of its own.
        guard first.first?.lowercased().hasPrefix("sep=") == true else { return first }
        return try next()?.fields ?? []
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
