// One JSON object a line, as programs read it (jsonlines.org), and harmless when it lands on a terminal. Foundation's
// encoder takes several times as long, and lists of ISBNs are long.

/// A line of JSON Lines.
public enum JSONLine {
    /// Keys in alphabetical order, so that the same answer is the same line. Characters that would steer a terminal
    /// are escaped, which changes nothing for whoever parses it.
    ///
    /// - Throws: `EncodingError` for a number that JSON has no form for.
    public static func line(_ value: some Encodable) throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        try JSONPart(value).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A value on its way to JSON, and the encoder that it describes itself to.
private final class JSONPart: Encoder {
    var literal: String?
    var text: String?
    var elements: [JSONPart]?
    var members: [(key: String, part: JSONPart)]?

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// `null`.
    init() {}

    init(_ value: some Encodable) throws { try take(value) }

    func take(_ value: some Encodable) throws {
        switch value {
        case let text as String: self.text = text
        case let number as Int: literal = String(number)
        case let flag as Bool: literal = String(flag)
        case let number as Double: literal = try JSONPart.digits(number)
        case let number as any FixedWidthInteger: literal = String(describing: number)
        default: try value.encode(to: self)
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

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        members = members ?? []
        return KeyedEncodingContainer(JSONMembers(part: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        elements = elements ?? []
        return JSONElements(part: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONValue(part: self) }

    func write(to bytes: inout [UInt8]) {
        if let text {
            JSONPart.quote(text, to: &bytes)
        } else if let members {
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
            bytes.append(contentsOf: (literal ?? "null").utf8)
        }
    }

    private static func quote(_ text: String, to bytes: inout [UInt8]) {
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

/// An object's members as they are told.
private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let part: JSONPart
    var codingPath: [any CodingKey] { [] }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        add(try JSONPart(value), key)
    }

    mutating func encodeNil(forKey key: Key) { add(JSONPart(), key) }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        add(JSONPart(), key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        add(JSONPart(), key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { part }
    mutating func superEncoder(forKey key: Key) -> any Encoder { add(JSONPart(), key) }

    @discardableResult
    private func add(_ value: JSONPart, _ key: Key) -> JSONPart {
        part.members?.append((key.stringValue, value))
        return value
    }
}

/// A list's elements as they are told.
private struct JSONElements: UnkeyedEncodingContainer {
    let part: JSONPart
    var codingPath: [any CodingKey] { [] }
    var count: Int { part.elements?.count ?? 0 }

    mutating func encode(_ value: some Encodable) throws { add(try JSONPart(value)) }
    mutating func encodeNil() { add(JSONPart()) }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        add(JSONPart()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        add(JSONPart()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { add(JSONPart()) }

    @discardableResult
    private func add(_ value: JSONPart) -> JSONPart {
        part.elements?.append(value)
        return value
    }
}

/// A single value as it is told.
private struct JSONValue: SingleValueEncodingContainer {
    let part: JSONPart
    var codingPath: [any CodingKey] { [] }

    mutating func encode(_ value: some Encodable) throws { try part.take(value) }
    mutating func encodeNil() {}
}
