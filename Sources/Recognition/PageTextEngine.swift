// Reads the lines of a whole page with Tesseract's own layout analysis.
import CTesseract
import Foundation
import Imaging

/// One Tesseract engine for running text. Keep it: loading its model takes as long as reading a page.
package final class PageTextEngine {
    private let engine: TesseractEngine

    /// Throws if Tesseract rejects the model.
    package init(_ model: TextModel) throws(RecognitionError) { engine = try TesseractEngine(model) }

    /// How Tesseract divides a page into lines.
    package enum Layout {
        /// Into blocks, which leaves pictures and ornaments out.
        case blocks
        /// Wherever there may be a line.
        case scattered
    }

    /// The lines of print, in reading order. Empty if there are none.
    package func lines(of picture: GreyImage, _ layout: Layout) -> [PageLine] {
        TessBaseAPISetPageSegMode(engine.handle, layout == .blocks ? PSM_AUTO : PSM_SPARSE_TEXT)
        var lines: [PageLine] = []
        engine.recognize(picture, by: RIL_WORD) { found in
            let word = PageLine.Word(found)
            if lines.isEmpty || found.begins(RIL_TEXTLINE) {
                lines.append(PageLine(words: [word], quarters: PageTextEngine.quarters(at: found.page)))
            } else {
                lines[lines.count - 1].words.append(word)
            }
        }
        return lines
    }

    /// The words of one level line, dark on light; `nil` if there are none.
    package func line(of strip: GreyImage) -> PageLine? {
        TessBaseAPISetPageSegMode(engine.handle, PSM_SINGLE_LINE)
        TessBaseAPISetVariable(engine.handle, "invert_threshold", "0")
        defer { TessBaseAPISetVariable(engine.handle, "invert_threshold", "0.7") }
        var words: [PageLine.Word] = []
        engine.recognize(strip, by: RIL_WORD) { words.append(PageLine.Word($0)) }
        return words.isEmpty ? nil : PageLine(words: words)
    }

    /// By how many quarters the word at a place is turned clockwise: blocks of vertical lines are read, too.
    private static func quarters(at place: OpaquePointer?) -> Int {
        var (startX, startY, endX, endY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        TessPageIteratorBaseline(place, RIL_WORD, &startX, &startY, &endX, &endY)
        let angle = atan2(Double(endY - startY), Double(endX - startX))
        return (Int((angle / (.pi / 2)).rounded()) + 4) % 4
    }
}

/// A line of print on a page: at least one word.
package struct PageLine: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package var text: String
        /// 0…1.
        package var confidence: Double
        /// The upright rectangle around it, in pixels of the picture.
        package var bounds: Quad
    }

    package var words: [Word]
    /// By how many quarters it is turned clockwise.
    package var quarters = 0

    package var text: String { words.map(\.text).joined(separator: " ") }
    /// The mean over its words.
    package var confidence: Double { words.map(\.confidence).reduce(0, +) / Double(words.count) }

    /// Clockwise from the top left of the first letter.
    package var box: Quad {
        let corners = words.dropFirst().reduce(words[0].bounds) { $0.enclosing($1.bounds) }.corners
        let turned = (0..<4).map { corners[($0 + quarters) % 4] }
        return Quad(topLeft: turned[0], topRight: turned[1], bottomRight: turned[2], bottomLeft: turned[3])
    }

    /// The median over its words, in pixels.
    package var height: Double {
        let heights = words.map { word in
            let (left, top, right, bottom) = word.bounds.bounds
            return quarters.isMultiple(of: 2) ? bottom - top : right - left
        }
        return heights.sorted()[words.count / 2]
    }

    /// Without words below a confidence and those without a letter or number; `nil` if there are no others.
    package func withoutWords(below confidence: Double) -> PageLine? {
        let words = words.filter {
            $0.confidence >= confidence && $0.text.contains { $0.isLetter || $0.isNumber }
        }
        return words.isEmpty ? nil : PageLine(words: words, quarters: quarters)
    }

    /// Only words that are hardly ever misread where a line is read by itself: long ones, and short ones beyond doubt;
    /// `nil` if there are none.
    package func withoutDoubtfulWords() -> PageLine? {
        let words = words.filter { word in
            let letters = word.text.filter(\.isLetter)
            guard Set(letters.lowercased()).count >= 3 || letters.count == 2 else { return false }
            return switch letters.count {
            case 4...: word.confidence >= 0.4
            case 2...: word.confidence >= 0.8
            default: false
            }
        }
        guard words.contains(where: { $0.text.count(where: \.isLetter) >= 3 }) else { return nil }
        return PageLine(words: words, quarters: quarters)
    }

    package var letters: Int { text.count(where: \.isLetter) }

    /// How many of its letters are in words beyond doubt.
    package var legibleLetters: Int {
        words.filter { $0.confidence >= 0.8 }.map { $0.text.count(where: \.isLetter) }.filter { $0 >= 3 }
            .reduce(0, +)
    }
}

extension PageLine.Word {
    fileprivate init(_ found: TesseractEngine.Element) {
        let (left, top, right, bottom) = found.bounds
        text = found.text
        confidence = found.confidence
        bounds = Quad(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom))
    }
}
