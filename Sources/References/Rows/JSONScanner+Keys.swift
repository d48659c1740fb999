// How Open Library's JSON names what it refers to.

extension JSONScanner {
    /// Whether nothing but space follows.
    var isAtEnd: Bool { bytes[place...].allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

    /// Calls `body` with each key of an array of `{"key": "/works/OL1W"}`, or, with a name, of
    /// `{"author": {"key": "/authors/OL1A"}}`.
    mutating func keys(
        named name: StaticString? = nil, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
    ) -> Bool {
        elements { scanner in
            guard scanner.isAtObject else { return scanner.skip() }
            return scanner.members { scanner, key in
                if let name, scanner.isText(key, name), scanner.isAtObject {
                    return scanner.members { $0.takeKey($1, body) }
                }
                return scanner.takeKey(key, body)
            }
        }
    }

    private mutating func takeKey(
        _ key: JSONText, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
    ) -> Bool {
        guard isText(key, "key") else { return skip() }
        var value: JSONText?
        guard text(into: &value) else { return false }
        if let value { body(bytes[value.range]) }
        return true
    }

    private var isAtObject: Bool { place < bytes.count && bytes[place] == UInt8(ascii: "{") }
}
