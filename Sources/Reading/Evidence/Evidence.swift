// Weighs evidence. A wrong ISBN is worse than none: anything doubtful stays uncertain.
import Books
import Foundation
import Imaging
import Recognition

/// All observations in one photo, or in several of one book, and the conclusion.
package struct Evidence: Codable, Sendable {
    /// Whether two witnesses are required.
    package var isStrict = false
    package private(set) var observations: [Observation] = []
    package private(set) var partialNumbers: [PartialNumber] = []
    /// Text that reads nearly like them is not an ISBN either.
    package private(set) var otherBars: [OtherBars] = []
    /// Looks at numbers that are not ISBNs.
    package private(set) var others: [OtherSighting] = []
    /// What houses have put on their books.
    package private(set) var labels: [OtherReading] = []
    /// How its pages are related.
    let pages: Pages

    /// Barcodes that are not ISBNs.
    package struct OtherBars: Hashable, Codable, Sendable {
        package let digits: String
        package let box: [PhotoPoint]
    }

    /// - Parameter pages: see `Pages`.
    package init(
        observations: [Observation] = [], partialNumbers: [PartialNumber] = [], otherBars: [OtherBars] = [],
        others: [OtherSighting] = [], pages: Pages = .one
    ) {
        self.observations = observations
        self.partialNumbers = partialNumbers
        self.otherBars = otherBars
        self.others = others
        self.pages = pages
    }

    package mutating func add(_ observation: Observation) {
        // Barcodes outside the registered ranges are misprinted or misread.
        if observation.isBars, !observation.isbn.isRegistered { return }
        let isGuess = observation.provenance == .inferred && observation.kind != .labelled
        let least = isGuess ? EvidenceRules.leastInferredConfidence : EvidenceRules.leastConfidence
        if observation.witness.confidence < least { return }
        observations.append(observation)
    }

    /// - Returns: what the lines contain.
    @discardableResult
    mutating func add(_ lines: Interpretation) -> Interpretation.Content {
        for observation in lines.observations { add(observation) }
        partialNumbers += lines.partialNumbers
        return lines.content
    }

    /// - Parameters:
    ///   - scanLines: how many scan lines agree.
    ///   - rotation: degrees clockwise by which the upright photo is rotated for reading.
    ///   - addOn: the five digits beside the barcode.
    mutating func add(
        _ bars: ReadBars, scanLines: Int, rotation: Int, box: [PhotoPoint], addOn: String? = nil
    ) {
        // If the measured widths clearly give another number than ZBar decoded, they are right.
        let isMeasured = bars.measurement?.isSure ?? false
        let digits = isMeasured ? bars.measurement?.likeliest ?? bars.digits : bars.digits
        guard let value = UInt64(digits), let isbn = ISBN(value: value) else {
            if isMeasured { otherBars.append(OtherBars(digits: digits, box: box)) }
            return
        }
        let quality = Observation.BarsQuality(scanLines: scanLines, isMeasured: isMeasured, addOn: addOn)
        add(isbn, quality, rotation: rotation, box: box)
    }

    mutating func add(_ sightings: [OtherSighting]) { others += sightings }

    /// Each label counts once.
    mutating func add(_ label: OtherReading) {
        if !labels.contains(where: { $0.number == label.number }) { labels.append(label) }
    }

    /// Bars that were read from all rows at once, which are sure or not read.
    mutating func add(_ bars: BlurredBars, rotation: Int, box: [PhotoPoint]) {
        let quality = Observation.BarsQuality(scanLines: EvidenceRules.fewestScanLines, isMeasured: true)
        add(bars.isbn, quality, rotation: rotation, box: box)
    }

    private mutating func add(
        _ isbn: ISBN, _ quality: Observation.BarsQuality, rotation: Int, box: [PhotoPoint]
    ) {
        let confidence = quality.isMeasured ? Witness.measuredBars : 0.95
        add(
            Observation(
                isbn: isbn, kind: .bars(quality), form: .isbn13,
                witness: Witness(
                    reader: .barcode, text: isbn.isbn13, confidence: confidence, rotation: rotation, box: box)
            ))
    }

    /// Whether the five digits beside a number's barcode were read.
    func hasAddOn(of isbn: ISBN) -> Bool { observations.contains { $0.isbn == isbn && $0.addOn != nil } }

    /// Whether any number is accepted so far.
    var isEnough: Bool { !weighed.accepted.isEmpty }

    func accepts(_ numbers: Set<ISBN>) -> Bool { numbers.isSubset(of: weighed.accepted.map(\.isbn)) }

    /// Whether a barcode at a position and print give the same number, and nothing contradicts it; where no book's barcode
    /// is, whether any does.
    func isAgreed(at box: [PhotoPoint]) -> Bool {
        let bounds = Bounds(of: box)
        let there = Set(
            observations.filter { $0.isBars && $0.witness.bounds.overlaps(bounds) }.map(\.isbn))
        return weighed.accepted.contains { number in
            number.hasBars && number.hasTwoWitnesses && (there.isEmpty || there.contains(number.isbn))
        }
    }

    /// Numbers of barcodes for which a preview of the print is sufficient, unless two witnesses are required.
    var expected: [ISBN] { isStrict ? [] : hypotheses.filter(\.hasBars).map(\.isbn) }

    /// How deep the margins of the longest barcode are, in its lengths: the deepest one, and the deeper one of the
    /// two in the other direction.
    ///
    /// - Parameters: the upright photo's sides, in pixels.
    func roomBesideBars(width: Int, height: Int) -> (most: Double, across: Double) {
        let bars = observations.filter(\.isBars).map(\.witness.bounds).max { $0.longSide < $1.longSide }
        guard let bars else { return (.infinity, .infinity) }
        let beside = max(bars.left, Double(width) - bars.right) / max(bars.longSide, 1)
        let aboveOrBelow = max(bars.top, Double(height) - bars.bottom) / max(bars.longSide, 1)
        return (max(beside, aboveOrBelow), min(beside, aboveOrBelow))
    }

    /// Whether several books are accepted, or nothing of the numbers that are is large in the photo.
    ///
    /// - Parameters: the upright photo's sides, in pixels.
    func mayShowManyBooks(width: Int, height: Int) -> Bool {
        let accepted = weighed.accepted
        let largest = accepted.flatMap(\.observations).map(\.symbolLength).max() ?? .infinity
        return Double(max(width, height)) > EvidenceRules.roomForMany * largest
            || ISBNGrouping(accepted).books.count > 1
    }

    /// Whether one of the numbers seen so far is printed at a position.
    func explains(_ box: [PhotoPoint]) -> Bool {
        let bounds = Bounds(of: box)
        return observations.contains { !$0.isBars && $0.witness.bounds.overlaps(bounds) }
    }

    /// Whether several numbers are printed, and no barcode shows which is the book's own.
    var hasChoice: Bool { !hasBookBars && Set(observations.map(\.isbn)).count > 1 }

    /// Whether another reading of a line, with more of what surrounds it, says something about a number that is known.
    func mayAdd(_ observation: Observation) -> Bool {
        [.plain, .otherWork].contains(observation.announcement)
            && observations.contains { $0.isbn == observation.isbn && $0.isSamePrint(as: observation) }
    }

    /// Whether any bars were read without doubt, a book's or not.
    var hasSureBars: Bool { !otherBars.isEmpty || observations.contains(where: \.isSureBars) }

    /// Whether bars were read that may be another book's than those accepted, and are not clear.
    var hasUnclearBars: Bool {
        let sure = observations.filter(\.isSureBars).map(\.witness.bounds)
        return weighed.doubtful.contains { number, doubt in
            doubt == .barsUnclear
                && number.observations.contains { one in !sure.contains { $0.overlaps(one.witness.bounds) } }
        }
    }

    /// Whether a barcode stands apart from those of the accepted numbers, and its number is not certain: another book's may be
    /// missing.
    var hasDoubtfulBarsApart: Bool {
        let (accepted, doubtful) = weighed
        func bars(_ hypotheses: [Hypothesis]) -> [Bounds] {
            hypotheses.flatMap(\.observations).filter(\.isBars).map(\.witness.bounds)
        }
        let sure = bars(accepted)
        return !accepted.isEmpty
            && bars(doubtful.map(\.hypothesis)).contains { one in !sure.contains { $0.overlaps(one) } }
    }

    /// Whether the barcode of a book was read: a cover, which has no imprint.
    var hasBookBars: Bool { observations.contains(where: \.isBars) }

    /// Whether a barcode at a position was read already.
    func hasBars(at box: [PhotoPoint]) -> Bool {
        let bounds = Bounds(of: box)
        return otherBars.contains { Bounds(of: $0.box).overlaps(bounds) }
            || observations.contains { $0.isSureBars && $0.witness.bounds.overlaps(bounds) }
    }

    /// Whether a position is within this many long sides of a barcode that is sufficient by itself.
    func hasSureBars(beside box: [PhotoPoint], within reach: Double) -> Bool {
        let bounds = Bounds(of: box)
        return observations.contains {
            $0.isSureBars && $0.witness.bounds.distance(to: bounds) < reach * $0.witness.bounds.longSide
        }
    }

    private var hypotheses: [Hypothesis] {
        var hypotheses: [Hypothesis] = []
        for (rank, observation) in observations.enumerated()
        where !isOther(observation) && !isJoined(observation) {
            if let index = hypotheses.firstIndex(where: { $0.isbn == observation.isbn }) {
                hypotheses[index].observations.append(observation)
            } else {
                hypotheses.append(
                    Hypothesis(
                        isbn: observation.isbn, observations: [observation],
                        partialNumbers: partialNumbers, rank: rank))
            }
        }
        return hypotheses.sorted { $0.score > $1.score }
    }

    private func isOther(_ observation: Observation) -> Bool {
        !observation.isBars && otherBars.contains { observation.isbn.isNearly($0.digits) }
    }

    /// Whether its widths were found nowhere, and it lies in a barcode whose were, or reaches from one to another: ZBar joins the
    /// first half of one with the second half of another if their check digits allow it.
    private func isJoined(_ observation: Observation) -> Bool {
        guard case .bars(let quality) = observation.kind, !quality.isMeasured else { return false }
        let bounds = observation.witness.bounds
        let touched = observations.filter {
            $0.isSureBars && $0.isbn != observation.isbn && $0.page == observation.page
        }.map(\.witness.bounds).filter {
            $0.distance(to: bounds) <= EvidenceRules.touchingJoint * $0.longSide
        }
        return touched.contains { one in
            bounds.longSide <= EvidenceRules.sameBars * one.longSide
                || touched.contains { !$0.overlaps(one) }
        }
    }

    /// Accepted ISBNs, each book's own first, and uncertain ones, the likeliest first.
    package var verdict: (accepted: [ISBNReading], candidates: [ISBNReading]) {
        var (accepted, doubtful) = weighed
        if pages == .one, !accepted.isEmpty { return (ISBNGrouping(accepted).readings, []) }
        switch ISBNGrouping(accepted).settled(against: doubtful.map(\.hypothesis), as: pages) {
        case .settled(let grouping): if !accepted.isEmpty { return (grouping.readings, []) }
        case .contradicted(let rivals):
            doubtful += accepted.map { one in
                (one, .contradicted(by: (rivals.first { $0 != one.isbn } ?? one.isbn)))
            }
        }
        doubtful.sort { $0.hypothesis.score > $1.hypothesis.score }
        return (
            [], doubtful.prefix(EvidenceRules.mostCandidates).map { $0.hypothesis.reading(doubt: $0.doubt) }
        )
    }

    private typealias Weighed = (accepted: [Hypothesis], doubtful: [(hypothesis: Hypothesis, doubt: Doubt)])

    /// If nothing is accepted without them, the UPC-As of paperbacks support the numbers in print; those of other numbers are
    /// candidates.
    private var weighed: Weighed {
        var all = hypotheses
        let weighed = weigh(all)
        let bars = weighed.accepted.isEmpty ? paperbackBars : []
        if bars.isEmpty { return weighed }
        var unprinted: [Hypothesis] = []
        for one in bars {
            if let place = all.firstIndex(where: { $0.isbn == one.isbn }) {
                all[place].observations.append(one)
            } else {
                unprinted.append(Hypothesis(isbn: one.isbn, observations: [one], rank: observations.count))
            }
        }
        let (accepted, doubtful) = weigh(all)
        return (accepted, doubtful + unprinted.map { ($0, .upcOnly) })
    }

    private func doubt(of hypothesis: Hypothesis, among all: [Hypothesis], onlyBook: Set<ISBN>) -> Doubt? {
        if let doubt = hypothesis.doubt { return doubt }
        let rival = all.first { hypothesis.isContradicted(by: $0, onlyBook: onlyBook) }
        if let rival { return .contradicted(by: rival.isbn) }
        if let doubt = doubt(of: hypothesis, among: all) { return doubt }
        if hypothesis.isBesideAnotherLabel { return .besideAnotherLabel }
        return isStrict && !isSeenTwoWays(hypothesis) ? .oneWitness : nil
    }

    private func weigh(_ all: [Hypothesis]) -> Weighed {
        var (accepted, doubtful): Weighed = ([], [])
        let books = ISBNGrouping(all.filter { $0.doubt == nil || $0.qualifier == nil && $0.isPrintedAsOwn })
            .books
        let onlyBook = books.count == 1 ? Set(books[0].map(\.isbn)) : []
        for hypothesis in all {
            if let doubt = doubt(of: hypothesis, among: all, onlyBook: onlyBook) {
                doubtful.append((hypothesis, doubt))
            } else {
                accepted.append(hypothesis)
            }
        }
        // A document's format decides, too.
        let isDocument = observations.contains { $0.witness.reader == .text }
        if isDocument { return (accepted, doubtful) }
        func reject(_ book: [Hypothesis], for doubt: Doubt) {
            let isOfBook = { (one: Hypothesis) in book.contains { $0.isbn == one.isbn } }
            doubtful += accepted.filter(isOfBook).map { ($0, doubt) }
            accepted.removeAll(where: isOfBook)
        }
        // The book's own number may be one that is not certain.
        let unsure = doubtful.filter { one, doubt in
            [.notClear, .unusualHyphens].contains(doubt) && one.isPrintedAsOwn
                && !accepted.contains { $0.isbn.isNearly(one.isbn) }
        }.map(\.hypothesis)
        for book in ISBNGrouping(accepted + unsure).books
        where unsure.contains(where: { $0.isbn == book[0].isbn }) {
            reject(book, for: .contradicted(by: book[0].isbn))
        }
        let ofOthers = doubtful.filter { $0.doubt == .otherWork }.map(\.hypothesis)
        let lists = ISBNGrouping(accepted + unsure + ofOthers).lists
        for book in ISBNGrouping(accepted).undecided + lists {
            reject(book, for: .oneOf(book.count))
        }
        return (accepted, doubtful)
    }
}

