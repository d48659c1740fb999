// BibTeX and biblatex: the bibliography formats of LaTeX, also used by Zotero and JabRef.
import Books
import Catalogue
import Foundation

extension FileFormat {
    static let bibtex = FileFormat(
        name: "bibtex", title: "BibTeX and biblatex",
        recognises: { file in
            let entry = /(?m)^[\u{FEFF}\s]*@[A-Za-z]+\s*[{(][^\n]*(,|=|\n)/
            return String(decoding: file.head, as: UTF8.self).firstMatch(of: entry) != nil
        },
        reader: { file, source throws(CatalogueError) in try BibTeXReader(file, from: source) },
        writer: { _ in BibTeXWriter() })
}

/// Names of fields that the reader and the writer share.
private enum Field {
    static let title = "title", subtitle = "subtitle", author = "author", editor = "editor"
    static let translator = "translator", illustrator = "illustrator", contributor = "contributor"
    static let series = "series", number = "number", publisher = "publisher", year = "year"
    static let pages = "pagetotal", isbn = "isbn", doi = "doi", langid = "langid", language = "language"
    static let keywords = "keywords"

    static let roles: [(name: String, role: Contributor.Role)] = [
        (author, .author), (editor, .editor), (translator, .translator), (illustrator, .illustrator),
        (contributor, .contributor),
    ]
}

/// Reads the books among the entries of a file.
struct BibTeXReader: EntryReader {
    let header = ["entry"]
    let source: TableSource
    let isPersonal = false
    let encoding: String?
    private(set) var left = LeftOutFields()
    private let bytes: [UInt8]
    private var parser: BibTeXParser
    private let parents: BibTeXParents
    private var line = 1
    private var counted = 0

    var leftOut: [String] { left.names }
    var fraction: Double? { Double(parser.range.upperBound) / Double(max(1, bytes.count)) }

    /// - Throws: `unreadable`; `encoding`; `otherFormat` if it contains text but no entry.
    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        (bytes, encoding) = try file.text()
        self.source = source
        parser = BibTeXParser(bytes)
        var first = parser
        guard file.isBlank || first.next() != nil || bytes.contains(UInt8(ascii: "@")) else {
            throw .otherFormat(path: file.name, expected: "BibTeX")
        }
        parents = BibTeXParents(bytes)
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        while let item = parser.next() {
            while counted < parser.range.lowerBound {
                if bytes[counted] == UInt8(ascii: "\n") { line += 1 }
                counted += 1
            }
            let entry: Result<ImportedEntry, RefusedRow.Reason>
            switch item {
            case .damaged(let isCut): entry = .failure(isCut ? .truncated : .damaged)
            case .entry(let found):
                if Self.machinery.contains(found.type) { continue }
                let (citation, source) = (citation(of: parents.completed(found)), source)
                entry = Result { () throws(RefusedRow.Reason) in
                    guard let citation else { throw .noBook(found.type) }
                    return try ImportedEntry(citation, from: source)
                }
            }
            return ReadEntry(line: line, fields: [String(textOf: bytes[parser.range])], entry: entry)
        }
        return nil
    }

    /// `nil` for entries other than books that have no ISBN, and for articles.
    private mutating func citation(of entry: BibTeXEntry) -> Citation? {
        let isBook = Self.books.contains(entry.type)
        let isbns = entry.fields.filter { $0.name == Field.isbn }.compactMap { TeXText.decoded($0.value) }
        guard isBook || !Self.articles.contains(entry.type) && ImportedEntry.hasISBN(isbns) else {
            return nil
        }
        let isPart = Self.parts.contains(entry.type)
        // The title of a chapter is not the book's; in BibTeX's own `inbook` it is.
        let title = isPart ? "booktitle" : Field.title
        let fallback = entry.type == "inbook" ? Field.title : title
        var citation = Citation(isbns: isbns)
        citation.title = (entry.value(title) ?? entry.value(fallback)).flatMap { TeXText.decoded($0) }
        citation.subtitle = entry.value(isPart ? "booksubtitle" : Field.subtitle).flatMap {
            TeXText.decoded($0)
        }
        citation.contributors = contributors(entry, isPart: isPart)
        citation.series = entry.value(Field.series).flatMap { TeXText.decoded($0) }
        citation.seriesNumber = entry.value(Field.number, "volume").flatMap { TeXText.decoded($0) }
        citation.publisher = entry.value(Field.publisher, "organization", "institution", "school")
            .flatMap { TeXText.decoded($0) }
        citation.year = entry.value("date", Field.year).flatMap { TeXText.decoded($0) }
        citation.pages = (entry.value(Field.pages, "numpages") ?? (isPart ? nil : entry.value("pages")))
            .flatMap { TeXText.decoded($0) }
        citation.language = entry.value(Field.langid, Field.language, "hyphenation").flatMap {
            TeXText.decoded($0)
        }
        citation.tags = entry.value(Field.keywords, "keyword").map(Self.tags) ?? []
        citation.doi = isPart ? nil : entry.value(Field.doi)?.replacing("\\", with: "")
        citation.notes = entry.fields.filter { Self.notes.contains($0.name) }.map { Self.lines($0.value) }
        noteLeftOut(entry, isPart: isPart)
        return citation
    }

    private func contributors(_ entry: BibTeXEntry, isPart: Bool) -> [Contributor] {
        let authors = !isPart || hasBookAuthors(entry) ? Field.author : "bookauthor"
        let roles = Field.roles.map { ($0.role == .author ? authors : $0.name, $0.role) }
        let others = Self.otherMakers.map { ($0, Contributor.Role.contributor) }
        return (roles + others).flatMap { name, role in
            entry.value(name).map { BibTeXNames.contributors($0, role: role) } ?? []
        }
    }

    private mutating func noteLeftOut(_ entry: BibTeXEntry, isPart: Bool) {
        for (name, value) in entry.fields
        where TeXText.decoded(value) != nil && !isTaken(name, of: entry, isPart) {
            left.add(name)
        }
    }

    private func isTaken(_ name: String, of entry: BibTeXEntry, _ isPart: Bool) -> Bool {
        let hasSeries = entry.value(Field.series) != nil
        return switch name {
        case Field.title: !isPart || entry.type == "inbook" && entry.value("booktitle") == nil
        case Field.author: !isPart || hasBookAuthors(entry)
        case Field.subtitle, Field.doi: !isPart
        case "bookauthor", "booktitle", "booksubtitle": isPart
        case Field.number: hasSeries
        case "volume": hasSeries && entry.value(Field.number) == nil
        case "pages":
            !isPart && entry.value(Field.pages, "numpages") == nil && !(entry.value(name) ?? "").contains("-")
        case "organization", "institution", "school": entry.value(Field.publisher) == nil
        default: Self.taken.contains(name)
        }
    }

    /// The authors of a chapter are not the book's, except in BibTeX's own `inbook`.
    private func hasBookAuthors(_ entry: BibTeXEntry) -> Bool {
        entry.type == "inbook" && entry.value("bookauthor") == nil
    }

    /// Braces keep a keyword together that contains the separator.
    private static func tags(_ value: String) -> [String] {
        let atCommas = TeXList.parts(value, at: ",")
        return (atCommas.count > 1 ? atCommas : TeXList.parts(value, at: ";")).compactMap {
            TeXText.decoded($0)
        }
    }

    private static func lines(_ value: String) -> String {
        value.split(separator: "\n", omittingEmptySubsequences: false).map { TeXText.decoded($0) ?? "" }
            .joined(separator: "\n")
    }

    static let parts: Set = [
        "inbook", "incollection", "inproceedings", "conference", "inreference", "suppbook", "suppcollection",
        "bookinbook",
    ]
    private static let books: Set = [
        "book", "mvbook", "booklet", "collection", "mvcollection", "reference", "mvreference", "proceedings",
        "mvproceedings",
    ]
    private static let articles: Set = [
        "article", "periodical", "suppperiodical", "online", "electronic", "www",
    ]
    /// Entries that only provide fields for others.
    private static let machinery: Set = ["xdata", "set"]
    private static let otherMakers = ["introduction", "foreword", "afterword", "commentator", "annotator"]
    private static let notes: Set = ["annote", "annotation"]
    /// Fields that are imported, and those that only describe the structure of the file.
    private static let taken: Set = Set(
        Field.roles.map(\.name) + otherMakers + notes + [
            Field.series, Field.publisher, Field.year, "date", Field.pages, "numpages", Field.isbn,
            Field.langid,
            Field.language, "hyphenation", Field.keywords, "keyword", "crossref", "xdata", "key", "ids",
        ])
}

/// Entries from which others inherit fields.
private struct BibTeXParents {
    private let bytes: [UInt8]
    /// By their keys in lowercase.
    private var places: [String: Int] = [:]
    private var macros: [String: String] = [:]

