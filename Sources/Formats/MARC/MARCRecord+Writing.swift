// Writes a book as a MARC 21 record (loc.gov/marc/bibliographic), which `ImportedEntry+MARC` reads.
import Books
import Foundation
import MARC

extension MARCRecord {
    /// Field 040, the agency that created the record.
    static let agency = "BookZone"
    /// New, text of a book, UTF-8, without ISBD punctuation at the ends of subfields.
    private static let ownLeader = "00000nam a2200000 c 4500"

    static let relators: [(role: Contributor.Role, code: String)] = [
        (.author, "aut"), (.editor, "edt"), (.translator, "trl"), (.illustrator, "ill"),
        (.contributor, "ctb"),
    ]

    /// Whether this program wrote the record and nobody has changed it since, so that each text is exact.
    var isOwn: Bool {
        guard let source = all("040").first else { return false }
        return source.subfields.map(\.code) == ["a", "c"] && source["a"] == Self.agency
            && source["c"] == Self.agency && leader.dropFirst(18).first == "c"
    }

    /// - Parameter book: as in a store.
    /// - Returns: `nil` if there is no title, which a record must have.
    init?(_ book: Book) {
        guard let title = book.title else { return nil }
        self.init()
        leader = Self.ownLeader
        control = ["001": book.controlNumber, "008": Self.fixedData(of: book)]
        // If it had only further ISBNs, the first would be read as its own.
        if let isbn = book.isbn {
            for isbn in [isbn] + book.otherISBNs { add("020", [("a", isbn.isbn13)]) }
        }
        for identifier in book.identifiers {
            add("035", [("a", "(\(identifier.scheme))\(identifier.value)")])
        }
        add("040", [("a", Self.agency), ("c", Self.agency)])
        if let language = book.language {
            let isCode = language.isMARCLanguage
            add("041", " ", isCode ? " " : "7", [("a", language)] + (isCode ? [] : [("2", "rfc5646")]))
        }
        // The main entry is an author, if the first contributor is one.
        let author = book.contributors.first.flatMap { $0.role == .author ? $0 : nil }
        if let author { add("100", author) }
        addTitle(title, of: book, hasMainEntry: author != nil)
        addDescription(of: book)
        for contributor in book.contributors.dropFirst(author == nil ? 0 : 1) { add("700", contributor) }
        if let cover = book.cover { add("856", "4", "2", [("3", "Cover image"), ("u", cover)]) }
        addOriginalScript(of: book)
    }

    private mutating func addTitle(_ title: String, of book: Book, hasMainEntry: Bool) {
        let link = book.originalScriptTitle == nil ? [] : [("6", "880-01")]
        let subtitle = book.subtitle.map { [("b", $0)] } ?? []
        let article = book.language.flatMap(MARCLanguage.code).map { title.articleLength(in: $0) } ?? 0
        add("245", hasMainEntry ? "1" : "0", String(article), link + [("a", title)] + subtitle)
    }

    private mutating func addDescription(of book: Book) {
        let published = [book.publisher.map { ("b", $0) }, book.year.map { ("c", String($0)) }].compactMap(
            \.self)
        if !published.isEmpty { add("264", " ", "1", published) }
        if let pages = book.pages { add("300", [("a", "\(pages) pages")]) }
        if let series = book.series {
            add("490", "0", " ", [("a", series)] + (book.seriesNumber.map { [("v", $0)] } ?? []))
        }
        for subject in book.subjects { add("650", " ", "4", [("a", subject)]) }
        for tag in book.tags { add("653", [("a", tag)]) }
    }

    private mutating func addOriginalScript(of book: Book) {
        if let title = book.originalScriptTitle {
            let hasMainEntry = fields.contains { $0.tag == "100" }
            add(
                "880", hasMainEntry ? "1" : "0", "0",
                [("6", "245-01\(title.scriptOfLink)"), ("a", title)])
        }
        // It is not known which of the contributors each one is.
        for name in book.originalScriptNames {
            let heading = PersonalName(name).heading(of: name)
            add("880", heading.indicator, " ", [("6", "700-00\(name.scriptOfLink)")] + heading.subfields)
        }
    }

    private mutating func add(_ tag: String, _ subfields: [(String, String)]) {
        add(tag, " ", " ", subfields)
    }

    private mutating func add(
        _ tag: String, _ indicator1: String, _ indicator2: String, _ subfields: [(String, String)]
    ) {
        fields.append(
            Field(
                tag: tag, indicator1: indicator1, indicator2: indicator2,
                subfields: subfields.map { (code: $0.0, value: $0.1) }))
    }

