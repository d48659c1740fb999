// A short record as a line of JSON, many times faster than Foundation's encoder: lists of ISBNs are long.

/// A JSON object without nested objects. Keys are to be added in alphabetical order, as `JSONLine` has them.
struct FlatJSON {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
    }

    /// The whole object, and the line's end.
    var line: String { String(decoding: bytes, as: UTF8.self) + "}\n" }

    mutating func add(_ key: StaticString, _ value: String?) {
        begin(key)
        if let value { quote(value) } else { append("null") }
    }

    mutating func add(_ key: StaticString, _ value: Int?) {
        begin(key)
        append(value.map(String.init) ?? "null")
    }

    mutating func add(_ key: StaticString, _ value: Bool?) {
        begin(key)
        append(value.map(String.init) ?? "null")
    }

    mutating func add(_ key: StaticString, _ values: [String]?) {
        begin(key)
        guard let values else { return append("null") }
        for (place, value) in values.enumerated() {
            append(place == 0 ? "[" : ",")
            quote(value)
        }
        append(values.isEmpty ? "[]" : "]")
    }

    private mutating func begin(_ key: StaticString) {
        append(bytes.isEmpty ? "{\"" : ",\"")
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        append("\":")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Characters that would steer a terminal are escaped too.
    private mutating func quote(_ text: String) {
        append("\"")
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            append(text)
        } else {
            for scalar in text.unicodeScalars { append(FlatJSON.escaped(scalar)) }
        }
        append("\"")
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\"" || scalar == "\\" { return "\\" + String(scalar) }
        guard scalar.steersTerminal else { return String(scalar) }
        let code = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
    }
}
