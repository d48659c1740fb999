// Titles as they are compared: libraries and shops write the same one in many ways.
import Books
import Foundation

/// A title as it is compared.
struct TitleWords {
    /// Without series and subtitle.
    let main: String
    private let whole: String

    init(_ title: String) {
        if title.utf8.allSatisfy({ $0 < 0x80 }) {
            let bytes = Array(title.utf8)
            let end = zip(bytes.indices, zip(bytes, bytes.dropFirst())).first { $0.1 == (0x20, 0x28) }?.0
            let text = bytes[..<(end ?? bytes.endIndex)]
            whole = Self.bare(text)
            main = Self.bare(text.prefix { $0 != UInt8(ascii: ":") })
        } else {
            let text = title.prefix(upTo: title.firstRange(of: " (")?.lowerBound ?? title.endIndex)
            whole = Self.bare(text)
            main = Self.bare(text.prefix { $0 != ":" })
        }
    }

    /// With a subtitle on both sides, these must be the same too.
    func isAlike(_ other: TitleWords) -> Bool {
        whole == other.whole || whole == other.main || main == other.whole
    }

    /// Titles that are alike share one of these.
    var keys: [Int] { main == whole ? [whole.hashValue] : [whole.hashValue, main.hashValue] }

    /// The common case, which is quick to tell: a long list compares hundreds of thousands of titles.
    private static func bare(_ ascii: ArraySlice<UInt8>) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(ascii.count)
        var isBetween = false
        for byte in ascii {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
                if isBetween { words.append(0x20) }
                isBetween = false
                words.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            default: isBetween = !words.isEmpty
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func bare(_ text: Substring) -> String {
        SearchText.folded(String(text)).folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil
        )
        .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
