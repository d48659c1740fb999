// One JSON object per line (jsonlines.org), without characters that control a terminal. Foundation's encoder takes
// three times as long, and lists of books are long.
import Foundation

/// A line of JSON Lines.
package enum JSONLine {
    /// Keys are sorted, so that equal values give equal lines. Characters that control a terminal are escaped, which
    /// makes no difference to parsers.
    ///
    /// Bytes are encoded as Base64, as Foundation's decoder expects.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't represent.
    package static func line(_ value: some Encodable) throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        try JSONPart.of(value).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A value before it is written as JSON.
enum JSONPart {
    case null
    /// A number or Boolean, as written.
    case literal(String)
    case text(String)
    /// A list, an object, or a value that encodes itself as one of the others.
    case node(JSONNode)

    static func of(_ value: some Encodable) throws -> JSONPart {
        switch value {
        case let text as String: return .text(text)
        case let number as Int: return .literal(String(number))
        case let flag as Bool: return .literal(flag ? "true" : "false")
        case let number as Double: return .literal(try digits(number))
        case let number as Float: return .literal(try digits(number))
        case let bytes as Data: return .text(bytes.base64EncodedString())
        case let number as any FixedWidthInteger: return .literal(String(describing: number))
        default:
            let node = JSONNode()
            try value.encode(to: node)
            return .node(node)
        }
    }

    /// Integers have no decimal point.
    private static func digits(
        _ number: some BinaryFloatingPoint & LosslessStringConvertible
    ) throws -> String {
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
            return String(scalar).utf16.map { unit in
                let code = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - code.count) + code
            }.joined()
        default: return String(scalar)
        }
    }
}
