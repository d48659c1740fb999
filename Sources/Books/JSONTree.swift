// JSON with keys that are not known in advance.

/// A JSON value.
package indirect enum JSONTree: Codable, Sendable {
    case null
    case truth(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let whole = try? value.decode(Int.self) {
            self = .whole(whole)
        } else if let members = try? value.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let list = try? value.decode([JSONTree].self) {
            self = .list(list)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .truth(try value.decode(Bool.self))
        }
    }

    /// `null` if there is no such member.
    package subscript(key: String) -> JSONTree { members[key] ?? .null }

    /// Empty if this is not an object.
    package var members: [String: JSONTree] { if case .object(let members) = self { members } else { [:] } }

    /// Empty if this is not an array.
    package var elements: [JSONTree] { if case .list(let elements) = self { elements } else { [] } }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .truth(let truth): try value.encode(truth)
        case .whole(let whole): try value.encode(whole)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let members): try value.encode(members)
        }
    }
}
