// A book as BibTeX, RIS and CSL-JSON know one, whatever they call its parts.
import Books
import Catalogue
import Foundation

/// Values as they stand in a file, decoded but not yet judged.
struct Citation {
    var title: String?
    var subtitle: String?
    var contributors: [Contributor] = []
    var series: String?
    var seriesNumber: String?
    var publisher: String?
    /// `2008`, `2008-09-14`, `c1987`, `-720`.
    var year: String?
    /// `374`, `374 p.`; ranges are no number of pages.
    var pages: String?
    /// A code, or a name in English.
    var language: String?
    var tags: [String] = []
    /// One for each field that may hold ISBNs.
    var isbns: [String] = []
    var doi: String?
    /// What the file's owner noted.
    var notes: [String] = []
}

extension ImportedEntry {
    /// - Throws: without an ISBN and a title, with the ISBNs of two books, with a wrong one and no title.
    init(_ citation: Citation, from source: TableSource) throws(RefusedRow.Reason) {
        self.init(by: source.person, lists: source.list.map { [$0] } ?? [])
        book.title = citation.title?.tidied
        book.subtitle = citation.subtitle?.tidied
        book.contributors = citation.contributors.filter { $0.name.tidied != nil }.uniqued
        book.series = citation.series?.tidied
        book.seriesNumber = book.series == nil ? nil : citation.seriesNumber?.tidied
        book.publisher = citation.publisher?.tidied
        book.year = citation.year.flatMap(Self.year)
        book.pages = citation.pages.flatMap(Self.pageCount)
        book.language = citation.language?.tidied.map(LanguageName.code)
        book.tags = citation.tags.compactMap(\.tidied)
        book.identifiers = citation.doi.flatMap(Self.doi).map { [Identifier("doi", $0)] } ?? []
        // A chance of one in eleven makes an ISSN the end of an ISBN-10.
        try takeISBNs(citation.isbns.filter { !Self.isISSN($0) })
        try credit(source)
        for note in citation.notes {
            let note = text(note, isExact: true)
            guard !note.isEmpty else { continue }
            comments.append(
                Comment(
                    person: source.person, text: note, isPrivate: true, written: source.date,
                    source: source.name))
        }
    }

    /// Whether something in it is an ISBN.
    static func hasISBN(_ texts: [String]) -> Bool {
        texts.contains { text in !isISSN(text) && ISBNCell.cells(text).contains { $0.isbn != nil } }
    }

    private static func isISSN(_ text: String) -> Bool {
        text.wholeMatch(of: /\s*(?i:issn:?\s*)?\d{4}-?\d{3}[\dXx]\s*/) != nil
    }

    private static func year(_ text: String) -> Int? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let year = Int(text), year != 0, (-9999...9999).contains(year) { return year }
        return text.firstYear
    }

    private static func pageCount(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /\s*(\d{1,6})\s*(?:\p{L}+\.?)?\s*/), let count = Int(match.1)
        else {
            return nil
        }
        return count > 0 ? count : nil
    }

    private static func doi(_ text: String) -> String? {
        text.firstMatch(of: /10\.\d{4,9}\/\S+/).map { String($0.0) }
    }
}

extension Book {
    /// The names of one role, divided.
    func names(_ role: Contributor.Role) -> [PersonalName] {
        contributors.filter { $0.role == role }.map(\.parts)
    }

    var doi: String? { identifiers.first { $0.scheme == "doi" }?.value }

    /// Where a format has one field for both: `The Hunger Games: Catching Fire`.
    var fullTitle: String? { title.map { title in subtitle.map { "\(title): \($0)" } ?? title } }
}

extension Citation {
    /// Takes a title that may have its subtitle behind it, and what stands before that, where the file says so.
    mutating func take(fullTitle: String?, short: String?) {
        title = fullTitle
        guard let full = fullTitle?.tidied?.unicodeScalars, let short = short?.tidied,
            case let start = "\(short): ".unicodeScalars, full.starts(with: start)
        else { return }
        (title, subtitle) = (short, String(full.dropFirst(start.count)))
    }
}

/// Names of fields that hold something and are not taken.
struct LeftOutFields {
    /// Each once, in the order in which they were met.
    private(set) var names: [String] = []
    private var known: Set<String> = []

    mutating func add(_ name: String) {
        if known.insert(name).inserted { names.append(name) }
    }
}
