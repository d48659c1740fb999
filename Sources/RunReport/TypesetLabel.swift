// Words as pixels, in any script, for workers to put on photos: they can open no fonts. The words are a catalogue's, not a
// photo's, and as short as a label.
import CTypesetting
import Foundation

enum TypesetLabel {
    /// In letters, beyond which no label is read.
    private static let mostLetters = 600

    /// Whether there is what sets words.
    static var isPossible: Bool { typesetting_is_there() != 0 }

    /// - Parameters:
    ///   - width: in pixels, to which lines are folded.
    ///   - letterHeight: in pixels.
    /// - Returns: `nil` where there is nothing to set.
    static func ink(
        _ lines: [String], width: Int, letterHeight: Int
    ) -> (ink: Data, width: Int)? {
        let text = String(lines.joined(separator: "\n").prefix(mostLetters))
        var result = TypesetText()
        guard !text.isEmpty, width > 0,
            typeset_text(text, Int32(clamping: width), Int32(clamping: letterHeight), &result) != 0,
            let pixels = result.pixels
        else { return nil }
        defer { free(pixels) }
        return (Data(bytes: pixels, count: Int(result.width) * Int(result.height)), Int(result.width))
    }
}
