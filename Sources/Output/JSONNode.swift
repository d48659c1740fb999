// The target of encoding: an object, a list or a single value, in the order of encoding.

/// The encoder for a value that is not a primitive.
final class JSONNode: Encoder {
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

/// The members of an object, in the order of encoding.
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

/// The elements of a list, in the order of encoding.
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

private struct JSONSingle: SingleValueEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }

    mutating func encode(_ value: some Encodable) throws { node.single = try JSONPart.of(value) }
    mutating func encodeNil() {}
}
