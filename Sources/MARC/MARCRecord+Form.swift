// Detects from its first bytes in which form a file contains MARC records.
import Books
import Foundation

/// The two exchange forms of MARC records.
package enum MARCForm: Sendable {
    case iso2709, xml

    /// `nil` if it is neither.
    ///
    /// - Parameter head: the first bytes; a few kilobytes are enough.
    package init?(head: [UInt8]) {
        let start = head.withoutByteOrderMark.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        if start.first == UInt8(ascii: "<") {
            let text = String(decoding: start, as: UTF8.self)
            guard text.contains("datafield") || text.contains("http://www.loc.gov/MARC21/slim") else {
                return nil
            }
            self = .xml
        } else {
            // A leader, or a complete record if the leader of the first is invalid.
            let isNumbered =
                start.prefix(5).count { (0x30...0x39).contains($0) } == 5 && start.contains(ISO2709.fieldEnd)
            let isWhole = [ISO2709.recordEnd, ISO2709.fieldEnd, ISO2709.subfield].allSatisfy(start.contains)
            guard (isNumbered || isWhole) && !Self.hasNULInRecord(start) else { return nil }
            self = .iso2709
        }
    }

    /// Between records and after them, NUL fills up blocks.
    private static func hasNULInRecord(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isBetween = true
        return bytes.contains { byte in
            isBetween = byte == ISO2709.recordEnd || isBetween && byte <= 0x20
            return byte == 0 && !isBetween
        }
    }

    /// The encoding named in an XML file, unless it is UTF-8, the only one supported.
    package static func foreignEncoding(head: [UInt8]) -> String? {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        let text = String(decoding: head.prefix(200), as: UTF8.self)
        guard let match = text.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/) else { return nil }
        let name = String(match.1)
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) ? nil : name
    }

    /// The end of the last complete record; `nil` if there is none.
    ///
    /// - Parameter start: of the bytes to search.
    package func lastEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        let last = self == .xml ? UInt8(ascii: ">") : ISO2709.recordEnd
        return bytes.indices[start...].last {
            bytes[$0] == last && (self == .iso2709 || Self.closesRecord(bytes, $0))
        }.map { $0 + 1 }
    }

    /// Whether `</record>` or `</marc:record>` ends at a position.
    private static func closesRecord(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
        let name = "record".utf8
        var start = end - name.count
        guard start >= 2, bytes[start..<end].elementsEqual(name) else { return false }
        if bytes[start - 1] == UInt8(ascii: ":") {
            start -= 1
            while start > 0, bytes[start - 1] != UInt8(ascii: "/"), bytes[start - 1] != UInt8(ascii: "<") {
                start -= 1
            }
        }
        return start >= 2 && bytes[start - 1] == UInt8(ascii: "/") && bytes[start - 2] == UInt8(ascii: "<")
    }
}
