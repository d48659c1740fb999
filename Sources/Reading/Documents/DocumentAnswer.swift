// The answer for a document: which of its numbers are accepted, and which are candidates.
import Books
import Documents

struct DocumentAnswer {
    var page = 1
    var sides: PageSides?
    var isbns: [ISBNReading] = []
    var candidates: [ISBNReading] = []

    /// - Parameters:
    ///   - text: the result of reading the pages.
    ///   - identifiers: those of an EPUB's package; empty if there are none.
    ///   - isStrict: whether two witnesses are required.
    init(_ text: TextAnswer, _ identifiers: [EPUB.Identifier], isStrict: Bool) {
        switch text {
        case .nothing: decide(by: identifiers)
        case .decided(let finding, let own): decide(finding, own, identifiers)
        case .open(let finding): decide(finding, identifiers)
        case .doubtful(let finding, let candidates, let ofImprint):
            decide(finding, candidates, ofImprint: ofImprint, identifiers)
        }
        if isStrict, let own = isbns.first, !own.isSeenTwoWays, !text.agrees(on: own.isbn) {
            candidates = [own.doubted(Doubt.oneWitness.description)]
            isbns = []
        }
        candidates = Array(candidates.prefix(EvidenceRules.mostCandidates))
    }

    // MARK: Pages and package

    private mutating func decide(
        _ finding: PageFinding, _ own: DocumentISBN, _ identifiers: [EPUB.Identifier]
    ) {
        (page, sides) = (finding.page, finding.sides)
        if identifiers.isEmpty || identifiers.contains(where: { $0.isbn == own.reading.isbn }) {
            accept(own.reading, own.reason, of: finding, identifiers)
        } else {
            decide(finding, [own.reading], against: identifiers)
        }
    }

    /// If the package gives other numbers than these of a page.
    private mutating func decide(
        _ finding: PageFinding, _ readings: [ISBNReading], against identifiers: [EPUB.Identifier]
    ) {
        if finding.accepted.allSatisfy({ NumberForm($0) == .print }), identifiers.count == 1 {
            accept(
                identifiers[0].reading, "its package names it; the imprint is a printed book's", of: finding,
                [])
        } else if finding.isImprint {
            contradict(readings, identifiers)
        } else {
            decide(by: identifiers, beside: readings)
        }
    }

    /// If the pages decide nothing.
    private mutating func decide(
        _ finding: PageFinding, _ doubted: [ISBNReading], ofImprint: Bool, _ identifiers: [EPUB.Identifier]
    ) {
        // Numbers of other works, or not clear ones, are no witnesses of the package's.
        let mayBeOwn = ofImprint || !finding.accepted.isEmpty
        let named =
            mayBeOwn ? doubted.filter { reading in identifiers.contains { $0.isbn == reading.isbn } } : []
        if named.count == 1, let identifier = identifiers.first(where: { $0.isbn == named[0].isbn }) {
            var own = named[0]
            own.witnesses += identifier.reading.witnesses
            (own.confidence, own.reason) = (EvidenceRules.agreed, "its package names it")
            isbns = [own]
            candidates = doubted.filter { $0.isbn != own.isbn }
        } else if !ofImprint, !identifiers.isEmpty {
            decide(by: identifiers, beside: doubted)
        } else {
            (page, sides) = (finding.page, finding.sides)
            candidates = doubted + Self.others(identifiers, than: doubted)
        }
    }

    /// Numbers far from any imprint don't contradict the package.
    private mutating func decide(by identifiers: [EPUB.Identifier], beside readings: [ISBNReading]) {
        decide(by: identifiers)
        let known = Set((isbns + candidates).map(\.isbn))
        candidates += readings.filter { !known.contains($0.isbn) }.map {
            $0.doubted($0.reason ?? "on a page that is not an imprint")
        }
    }

    /// If a page alone does not decide.
    private mutating func decide(_ finding: PageFinding, _ identifiers: [EPUB.Identifier]) {
        (page, sides) = (finding.page, finding.sides)
        let named = finding.accepted.filter { reading in identifiers.contains { $0.isbn == reading.isbn } }
        if named.count == 1 {
            accept(named[0], "its package names it", of: finding, identifiers)
        } else if named.isEmpty, !identifiers.isEmpty {
            decide(finding, finding.accepted, against: identifiers)
        } else {
            let reason = "one of \(finding.accepted.count); none is marked as this file's"
            candidates = finding.accepted.map { $0.doubted(reason) }
        }
    }

    private mutating func decide(by identifiers: [EPUB.Identifier]) {
        let unique = identifiers.filter(\.isUnique)
        let numbers = Set(identifiers.map(\.isbn))
        if numbers.count == 1, let only = identifiers.first {
            isbns = [only.reading]
        } else if unique.count == 1 {
            var own = unique[0].reading
            own.reason = "by it the package is named"
            isbns = [own] + Self.others(identifiers, than: [own])
        } else {
            let reason = "one of \(numbers.count); none is marked as this file's"
            candidates = Self.others(identifiers, than: []).map { $0.doubted(reason) }
        }
    }

    private mutating func accept(
        _ own: ISBNReading, _ reason: String?, of finding: PageFinding, _ identifiers: [EPUB.Identifier]
    ) {
        var own = own
        own.book = 1
        if let identifier = identifiers.first(where: { $0.isbn == own.isbn }) {
            own.witnesses += identifier.reading.witnesses
            own.confidence = EvidenceRules.agreed
        }
        let others = finding.accepted.filter { $0.isbn != own.isbn }.map { other in
            var other = other
            (other.book, other.reason) = (1, nil)
            return other
        }
        own.reason = others.isEmpty ? nil : reason
        isbns = [own] + others
    }

    private mutating func contradict(_ readings: [ISBNReading], _ identifiers: [EPUB.Identifier]) {
        guard let package = identifiers.first(where: \.isUnique) ?? identifiers.first else { return }
        candidates =
            readings.map { $0.doubted("the package says \(package.isbn.hyphenated)") }
        let imprint = readings[0].isbn.hyphenated
        candidates.insert(
            package.reading.doubted("the imprint says \(imprint)"), at: min(1, candidates.count))
    }

    private static func others(
        _ identifiers: [EPUB.Identifier], than readings: [ISBNReading]
    ) -> [ISBNReading] {
        var seen = Set(readings.map(\.isbn))
        return identifiers.filter { seen.insert($0.isbn).inserted }.map(\.reading)
    }
}

extension EPUB.Identifier {
    fileprivate var reading: ISBNReading {
        ISBNReading(
            isbn: isbn, confidence: isbn.isRegistered ? EvidenceRules.packaged : EvidenceRules.undecided,
            witnesses: [Witness(reader: .metadata, text: text, confidence: 1)])
    }
}

extension ISBNReading {
    fileprivate var isSeenTwoWays: Bool { Set(witnesses.map(\.reader)).count > 1 }
}

extension TextAnswer {
    /// Whether the pages alone give the number in both its forms.
    fileprivate func agrees(on isbn: ISBN) -> Bool {
        switch self {
        case .decided(let finding, _), .open(let finding): finding.agreed.contains(isbn)
        case .nothing, .doubtful: false
        }
    }
}
