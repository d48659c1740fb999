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
    /// - Throws: `malformed` for anything but JSON, such as a page of HTML.
    func json(_ url: String, rules: HostPolicy) async throws(ProviderError) -> JSONTree? {
        guard let response = try await get(url, accept: "application/json", rules: rules) else { return nil }
        let body = response.body.repairedUTF8.repairedSurrogates
        guard let value = try? JSONDecoder().decode(JSONTree.self, from: body), case .object = value else {
            throw .malformed(host: try Self.host(of: url), expected: .json)
        }
        return value
    }
}
