// The result of reading the text of a document's pages.
import Books
import Documents

/// The numbers of one page.
struct PageFinding {
    let page: Int
    let sides: PageSides?
    private(set) var accepted: [ISBNReading]
    private(set) var candidates: [ISBNReading]
    /// Those accepted numbers that two witnesses agree on.
    let agreed: Set<ISBN>
    /// What it says that its numbers are of.
    private(set) var subjects: [ISBN: NumberSubject] = [:]
    /// It is worded like an imprint, and gives a number.
    let isImprint: Bool
    /// It is worded like an imprint, and gives no number of the book's own.
    let isImprintWithoutNumber: Bool
    /// A line begins as an imprint does, and the page gives no number that is accepted.
    private(set) var isOwnImprintWithoutNumber = false
    /// The label of a number that is not one: the book has a number, which is misprinted.
    private(set) var hasMisprint = false
    /// It is short and bears the numbers as a title page, back cover or colophon does.
    private let isColophon: Bool
    /// At the document's beginning or end.
    private(set) var isNear: Bool

    init(_ text: PageText, page: Int, isNear: Bool) {
        self.page = page
        self.isNear = isNear
        sides = text.sides
        let found = ISBN.find(in: text.text)
        let numbers = Array(found.matches.prefix(Self.mostNumbers))
        var evidence = text.evidence(of: numbers)
        (accepted, candidates) = evidence.verdict
        evidence.isStrict = true
        agreed = accepted.isEmpty ? [] : Set(evidence.verdict.accepted.map(\.isbn))
        if accepted.isEmpty {
            hasMisprint = found.nearMisses.contains { $0.label != nil }
            let isWorded = (isNear || !candidates.isEmpty) && ImprintPage.isImprint(text.text)
            isImprint = isWorded && !candidates.allSatisfy(\.isOfOtherWork)
            isImprintWithoutNumber = isWorded && !isImprint
            isOwnImprintWithoutNumber = isWorded && ImprintPage.isOwnImprint(text.text)
            isColophon = false
            return
        }
        let places = NumberPlaces(numbers, in: text.text)
        var asides = places.inLinks
        if places.areInImprint { asides.formUnion(places.farFromImprint.union(places.cited)) }
        let others = accepted.filter { asides.contains($0.isbn) }.map { $0.doubted(Self.elsewhere) }
        accepted.removeAll { asides.contains($0.isbn) }
        let mayHaveOwn = !accepted.isEmpty || candidates.contains { !$0.isOfOtherWork }
        (isImprint, isColophon) = (places.areInImprint && mayHaveOwn, places.areOnColophon)
        isImprintWithoutNumber = places.areInImprint && !mayHaveOwn
        candidates += others
        if accepted.count > 1 { subjects = NumberSubject.all(of: numbers, in: text.text) }
    }

    /// A page with more numbers is a list of books.
    private static let mostNumbers = 64
    fileprivate static let elsewhere = "on a page that is not an imprint"

    /// At one of the document's ends, where its own number may be without the words of an imprint.
    fileprivate var mayBearOwn: Bool { isNear && isColophon }

    fileprivate var isbns: Set<ISBN> { Set(accepted.map(\.isbn)) }

    /// Also those that are not accepted.
    fileprivate var isbnsGiven: Set<ISBN> { isbns.union(candidates.map(\.isbn)) }

    /// The same, for text that is not part of the book.
    var aside: PageFinding {
        var aside = self
        aside.candidates = accepted.map { $0.doubted(Self.elsewhere) } + candidates
        aside.accepted = []
        return aside
    }
}

enum TextAnswer {
    case nothing
    case decided(PageFinding, DocumentISBN)
    /// One page has several accepted numbers, and none is marked as this file's.
    case open(PageFinding)
    /// Candidates with their reasons, of a page and perhaps of others. `ofImprint`: whether they are from an imprint,
    /// and so contradict any other number.
    case doubtful(PageFinding, [ISBNReading], ofImprint: Bool)

