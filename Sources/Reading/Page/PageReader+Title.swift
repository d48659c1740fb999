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
        let picture = view.picture
        let scale = min(view.factor, Self.side / Double(max(picture.width, picture.height)))
        guard let scaled = picture.scaled(by: scale) else { return }
        var best: TitlePage?
        for attempt in TitleAttempt.all(models: engines.pageModels.count) where !isCancelled() {
            // What English reads is not in another script.
            if attempt.model > 0, best?.legible ?? 0 >= TitlePage.manyLetters { continue }
            guard let page = try read(attempt, scaled, scale, of: view) else { break }
            if page.legible >= TitlePage.enoughLetters, page.legible > best?.legible ?? 0 { best = page }
            // Of print upside down, and of patterns, a part looks like words.
            if page.legible >= TitlePage.manyLetters, 2 * page.legible > page.letters { break }
        }
        guard !isCancelled() else { return }
        if var title = best {
            // At half the size, other lines are legible: larger ones, and those whose letters are uneven.
            let half = TitleAttempt(
                model: title.attempt.model, layout: .scattered, rotation: title.attempt.rotation)
            if let small = scaled.scaled(by: 0.5), let page = try read(half, small, scale / 2, of: view) {
                title.take(page)
            }
            title.take(try readPrints(title.attempt, scaled, scale, of: view, except: title))
            titleLines = title.largest(Self.mostLines)
        } else {
            var pages: [TitlePage] = []
            for model in engines.pageModels.indices where !isCancelled() {
                let attempt = TitleAttempt(model: model, layout: .scattered)
                pages.append(try readPrints(attempt, scaled, scale, of: view))
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
        _ attempt: TitleAttempt, _ picture: GreyImage, _ scale: Double, of view: PageView,
        except known: TitlePage? = nil
    ) throws(RecognitionError) -> TitlePage {
        guard let turned = picture.turned(degrees: Double(attempt.rotation)) else {
            return TitlePage(attempt: attempt, lines: [])
        }
        func box(of print: PrintedLine) -> [PhotoPoint] {
            let box = print.box.mapped {
                $0.turnedBack(
                    attempt.rotation, from: (Double(turned.width), Double(turned.height)),
                    to: (Double(picture.width), Double(picture.height)))
            }
            return view.placement.upright(box.scaled(by: 1 / scale))
        }
        let engine = try engines.pageText(attempt.model)
        var (lines, reads) = ([TitlePage.Line](), 0)
        for print in PrintedLine.all(in: turned) where reads < PrintedLine.mostRead && !isCancelled() {
            let box = box(of: print)
            if known?.isLegible(at: Bounds(of: box), characters: print.line.characters) ?? false { continue }
            guard let strip = print.strip else { continue }
            reads += 1
            guard let words = engine.line(of: strip)?.withoutDoubtfulWords() else { continue }
            lines.append(
                TitlePage.Line(
                    line: TitleLine(text: words.text, confidence: words.confidence, box: box),
                    height: print.height / scale, legible: words.letters))
        }
        return TitlePage(attempt: attempt, lines: lines)
    }

    /// `nil` if there is no memory for the turned picture.
    ///
    /// - Parameters:
    ///   - picture: of the view, scaled.
    ///   - scale: its pixels for one of the view.
    private func read(
        _ attempt: TitleAttempt, _ picture: GreyImage, _ scale: Double, of view: PageView
    ) throws(RecognitionError) -> TitlePage? {
        guard let turned = picture.turned(degrees: Double(attempt.rotation)) else { return nil }
        let all = try engines.pageText(attempt.model).lines(of: turned, attempt.layout)
        let lines = all.compactMap { line -> TitlePage.Line? in
            guard let words = line.withoutWords(below: Self.leastConfidence) else { return nil }
            let box = words.box.mapped {
                $0.turnedBack(
                    attempt.rotation, from: (Double(turned.width), Double(turned.height)),
                    to: (Double(picture.width), Double(picture.height)))
            }
            return TitlePage.Line(
                line: TitleLine(
                    text: words.text, confidence: words.confidence,
                    box: view.placement.upright(box.scaled(by: 1 / scale))),
                height: words.height / scale, legible: words.legibleLetters)
        }
        return TitlePage(
            attempt: attempt, lines: lines, legible: all.map(\.legibleLetters).reduce(0, +),
            letters: all.map(\.letters).reduce(0, +))
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

    /// Of lines without doubtful words.
    init(attempt: TitleAttempt, lines: [Line]) {
        let letters = lines.map(\.legible).reduce(0, +)
        self.init(
            attempt: attempt, lines: lines.sorted { $1.isAbove($0) }, legible: letters, letters: letters)
    }

    init(attempt: TitleAttempt, lines: [Line], legible: Int, letters: Int) {
        (self.attempt, self.lines, self.legible, self.letters) = (attempt, lines, legible, letters)
    }

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
