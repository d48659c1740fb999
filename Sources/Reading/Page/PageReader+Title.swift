// Reads the largest lines of a page without an ISBN: of a title page or cover, title and makers.
import Books
import Foundation
import Imaging
import Recognition

extension PageReader {
    /// The long side at which pages are read, in pixels: larger ones take longer, and titles are no better read.
    private static let side = 1600.0
    /// How many lines a record has at most.
    private static let mostLines = 12
    /// Words with less confidence are more often parts of pictures than words.
    private static let leastConfidence = 0.3

    mutating func readTitle(in view: PageView) throws(RecognitionError) {
        let picture = view.picture
        let scale = min(view.factor, Self.side / Double(max(picture.width, picture.height)))
        guard let scaled = picture.scaled(by: scale) else { return }
        var best: [TitleLine] = []
        var mostLegible = TitleAttempt.enoughLetters - 1
        for attempt in TitleAttempt.all(models: engines.pageModels.count) where !isCancelled() {
            // What English reads is not in another script.
            if attempt.model > 0, mostLegible >= TitleAttempt.manyLetters { continue }
            guard let turned = scaled.turned(degrees: Double(attempt.rotation)) else { break }
            let all = try engines.pageText(attempt.model).lines(of: turned, attempt.layout)
            let legible = all.map(\.legibleLetters).reduce(0, +)
            if legible > mostLegible {
                mostLegible = legible
                best = Self.largest(all).map { line in
                    let box = line.box.mapped {
                        $0.turnedBack(
                            attempt.rotation, from: (Double(turned.width), Double(turned.height)),
                            to: (Double(scaled.width), Double(scaled.height)))
                    }
                    return TitleLine(
                        text: line.text, confidence: line.confidence,
                        box: view.placement.upright(box.scaled(by: 1 / scale)))
                }
                // Of print upside down, and of patterns, a part looks like words.
                if legible >= TitleAttempt.manyLetters, 2 * legible > all.map(\.letters).reduce(0, +) {
                    break
                }
            }
        }
        titleLines = best
    }

    /// In reading order.
    private static func largest(_ lines: [PageLine]) -> [PageLine] {
        let words = lines.compactMap { $0.withoutWords(below: leastConfidence) }
        let largest = words.indices.sorted { words[$0].height > words[$1].height }.prefix(mostLines)
        return largest.sorted().map { words[$0] }
    }
}

/// A page that is read once more, differently, if hardly anything was legible.
private struct TitleAttempt {
    /// Its place among `Engines.pageModels`.
    var model = 0
    let layout: PageTextEngine.Layout
    /// Clockwise degrees.
    var rotation = 0

    /// Fewer letters are more often those of patterns than a title.
    static let enoughLetters = 6
    /// With so many, no other attempt is likely to find more.
    static let manyLetters = 24

    static func all(models: Int) -> [TitleAttempt] {
        // Scattered over a page in another script, English finds what looks like words.
        [PageTextEngine.Layout.blocks, .scattered].flatMap { layout in
            (0..<models).map { TitleAttempt(model: $0, layout: layout) }
        } + [90, 270, 180].map { TitleAttempt(layout: .blocks, rotation: $0) }
    }
}
