// Answers with a broken letter are worth reading: it becomes U+FFFD, and costs no book.
import Books
import Foundation

extension Data {
    /// With bytes that are no UTF-8, and control characters that no text format allows, replaced.
    var repairedUTF8: Data {
        let isWhole = allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if isWhole, String(validating: self, as: UTF8.self) != nil { return self }
        let scalars = String(decoding: self, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar) ? "\u{FFFD}" : scalar
        }
        return Data(String(String.UnicodeScalarView(scalars)).utf8)
    }

    /// With escapes of JSON that name half a character (`\uD83D` without its other half) replaced.
    var repairedSurrogates: Data {
        guard range(of: Data("\\ud".utf8)) != nil || range(of: Data("\\uD".utf8)) != nil else { return self }
        let text = String(decoding: self, as: UTF8.self)
        let escape =
            #/
            \\\\
            | \\u[dD][89abAB][0-9a-fA-F]{2} \\u[dD][c-fC-F][0-9a-fA-F]{2}
            | \\u[dD][89a-fA-F][0-9a-fA-F]{2}
            /#
        let half = 6
        return Data(text.replacing(escape) { $0.output.count == half ? "\\uFFFD" : $0.output }.utf8)
    }

    /// With each `&` that XML can't read as what it most likely means: entities of HTML as their characters, numbers of
    /// no character as U+FFFD, and a bare `&` as itself. A document that declares entities of its own is left as it is.
    var repairedEntities: Data {
        guard contains(UInt8(ascii: "&")), range(of: Data("<!ENTITY".utf8)) == nil,
            let text = String(validating: self, as: UTF8.self)
        else { return self }
        let reference =
            /(?s:<!\[CDATA\[.*?\]\]>|<!--.*?-->)|&(?:#[xX]?[0-9a-fA-F]{1,8};|[A-Za-z][A-Za-z0-9]{1,31};)?/
        let repaired = text.replacing(reference) {
            $0.output.first == "&" ? Self.repaired($0.output) : $0.output
        }
        return Data(repaired.utf8)
    }

    private static func repaired(_ reference: Substring) -> Substring {
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
        let isAllowed = value >= 0x20 && value & 0xFFFE != 0xFFFE || [0x09, 0x0A, 0x0D].contains(value)
        return isAllowed ? "&#\(scalar.value);" : "\u{FFFD}"
    }
}
