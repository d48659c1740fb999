// Reads the largest lines of a page without an ISBN: of a title page or cover, title and makers.
import Books
import Foundation
import Imaging
import Recognition

extension PageReader {
    /// The long side at which pages are read, in pixels: larger ones take longer, and titles are no better read.
    private static let side = 1600.0
    /// How many lines a record has at most.
    private static let mostLines = 16
    /// Words with less confidence are more often parts of pictures than words.
    private static let leastConfidence = 0.3

    mutating func readTitle(in view: PageView) throws(RecognitionError) {
        guard let sheet = Sheet(view, longSide: Self.side) else { return }
        var best: TitlePage?
        for attempt in TitleAttempt.all(models: engines.pageModels.count) where !isCancelled() {
            // What English reads is not in another script.
            if attempt.model > 0, best?.legible ?? 0 >= TitlePage.manyLetters { continue }
            guard let page = try read(attempt, sheet) else { break }
            if page.legible >= TitlePage.enoughLetters, page.legible > best?.legible ?? 0 { best = page }
            // Of print upside down, and of patterns, a part looks like words.
            if page.legible >= TitlePage.manyLetters, 2 * page.legible > page.letters { break }
        }
        guard !isCancelled() else { return }
        if var title = best {
            // At half the size, other lines are legible: larger ones, and those whose letters are uneven.
            let half = TitleAttempt(
                model: title.attempt.model, layout: .scattered, rotation: title.attempt.rotation)
            if let small = sheet.halved, let page = try read(half, small) { title.take(page) }
            title.take(try readPrints(title.attempt, sheet, except: title))
            titleLines = title.largest(Self.mostLines)
        } else {
            var pages: [TitlePage] = []
            for model in engines.pageModels.indices where !isCancelled() {
                let attempt = TitleAttempt(model: model, layout: .scattered)
                pages.append(try readPrints(attempt, sheet))
            }
            titleLines = pages.max { $0.legible < $1.legible }?.largest(Self.mostLines) ?? []
        }
    }

    /// Reads lines one by one that the line finder sees: the layout analysis misses large and drawn letters, light ones on
    /// dark, and slanted lines.
    ///
    /// - Parameters:
    ///   - attempt: whose model and rotation are used.
    ///   - known: what needs no second reading.
    private func readPrints(
        _ attempt: TitleAttempt, _ sheet: Sheet, except known: TitlePage? = nil
    ) throws(RecognitionError) -> TitlePage {
        guard let turned = sheet.picture.turned(degrees: Double(attempt.rotation)) else {
            return TitlePage(attempt: attempt, lines: [], legible: 0, letters: 0)
        }
        let engine = try engines.pageText(attempt.model)
        var (lines, reads) = ([TitlePage.Line](), 0)
        for print in PrintedLine.all(in: turned) where reads < PrintedLine.mostRead && !isCancelled() {
            let box = sheet.upright(print.box, in: turned, attempt.rotation)
            if known?.isLegible(at: Bounds(of: box), characters: print.line.characters) ?? false { continue }
            guard let strip = print.strip else { continue }
            reads += 1
            guard let words = engine.line(of: strip)?.withoutDoubtfulWords() else { continue }
            lines.append(
                TitlePage.Line(
                    line: TitleLine(text: words.text, confidence: words.confidence, box: box),
                    height: print.height / sheet.factor, legible: words.letters))
        }
        // Of lines without doubtful words.
        let letters = lines.map(\.legible).reduce(0, +)
        return TitlePage(
            attempt: attempt, lines: lines.sorted { $1.isAbove($0) }, legible: letters, letters: letters)
    }

    /// `nil` if there is no memory for the turned picture.
    private func read(_ attempt: TitleAttempt, _ sheet: Sheet) throws(RecognitionError) -> TitlePage? {
        guard let turned = sheet.picture.turned(degrees: Double(attempt.rotation)) else { return nil }
        let all = try engines.pageText(attempt.model).lines(of: turned, attempt.layout)
        let lines = all.compactMap { line -> TitlePage.Line? in
            guard let words = line.withoutWords(below: Self.leastConfidence) else { return nil }
            return TitlePage.Line(
                line: TitleLine(
                    text: words.text, confidence: words.confidence,
                    box: sheet.upright(words.box, in: turned, attempt.rotation)),
                height: words.height / sheet.factor, legible: words.legibleLetters)
        }
        return TitlePage(
            attempt: attempt, lines: lines, legible: all.map(\.legibleLetters).reduce(0, +),
            letters: all.map(\.letters).reduce(0, +))
    }
}