extension ISBN {
    /// Whether it is the same, or one of both is a misreading of the other.
    package func isNearly(_ other: ISBN) -> Bool { isNearly(other.isbn13) }

    /// - Parameter digits: thirteen.
    fileprivate func isNearly(_ digits: String) -> Bool {
        zip(isbn13.dropLast(), digits.dropLast()).count { $0 != $1 } <= EvidenceRules.mostMisreadDigits
    }
}

/// The contents of one line of text, or of two together.
struct Interpretation {
    enum Content {
        case number
        /// A number, nearly a number, or a label: cropped differently, it may be read completely.
        case possibleNumber
        case noNumber
    }

    var observations: [Observation] = []
    var partialNumbers: [PartialNumber] = []
    var content: Content
}

extension Bounds {
    init(_ quad: Quad) {
        let (left, top, right, bottom) = quad.bounds
        self.init(left: left, top: top, right: right, bottom: bottom)
    }
}

extension Witness {
    var bounds: Bounds { Bounds(of: box) }

    /// Whether print begins after other print in reading direction: below it, or behind it on the same line.
    func isPrinted(after other: [PhotoPoint]) -> Bool {
        guard let begin = box.first, let otherBegin = other.first else { return false }
        let turn = Double(rotation) * .pi / 180
        func place(_ point: PhotoPoint) -> (depth: Double, along: Double) {
            let (x, y) = (Double(point.x), Double(point.y))
            return (x * sin(turn) + y * cos(turn), x * cos(turn) - y * sin(turn))
        }
        let (own, others) = (place(begin), place(otherBegin))
        let isOnOneLine = abs(own.depth - others.depth) <= other.lineHeight / 2
        return isOnOneLine ? own.along > others.along : own.depth > others.depth
    }
}

extension [PhotoPoint] {
    /// From the top to the bottom of a line of text, in the photo's pixels.
    var lineHeight: Double {
        guard let top = first, let foot = last else { return 0 }
        return hypot(Double(foot.x - top.x), Double(foot.y - top.y))
    }
}
