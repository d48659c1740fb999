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

    /// The long sides, in pixels, at or above which a photo is first read: bars are quick to read in a small picture.
    private static let (barsSide, textSide) = (600, 1600)

    mutating func read() throws(Failure) {
        let (small, first) = (
            page.reduction(keeping: PageReading.barsSide), page.reduction(keeping: PageReading.textSide)
        )
        let readsBars = options.readers.contains(.barcode)
        if readsBars, small > first {
            let (picture, placement) = try picture(reduction: small)
            readBars(in: picture, placement)
            if evidence.isSettled { return }
        }
        for reduction in first == 1 ? [1] : [first, 1] {
            let (picture, placement) = try picture(reduction: reduction)
            if readsBars {
                let sizes = small == 1 ? PageReading.barSizes(of: picture) : [1]
                for size in sizes {
                    readBars(in: picture, placement, size: size)
                    if evidence.isSettled { return }
                }
            }
            if options.readers.contains(.ocr) {
                let tallest = reduction < first ? PageReading.largestInDetail : .infinity
                try readText(in: picture, placement, tallest: tallest)
                if evidence.isSettled { return }
            }
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
        try timed(\.decode) { reading throws(Failure) in try reading.decode(reduction) }
    }

    private mutating func decode(_ reduction: Int) throws(Failure) -> (GrayImage, Placement) {
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

    /// Of a picture that can't be decoded small.
    private static func barSizes(of picture: GrayImage) -> [Double] {
        let long = max(picture.width, picture.height)
        return [8, 4, 2].first { long / $0 >= barsSide }.map { [1 / Double($0), 1] } ?? [1]
    }

    private mutating func readBars(in picture: GrayImage, _ placement: Placement, size: Double = 1) {
        timed(\.bars) { reading in
            guard let scaled = picture.scaled(by: size) else { return }
            let found = reading.engines.bars.read(scaled)
            reading.debug?.write(found, in: scaled)
            for bars in found {
                let corners = bars.corners.map { placement.upright(x: $0.x / size, y: $0.y / size) }
                reading.add(
                    bars, quality: bars.quality, direction: bars.degrees ?? 0, box: corners, placement)
            }
        }
    }

    /// Bars that were found by their shape, cut out level: at any angle, and with more pixels than they had.
    private mutating func readBars(_ blocks: [BarBlock], on sheet: Sheet) {
        for block in blocks.prefix(PageReading.mostBarBlocks) {
            let line = block.line
            let scale = PageReading.moduleWidth / block.module
            guard let strip = sheet.strip(of: line, digitHeight: line.height * scale) else { continue }
            let found = engines.bars.read(strip.image)
            debug?.write(found, in: strip.image)
            // Rows that were made of one row agree without telling more.
            for bars in found {
                add(
                    bars, quality: Int(Double(bars.quality) / max(1, scale * sheet.factor)),
                    direction: (line.direction.degrees + (bars.degrees ?? 0)) % 360,
                    box: sheet.upright(line.corners()), sheet.placement)
            }
        }
    }

    private static let mostBarBlocks = 4
    /// What the narrowest bar is scaled to, in pixels.
    private static let moduleWidth = 3.0

    private mutating func add(
        _ bars: ReadBars, quality: Int, direction: Int, box: [PhotoPoint], _ placement: Placement
    ) {
        guard let value = UInt64(bars.digits), let isbn = ISBN(value: value) else { return }
        evidence.add(
            Sighting(
                isbn: isbn, way: .bars(quality: quality), form: .isbn13,
                witness: Witness(
                    reader: .barcode, text: bars.digits,
                    confidence: 0.95 + min(1, Double(quality) / Double(2 * Weighing.sureQuality)) / 20,
                    rotation: placement.turn(toRead: direction), box: box)))
    }

    // MARK: Text

    /// Text this tall, in pixels, is read no better with more pixels.
    private static let largestInDetail = 32.0

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
        var finders: [Ink: TextLineFinder] = [:]
        for lean in TextLineFinder.Lean.allCases where lean == .straight || !choice.isTextStraight {
            choice.turn()
            for ink in [Ink.dark, .light] {
                let finder = finders[ink] ?? timed(\.lines) { _ in TextLineFinder(in: enlarged, ink: ink) }
                finders[ink] = finder
                let found = timed(\.lines) { _ in finder.find(lean) }
                let sheet = Sheet(picture: enlarged, ink: ink, factor: factor, placement: placement)
                if options.readers.contains(.barcode) {
                    timed(\.bars) { $0.readBars(found.bars, on: sheet) }
                    if evidence.isSettled { return }
                }
                try read(found, on: sheet, tallest: tallest)
                if evidence.isSettled { return }
            }
        }
    }

    /// The likeliest lines of a sheet, until the evidence is enough.
    private mutating func read(
        _ found: TextLineFinder.Findings, on sheet: Sheet, tallest: Double
    ) throws(Failure) {
        let lines = found.lines.filter { $0.height <= tallest }.prefix(LineChoice.mostLines)
        debug?.write(sheet.picture, "\(sheet.ink)-lines", boxes: lines.map { $0.corners() })
        guard !lines.isEmpty else { return }
        let reader: LineReader
        do { reader = LineReader(engine: try engines.text(), sheet: sheet, debug: debug) } catch {
            throw .recognition(error)
        }
        for (rank, line) in lines.enumerated() {
            let turns = line.isBelowBars ? [line] : [line, line.reversed]
            for turned in turns where choice.isWorthReading(turned, rank: rank) {
                let look = timed(\.ocr) { $0.read(turned, among: found, reader) }
                if evidence.isSettled {
                    timed(\.ocr) { $0.readOthers(than: turned, among: found, reader) }
                    return
                }
                if look == .text || look == .number { break }
            }
        }
    }

    /// Where one number is, others may be: imprint pages list hardback, paperback and set one below the other, and
    /// several bars are several books'.
    private mutating func readOthers(
        than line: TextLine, among found: TextLineFinder.Findings, _ reader: LineReader
    ) {
        let others =
            switch found.bars.count {
            case 0: Array(found.neighbours(of: line).prefix(4))
            case 1: [TextLine]()
            default: found.lines.filter { $0.isBelowBars && $0 != line }
            }
        for other in others { read(other, among: found, reader) }
    }

    /// Reads a line as it was found, and again with other edges when it seems to hold a number that was cut, then
    /// together with the line above or below when its label or its other half may stand there.
    @discardableResult
    private mutating func read(
        _ line: TextLine, among found: TextLineFinder.Findings, _ reader: LineReader
    ) -> LineReader.Look {
        choice.begin()
        var look = LineReader.Look.nothing
        var first: ReadLine?
        for edges in LineEdges.allCases where edges != .onward || first?.announcesNumber == true {
            guard let read = reader.read(edges.applied(to: line)) else { return look }
            first = first ?? read
            choice.learn(from: read.characters, in: line.direction)
            look = hear([read], reader)
            guard look == .promise else { break }
        }
        guard let first, !evidence.isSettled, look == .number || look == .promise else { return look }
        let neighbours = found.neighbours(of: line)
        if look == .number,
            let above = neighbours.first(where: { $0.depth(below: line) < 0 }).flatMap(reader.read)
        {
            hear([above, first], reader)
        }
        if first.announcesNumber,
            let below = neighbours.first(where: { $0.depth(below: line) > 0 }).flatMap(reader.read)
        {
            hear([first, below], reader)
        }
        return look
    }

    @discardableResult
    private mutating func hear(_ lines: [ReadLine], _ reader: LineReader) -> LineReader.Look {
        let (sightings, look) = reader.hear(lines, number: choice.linesRead)
        for sighting in sightings { evidence.add(sighting) }
        return look
    }
}