extension Sheet {
    /// The picture of a view, enlarged or reduced to a long side at most; `nil` if there is no memory.
    fileprivate init?(_ view: PageView, longSide: Double) {
        let factor = min(view.factor, longSide / Double(max(view.picture.width, view.picture.height)))
        guard let scaled = view.picture.scaled(by: factor) else { return nil }
        self.init(picture: scaled, ink: .dark, factor: factor, placement: view.placement)
    }

    fileprivate var halved: Sheet? {
        picture.scaled(by: 0.5).map {
            Sheet(picture: $0, ink: ink, factor: factor / 2, placement: placement)
        }
    }

    /// Corners in the upright photo, of a place in a copy that is turned clockwise.
    fileprivate func upright(_ quad: Quad, in turned: GreyImage, _ degrees: Int) -> [PhotoPoint] {
        upright(
            quad.mapped {
                $0.turnedBack(
                    degrees, from: (Double(turned.width), Double(turned.height)),
                    to: (Double(picture.width), Double(picture.height)))
            })
    }
}

/// What one attempt has read.
private struct TitlePage {
    struct Line {
        var line: TitleLine
        /// In pixels of the view.
        var height: Double
        /// How many of its letters are in words beyond doubt.
        var legible: Int
    }

    let attempt: TitleAttempt
    /// In reading order.
    var lines: [Line]
    /// Letters in words beyond doubt; and all.
    let legible: Int
    let letters: Int

    /// Fewer legible letters are more often those of patterns than a title.
    static let enoughLetters = 6
    /// With so many, no other attempt is likely to find more.
    static let manyLetters = 24

    /// Shorter words are often parts of others.
    private static let lettersOfWord = 4

    /// Takes the lines that are missing here, or of which another word is legible there.
    mutating func take(_ other: TitlePage) {
        for line in other.lines where line.legible > 0 {
            let bounds = Bounds(of: line.line.box)
            let same = lines.indices.filter { Bounds(of: lines[$0].line.box).overlaps(bounds) }
            let gain = line.legible - same.map { lines[$0].legible }.reduce(0, +)
            // One line rather than its parts.
            guard same.isEmpty || gain >= (same.count > 1 ? 1 : Self.lettersOfWord) else { continue }
            for place in same.reversed() { lines.remove(at: place) }
            lines.insert(line, at: same.first ?? lines.firstIndex { line.isAbove($0) } ?? lines.endIndex)
        }
    }

    /// Whether most of a line that is there has been read.
    func isLegible(at bounds: Bounds, characters: Int) -> Bool {
        lines.contains { line in
            let read = Bounds(of: line.line.box)
            return 4 * line.legible >= 3 * characters && read.overlaps(bounds)
                && read.right - read.left >= 0.9 * (bounds.right - bounds.left)
        }
    }

    /// In reading order; those without a legible word only if there are too few others.
    func largest(_ most: Int) -> [TitleLine] {
        func rank(_ line: Line) -> (Int, Double) { (line.legible > 0 ? 1 : 0, line.height) }
        return lines.indices.sorted { rank(lines[$0]) > rank(lines[$1]) }.prefix(most).sorted().map {
            lines[$0].line
        }
    }
}

extension TitlePage.Line {
    /// Whether another is printed farther down, in its reading direction.
    fileprivate func isAbove(_ other: TitlePage.Line) -> Bool {
        guard line.box.count == 4 else { return false }
        let down = (x: line.box[3].x - line.box[0].x, y: line.box[3].y - line.box[0].y)
        let (own, others) = (Bounds(of: line.box).middle, Bounds(of: other.line.box).middle)
        return (others.x - own.x) * Double(down.x) + (others.y - own.y) * Double(down.y) > 0
    }
}

/// A page that is read once more, differently, if hardly anything was legible.
private struct TitleAttempt {
    /// Its place among `Engines.pageModels`.
    var model = 0
    let layout: PageTextEngine.Layout
    /// Clockwise degrees.
    var rotation = 0

    static func all(models: Int) -> [TitleAttempt] {
        // Scattered over a page in another script, English finds what looks like words.
        [PageTextEngine.Layout.blocks, .scattered].flatMap { layout in
            (0..<models).map { TitleAttempt(model: $0, layout: layout) }
        } + [90, 270, 180].map { TitleAttempt(layout: .blocks, rotation: $0) }
    }
}
