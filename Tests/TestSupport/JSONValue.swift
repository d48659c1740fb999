// A JSON value, for tests.
import Foundation

public enum JSONValue: Decodable, Equatable, Sendable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    var types: Set<String> {
        switch self {
        case .null: ["null"]
        case .truth: ["boolean"]
        case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
        case .text: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }

    public init(_ text: String) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    /// `nil` if it is not an object.
    public var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// `nil` if it is not an array.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    public subscript(key: String) -> JSONValue? { members?[key] }
}
