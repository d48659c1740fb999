// Detects the format of a file from its first bytes, independent of its name.
import Books
import Foundation
import MARC

/// The formats of book data that are read.
public enum InputFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// Open Library's dump: type, key, revision, date and JSON, separated by tabs.
    case openLibrary = "open-library"
    /// MARC 21 or UNIMARC in ISO 2709.
    case marc
    case marcXML = "marcxml"

    /// The byte that ends a row; in MARCXML, the last one of an end tag.
    var terminator: UInt8 {
        switch self {
        case .openLibrary: 0x0A
        case .marc: 0x1D
        case .marcXML: UInt8(ascii: ">")
        }
    }

    /// - Parameter head: the first bytes, unpacked; a few kilobytes are enough.
    init(head: some Collection<UInt8>, path: String) throws(ReferenceError) {
        var start = Array(head)
        if start.isEmpty { throw .empty(path: path) }
        for (magic, packing) in Self.packings where start.starts(with: magic) {
            throw .packed(path: path, by: packing)
        }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw .encoding(path: path, "UTF-16")
        }
        start = Array(start.withoutByteOrderMark.drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
        let text = String(decoding: start, as: UTF8.self)
        if start.first == UInt8(ascii: "<") {
            if let encoding = MARCForm.foreignEncoding(head: start) { throw .encoding(path: path, encoding) }
            guard text.contains("record") || text.contains("collection") else {
                throw .unknownForm(path: path)
            }
            self = .marcXML
        } else if start.starts(with: "/type/".utf8), start.contains(0x09) {
            self = .openLibrary
        } else if start.prefix(5).allSatisfy({ (0x30...0x39).contains($0) }), start.count > 5,
            start.contains(0x1E)
        {
            self = .marc
        } else if start.contains(0x1D), start.contains(0x1E), start.contains(0x1F), !start.contains(0) {
            // The first record may be broken.
            self = .marc
        } else if let line = start.split(separator: 0x0A).dropFirst().first,
            line.starts(with: "/type/".utf8)
        {
            self = .openLibrary
        } else {
            throw .unknownForm(path: path)
        }
    }

    private static let packings: [([UInt8], ReferenceError.Packing)] = [
        (Array("BZh".utf8), .bzip2), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .xz),
        ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
        ([0x50, 0x4B, 0x03, 0x04], .zip),
    ]
}

/// Identifies the file that an interrupted build was reading.
struct InputIdentity: Hashable, Codable, Sendable {
    /// Absolute; `-` for standard input.
    var path: String
    /// `nil` for a pipe.
    var size: UInt64?
    var date: Date?
    /// A hash of the first bytes, unpacked (FNV-1a): for a pipe, nothing else is known.
    var head: UInt64

    static let headBytes = 1 << 16

    init(path: String, size: UInt64?, date: Date?, head: [UInt8]) {
        self.path = path == "-" ? path : URL(filePath: path).standardizedFileURL.path
        self.size = size
        self.date = date
        self.head = head.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
