// A reviewer's reply about an uncertain photo. A wrong ISBN is worse than none, so a doubtful one can't be confirmed
// by a single key: it takes digits, which must be looked at.
import Books
import Catalogue
import Formatting
import Foundation

enum ReviewReply {
    case decided(PhotoDecision)
    /// One of the editions that were shown, from 0.
    case edition(Int)
    /// To search for a book by title.
    case title
    case skip, end
    /// Why the reply is not a decision.
    case notUnderstood(String)

    /// The confidence from which `y` is accepted: nine of ten such readings are right.
    static let shareForYes = 0.9

    /// The prompt for choices, which are sorted by likelihood.
    ///
    /// - Parameter editions: how many are shown by another number, if there are no choices.
    static func prompt(_ choices: [ISBNReading], editions: Int) -> String {
        if choices.areSuggested || editions > 0 {
            let numbers = (1...max(choices.count, editions)).map { "\($0)" }.joined(separator: ", ")
            return "\(numbers) for a book above, or type the ISBN"
        }
        guard let likeliest = choices.first else { return "type the ISBN" }
        if likeliest.confidence >= shareForYes {
            return "y = \(likeliest.isbn.hyphenated), or type the ISBN or its last four digits"
        }
        return "\(likeliest.isbn.hyphenated)? type the ISBN or its last four digits"
    }

    /// - Parameter editions: see `prompt(_:editions:)`.
    init(_ line: String, to choices: [ISBNReading], editions: Int) {
        let text = line.trimmingCharacters(in: .whitespaces)
        let place = (Int(text) ?? 0) - 1
        switch text.lowercased() {
        case "": self = .notUnderstood("nothing typed")
        case "y", "yes": self = Self.yes(choices.first)
        case "n", "no": self = .decided(.rejected)
        case "t", "title": self = .title
        case "s", "skip": self = .skip
        case "q", "quit": self = .end
        case _ where choices.areSuggested && choices.indices.contains(place):
            self = .decided(.confirmed(choices[place].isbn))
        case _ where (0..<editions).contains(place): self = .edition(place)
        case let ending where ending.wholeMatch(of: /[0-9]{3}[0-9x]/) != nil:
            self = Self.ending(ending.uppercased(), choices)
        default:
            do { self = .decided(.confirmed(try ISBN(given: text))) } catch {
                self = .notUnderstood("\(text): \(error.words)")
            }
        }
    }

    private static func yes(_ likeliest: ISBNReading?) -> ReviewReply {
        guard let likeliest else { return .notUnderstood("there is no candidate; type the ISBN") }
        guard likeliest.confidence >= shareForYes else {
            let share = (likeliest.confidence * 100).rounded() / 100
            return .notUnderstood(
                "\(share) is too low for y; type the last four digits from the photo")
        }
        return .decided(.confirmed(likeliest.isbn))
    }

    /// Matches the end of the ISBN-13 or the ISBN-10, because the photo may show either.
    private static func ending(_ digits: String, _ choices: [ISBNReading]) -> ReviewReply {
        let fitting = choices.map(\.isbn).filter { isbn in
            isbn.isbn13.hasSuffix(digits) || isbn.isbn10?.hasSuffix(digits) == true
        }
        guard let isbn = fitting.first else {
            return .notUnderstood("no candidate ends in \(digits); type the whole ISBN")
        }
        guard fitting.count == 1 else {
            return .notUnderstood("several candidates end in \(digits); type the whole ISBN")
        }
        return .decided(.confirmed(isbn))
    }
}

extension [ISBNReading] {
    /// Whether they were found by a title or another number: the photo shows no ISBN whose digits could be typed.
    var areSuggested: Bool { !isEmpty && allSatisfy(\.witnesses.isEmpty) }
}
