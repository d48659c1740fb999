// Reads one page: attempts in the order of cost and promise, until the evidence is sufficient.
import Books
import Foundation
import Imaging
import Recognition

struct PageReader {
    private let page: PhotoFile.Page
    let options: ScanOptions
    let engines: Engines
    let debug: DebugImages?
    /// Called before each attempt; if true, the remaining attempts are skipped.
    let isCancelled: () -> Bool
    var evidence = Evidence()
    var titleLines: [TitleLine] = []
    private(set) var stages = StageTimes()
    /// The page as it was decoded last.
    private var view: PageView?
    var isIncomplete: Bool { view?.isIncomplete ?? false }
    /// Whether the horizontal lines contain print.
    private var isTextStraight = false
    /// Barcodes that were read, in pixels of the page at full size, cropped and rotated.
    var bars: [Quad] = []
    /// Whether the surroundings of a decoded barcode were searched.
    private var hasLookedAround = false
    /// Whether there seems to be another number away from the barcode; `nil` before the search.
    private var showsMore: Bool?
    /// Barcodes were found that could not be decoded: perhaps another book's.
    var hasUnreadBars = false
    /// Striped regions were found that may be barcodes too small for the size at which the page was decoded.
    var hasSmallBars = false
    /// Digits or a label were read.
    private var hasDigits = false
    /// The same, but no number, away from barcodes.
    private var hasOtherNumber = false

    init(
        _ page: PhotoFile.Page, options: ScanOptions, engines: Engines, debug: DebugImages?,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.page = page
        self.options = options
        self.engines = engines
        self.debug = debug
        self.isCancelled = isCancelled
        evidence.isStrict = options.isStrict
    }

    mutating func read() throws(ScanError) {
        guard let part = Placement(options, width: page.width, height: page.height) else {
            throw .cropOutside(width: page.width, height: page.height)
        }
        let plan = PagePlan(
            options.readers, longSide: Int(max(part.turnedWidth, part.turnedHeight)),
            reduction: page.reduction(keeping:))
        for attempt in plan.attempts where !isCancelled() && isWorthTrying(attempt, plan) {
            try carryOut(attempt, on: try view(reduction: attempt.reduction, part))
        }
    }

    private func isWorthTrying(_ attempt: Attempt, _ plan: PagePlan) -> Bool {
        let showsMany = mayShowManyBooks
        let needsNoMorePixels =
            attempt.reduction < plan.textReduction && options.readers.contains(.ocr) && !isWorthMorePixels
            && !showsMany && !(attempt.readsSmallBars && hasSmallBars)
        // Where there may be many books, each is looked for at its own size instead.
        let isOpen =
            !evidence.isEnough || evidence.hasUnclearBars
            || hasUnreadBars && !(showsMany && attempt.reduction < plan.textReduction)
        return switch attempt {
        case .labels: true
        case .title: evidence.verdict == ([], [])
        case _ where needsNoMorePixels: false
        case .bars: isOpen
        // If a barcode was read, none is too blurred; one that was only seen may contradict the print.
        case .blurredBars: !evidence.hasSureBars
        case .thumbnail:
            evidence.isEnough && !hasLookedAround && hasRoomForAnotherBook
                && !hasRoomForWholeBook && showsMore == nil
        case .surroundings(let reduction):
            evidence.isEnough && !hasLookedAround
                && (reduction <= plan.textReduction || !mayShowAnotherBook)
        case .lines(_, let directions, _):
            isOpen && !(directions == .slanted && (isTextStraight || evidence.isEnough))
        case .otherBars(plan.textReduction): !evidence.isEnough || showsMany || hasRoomForAnotherBook
        case .otherBars: showsMany || hasSmallBars
        case .otherLines: showsMany
        }
    }

    /// Print and barcodes are visible even at a size that is too small for reading them.
    private var isWorthMorePixels: Bool { hasDigits || hasUnreadBars }

    /// Where there may be another book, its print must be legible, too.
    private var hasRoomForAnotherBook: Bool { room.most >= EvidenceRules.roomForPart }

