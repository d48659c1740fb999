// Lenient JSON: a field of the wrong type counts as missing.
import Books
import Foundation

extension JSONTree {
    /// Cleaned; `nil` if empty.
    var text: String? { if case .text(let text) = self { text.catalogueText } else { nil } }

    /// The first text in a list; `nil` if there is none.
    var firstText: String? { elements.lazy.compactMap(\.text).first }

    var double: Double? {
        switch self {
        case .whole(let whole): Double(whole)
        case .number(let number): number
        default: nil
        }
    }

    var int: Int? { double.flatMap { Int(exactly: $0) } }
}

extension RateLimitedClient {
    /// The JSON at a URL; `nil` if it does not exist.
    ///
    /// - Throws: `malformed` for anything but an object of JSON, such as a page of HTML, and for the report of an error, which
    ///   comes as a success at times.
    func json(_ url: String, rules: HostPolicy) async throws(ProviderError) -> JSONTree? {
        guard let response = try await get(url, accept: "application/json", rules: rules) else { return nil }
        let body = response.body.repairedUTF8.repairedSurrogates
        guard let value = try? JSONDecoder().decode(JSONTree.self, from: body),
            case .object(let members) = value, members["error"] == nil
        else {
            throw .malformed(host: try Self.host(of: url), expected: .json)
        }
        return value
    }
}

// Repairs invalid UTF-8 in responses.
extension Data {
    /// With invalid UTF-8, and control characters that no text format allows, replaced.
    var repairedUTF8: Data {
        let isWhole = allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if isWhole, String(validating: self, as: UTF8.self) != nil { return self }
        let scalars = String(decoding: self, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar) ? "\u{FFFD}" : scalar
        }
        return Data(String(String.UnicodeScalarView(scalars)).utf8)
    }

    /// With JSON escapes of unpaired surrogates (`\uD83D` without the second half) replaced.
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
