// One JSON object a line, as programs read it (jsonlines.org), and harmless when it lands on a terminal. Foundation's
// encoder takes twice as long, and lists of ISBNs are long.

/// A line of JSON Lines.
public enum JSONLine {
    /// Keys in alphabetical order, so that the same answer is the same line. Characters that would steer a terminal
    /// are escaped, which changes nothing for whoever parses it.
    ///
    /// - Throws: `EncodingError` for a number that JSON has no form for.
    public static func line(_ value: some Encodable) throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        try JSONPart.of(value).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A value on its way to JSON.
private enum JSONPart {
    case null
    /// A number or a truth value, as it is written.
    case literal(String)
    case text(String)
    /// A list, an object, or a value that describes itself as one of the others.
    case node(JSONNode)

    static func of(_ value: some Encodable) throws -> JSONPart {
        switch value {
        case let text as String: return .text(text)
        case let number as Int: return .literal(String(number))
        case let flag as Bool: return .literal(flag ? "true" : "false")
        case let number as Double: return .literal(try digits(number))
        case let number as any FixedWidthInteger: return .literal(String(describing: number))
        default:
            let node = JSONNode()
            try value.encode(to: node)
            return .node(node)
        }
    }

    /// Whole numbers without a point.
    private static func digits(_ number: Double) throws -> String {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: [], debugDescription: "JSON has no \(number)"))
        }
        return Int(exactly: number).map(String.init) ?? String(number)
    }

    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .literal(let literal): bytes.append(contentsOf: literal.utf8)
        case .text(let text): JSONPart.quote(text, to: &bytes)
        case .node(let node): node.write(to: &bytes)
        }
    }

    static func quote(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for scalar in text.unicodeScalars { bytes.append(contentsOf: escaped(scalar).utf8) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\" + String(scalar)
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case let scalar where scalar.steersTerminal:
            let code = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - code.count) + code
        default: return String(scalar)
        }
    }
}

/// What a value that is no plain one describes itself to.
private final class JSONNode: Encoder {
    var single = JSONPart.null
    var elements: [JSONPart]?
    var members: [(key: String, part: JSONPart)]?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if members == nil {
            members = []
            members?.reserveCapacity(32)
        }
        return KeyedEncodingContainer(JSONMembers(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        elements = elements ?? []
        return JSONElements(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingle(node: self) }

    func write(to bytes: inout [UInt8]) {
        if let members {
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONPart.quote(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.part.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        } else if let elements {
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        } else {
            single.write(to: &bytes)
        }
    }
}

/// An object's members as they are told.
private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        node.members?.append((key.stringValue, try JSONPart.of(value)))
    }

    mutating func encodeNil(forKey key: Key) { node.members?.append((key.stringValue, .null)) }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { node }
    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: Key) -> JSONNode {
        let inner = JSONNode()
        node.members?.append((key.stringValue, .node(inner)))
        return inner
    }
}

/// A list's elements as they are told.
private struct JSONElements: UnkeyedEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.elements?.count ?? 0 }

    mutating func encode(_ value: some Encodable) throws { node.elements?.append(try JSONPart.of(value)) }
    mutating func encodeNil() { node.elements?.append(.null) }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONNode {
        let inner = JSONNode()
        node.elements?.append(.node(inner))
        return inner
    }
}

/// A single value as it is told.
private struct JSONSingle: SingleValueEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }

    mutating func encode(_ value: some Encodable) throws { node.single = try JSONPart.of(value) }
    mutating func encodeNil() {}
}
