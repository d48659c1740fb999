// JSON from a source, read leniently: a field of the wrong type is a field that is not there.
import Foundation

enum JSONValue: Decodable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let object = try? value.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else {
            self = .null
        }
    }

    subscript(_ key: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members[key] ?? .null
    }

    var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// Cleaned; `nil` when empty.
    var text: String? {
        guard case .string(let string) = self else { return nil }
        return string.catalogueText
    }

    var double: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    var int: Int? { double.flatMap { Int(exactly: $0) } }
}

extension PoliteClient {
    /// The object at an address; `nil` when there is no such thing.
    ///
    /// - Throws: `malformed` for anything else, such as a page of HTML.
    func json(_ url: String, rules: HostRules) async throws(ProviderError) -> JSONValue? {
        guard let response = try await get(url, accept: "application/json", rules: rules) else { return nil }
        let body = response.body.repairedUTF8.repairedSurrogates
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: body), case .object = value else {
            throw .malformed(host: try Self.host(of: url), expected: .json)
        }
        return value
    }
}
