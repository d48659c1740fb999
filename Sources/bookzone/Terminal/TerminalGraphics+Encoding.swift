// Pictures as terminals take them.
import Foundation
import Reading

extension TerminalGraphics {
    /// Lines of the terminal that a cover takes.
    static let lines = 10

    /// The bytes that show a JPEG file on a terminal like iTerm2.
    static func inline(_ jpeg: Data) -> String {
        "\u{1B}]1337;File=inline=1;size=\(jpeg.count);height=\(lines):\(jpeg.base64EncodedString())\u{07}\n"
    }

    /// In parts, as the protocol wants it; no answer is to come.
    static func kitty(_ picture: PixelMap) -> String {
        let text = Array(picture.rows.base64EncodedString().utf8)
        var shown = ""
        for start in stride(from: 0, to: text.count, by: 4096) {
            let part = text[start..<min(text.count, start + 4096)]
            let head = start == 0 ? "a=T,q=2,f=24,s=\(picture.width),v=\(picture.height)," : ""
            let isLast = part.endIndex == text.count
            shown += "\u{1B}_G\(head)m=\(isLast ? 0 : 1);\(String(decoding: part, as: UTF8.self))\u{1B}\\"
        }
        return shown + "\n"
    }

    /// In 216 colours, six levels of each.
    static func sixel(_ picture: PixelMap) -> String {
        let places = picture.rows.startIndex
        func colour(_ x: Int, _ y: Int) -> Int {
            let start = places + 3 * (y * picture.width + x)
            return (0..<3).reduce(0) { $0 * 6 + (Int(picture.rows[start + $1]) * 5 + 127) / 255 }
        }
        var shown = "\u{1B}Pq\"1;1;\(picture.width);\(picture.height)"
        for number in 0..<216 {
            shown += "#\(number);2;\(number / 36 * 20);\(number / 6 % 6 * 20);\(number % 6 * 20)"
        }
        for top in stride(from: 0, to: picture.height, by: 6) {
            // For each colour that occurs, which of the six rows have it in each column.
            var bands: [Int: [UInt8]] = [:]
            for y in top..<min(top + 6, picture.height) {
                for x in 0..<picture.width {
                    bands[colour(x, y), default: Array(repeating: 0, count: picture.width)][x] |=
                        1 << (y - top)
                }
            }
            for (number, band) in bands.sorted(by: { $0.key < $1.key }) {
                shown += "#\(number)\(repeated(band))$"
            }
            shown += "-"
        }
        return shown + "\u{1B}\\\n"
    }

    private static func repeated(_ band: [UInt8]) -> String {
        var (text, start) = ("", 0)
        while start < band.count {
            let end = band[start...].firstIndex { $0 != band[start] } ?? band.count
            let letter = String(UnicodeScalar(band[start] + 63))
            text +=
                end - start > 3 ? "!\(end - start)\(letter)" : String(repeating: letter, count: end - start)
            start = end
        }
        return text
    }
}
