// Scans JSON in place: of the kilobyte that a dump has for an edition, a reference needs a tenth, and building a tree
// would take longer than everything else.
import Foundation

/// A string inside JSON, between its quotes.
struct JSONText {
    var range: Range<Int>
    var hasEscapes: Bool
}

/// Scans one value after another. Methods return `false` or `nil` for invalid JSON.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
    }

    /// Skips this character, and white space around it.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        skipSpace()
        return true
    }

    /// Calls `body` for each value of an object, which it must skip or take.
    mutating func members(_ body: (inout JSONScanner, JSONText) -> Bool) -> Bool {
        guard take("{") else { return false }
        if take("}") { return true }
        while true {
            guard let key = string(), take(":"), body(&self, key) else { return false }
            if take(",") { continue }
            return take("}")
        }
    }

    /// Calls `body` for each value of an array, which it must skip or take. A value that is not an array is skipped.
    mutating func elements(_ body: (inout JSONScanner) -> Bool) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "[") else { return skip() }
        _ = take("[")
        if take("]") { return true }
        while true {
            guard body(&self) else { return false }
            if take(",") { continue }
            return take("]")
        }
    }

    /// Also `nil` for a value that is not a string.
    mutating func string() -> JSONText? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
        place += 1
        let start = place
        var hasEscapes = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                place += 1
                return JSONText(range: start..<place - 1, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                place += 1
            }
            place += 1
        }
        return nil
    }

    /// Takes a string; skips any other value.
    mutating func text(into text: inout JSONText?) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return skip() }
        text = string()
        return text != nil
    }

    /// Takes a non-negative integer; skips any other value.
    mutating func number(into number: inout UInt32) -> Bool {
        var value: UInt32 = 0
        let start = place
        while place < bytes.count, (0x30...0x39).contains(bytes[place]), value < 100_000_000 {
            value = value * 10 + UInt32(bytes[place] - 0x30)
            place += 1
        }
        let isWhole = place > start && place < bytes.count && Self.isDelimiter(bytes[place])
        if isWhole { number = value } else { place = start }
        return isWhole || skip()
    }

    /// Skips a value of any kind.
    mutating func skip() -> Bool {
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): if string() == nil { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                place += 1
                if depth < 0 { return false }
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09:
                if depth == 0 { return false }
                place += 1
                continue
            default:
                while place < bytes.count, !Self.isDelimiter(bytes[place]) { place += 1 }
            }
            if depth == 0 { return true }
        }
        return false
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case ",", ":", "[", "]", "{", "}", "\"", " ", "\t": true
        default: false
        }
    }

    func isText(_ text: JSONText, _ word: StaticString) -> Bool {
        text.range.count == word.utf8CodeUnitCount
            && memcmp(bytes.baseAddress! + text.range.lowerBound, word.utf8Start, text.range.count) == 0
    }

    /// Decodes escapes; an unpaired surrogate becomes U+FFFD.
    func append(_ text: JSONText, to target: inout [UInt8]) {
        guard text.hasEscapes else {
            target.append(contentsOf: bytes[text.range])
            return
        }
        var place = text.range.lowerBound
        let end = text.range.upperBound
        while place < end {
            let byte = bytes[place]
            guard byte == UInt8(ascii: "\\"), place + 1 < end else {
                target.append(byte)
                place += 1
                continue
            }
            let kind = bytes[place + 1]
            place += 2
            guard kind == UInt8(ascii: "u") else {
                target.append(Self.escapes[kind] ?? kind)
                continue
            }
            var unit = hexadecimal(place, end)
            place = min(place + 4, end)
            if let high = unit, (0xD800..<0xDC00).contains(high), place + 1 < end,
                bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u"),
                let low = hexadecimal(place + 2, end), (0xDC00..<0xE000).contains(low)
            {
                unit = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
                place += 6
            }
            let scalar = unit.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
            target.append(contentsOf: UTF8.encode(scalar)!)
        }
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C,
    ]

    private func hexadecimal(_ start: Int, _ end: Int) -> UInt32? {
        guard start + 4 <= end else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 + UInt32(digit)
        }
        return value
    }
}

// References in Open Library's JSON.
extension JSONScanner {
    /// Whether only white space follows.
    var isAtEnd: Bool { bytes[place...].allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

    /// Calls `body` with each key of an array of `{"key": "/works/OL1W"}` or, with a name, of `{"author": {"key":
    /// "/authors/OL1A"}}`.
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
