// One MARC record as a book.
import Books
import Catalogue
import Foundation
import MARC

extension ImportedEntry {
    init(_ read: ReadRecord, from source: TableSource) throws(RefusedRow.Reason) {
        guard !read.isDeleted else { throw .deleted }
        self.init(by: source.person, lists: [source.list].compactMap(\.self))
        let record = read.fields
        if record.isOwn {
            book = record.ownBook
            var source = source
            source.date = record.entered ?? source.date
            try takeISBNs(ofOwn: record)
            try credit(source)
            return
        }
        let dialect = record.dialect
        guard let book = record.book(dialect) else {
            throw read.hasUnreadText ? .characterSet : .nothingToAdd
        }
        self.book = book
        self.book.identifiers = record.lccn(dialect).map { [Identifier("lccn", $0)] } ?? []
        self.book.cover = record.all("856").lazy.filter(\.isCover).compactMap { $0["u"] }.first
        if read.hasUnreadText { remark(.unreadText, book.title ?? "") }
        try takeISBNs([record.isbnTexts(dialect).joined(separator: "; ")])
        try credit(source)
    }

    private mutating func takeISBNs(ofOwn record: MARCRecord) throws(RefusedRow.Reason) {
        let texts = record.all("020").compactMap { $0["a"] }
        let isbns = texts.compactMap { try? ISBN($0) }
        guard isbns.count == texts.count else { return try takeISBNs([texts.joined(separator: "; ")]) }
        book.isbn = isbns.first
        book.otherISBNs = Array(isbns.dropFirst())
    }
}

extension MARCRecord {
    /// In MARC 21, the title is in a field of its own.
    var dialect: MARCDialect { all("245").isEmpty ? .unimarc : .marc21 }

    /// Tags of fields that are not used for the book.
    var otherTags: [String] {
        let taken = isOwn ? Self.ownTags : dialect == .marc21 ? Self.marc21Tags : Self.unimarcTags
        return control.keys.filter { !taken.contains($0) }
            + fields.filter { $0.tag == "856" ? !$0.isCover : !taken.contains($0.tag) }.map(\.tag)
    }

    private static let marc21Tags: Set<String> = [
        "008", "010", "020", "041", "100", "110", "245", "260", "264", "300", "440", "490", "650", "653",
        "700", "710", "800", "810", "811", "830", "880",
    ]
    private static let unimarcTags: Set<String> = [
        "010", "101", "200", "210", "214", "215", "225", "410", "606", "700", "701", "702",
    ]
    private static let ownTags: Set<String> = [
        "001", "008", "020", "035", "040", "041", "100", "245", "264", "300", "490", "650", "653", "700",
        "880",
    ]

    /// The book of a record that this program wrote, without its ISBNs.
    fileprivate var ownBook: Book {
        func values(_ tag: String, _ code: String) -> [String] {
            all(tag).flatMap(\.subfields).filter { $0.code == code }.map(\.value)
        }
        func value(_ tag: String, _ code: String) -> String? { values(tag, code).first }
        var book = Book(title: value("245", "a"), subtitle: value("245", "b"))
        book.identifiers = values("035", "a").compactMap(Identifier.init(systemControlNumber:))
        book.language = value("041", "a")
        book.contributors = all("100", "700").compactMap { field in
            guard let name = field.ownName else { return nil }
            let code = field.subfields.first { $0.code == "4" }?.value
            let role = Self.relators.first { $0.code == code }?.role ?? .contributor
            let told = field.ownParts.map { Contributor($0, role: role) }
            return told?.name == name ? told : Contributor(name: name, role: role)
        }
        book.publisher = value("264", "b")
        book.year = value("264", "c").flatMap { Int($0) }.flatMap { Book.years.contains($0) ? $0 : nil }
        book.pages = value("300", "a").flatMap(CellText.pages)
        (book.series, book.seriesNumber) = (value("490", "a"), value("490", "v"))
        book.subjects = values("650", "a")
        book.tags = values("653", "a")
        book.cover = value("856", "u")
        let original = all("880")
        func isTitle(_ field: Field) -> Bool { field["6"]?.hasPrefix("245") == true }
        book.originalScriptTitle = original.first(where: isTitle)?.subfields.first { $0.code == "a" }?.value
        book.originalScriptNames = original.filter { !isTitle($0) }.compactMap(\.ownName)
        return book
    }
}

extension MARCRecord.Field {
    /// Whether it is a link to a cover.
    fileprivate var isCover: Bool {
        self["3"]?.lowercased().contains("cover") == true && self["u"]?.hasPrefix("http") == true
    }

    /// A name without a comma is not divided.
    fileprivate var ownParts: PersonalName? {
        guard let name = subfields.first(where: { $0.code == "a" })?.value else { return nil }
        guard indicator1 == "1" else { return name.contains(",") ? nil : PersonalName(literal: name) }
        let suffix = subfields.first { $0.code == "c" }?.value
        return PersonalName(inverted: [name, suffix].compactMap(\.self).joined(separator: ", "))
    }

    fileprivate var ownName: String? {
        guard let name = subfields.first(where: { $0.code == "a" })?.value else { return nil }
        let suffix = subfields.first { $0.code == "c" }?.value
        return indicator1 == "1" ? MARCRecord.name(name, suffix: suffix) : name
    }
}

extension Identifier {
    /// `(goodreads)2767052`.
    fileprivate init?(systemControlNumber text: String) {
        guard let match = text.wholeMatch(of: /\(([a-z0-9]+)\)(.+)/) else { return nil }
        self.init(String(match.1), String(match.2))
    }
}
