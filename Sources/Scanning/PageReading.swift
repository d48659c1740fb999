// The way of one page: bars first, then lines of text, the likeliest first, at a second size when the first says
// nothing. It stops as soon as the evidence is enough.
import Books
import Foundation
import Imaging
import Recognition

struct PageReading {
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
    private(set) var evidence = Weighing()
    private(set) var isIncomplete = false
    private(set) var stages = StageTimes()
    private var choice = LineChoice()

    init(_ page: PhotoFile.Page, options: ScanOptions, engines: Engines, debug: DebugImages?) {
        self.page = page
        self.options = options
        self.engines = engines
        self.debug = debug
    }

    /// The long side, in pixels, at which a photo is read first, and at least.
    private static let firstSide = 1600

    mutating func read() throws(Failure) {
        let reduction = page.reduction(keeping: PageReading.firstSide)
        let (picture, placement) = try timed(\.decode) { reading throws(Failure) in
            try reading.picture(reduction: reduction)
        }
        if options.readers.contains(.barcode) {
            timed(\.bars) { $0.readBars(in: picture, placement) }
            if evidence.isSettled { return }
        }
        if options.readers.contains(.ocr) {
            try readText(in: picture, placement)
            if evidence.isSettled { return }
        }
        guard reduction > 1 else { return }
        let (whole, wholePlacement) = try timed(\.decode) { reading throws(Failure) in
            try reading.picture(reduction: 1)
        }
        if options.readers.contains(.barcode) {
            timed(\.bars) { $0.readBars(in: whole, wholePlacement) }
            if evidence.isSettled { return }
        }
        if options.readers.contains(.ocr) {
            try readText(in: whole, wholePlacement, tallest: PageReading.largestInDetail)
        }
    }

    private mutating func timed<Result, Failure>(
        _ stage: WritableKeyPath<StageTimes, Double>, _ body: (inout PageReading) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        defer { stages[keyPath: stage] += (.now - start) / .milliseconds(1) }
        return try body(&self)
    }

    /// The page decoded, cut and turned as the options say.
    private mutating func picture(reduction: Int) throws(Failure) -> (GrayImage, Placement) {
        let decoded: PhotoFile.Page.Decoded
        do {
            decoded = try page.decode(reduction: reduction)
        } catch {
            throw .imaging(error)
        }
        isIncomplete = decoded.isIncomplete
        var image = decoded.image
        var placement = Placement()
        placement.scale = Double(page.width) / Double(image.width)
        if let crop = options.crop {
            guard let part = crop.pixels(width: page.width, height: page.height) else { throw .cropOutside }
            guard
                let cut = image.cropped(
                    x: Int(part.x / placement.scale), y: Int(part.y / placement.scale),
                    width: Int((part.width / placement.scale).rounded(.up)),
                    height: Int((part.height / placement.scale).rounded(.up)))
            else { throw .imaging(.noMemory) }
            image = cut
            (placement.left, placement.top) = (part.x, part.y)
        }
        (placement.cutWidth, placement.cutHeight) = (Double(image.width), Double(image.height))
        placement.rotation = ((options.rotation % 360) + 360) % 360
        guard let turned = image.turned(degrees: Double(options.rotation)) else { throw .imaging(.noMemory) }
        (placement.turnedWidth, placement.turnedHeight) = (Double(turned.width), Double(turned.height))
        debug?.write(turned, "photo")
        return (turned, placement)
    }

    // MARK: Bars

    /// First small, which is quick, then as it is.
    private mutating func readBars(in picture: GrayImage, _ placement: Placement) {
        let long = Double(max(picture.width, picture.height))
        var sizes = [1.0]
        if long > 1400 { sizes.insert(1000 / long, at: 0) }
        for size in sizes {
            guard let scaled = picture.scaled(by: size) else { continue }
            let found = engines.bars.read(scaled)
            debug?.write(found, in: scaled)
            for bars in found { add(bars, size, placement) }
            if evidence.isSettled { return }
        }
    }

    private mutating func add(_ bars: ReadBars, _ size: Double, _ placement: Placement) {
        guard let value = UInt64(bars.digits), let isbn = ISBN(value: value) else { return }
        let box = bars.box
        let corners = [
            (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom),
        ]
        let quality = min(1, Double(bars.quality) / Double(2 * Weighing.sureQuality))
        evidence.add(
            Sighting(
                isbn: isbn, way: .bars(quality: bars.quality), form: .isbn13,
                witness: Witness(
                    reader: .barcode, text: bars.digits, confidence: 0.95 + quality / 20,
                    rotation: placement.turn(toRead: bars.degrees ?? 0),
                    box: corners.map { placement.upright(x: Double($0.0) / size, y: Double($0.1) / size) })))
    }

    // MARK: Text

    /// Text this tall, in pixels, is read no better with more pixels.
    private static let largestInDetail = 32.0
    /// The height of digits that the model was trained for, in pixels.
    private static let digitHeight = 36 / LineStrip.heights

