// What is said of one number in each form; `docs/isbn.schema.json` describes its object.
import Books
import Output

extension ISBNAnswer: Row {
    /// The ISBN-13; nothing for a number that is no ISBN.
    package var textLines: [String] { isbn.map { [$0.isbn13] } ?? [] }

    /// The ISBN first, or that there is none; then what it tells; last how and where it was printed.
    package func tableLines(width: Int?) -> [String] {
        let first = isbn?.hyphenated ?? "not valid"
        let second = isbn?.hyphenated10 ?? ""
        let place = line.map { "line \($0): " } ?? ""
        let around = [label, text, qualifier.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        let repaired = repairs.isEmpty ? "" : "; repaired \(repairWords)"
        let row =
            "\(first.padded(to: 17))  \(second.padded(to: 13))  \(explanation.padded(to: 48))  "
            + (place + around + repaired).printable
        return row.folded(to: width, indent: 19)
    }

    private var repairWords: String { repairs.map(\.description).joined(separator: ", ") }

    /// Whose number it is, or what is wrong with it.
    private var explanation: String {
        guard let isbn else { return error?.words ?? "" }
        guard let parts = isbn.registration else {
            let group = isbn.registrationGroupName.map { $0 + ", " } ?? ""
            return group + "outside the registered ranges"
        }
        let range = parts.registrantRange
        return
            "\(parts.groupName), registrant \(parts.registrant) (range \(range.lowerBound)–\(range.upperBound))"
    }

    package static let columns: [Column<ISBNAnswer>] = [
        Column("text") { $0.text },
        Column("line") { $0.line.map(String.init) },
        Column("valid") { "\($0.isbn != nil)" },
        Column("isbn13") { $0.isbn?.isbn13 },
        Column("isbn10") { $0.isbn?.isbn10 },
        Column("hyphenated") { $0.isbn?.hyphenated },
        Column("registered") { $0.isbn.map { "\($0.isRegistered)" } },
        Column("group") { $0.isbn?.registrationGroupName },
        Column("registrant") { $0.isbn?.registration?.registrant },
        Column("publication") { $0.isbn?.registration?.publication },
        Column("form") { $0.form?.rawValue },
        Column("label") { $0.label },
        Column("qualifier") { $0.qualifier },
        Column("repairs") { CSVRow.joined($0.repairs.map(\.description)) },
        Column("hyphens_agree") { $0.hyphensAgree.map(String.init) },
        Column("error") { $0.error?.words },
    ]

    private enum Key: String, CodingKey {
        case text, line, valid, isbn13, isbn10, hyphenated, registered, group, registrant, registrants
        case publication, form, label, qualifier, repairs, error
        case hyphensAgree = "hyphens_agree"
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        let parts = isbn?.registration
        try object.encode(text, forKey: .text)
        try object.encode(line, forKey: .line)
        try object.encode(isbn != nil, forKey: .valid)
        try object.encode(isbn?.isbn13, forKey: .isbn13)
        try object.encode(isbn?.isbn10, forKey: .isbn10)
        try object.encode(isbn?.hyphenated, forKey: .hyphenated)
        try object.encode(isbn?.isRegistered, forKey: .registered)
        try object.encode(isbn?.registrationGroupName, forKey: .group)
        try object.encode(parts?.registrant, forKey: .registrant)
        try object.encode(
            (parts?.registrantRange).map { [$0.lowerBound, $0.upperBound] }, forKey: .registrants)
        try object.encode(parts?.publication, forKey: .publication)
        try object.encode(form?.rawValue, forKey: .form)
        try object.encode(label, forKey: .label)
        try object.encode(qualifier, forKey: .qualifier)
        try object.encode(repairs.map(\.description), forKey: .repairs)
        try object.encode(hyphensAgree, forKey: .hyphensAgree)
        try object.encode(error?.words, forKey: .error)
    }
}
