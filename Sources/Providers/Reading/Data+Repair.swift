// Answers with a broken letter are worth reading: it becomes U+FFFD, and costs no book.
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
}
