// Repairs XML from servers, so that its encoding, its prolog, or an invalid character lose no record.
import Books
import Foundation

/// An XML document that has only the entities of XML itself: a parser can neither fetch nor expand any.
struct RepairedXML {
    /// In UTF-8, from the root element on. A document in an encoding that is left to the parser is not changed.
    let data: Data

    init(_ data: Data) {
        guard let text = Self.decoded(data) else {
            self.data = data
            return
        }
        let prolog = Prolog(text)
        self.data = Data(Self.repaired(text[prolog.end...], prolog.entities).utf8)
    }

    // MARK: - Encoding

    private static func decoded(_ data: Data) -> String? {
        let isWide = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
        guard let text = isWide ? String(data: data, encoding: .utf16) : narrow(data) else { return nil }
        guard text.unicodeScalars.contains(where: { !isAllowed($0) }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" }))
    }

    private static func narrow(_ data: Data) -> String? {
        // A wrong declaration is more probable than other text that is valid UTF-8.
        if let text = String(validating: data, as: UTF8.self) { return text }
        switch declaredEncoding(data) {
        case nil, "utf-8", "utf8":
            let text = String(decoding: data, as: UTF8.self)
            // Some bytes of a document in UTF-8 are invalid; without any character of UTF-8, it is Latin-1.
            return text.unicodeScalars.contains { $0.value > 0x7F && $0 != "\u{FFFD}" } ? text : latin(data)
        case "iso-8859-1", "latin1", "latin-1", "windows-1252", "us-ascii", "ascii": return latin(data)
        default: return nil
        }
    }

    /// Windows-1252 has letters where Latin-1 has control characters.
    private static func latin(_ data: Data) -> String? {
        String(data: data, encoding: .windowsCP1252) ?? String(data: data, encoding: .isoLatin1)
    }

    private static func declaredEncoding(_ data: Data) -> String? {
        let start = String(decoding: data.prefix(500), as: UTF8.self)
        return start.firstMatch(of: /<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._\-]+)/)?.1.lowercased()
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return value >= 0x20 && value & 0xFFFE != 0xFFFE || [0x09, 0x0A, 0x0D].contains(value)
    }

    // MARK: - Entities

    /// With each `&` that is invalid in XML repaired: HTML entities and those of the document become their text, invalid
    /// character references U+FFFD, and a bare `&` is escaped.
    fileprivate static func repaired(_ text: Substring, _ entities: [Substring: String] = [:]) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
        // What does not end reaches to the end of the text, so that it is looked at once.
        let reference =
            /(?s:<!\[CDATA\[.*?(?:\]\]>|\z)|<!--.*?(?:-->|\z))|&(?:#[xX]?[0-9a-fA-F]{1,8};|[A-Za-z_][A-Za-z0-9._\-]{0,31};)?/
        return String(
            text.replacing(reference.matchingSemantics(.unicodeScalar)) { match -> Substring in
                let found = match.output
                guard found.first == "&" else { return found }
                return entities[found.dropFirst().dropLast()].map { $0[...] } ?? replacement(found)
            })
    }

    private static func replacement(_ reference: Substring) -> Substring {
        let number = reference.dropFirst().dropLast()
        guard number.first == "#" else {
            if ["amp", "lt", "gt", "quot", "apos"].contains(number) { return reference }
            let text = String(reference)
            let plain = text.withoutEntities
            return plain == text ? "&amp;" + reference.dropFirst() : plain[...]
        }
        let digits = number.dropFirst()
        let value =
            digits.first.map { "xX".contains($0) } == true
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, let scalar = UnicodeScalar(value) else { return "\u{FFFD}" }
        return isAllowed(scalar) ? "&#\(value);" : "\u{FFFD}"
    }
}

/// What stands before the root element: white space, marks, the declaration, comments, and a document type.
private struct Prolog {
    private(set) var end: String.Index
    /// The entities that the document declares, as XML to insert.
    private(set) var entities: [Substring: String] = [:]

    private let text: String

    /// In bytes. Longer entities, those of other entities, and files are not read: a document of a few lines could have
    /// no end.
    private static let longestEntity = 24

    init(_ text: String) {
        self.text = text
        end = text.startIndex
        while true {
            let rest = text.unicodeScalars[end...]
            end = rest.firstIndex { !$0.properties.isWhitespace && $0 != "\u{FEFF}" } ?? rest.endIndex
            guard let next = endOfPart(at: end) else { return }
            if starts("<!D", at: end) { declare(text[end..<next]) }
            end = next
        }
    }

    /// `nil` for the root element, or something that does not end.
    private func endOfPart(at place: String.Index) -> String.Index? {
        if starts("<?", at: place) { return end(of: "?>", from: place) }
        if starts("<!--", at: place) { return end(of: "-->", from: place) }
        return starts("<!DOCTYPE", at: place) ? endOfType(from: text.utf8.index(after: place)) : nil
    }

    private func endOfType(from start: String.Index) -> String.Index? {
        var (place, isInside) = (start, false)
        while place < text.endIndex {
            let byte = text.utf8[place]
            let next = text.utf8.index(after: place)
            switch byte {
            case UInt8(ascii: "\""): place = end(of: "\"", from: next) ?? text.endIndex
            case UInt8(ascii: "'"): place = end(of: "'", from: next) ?? text.endIndex
            case UInt8(ascii: "<") where starts("<?", at: place) || starts("<!--", at: place):
                place = endOfPart(at: place) ?? text.endIndex
            case UInt8(ascii: ">") where !isInside: return next
            default:
                if byte == UInt8(ascii: "[") { isInside = true }
                if byte == UInt8(ascii: "]") { isInside = false }
                place = next
            }
        }
        return nil
    }

    private func starts(_ word: String, at place: String.Index) -> Bool {
        text.utf8[place...].starts(with: word.utf8)
    }

    private func end(of word: String, from place: String.Index) -> String.Index? {
        text.utf8[place...].firstRange(of: word.utf8)?.upperBound
    }

    private mutating func declare(_ type: Substring) {
        let declaration =
            /<!ENTITY\s+([A-Za-z_][A-Za-z0-9._\-]{0,31})\s+(?:"([^"<%]{1,99})"|'([^'<%]{1,99})')\s*>/
        for match in type.matches(of: declaration.matchingSemantics(.unicodeScalar)) {
            guard entities[match.1] == nil, let value = match.2 ?? match.3 else { continue }
            let repaired = RepairedXML.repaired(value)
            if repaired.utf8.count <= Self.longestEntity { entities[match.1] = repaired }
        }
    }
}
