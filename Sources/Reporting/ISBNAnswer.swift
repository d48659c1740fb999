// What is said of one number that was given or found: the record that every format is made from.
import Books

/// A number with all that it tells.
public struct ISBNAnswer: Sendable {
    public enum Verdict: Sendable {
        case isbn(ISBN, ISBNForm)
        case invalid(ISBNError)
    }

    public var verdict: Verdict
    /// As it was given or printed.
    public var text: String
    /// Counted from 1; `nil` for a number given as an argument.
    public var line: Int?
    public var label: String?
    public var qualifier: String?
    public var repairs: [Repair] = []
    public var hyphensAgree: Bool?

    /// For a text that should be one ISBN and nothing else.
    public init(_ text: String) {
        self.text = text
        do {
            let (isbn, form) = try ISBN.read(text)
            verdict = .isbn(isbn, form)
        } catch {
            verdict = .invalid(error)
        }
    }

    init(_ match: ISBNMatch) {
        (text, verdict) = (match.text, .isbn(match.isbn, match.form))
        (label, qualifier, repairs) = (match.label, match.qualifier, match.repairs)
        hyphensAgree = match.hyphensAgree
    }

    init(_ nearMiss: ISBNNearMiss) {
        (text, verdict, label) = (nearMiss.text, .invalid(nearMiss.error), nearMiss.label)
    }

    /// For a text that is an ISBN, or holds some: one for each; one that says why when it holds none.
    public static func answers(for text: String) -> [ISBNAnswer] {
        let whole = ISBNAnswer(text)
        guard whole.isbn == nil else { return [whole] }
        let found = answers(for: ISBN.find(in: text)) { _ in nil }
        return found.isEmpty ? [whole] : found
    }

    /// For all that was found, in the text's order.
    ///
    /// - Parameter line: the line of a place in the text; asked in the text's order.
    public static func answers(for findings: ISBNFindings, line: (Int) -> Int?) -> [ISBNAnswer] {
        let matches = findings.matches.map { ($0.range.lowerBound, ISBNAnswer($0)) }
        let nearMisses = findings.nearMisses.map { ($0.range.lowerBound, ISBNAnswer($0)) }
        return (matches + nearMisses).sorted { $0.0 < $1.0 }.map { place, answer in
            var answer = answer
            answer.line = line(place)
            return answer
        }
    }

    /// `nil` when the number is none.
    public var isbn: ISBN? {
        if case .isbn(let isbn, _) = verdict { isbn } else { nil }
    }

    public var error: ISBNError? {
        if case .invalid(let error) = verdict { error } else { nil }
    }

    fileprivate var form: ISBNForm? {
        if case .isbn(_, let form) = verdict { form } else { nil }
    }
}

extension ISBNAnswer {
    /// The answer's line, with its end; empty when the format leaves it out.
    public func lines(_ format: OutputFormat) -> String {
        switch format {
        case .table: tableRow
        case .text: isbn.map { $0.isbn13 + "\n" } ?? ""
        case .jsonl: json
        case .csv: csvRow
        }
    }

    /// An ISBN first, or that it is none; then what it tells; last how and where it was printed.
    private var tableRow: String {
        let first = isbn?.hyphenated ?? "not valid"
        let second = isbn?.hyphenated10 ?? ""
        let place = line.map { "line \($0): " } ?? ""
        let around = [label, text, qualifier.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        let repaired =
            repairs.isEmpty ? "" : "; repaired \(repairs.map(\.description).joined(separator: ", "))"
        return "\(first.padded(to: 17))  \(second.padded(to: 13))  \(explanation.padded(to: 48))  "
            + (place + around + repaired).printable + "\n"
    }

    /// Whose number it is, or what is wrong with it.
    private var explanation: String {
        guard let isbn else { return error?.description ?? "" }
        guard let parts = isbn.registration else {
            let group = isbn.registrationGroupName.map { $0 + ", " } ?? ""
            return group + "outside the registered ranges"
        }
        let range = parts.registrantRange
        return
            "\(parts.groupName), registrant \(parts.registrant) (range \(range.lowerBound)–\(range.upperBound))"
    }

    public static let csvHeader = CSVRow.line([
        "text", "line", "valid", "isbn13", "isbn10", "hyphenated", "registered", "group", "registrant",
        "publication", "form", "label", "qualifier", "repairs", "hyphens_agree", "error",
    ])

    private var csvRow: String {
        let parts = isbn?.registration
        return CSVRow.line([
            text.printable, line.map(String.init), "\(isbn != nil)", isbn?.isbn13, isbn?.isbn10,
            isbn?.hyphenated,
            isbn.map { "\($0.isRegistered)" }, isbn?.registrationGroupName, parts?.registrant,
            parts?.publication,
            form?.rawValue, label?.printable, qualifier?.printable,
            repairs.map(\.description).joined(separator: ", ").printable, hyphensAgree.map(String.init),
            error?.description,
        ])
    }

    /// Every key always there, `null` where nothing is known.
    private var json: String {
        let parts = isbn?.registration
        var record = FlatJSON()
        record.add("error", error?.description)
        record.add("form", form?.rawValue)
        record.add("group", isbn?.registrationGroupName)
        record.add("hyphenated", isbn?.hyphenated)
        record.add("hyphensAgree", hyphensAgree)
        record.add("isbn10", isbn?.isbn10)
        record.add("isbn13", isbn?.isbn13)
        record.add("label", label)
        record.add("line", line)
        record.add("publication", parts?.publication)
        record.add("qualifier", qualifier)
        record.add("registered", isbn?.isRegistered)
        record.add("registrant", parts?.registrant)
        record.add("registrants", (parts?.registrantRange).map { [$0.lowerBound, $0.upperBound] })
        record.add("repairs", repairs.map(\.description))
        record.add("text", text)
        record.add("valid", isbn != nil)
        return record.line
    }
}