    /// A barcode that fills the photo in one direction only is beside something else.
    private var hasRoomForWholeBook: Bool {
        room.most >= EvidenceRules.roomForWhole || room.across < EvidenceRules.leastRoomAcross
    }

    private var room: (most: Double, across: Double) {
        evidence.roomBesideBars(width: page.width, height: page.height)
    }

    private var mayShowAnotherBook: Bool {
        hasRoomForAnotherBook && (hasRoomForWholeBook || showsMore ?? true)
    }

    /// Whether several books were found, or one that is small in the photo, or beside one with a barcode a number that is
    /// not clear: others may be smaller still, or lie otherwise.
    private var mayShowManyBooks: Bool {
        evidence.isEnough
            && (evidence.mayShowManyBooks(width: page.width, height: page.height)
                || hasOtherNumber && room.most.isFinite && hasRoomForWholeBook)
    }

    private mutating func carryOut(_ attempt: Attempt, on view: PageView) throws(ScanError) {
        switch attempt {
        case .bars(_, let scale): timed(\.bars) { $0.readBars(in: view, scale: scale) }
        case .lines(_, let directions, let ink): try readLines(of: view, directions, ink)
        case .blurredBars: timed(\.bars) { $0.readBlurredBars(in: view) }
        case .thumbnail: showsMore = timed(\.lines) { $0.showsMore(view) }
        case .surroundings:
            hasLookedAround = true
            for quad in bars { try readLines(around: quad, in: view) }
            if mayShowAnotherBook { try readLines(of: view, .straight, .dark) }
        case .otherBars: try readOtherBars(of: view)
        case .labels: timed(\.bars) { $0.readLabels(in: view) }
        case .title: try recognition { (reader) throws(RecognitionError) in try reader.readTitle(in: view) }
        case .otherLines(_, let directions):
            try readLines(of: view, directions, .dark, isThorough: true)
        }
    }

    private mutating func view(reduction: Int, _ part: Placement) throws(ScanError) -> PageView {
        if let view, view.reduction == reduction { return view }
        view = nil
        let decoded = try imaging(\.decode) { reader throws(ImagingError) in
            try PageView(of: reader.page, reduction: reduction, reader.options, placement: part)
        }
        debug?.write(decoded.picture, "photo")
        view = decoded
        return decoded
    }

