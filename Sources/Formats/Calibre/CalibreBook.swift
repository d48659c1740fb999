// A book of Calibre, from its database or a metadata.opf.
import Books
import Catalogue

/// The fields as they are in the file.
struct CalibreBook {
    var title: String?
    var contributors: [Contributor] = []
    var series: String?
    var seriesIndex: String?
    var tags: [String] = []
    var publisher: String?
    /// `2008-07-02T00:00:00+00:00`.
    var date: String?
    /// 0…10, two per star.
    var rating: String?
    var languages: [String] = []
    var identifiers: [(scheme: String, value: String)] = []
    /// Whether this program wrote the file, so that it is read exactly: 0 is a rating, and the description a review.
    var isOwn = false
    var description: String?

    /// - Parameter key: what tells the book apart in its source.
    func read(at line: Int, of key: String, from source: TableSource) -> ReadEntry {
        let authors = contributors.map(\.name).joined(separator: " & ")
        let isbn = identifiers.first { $0.scheme == "isbn" }?.value
        return ReadEntry(
            line: line, fields: [key, title ?? "", authors, isbn ?? ""],
            entry: Result { () throws(RefusedRow.Reason) in try entry(from: source) })
    }

    private func entry(from source: TableSource) throws(RefusedRow.Reason) -> ImportedEntry {
        var entry = ImportedEntry(by: source.person)
        entry.lists = [source.list].compactMap(\.self)
        entry.book.title = title
        entry.book.contributors = contributors.filter { $0.name != CalibreField.unknown }.uniqued
        entry.book.series = series?.tidied
        entry.book.seriesNumber = entry.book.series == nil ? nil : seriesIndex
        entry.book.tags = tags
        entry.book.publisher = publisher
        entry.book.year = date.flatMap(Self.year)
        entry.book.language = languages.first
        for (scheme, value) in identifiers where Self.keeps(scheme) {
            // Open Library's identifiers end in a letter for their kind.
            if scheme == "openlibrary", value.hasSuffix("W") {
                entry.book.works.append(Identifier(scheme, value))
            } else {
                entry.book.identifiers.append(Identifier(scheme, value))
            }
        }
        try entry.takeISBNs(identifiers.filter { $0.scheme == "isbn" }.map(\.value))
        try entry.credit(source)
        let rating = rating(&entry)
        let review = entry.text(isOwn ? description : nil)
        if rating != nil || !review.isEmpty {
            entry.comments = [
                Comment(
                    person: source.person, rating: rating, text: review, written: source.date,
                    source: source.name)
            ]
        }
        return entry
    }

    /// - Parameters:
    ///   - sort: as Calibre files the name. Calibre's default, the last word first, is no evidence of a family name.
    ///   - isOwn: this program wrote it.
    static func contributor(
        _ name: String, sort: String?, role: Contributor.Role = .author, isOwn: Bool = false
    ) -> Contributor {
        let plain = Contributor(name: name, role: role)
        guard let sort else { return plain }
        let parts = isOwn && sort == name ? PersonalName(literal: name) : PersonalName(inverted: sort)
        guard isOwn || !parts.isLiteral && parts.family.contains(" ") else { return plain }
        let told = Contributor(parts, role: role)
        return told.name == name.tidied ? told : plain
    }

    private func rating(_ entry: inout ImportedEntry) -> Rating? {
        guard let rating else { return nil }
        guard let value = Double(rating), (0...10).contains(value) else {
            entry.remark(.rating, rating)
            return nil
        }
        if value == 0, !isOwn { return nil }
        return Rating(quarters: Int((value * 2).rounded()))
    }

    /// The fields that are not imported, by Calibre's names.
    var leftOut: [String] {
        identifiers.map(\.scheme).filter {
            $0 != "isbn" && !Self.keeps($0) && !CalibreField.ownSchemes.contains($0)
        }
        .map { "identifiers:\($0)" } + (languages.count > 1 ? ["languages after the first"] : [])
            + (isOwn || description?.tidied == nil ? [] : ["comments"])
    }

    private static func keeps(_ scheme: String) -> Bool {
        scheme != "isbn" && !CalibreField.ownSchemes.contains(scheme) && !scheme.isEmpty
            && scheme.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// The year of the nearest midnight UTC: Calibre stores midnight in the user's time zone. `nil` for the year 101,
    /// which means that there is no date.
    static func year(_ date: String) -> Int? {
        guard
            let match = date.prefixMatch(
                of: /(\d{4})(?:-(\d\d)-(\d\d)(?:[T ](\d\d):\d\d(?::\d\d(?:\.\d+)?)?(\+00:00|Z)?)?)?/),
            let year = Int(match.1)
        else { return nil }
        let isLastDay = match.2 == "12" && match.3 == "31"
        let isNextYear =
            isLastDay && match.5 != nil && (match.4.flatMap { Int($0) }.map { $0 >= 12 } ?? false)
        return year + (isNextYear ? 1 : 0) > 101 ? year + (isNextYear ? 1 : 0) : nil
    }
}