    init(_ findings: [PageFinding], in format: DocumentFormat) {
        let holding = findings.filter { !$0.accepted.isEmpty }
        let imprints = holding.filter { $0.isImprint && !Self.isOfExcerpt($0, findings) }
        // If the book's imprint has no number, a page that names a publisher may be an advertisement.
        let colophons =
            findings.contains(where: \.isImprintWithoutNumber) ? [] : holding.filter(\.mayBearOwn)
        let trusted = imprints.isEmpty ? colophons : imprints
        if let chosen = Self.fullest(of: trusted) {
            if let own = DocumentISBN(among: chosen.accepted, chosen.subjects, in: format) {
                self = .decided(chosen, own)
            } else {
                self = .open(chosen)
            }
        } else if let first = trusted.first {
            let doubted = Self.doubted("pages give different numbers", trusted)
            self = .doubtful(first, doubted, ofImprint: !imprints.isEmpty)
        } else if let first = holding.first(where: \.isImprint) {
            let doubted = Self.doubted("the document's own imprint gives no valid number", holding)
            self = .doubtful(first, doubted, ofImprint: false)
        } else if let first = holding.first {
            self = .doubtful(first, Self.doubted(PageFinding.elsewhere, holding), ofImprint: false)
        } else if let first = Self.firstDoubtful(findings) {
            self = .doubtful(first, first.candidates, ofImprint: first.isImprint)
        } else {
            self = .nothing
        }
    }

    /// In pages: an imprint may go on, or be repeated, on those that follow it.
    private static let nearest = 4
    /// On more pages, a copyright notice is a running foot.
    private static let mostImprints = 2

    /// Whether an imprint is that of an excerpt or an announcement: at the back of a document whose own imprint gives no
    /// number, or anywhere after it if that gives a wrong one.
    private static func isOfExcerpt(_ finding: PageFinding, _ findings: [PageFinding]) -> Bool {
        let own = findings.filter { $0.isOwnImprintWithoutNumber && $0.page < finding.page }
        guard own.count <= mostImprints else { return false }
        let last = findings.map(\.page).max() ?? finding.page
        return own.contains {
            $0.isbnsGiven.isDisjoint(with: finding.isbns)
                && ($0.hasMisprint || $0.page + nearest <= finding.page && 2 * finding.page > last)
        }
    }

    /// Its candidates are other works' only if all pages' are.
    private static func firstDoubtful(_ findings: [PageFinding]) -> PageFinding? {
        findings.first { !$0.candidates.allSatisfy(\.isOfOtherWork) }
            ?? findings.first { !$0.candidates.isEmpty }
    }

    /// The page whose numbers include those of all others; `nil` if there is none.
    private static func fullest(of findings: [PageFinding]) -> PageFinding? {
        let most = findings.map(\.isbns.count).max()
        guard let fullest = findings.first(where: { $0.isbns.count == most }) else { return nil }
        return findings.allSatisfy { $0.isbns.isSubset(of: fullest.isbns) } ? fullest : nil
    }

    private static func doubted(_ reason: String, _ findings: [PageFinding]) -> [ISBNReading] {
        ISBNReading.doubted(reason, on: findings.map { ($0.page, $0.accepted) })
    }
}

extension ISBNReading {
    /// Whether it is a candidate that the text gives as another work's.
    var isOfOtherWork: Bool { reason == Doubt.otherWork.description }

    /// The numbers of several pages as candidates, each once; the record's page is the first.
    static func doubted(_ reason: String, on pages: [(page: Int, readings: [ISBNReading])]) -> [ISBNReading] {
        var seen: Set<ISBN> = []
        return pages.flatMap { page, readings in
            readings.filter { seen.insert($0.isbn).inserted }.map {
                $0.doubted(reason, isPlaced: page == pages[0].page)
            }
        }
    }

    /// The same number as a candidate.
    func doubted(_ reason: String, isPlaced: Bool = true) -> ISBNReading {
        var reading = self
        reading.reason = reason
        reading.confidence = EvidenceRules.undecided
        reading.book = 1
        if !isPlaced { for place in reading.witnesses.indices { reading.witnesses[place].box = [] } }
        return reading
    }
}