    mutating func timed<Result, Failure>(
        _ stage: WritableKeyPath<StageTimes, Double>, _ body: (inout PageReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        defer { stages[keyPath: stage] += (.now - start) / .milliseconds(1) }
        return try body(&self)
    }

    private mutating func imaging<Result>(
        _ stage: WritableKeyPath<StageTimes, Double>,
        _ body: (inout PageReader) throws(ImagingError) -> Result
    ) throws(ScanError) -> Result {
        do throws(ImagingError) { return try timed(stage, body) } catch { throw ScanError(error) }
    }

    private mutating func recognition(
        _ body: (inout PageReader) throws(RecognitionError) -> Void
    ) throws(ScanError) {
        do throws(RecognitionError) { try timed(\.ocr, body) } catch { throw ScanError(error) }
    }

    // MARK: Lines

    /// Whether a picture seems to contain a number or a barcode away from those that were read.
    private func showsMore(_ view: PageView) -> Bool {
        guard let sheet = view.overview() else { return true }
        let found = TextLineFinder(in: sheet.picture).find(.straight)
        let others = found.lines.filter {
            !evidence.hasSureBars(
                beside: sheet.upright($0.corners()), within: EvidenceRules.touchingBars)
        }
        debug?.write(sheet.picture, "overview", boxes: others.map { $0.corners() })
        return found.bars.contains { !evidence.hasBars(at: sheet.upright($0.line.corners())) }
            || LineRanking.rank(others, on: sheet, by: engines.scorer).contains {
                let sight = LinePreview(of: $0, by: engines.scorer)
                return sight.isWorthReading && !sight.isPart(of: evidence.expected)
                    && sight.number(of: evidence.expected, on: sheet) == nil
            }
    }

    private mutating func readLines(
        of view: PageView, _ directions: TextLineFinder.Directions, _ ink: Ink, isThorough: Bool = false
    ) throws(ScanError) {
        let (sheet, found) = try imaging(\.lines) { _ throws(ImagingError) in
            let sheet = try view.sheet(ink)
            return (sheet, view.finder(on: sheet).find(directions))
        }
        if options.readers.contains(.barcode) { timed(\.bars) { $0.readBars(found.bars, on: sheet) } }
        guard options.readers.contains(.ocr) else { return }
        if directions == .straight, LineRanking.isPrint(found.lines) { isTextStraight = true }
        let lines = timed(\.lines) { reader in
            let unread = found.lines.filter { line in
                !(line.isBelowBars
                    && reader.evidence.hasSureBars(
                        beside: sheet.upright(line.corners()), within: EvidenceRules.besideBars))
            }
            return LineRanking.rated(unread, on: sheet, by: reader.engines.scorer)
        }
        let likely = lines.filter(\.mayHoldISBN)
        debug?.write(sheet.picture, "\(ink)-lines", boxes: likely.map { $0.line.corners() })
        try recognition { reader throws(RecognitionError) in
            let sheetReader = reader.sheetReader(sheet, found)
            let read = try sheetReader.read(likely, isThorough: isThorough, into: &reader.evidence)
            reader.hasDigits = reader.hasDigits || read.hasDigits
            reader.hasOtherNumber = reader.hasOtherNumber || read.hasOtherNumber
            if directions == .straight, ink == .dark, reader.evidence.others.isEmpty,
                !reader.evidence.hasBookBars
            {
                try sheetReader.readOthers(
                    read.unread(lines), upright: read.upright, into: &reader.evidence)
                let short = found.shortLines.prefix(LineRanking.mostShortLines)
                try sheetReader.readOthers(
                    LineRanking.rated(short, on: sheet, by: reader.engines.scorer), upright: read.upright,
                    into: &reader.evidence)
            }
        }
    }

    /// The labelled number beside a barcode, which confirms or contradicts it.
    ///
    /// - Parameter reach: how far from it, in its lengths.
    mutating func readLines(
        around bars: Quad, in view: PageView, within reach: Double = EvidenceRules.besideBars
    ) throws(ScanError) {
        let place = bars.scaled(by: 1 / view.placement.scale)
        let cut = timed(\.lines) { reader -> (Sheet, TextLineFinder.Findings, [RankedLine])? in
            guard let sheet = view.sheet(around: place, within: reach) else { return nil }
            let found = TextLineFinder(in: sheet.picture).find(.alongBars)
            let lines = LineRanking.rank(
                found.lines.filter { !$0.isBelowBars }, on: sheet, by: reader.engines.scorer)
            return (sheet, found, lines)
        }
        guard let (sheet, found, lines) = cut else { return }
        debug?.write(sheet.picture, "beside-bars", boxes: lines.map { $0.line.corners() })
        let isFar = reach > EvidenceRules.besideBars
        var isCut = false
        try recognition { reader throws(RecognitionError) in
            // Which of two books a line belongs to depends on its whole text.
            let expected = isFar || reader.mayShowAnotherBook ? [] : reader.evidence.expected
            isCut = try reader.sheetReader(sheet, found).readBesideBars(
                at: view.placement.upright(place), lines, expecting: expected, isThorough: isFar,
                into: &reader.evidence)
        }
        if isCut, !isFar {
            try readLines(around: bars, in: view, within: EvidenceRules.leftOfBars)
        }
    }

    private func sheetReader(_ sheet: Sheet, _ found: TextLineFinder.Findings) -> SheetReader {
        let engines = engines
        return SheetReader(sheet: sheet, found: found, scorer: engines.scorer, debug: debug) {
            () throws(RecognitionError) in try engines.text()
        }
    }
}
