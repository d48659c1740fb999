// JSON in a file to be imported: what is not all there must not be taken for a short table.
import Catalogue
import Foundation

extension ImportFile {
    /// Whether it begins as an object or a list of objects does.
    var isJSON: Bool {
        let start = String(decoding: head.prefix(1000), as: UTF8.self)
        return start.prefixMatch(of: /[\u{FEFF}\s]*(?:\{|\[\s*(?:\{|$))/) != nil
    }

    /// Whether it is a list of no objects.
    var isEmptyList: Bool {
        head.count < Self.headSize
            && String(decoding: head, as: UTF8.self).wholeMatch(of: /\u{FEFF}?\s*\[\s*\]\s*/) != nil
    }

    /// The whole contents.
    ///
    /// - Returns: `encoding` as for `text()`.
    /// - Throws: `malformed`, with the line and column; `unreadable`, `encoding`.
    func json<Value>(
        _ parse: (Data) throws -> Value
    ) throws(CatalogueError) -> (value: Value, encoding: String?) {
        var text = try text()
        text.bytes = Self.mended(text.bytes)
        do { return (try parse(Data(text.bytes)), text.encoding) } catch {
            var cause = error
            if case .dataCorrupted(let context)? = error as? DecodingError {
                cause = context.underlyingError ?? error
            }
            let index = (cause as NSError).userInfo["NSJSONSerializationErrorIndex"] as? Int
            let end = text.bytes.count
            throw malformed(text.bytes.prefix(Self.isCut(text.bytes) ? end : index ?? end))
        }
    }

    /// Texts that are not valid UTF-8 are decoded on their own, as the cells of tables are.
    private static func mended(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        let quote = UInt8(ascii: "\"")
        let texts = bytes.split(separator: quote, omittingEmptySubsequences: false)
        return Array(texts.map { Array(String(textOf: $0).utf8) }.joined(separator: [quote]))
    }

    /// - Throws: `malformed` if it ends within an object, a list or a text; `unreadable`, `encoding`.
    func checkEndOfJSON() throws(CatalogueError) {
        let bytes = try text().bytes
        if Self.isCut(bytes) { throw malformed(bytes[...]) }
    }

    private func malformed(_ read: ArraySlice<UInt8>) -> CatalogueError {
        let lines = read.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = (lines.last.map { String(decoding: $0, as: UTF8.self).unicodeScalars.count } ?? 0) + 1
        return .malformed(path: name, place: "line \(max(lines.count, 1)), column \(column)")
    }

    private static func isCut(_ bytes: [UInt8]) -> Bool {
        var (depth, isInText, isEscaped) = (0, false, false)
        for byte in bytes {
            switch UnicodeScalar(byte) {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = isInText
            case "\"": isInText.toggle()
            case _ where isInText: break
            case "[", "{": depth += 1
            case "]", "}": depth -= 1
            default: break
            }
        }
        return isInText || depth > 0
    }
}