    private mutating func add(_ tag: String, _ contributor: Contributor) {
        let heading = contributor.parts.heading(of: contributor.name)
        let codes = Self.relators.filter { $0.role == contributor.role }.map { ("4", $0.code) }
        add(tag, heading.indicator, " ", heading.subfields + codes)
    }

    /// Field 008 of a book: 40 characters, with a bar for "not coded".
    private static func fixedData(of book: Book) -> String {
        let entered = book.origins.values.map(\.date).min() ?? .now
        let dates =
            switch book.year {
            case .some(0...9999): "s\(padded(book.year ?? 0, 4))    "
            case .some(..<0): "b        "
            default: "nuuuuuuuu"
            }
        let language = book.language.flatMap(MARCLanguage.code) ?? "|||"
        return day(entered) + dates + "xx " + "||||||||||||||" + " ||" + language + "|d"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
    }

    /// `261125`, in UTC.
    private static func day(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return [(parts.year ?? 0) % 100, parts.month ?? 1, parts.day ?? 1].map { padded($0, 2) }.joined()
    }

    /// The display form of a heading with the family name first.
    static func name(_ inverted: String, suffix: String?) -> String {
        let parts = inverted.components(separatedBy: ", ")
        return ([parts.dropFirst().joined(separator: ", "), parts[0]] + [suffix].compactMap(\.self))
            .joined(separator: " ")
    }

    /// The date that the record was entered according to field 008, in this century; `nil` if there is none.
    var entered: Date? {
        guard let text = control["008"]?.prefix(6), text.count == 6,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let day = Day("20\(text.prefix(2))-\(text.dropFirst(2).prefix(2))-\(text.suffix(2))")
        return day.flatMap { PartialDate($0.description)?.beginning }
    }
}

extension Book {
    /// The same in each export, and unique for each book: its ISBN, or a hash (FNV-1a) of the key by which a store
    /// distinguishes books without one.
    fileprivate var controlNumber: String {
        if let isbn { return isbn.isbn13 }
        let parts =
            [title ?? ""] + contributors.map { "\($0.role.rawValue) \($0.name)" } + [
                year.map(String.init) ?? ""
            ]
        let hash = parts.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return "bz" + String(hash, radix: 16)
    }
}

extension PersonalName {
    /// The heading of an entry, family name first if the name can be restored from that, and its first indicator.
    ///
    /// - Parameter name: as people write it.
    fileprivate func heading(of name: String) -> (indicator: String, subfields: [(String, String)]) {
        guard let given else { return ("0", [("a", name)]) }
        let subfields = [("a", "\(inFull), \(given)")] + (suffix.map { [("c", $0)] } ?? [])
        return MARCRecord.name(subfields[0].1, suffix: suffix) == name
            ? ("1", subfields) : ("0", [("a", name)])
    }
}

extension String {
    fileprivate var isMARCLanguage: Bool { MARCLanguage.code(self) == self }

    /// The nonfiling characters: how many to skip in sorting, 0 to 9.
    fileprivate func articleLength(in language: String) -> Int {
        let lowercase = lowercased()
        let articles = Self.articles[language] ?? []
        guard let article = articles.first(where: lowercase.hasPrefix), article.count < lowercase.count else {
            return 0
        }
        return article.count
    }

    /// With what is between them and the next word.
    private static let articles: [String: [String]] = {
        let words = [
            "eng": "the_ a_ an_", "ger": "der_ die_ das_ den_ dem_ des_ ein_ eine_ einen_ einem_ einer_",
            "fre": "le_ la_ les_ l' l’ un_ une_", "spa": "el_ la_ los_ las_ lo_ un_ una_",
            "ita": "il_ lo_ la_ i_ gli_ le_ l' l’ un_ uno_ una_ un' un’", "por": "o_ a_ os_ as_ um_ uma_",
            "dut": "de_ het_ een_ 't_ ’t_", "swe": "en_ ett_ den_ det_ de_", "dan": "en_ et_ den_ det_ de_",
            "nor": "en_ et_ ei_ den_ det_ de_", "nob": "en_ et_ ei_ den_ det_ de_",
        ]
        return words.mapValues { $0.split(separator: " ").map { String($0).replacing("_", with: " ") } }
    }()

    /// The script and direction codes in field 880; empty for scripts without a code.
    fileprivate var scriptOfLink: String {
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x370...0x3FF, 0x1F00...0x1FFF: return "/(S"
            case 0x400...0x52F: return "/(N"
            case 0x590...0x5FF: return "/(2/r"
            case 0x600...0x6FF, 0x750...0x77F: return "/(3/r"
            case 0x3040...0x30FF, 0xAC00...0xD7A3: return "/$1"
            default: if scalar.properties.isIdeographic { return "/$1" }
            }
        }
        return ""
    }
}