    private static let mostSteps = 4

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var parser = BibTeXParser(bytes)
        var isNeeded = false
        while let item = parser.next() {
            guard case .entry(let entry) = item else { continue }
            let key = entry.key.lowercased()
            if places[key] == nil { places[key] = parser.range.lowerBound }
            if entry.value("crossref", "xdata") != nil { isNeeded = true }
        }
        macros = parser.macros
        if !isNeeded { places = [:] }
    }

    /// Adds the fields that the entry inherits. The ISBN of a set is not inherited by its volumes.
    func completed(_ entry: BibTeXEntry, steps: Int = 0) -> BibTeXEntry {
        guard steps < Self.mostSteps, !places.isEmpty else { return entry }
        var entry = entry
        let isPart = BibTeXReader.parts.contains(entry.type)
        let data = entry.value("xdata").map { TeXList.parts($0, at: ",") } ?? []
        for parent in data.compactMap({ self.entry($0) }) {
            entry.inherit(completed(parent, steps: steps + 1).fields)
        }
        guard let parent = entry.value("crossref").flatMap({ self.entry($0) }) else { return entry }
        let fields = completed(parent, steps: steps + 1).fields.filter {
            !Self.own.contains($0.name) && (isPart || $0.name != Field.isbn && $0.name != Field.doi)
        }
        let bookFields = fields.compactMap { field in Self.ofBook[field.name].map { ($0, field.value) } }
        entry.inherit(isPart ? bookFields + fields.filter { Self.ofBook[$0.name] == nil } : fields)
        return entry
    }

