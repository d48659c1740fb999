// The way of one page: attempts, the cheapest and likeliest first, until the evidence is enough.
import Books
import Foundation
import Imaging
import Recognition

struct PageReader {
    enum Failure: Error {
        case imaging(ImagingError)
        case recognition(RecognitionError)
        /// Nothing of the part to read is inside the photo.
        case cropOutside
    }

    private let page: PhotoFile.Page
    private let options: ScanOptions
    private let engines: Engines
    private let debug: DebugImages?
    private var findings = PageFindings()
    private(set) var isIncomplete = false
    private(set) var stages = StageTimes()
    /// The page as it was decoded last.
    private var view: PageView?

    var evidence: Evidence { findings.evidence }

    init(_ page: PhotoFile.Page, options: ScanOptions, engines: Engines, debug: DebugImages?) {
        self.page = page
        self.options = options
        self.engines = engines
        self.debug = debug
    }

    mutating func read() throws(Failure) {
        guard let part = Placement(options, width: page.width, height: page.height) else {
            throw .cropOutside
        }
        let plan = PagePlan(
            options.readers, longSide: Int(max(part.turnedWidth, part.turnedHeight)),
            reduction: page.reduction(keeping:))
        for attempt in plan.attempts {
            try carryOut(attempt, part)
            if evidence.isEnough { return }
        }
    }

    private mutating func carryOut(_ attempt: Attempt, _ part: Placement) throws(Failure) {
        let view = try view(reduction: attempt.reduction, part)
        switch attempt {
        case .bars(_, let scale): timed(\.bars) { $0.readBars(in: view, scale: scale) }
        case .lines(_, let lean, let ink, let tallest): try readLines(of: view, lean, ink, tallest: tallest)
        }
    }

    private mutating func view(reduction: Int, _ part: Placement) throws(Failure) -> PageView {
        if let view, view.reduction == reduction { return view }
        view = nil
        let decoded = try imaging(\.decode) { reader throws(ImagingError) in
            try PageView(of: reader.page, reduction: reduction, reader.options, placement: part)
        }
        debug?.write(decoded.picture, "photo")
        isIncomplete = decoded.isIncomplete
        view = decoded
        return decoded
    }

    private mutating func timed<Result, Failure>(
        _ stage: WritableKeyPath<StageTimes, Double>, _ body: (inout PageReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        defer { stages[keyPath: stage] += (.now - start) / .milliseconds(1) }
        return try body(&self)
    }

    private mutating func imaging<Result>(
        _ stage: WritableKeyPath<StageTimes, Double>,
        _ body: (inout PageReader) throws(ImagingError) -> Result
    ) throws(Failure) -> Result {
        do throws(ImagingError) { return try timed(stage, body) } catch { throw .imaging(error) }
    }

    // MARK: Bars

    private mutating func readBars(in view: PageView, scale: Double) {
        guard let scaled = view.picture.scaled(by: scale) else { return }
        let found = engines.bars.read(scaled)
        debug?.write(found, in: scaled)
        for bars in found {
            let quad = bars.quad.mapped { Point(x: $0.x / scale, y: $0.y / scale) }
            findings.evidence.add(
                bars, quality: bars.quality, rotation: view.placement.turn(toRead: bars.degrees ?? 0),
                box: view.placement.upright(quad))
        }
    }

    private static let mostBarBlocks = 4
    /// What the narrowest bar is scaled to, in pixels.
    private static let moduleWidth = 3.0

    /// Bars that were found by their shape, cut out level: at any angle, and with more pixels than they had.
    private mutating func readBars(_ blocks: [BarBlock], on sheet: Sheet) {
        for block in blocks.prefix(PageReader.mostBarBlocks) {
            let line = block.line
            let scale = PageReader.moduleWidth / block.module
            guard let strip = sheet.strip(of: line, digitHeight: line.height * scale) else { continue }
            let found = engines.bars.read(strip.image)
            debug?.write(found, in: strip.image)
            // Rows that were made of one row agree without telling more.
            for bars in found {
                findings.evidence.add(
                    bars, quality: Int(Double(bars.quality) / max(1, scale * sheet.factor)),
                    rotation: sheet.placement.turn(
                        toRead: (line.direction.degrees + (bars.degrees ?? 0)) % 360),
                    box: sheet.upright(line.corners()))
            }
        }
    }

    // MARK: Lines

    private mutating func readLines(
        of view: PageView, _ lean: TextLineFinder.Lean, _ ink: Ink, tallest: Double
    ) throws(Failure) {
        if lean == .slanted, findings.priority.isTextStraight { return }
        if ink == .dark { findings.priority.turn() }
        let (sheet, found) = try imaging(\.lines) { _ throws(ImagingError) in
            let sheet = try view.sheet(ink)
            return (sheet, view.finder(on: sheet).find(lean))
        }
        if options.readers.contains(.barcode) {
            timed(\.bars) { $0.readBars(found.bars, on: sheet) }
            if evidence.isEnough { return }
        }
        debug?.write(sheet.picture, "\(ink)-lines", boxes: found.lines.map { $0.corners() })
        guard options.readers.contains(.ocr), !found.lines.isEmpty else { return }
        let recognizer: any LineRecognizer
        do throws(RecognitionError) { recognizer = try engines.text() } catch { throw .recognition(error) }
        let reader = SheetReader(
            found: found, reader: LineReader(recognizer: recognizer, sheet: sheet, debug: debug))
        timed(\.ocr) { reader.read(tallest: tallest, into: &$0.findings) }
    }
}
