// A line as it was cut out and read.
import Books
import Imaging
import Recognition

struct ReadLine {
    let line: TextLine
    let strip: LineStrip
    let characters: [ReadCharacter]

    var text: String { characters.text }

    /// A label, and no whole number behind it.
    var announcesNumber: Bool {
        let text = self.text
        return text.contains("ISB") && ISBN.find(in: text).matches.isEmpty
    }

    /// Around some of its characters, in the sheet's pixels.
    func quad(of range: Range<Int>) -> Quad {
        guard let first = characters[range].first, let last = characters[range].last else {
            return line.corners()
        }
        let start = strip.part(atColumn: Double(first.left))
        // Before a wide gap Tesseract takes a character to reach far into it.
        let right = min(
            Double(last.right), Double(last.left) + 2 * Double(strip.image.height))
        return line.corners(of: start...max(start, strip.part(atColumn: right)))
    }

    /// Whether some of its characters begin inside a sheet: beyond the edge the last pixels are drawn out, and read as
    /// digits.
    func lies(in sheet: Sheet, _ range: Range<Int>) -> Bool {
        guard let first = characters[range].first, let last = characters[range].last else { return false }
        return [first.right, last.left].allSatisfy {
            sheet.holds(line.point(along: (strip.part(atColumn: Double($0)) - 0.5) * line.length, below: 0))
        }
    }
}

extension ReadCharacter {
    static let lineBreak = ReadCharacter(scalar: "\n", confidence: 1, left: 0, right: 0)

    var isDigit: Bool { scalar.properties.numericType != nil }
}

extension [ReadCharacter] {
    var text: String { String(String.UnicodeScalarView(map(\.scalar))) }
}
