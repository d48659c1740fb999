// The answer about one number that was given or found.
import Books
import Output

/// A number with all that is known from it.
package struct ISBNAnswer: Sendable {
    package enum Verdict: Sendable {
        case isbn(ISBN, ISBNForm)
        case invalid(ISBNError)
    }

    package var verdict: Verdict
    /// As given or printed.
    package var text: String
    /// Counted from 1; `nil` for a number given as an argument.
    package var line: Int?
    package var label: String?
    package var qualifier: String?
    package var repairs: [Repair] = []
    package var hyphensAgree: Bool?

    /// For a text that should be a single ISBN.
    package init(_ text: String) {
        self.text = text
        do {
            let (isbn, form) = try ISBN.parse(text)
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

    /// For a text that is an ISBN, or contains some: one answer for each; if it contains none, one answer that says
    /// why.
    package static func answers(for text: String) -> [ISBNAnswer] {
        let whole = ISBNAnswer(text)
        guard whole.isbn == nil else { return [whole] }
        let found = answers(for: ISBN.find(in: text)) { _ in nil }
        return found.isEmpty ? [whole] : found
    }

    /// For everything that was found, in the text's order.
    ///
    /// - Parameter line: returns the line of a position in the text; called with ascending positions.
    package static func answers(for findings: ISBNFindings, line: (Int) -> Int?) -> [ISBNAnswer] {
        let matches = findings.matches.map { ($0.range.lowerBound, ISBNAnswer($0)) }
        let nearMisses = findings.nearMisses.map { ($0.range.lowerBound, ISBNAnswer($0)) }
        return (matches + nearMisses).sorted { $0.0 < $1.0 }.map { place, answer in
            var answer = answer
            answer.line = line(place)
            return answer
        }
    }

    /// `nil` if the number is not an ISBN.
    package var isbn: ISBN? {
        if case .isbn(let isbn, _) = verdict { isbn } else { nil }
    }

    package var error: ISBNError? {
        if case .invalid(let error) = verdict { error } else { nil }
    }

    var form: ISBNForm? {
        if case .isbn(_, let form) = verdict { form } else { nil }
    }
}

// Explains why a number is not an ISBN.
extension ISBNError {
    /// A clause without the number itself: `check digit is 5, should be 7`.
    package var words: String {
        switch self {
        case .length(0): "contains no digits"
        case .length(1): "has 1 digit, not 13, 10 or 9"
        case .length(9), .length(10): "seems to be part of a longer number"
        case .length(let count): "has \(count) digits, not 13, 10 or 9"
        case .character(let scalar, let place):
            "\(ISBNError.shown(scalar)) at \(place + 1) is not allowed in an ISBN"
        case .prefix("9790"): "begins with 979-0, which is for sheet music (ISMN)"
        case .prefix(let digits): "begins with \(digits), not 978 or 979"
        case .checkDigit(let found, let expected): "check digit is \(found), should be \(expected)"
        }
    }

    /// In quotes if it is visible, else by its code point.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .nonspacingMark, .enclosingMark, .spacingMark:
            let code = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        default:
            return "“\(scalar)”"
        }
    }
}

extension ISBNAnswer: Row {
    /// The ISBN-13; nothing if the number is not an ISBN.
    package var textLines: [String] { isbn.map { [$0.isbn13] } ?? [] }

    /// The ISBN first, or that there is none; then its parts; last how and where it was printed.
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

    /// The owner of the number, or the error.
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

    /// The first and the last registrant of its range.
    private var registrants: [String]? {
        (isbn?.registration?.registrantRange).map { [$0.lowerBound, $0.upperBound] }
    }

    package static let columns: [Column<ISBNAnswer>] = [
        Column("text") { $0.text },
        Column("line") { $0.line },
        Column("valid") { $0.isbn != nil },
        Column("isbn13") { $0.isbn?.isbn13 },
        Column("isbn10") { $0.isbn?.isbn10 },
        Column("hyphenated") { $0.isbn?.hyphenated },
        Column("registered") { $0.isbn?.isRegistered },
        Column("group") { $0.isbn?.registrationGroupName },
        Column("registrant") { $0.isbn?.registration?.registrant },
        Column("registrants", json: \.registrants),
        Column("publication") { $0.isbn?.registration?.publication },
        Column("form") { $0.form?.rawValue },
        Column("label") { $0.label },
        Column("qualifier") { $0.qualifier },
        Column("repairs") { $0.repairs.map(\.description) },
        Column("hyphens_agree") { $0.hyphensAgree },
        Column("error") { $0.error?.words },
    ]
}