    /// - Parameter tallest: taller lines are left out, in pixels.
    private mutating func readText(
        in picture: GrayImage, _ placement: Placement, tallest: Double = .infinity
    ) throws(Failure) {
        let long = Double(max(picture.width, picture.height))
        let factor: Double =
            switch long {
            case ..<450: 3
            case ..<900: 2
            default: 1
            }
        guard let enlarged = picture.scaled(by: factor) else { throw .imaging(.noMemory) }
        for ink in [Ink.dark, .light] {
            let finder = timed(\.lines) { _ in TextLineFinder(in: enlarged, ink: ink) }
            let lines = finder.lines.filter { $0.height <= tallest }.prefix(LineChoice.mostLines)
            debug?.write(
                enlarged, "\(ink == .dark ? "dark" : "light")-lines", boxes: lines.map { $0.corners() })
            guard !lines.isEmpty else { continue }
            let engine: TextEngine
            do { engine = try engines.text() } catch { throw .recognition(error) }
            for (rank, line) in lines.enumerated() {
                let turns = line.isBelowBars ? [line] : [line, line.reversed]
                for turned in turns where choice.isWorthReading(turned, rank: rank) {
                    let isText = timed(\.ocr) {
                        $0.read(turned, ink, in: enlarged, factor, placement, engine)
                    }
                    if evidence.isSettled {
                        // Imprint pages list hardback, paperback and set one below the other.
                        guard finder.bars.isEmpty else { return }
                        for neighbour in finder.lines.lazy.filter({ $0.isNext(to: turned) }).prefix(4) {
                            let alike = neighbour.reads(like: turned) ? neighbour : neighbour.reversed
                            _ = timed(\.ocr) { $0.read(alike, ink, in: enlarged, factor, placement, engine) }
                        }
                        return
                    }
                    if isText { break }
                }
            }
        }
    }

    /// Reads a line as it was found, and again with other edges when it seems to hold a number that was cut. Whether
    /// it reads as text, so that it need not be tried upside down.
    private mutating func read(
        _ line: TextLine, _ ink: Ink, in picture: GrayImage, _ factor: Double, _ placement: Placement,
        _ engine: TextEngine
    ) -> Bool {
        choice.begin()
        for edges in LineEdges.allCases {
            switch look(at: edges.applied(to: line), ink, in: picture, factor, placement, engine) {
            case .number, .text: return true
            case .nothing: return false
            case .promise: continue
            }
        }
        return false
    }

    /// What a look at a line gave: a number, what may be a number in other edges, other text, or nothing.
    private enum Look { case number, promise, text, nothing }

    private mutating func look(
        at line: TextLine, _ ink: Ink, in picture: GrayImage, _ factor: Double, _ placement: Placement,
        _ engine: TextEngine
    ) -> Look {
        guard let strip = LineStrip(of: line, in: picture, digitHeight: PageReading.digitHeight, ink: ink)
        else {
            return .nothing
        }
        let characters = engine.read(strip.image)
        choice.learn(from: characters, in: line.direction)
        let text = String(String.UnicodeScalarView(characters.map(\.scalar)))
        debug?.write(line, in: picture, strip: strip.image, reads: text)
        let findings = ISBN.find(in: text)
        for match in findings.matches {
            let read = characters[match.range]
            let digits = read.filter { $0.scalar.properties.numericType != nil || $0.scalar == "X" }
            let mean = digits.map(\.confidence).reduce(0, +) / Double(max(digits.count, 1))
            let part =
                strip.part(
                    atColumn: Double(read.first?.left ?? 0))...max(
                    strip.part(atColumn: Double(read.last?.right ?? 0)),
                    strip.part(atColumn: Double(read.first?.left ?? 0)))
            let corners = line.corners(of: part).map { placement.upright(x: $0.x / factor, y: $0.y / factor) }
            let repairs = match.repairs.filter { $0.part == .number }
            evidence.add(
                Sighting(
                    isbn: match.isbn,
                    way: match.label != nil ? .labelled : line.isBelowBars ? .digitsBelowBars : .bare,
                    form: match.form, label: match.label, qualifier: match.qualifier,
                    hyphensAgree: match.hyphensAgree, isRepaired: !repairs.isEmpty,
                    weakest: digits.map(\.confidence).min() ?? 0, line: choice.linesRead,
                    witness: Witness(
                        reader: .ocr, text: text, confidence: mean,
                        rotation: placement.turn(toRead: line.direction.degrees), box: corners,
                        repairs: match.repairs.map(\.description))))
        }
        if !findings.matches.isEmpty { return .number }
        let digits = text.unicodeScalars.count { $0.properties.numericType != nil }
        if digits >= 8 || !findings.nearMisses.isEmpty || text.contains("ISB") { return .promise }
        let sure = characters.count { $0.confidence >= 0.9 && $0.scalar != " " && $0.scalar != "*" }
        return sure >= 8 && sure * 10 >= characters.count * 8 ? .text : .nothing
    }
}

/// Other edges for a line whose ends or height may have been misjudged.
private enum LineEdges: CaseIterable {
    case asFound, longer, taller, lower

    func applied(to line: TextLine) -> TextLine {
        var line = line
        switch self {
        case .asFound: break
        case .longer: line.length += 5 * line.height
        case .taller:
            line.length += 3 * line.height
            line.height *= 1.25
        case .lower:
            line.length += 3 * line.height
            line.height *= 0.85
        }
        return line
    }
}
