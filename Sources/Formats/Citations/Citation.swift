// A book in the common terms of BibTeX, RIS and CSL-JSON.
import Books
import Catalogue
import Foundation

/// Values from a file, decoded but not validated.
struct Citation {
    var title: String?
    var subtitle: String?
    var contributors: [Contributor] = []
    var series: String?
    var seriesNumber: String?
    var publisher: String?
    /// `2008`, `2008-09-14`, `c1987`, `-720`.
    var year: String?
    /// `374`, `374 p.`; a range is not a number of pages.
    var pages: String?
    /// A code, or a name in English.
    var language: String?
    var tags: [String] = []
    /// One for each field that may contain ISBNs.
    var isbns: [String] = []
    var doi: String?
    /// Notes of the file's owner.
    var notes: [String] = []
}

extension ImportedEntry {
    /// - Throws: if there is neither ISBN nor title, if the ISBNs are of two books, or if there is an invalid one and
    ///   no title.
    init(_ citation: Citation, from source: TableSource) throws(RefusedRow.Reason) {
        self.init(by: source.person, lists: source.list.map { [$0] } ?? [])
        book.title = citation.title?.tidied
        book.subtitle = citation.subtitle?.tidied
        book.contributors = citation.contributors.filter { $0.name.tidied != nil }.uniqued
        book.series = citation.series?.tidied
        book.seriesNumber = book.series == nil ? nil : citation.seriesNumber?.tidied
        book.publisher = citation.publisher?.tidied
        takeYear(citation.year)
        takePages(citation.pages.flatMap { $0.contains(/[-–]/) ? nil : $0 })
        book.language = citation.language?.tidied.map(LanguageName.code)
        book.tags = citation.tags.compactMap(\.tidied)
        book.identifiers = citation.doi.flatMap(Self.doi).map { [Identifier("doi", $0)] } ?? []
        // One ISSN in eleven is also the end of a valid ISBN-10.
        try takeISBNs(ofRepeated: citation.isbns.filter { !Self.isISSN($0) })
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

    /// Whether any of the texts contains an ISBN.
    static func hasISBN(_ texts: [String]) -> Bool {
        texts.contains { text in !isISSN(text) && ISBNCell.cells(text).contains { $0.isbn != nil } }
    }

    private static func isISSN(_ text: String) -> Bool {
        text.wholeMatch(of: /\s*(?i:issn:?\s*)?\d{4}-?\d{3}[\dXx]\s*/) != nil
    }

    private static func doi(_ text: String) -> String? {
        text.firstMatch(of: /10\.\d{4,9}\/\S+/).map { String($0.0) }
    }
}

extension Book {
    /// The names of one role, in parts.
    func names(_ role: Contributor.Role) -> [PersonalName] {
        contributors.filter { $0.role == role }.map(\.parts)
    }

    /// Its ISBNs in one field, its own first; `nil` without one of its own, since a further one would be read as that.
    var isbnField: String? {
        isbn.map { ([$0] + otherISBNs.unique(without: $0)).map(\.hyphenated).joined(separator: ", ") }
    }

    var doi: String? { identifiers.first { $0.scheme == "doi" }?.value }
}

extension Citation {
    /// Splits a title and subtitle, if the file has the short title, too.
    mutating func take(fullTitle: String?, short: String?) {
        title = fullTitle
        guard let full = fullTitle?.tidied?.unicodeScalars, let short = short?.tidied,
            case let start = "\(short): ".unicodeScalars, full.starts(with: start)
        else { return }
        (title, subtitle) = (short, String(full.dropFirst(start.count)))
    }
}

/// Names of fields that have a value and are not imported.
struct LeftOutFields {
    /// Each once, in the order of occurrence.
    private(set) var names: [String] = []
    private var known: Set<String> = []

    mutating func add(_ name: String) {
        if known.insert(name).inserted { names.append(name) }
    }
}