    private func entry(_ key: String) -> BibTeXEntry? {
        guard let place = key.tidied.flatMap({ places[$0.lowercased()] }) else { return nil }
        var parser = BibTeXParser(bytes, at: place, macros: macros)
        guard case .entry(let entry) = parser.next() else { return nil }
        return entry
    }

    /// The book's fields and their names in an entry for a part of it.
    private static let ofBook = [
        Field.title: "booktitle", Field.subtitle: "booksubtitle", Field.author: "bookauthor",
    ]
    /// Fields that are not inherited.
    private static let own: Set = [
        "crossref", "xref", "xdata", "key", "ids", "keywords", "note", "annote", "annotation", "label",
        "pages",
        Field.pages,
    ]
}

extension BibTeXEntry {
    fileprivate mutating func inherit(_ fields: [(name: String, value: String)]) {
        self.fields += fields.filter { value($0.name) == nil }
    }
}

/// Writes every book as `@book`.
struct BibTeXWriter: EntryWriter {
    let fileType = FileType(media: "application/x-bibtex; charset=utf-8", suffix: "bib")
    private var keys = CitationKeys()

    mutating func text(of kept: KeptBook) -> String {
        let book = kept.book
        guard let title = book.title?.tidied else { return "" }
        var fields: [(String, String)] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { fields.append((name, value)) }
        }
        for (name, role) in Field.roles { add(name, BibTeXNames.written(book.names(role))) }
        add(Field.title, Self.titleText(title))
        add(Field.subtitle, book.subtitle?.tidied.map(Self.titleText))
        add(Field.series, book.series.map { TeXText.escaped($0) })
        add(Field.number, book.series == nil ? nil : book.seriesNumber.map { TeXText.escaped($0) })
        add(Field.publisher, book.publisher.map(TeXList.escaped))
        add(Field.year, book.year.map(String.init))
        add(Field.pages, book.pages.map(String.init))
        add(Field.isbn, book.isbnField)
        // DOIs are read verbatim.
        add(Field.doi, book.doi.flatMap { $0.contains { "{}\\%".contains($0) } ? nil : $0 })
        if let language = book.language?.tidied {
            let name = LanguageName.babel(language)
            add(name == nil ? Field.language : Field.langid, name ?? TeXText.escaped(language))
        }
        add(Field.keywords, book.tags.map(TeXList.escaped).joined(separator: ", "))
        let width = fields.map { $0.0.utf8.count }.max() ?? 0
        let lines = fields.map { name, value in
            "  \(name)\(String(repeating: " ", count: width - name.utf8.count)) = {\(value)},\n"
        }
        return "@book{\(keys.key(of: book)),\n\(lines.joined())}\n\n"
    }

    /// Puts words with capitals in braces, so that styles don't lowercase them; the first letter of the title needs
    /// none.
    private static func titleText(_ title: String) -> String {
        title.split(separator: " ").enumerated().map { place, word in
            let escaped = TeXText.escaped(word)
            guard word.dropFirst(place == 0 ? 1 : 0).contains(where: \.isUppercase) else { return escaped }
            // A backslash after the brace would end the protection.
            return escaped.hasPrefix("\\") ? "{{\(escaped)}}" : "{\(escaped)}"
        }.joined(separator: " ")
    }
}
