#if Server
// Escapes text on pages.
import Mustache

/// The library escapes whole characters. It misses a quotation mark followed by a combining mark, which Swift counts as
/// one character, but which browsers read as the end of an attribute.
struct PageEscaping: MustacheContentType {
    private static let name = "PAGE"

    /// The first line of every template.
    static let choice = "{{% CONTENT_TYPE: \(name)}}\n"

    /// Must be called before the first template is read.
    static func register() { MustacheContentTypes.register(PageEscaping(), named: name) }

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.escaped($0) != nil }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if let escaped = Self.escaped(byte) { bytes += escaped.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
#endif
