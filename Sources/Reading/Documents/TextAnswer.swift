// What the text of a document's pages comes to.
import Books
import Documents

/// What one page says.
struct PageFinding {
    let page: Int
    let sides: PageSides?
    private(set) var accepted: [ISBNReading]
    private(set) var candidates: [ISBNReading]
    /// Of those accepted, what two witnesses say.
    let agreed: Set<ISBN>
    let words: ImprintPage
    /// At the document's beginning or end.
    private(set) var isNear: Bool

    init(_ text: PageText, page: Int, isNear: Bool) {
        self.page = page
        self.isNear = isNear
        sides = text.sides
        (accepted, candidates) = text.verdict(isStrict: false)
        agreed = accepted.isEmpty ? [] : Set(text.verdict(isStrict: true).accepted.map(\.isbn))
        if accepted.isEmpty {
            words = ImprintPage(text.text)
            return
        }
        let places = NumberPlaces(text.text)
        words = ImprintPage(text.text, around: places.surroundings)
        var asides = words.isImprint ? places.farFromImprint : []
        let stands = accepted.contains { !places.inLinks.contains($0.isbn) && !asides.contains($0.isbn) }
        if stands || !words.isImprint { asides.formUnion(places.inLinks) }
        candidates += accepted.filter { asides.contains($0.isbn) }.map { $0.doubted(Self.elsewhere) }
        accepted.removeAll { asides.contains($0.isbn) }
    }

    fileprivate static let elsewhere = "on a page that is not an imprint"

    fileprivate var isbns: Set<ISBN> { Set(accepted.map(\.isbn)) }

    /// The same of what is no text of the book's own.
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
    /// One page gives several, none of them said to be this file's.
    case open(PageFinding)
    /// Candidates, each with its reason, of a page and perhaps of others; and whether an imprint gives them, so that they
    /// speak against any other number.
    case doubtful(PageFinding, [ISBNReading], ofImprint: Bool)

    init(_ findings: [PageFinding], in format: DocumentFormat) {
        let holding = findings.filter { !$0.accepted.isEmpty }
        let imprints = holding.filter(\.words.isImprint)
        let trusted =
            imprints.isEmpty
            ? holding.filter { $0.isNear && $0.words.isBrief && !$0.words.isBibliography } : imprints
        if let chosen = Self.fullest(of: trusted) {
            if let own = DocumentISBN(among: chosen.accepted, in: format) {
                self = .decided(chosen, own)
            } else {
                self = .open(chosen)
            }
        } else if let first = trusted.first {
            let doubted = Self.doubted(trusted, "pages give different numbers")
            self = .doubtful(first, doubted, ofImprint: !imprints.isEmpty)
        } else if let first = holding.first {
            self = .doubtful(first, Self.doubted(holding, PageFinding.elsewhere), ofImprint: false)
        } else if let first = findings.first(where: { !$0.candidates.isEmpty }) {
            self = .doubtful(first, first.candidates, ofImprint: first.words.isImprint)
        } else {
            self = .nothing
        }
    }

    /// The page whose numbers include all that the others give; `nil` where they differ.
    private static func fullest(of findings: [PageFinding]) -> PageFinding? {
        let most = findings.map(\.isbns.count).max()
        guard let fullest = findings.first(where: { $0.isbns.count == most }) else { return nil }
        return findings.allSatisfy { $0.isbns.isSubset(of: fullest.isbns) } ? fullest : nil
    }

    private static func doubted(_ findings: [PageFinding], _ reason: String) -> [ISBNReading] {
        var seen: Set<ISBN> = []
        return findings.flatMap { finding in
            finding.accepted.filter { seen.insert($0.isbn).inserted }.map { reading in
                // Its place is on another page than the record's.
                reading.doubted(reason, isPlaced: finding.page == findings[0].page)
            }
        }
    }
}

extension ISBNReading {
    /// As a candidate.
    func doubted(_ reason: String, isPlaced: Bool = true) -> ISBNReading {
        var reading = self
        reading.reason = reason
        reading.confidence = EvidenceRules.undecided
        reading.book = 1
        if !isPlaced { for place in reading.witnesses.indices { reading.witnesses[place].box = [] } }
        return reading
    }
}

/// What a page calls a number, as far as it tells whether the number is a file's own.
enum NumberForm: Hashable {
    /// Of paper: hardback, paperback.
    case print
    /// Of a file, and of which format where that is said.
    case electronic(Format?)
    /// Of several volumes together.
    case set
    /// Nothing that tells.
    case plain

    enum Format: Hashable { case epub, pdf, other }

    init(_ reading: ISBNReading) {
        let qualifier = reading.qualifier?.lowercased() ?? ""
        let label = reading.label?.lowercased() ?? ""
        func says(_ words: [String]) -> Bool { words.contains { qualifier.contains($0) } }
        if says(["epub", "e-pub"]) {
            self = .electronic(says(["pdf"]) ? nil : .epub)
        } else if says(["pdf"]) {
            self = .electronic(.pdf)
        } else if says(["mobi", "kindle", "azw", "audio", "cd-rom", "online", "html"]) {
            self = .electronic(.other)
        } else if says(Self.electronicWords) || label.hasPrefix("e-") || label.hasPrefix("eisbn") {
            self = .electronic(nil)
        } else if says(["set", "complet", "gesamt", "套", "全"]) {
            self = .set
        } else if says(Self.printWords) || label.hasPrefix("p-") || label.hasPrefix("pisbn") {
            self = .print
        } else {
            self = .plain
        }
    }

    private static let electronicWords = [
        "e-book", "ebook", "e-isbn", "electronic", "electrón", "électron", "elektron", "eletrôn", "elettron",
        "digital", "numérique",
        "adobe", "web", "電子", "电子", "электрон",
    ]

    private static let printWords = [
        "pbk", "pb", "paper", "soft", "trade", "mass", "hbk", "hb", "hc", "hard", "cloth", "cased", "bound",
        "leather", "print",
        "brosch", "geb", "kart", "leinen", "taschenbuch", "broch", "relié", "carton", "rústica", "rustica",
        "tapa", "brossura",
        "rilegat", "inb", "hft", "平装", "精装", "平裝", "精裝", "spiral", "board",
    ]
}
