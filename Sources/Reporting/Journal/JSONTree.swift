// A line of JSON taken apart and put together again, with keys that nobody here knows.

/// What JSON can hold.
indirect enum JSONTree: Codable {
    case null
    case truth(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let whole = try? value.decode(Int.self) {
            self = .whole(whole)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
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
