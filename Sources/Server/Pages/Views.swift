#if Server
// Template values for books, comments and photos.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import Translation

/// A comment as it is shown to an account.
struct CommentView {
    let comment: Comment
    let reader: Account
    /// The author's role; `nil` for ordinary readers.
    let role: Account.Role?
    /// The edition that it was written about, if that is not the page's.
    var edition: String?

    /// - Parameter roles: from `Store.roles`.
    init(
        _ comment: Comment, _ reader: Account, _ roles: [String: Account.Role], edition: String? = nil
    ) {
        role = roles[comment.person]
        self.comment = comment
        self.reader = reader
        self.edition = edition
    }

    var values: Pages.Values {
        let isMine = comment.person == reader.name
        return [
            "id": comment.id.map(String.init) ?? "", "person": comment.person,
            "role": Phrase(word: role?.rawValue ?? ""),
            "written": comment.writtenOn.map { Phrase($0) } ?? Phrase(day: comment.written),
            "rating": comment.rating.map { [RatingView($0).values] } ?? [Pages.Values](),
            "paragraphs": comment.text.split(separator: "\n").map(String.init),
            "language": comment.language ?? "",
            "hasText": !comment.text.isEmpty, "isSpoiler": comment.isSpoiler,
            "isPrivate": comment.isPrivate, "isReply": comment.parent != nil,
            "isEdited": comment.edited != nil, "source": comment.shown(to: reader.name).source ?? "",
            "edition": edition ?? "",
            "isMine": isMine, "canRemove": isMine || reader.role >= .librarian,
            "book": comment.specifier?.path ?? "",
            "bookTitle": (comment.bookTitle ?? comment.isbn?.hyphenated).map { Phrase(verbatim: $0) }
                ?? ("a book" as Phrase),
        ]
    }
}

/// A rating as stars, and in words.
struct RatingView {
    let stars: Double
    let number: Phrase

    init(_ rating: Rating) { (stars, number) = (rating.stars, rating.number) }

    /// The mean of the readers' ratings; `nil` without a rating.
    init?(_ card: BookCard) {
        guard let own = card.averages.first(where: { $0.source == nil }) else { return nil }
        self.init(own.stars)
    }

    /// A mean rating.
    init(_ stars: Double) { (self.stars, number) = (stars, Phrase(mean: stars)) }

    var values: Pages.Values { ["stars": drawn, "words": "\(number) of 5" as Phrase] }

    /// `★★★½☆`, to the nearest half.
    var drawn: String {
        let halves = Int((stars * 2).rounded())
        return String(repeating: "★", count: halves / 2) + (halves.isMultiple(of: 2) ? "" : "½")
            + String(repeating: "☆", count: max(0, (10 - halves) / 2))
    }
}

extension Rating {
    /// `4`, `4.5`, `4.25`.
    var number: Phrase { Phrase(number: stars, digits: 2) }
}

extension Book {
    /// The facts that distinguish editions. They are separate elements, because in joined text a number would be
    /// reordered next to letters that are written from right to left.
    var facts: [String] {
        [publisher, year.map(String.init), isbn?.hyphenated].compactMap(\.self)
    }
}

extension RankedBook {
    func values(_ cover: CoverPicture.Size) -> Pages.Values {
        [
            "path": book.reference?.path ?? "", "heading": book.heading, "byline": book.byline ?? "",
            "rating": average.map { [RatingView($0).values] } ?? [Pages.Values](), "count": count,
            "cover": CoverView(book.reference, cover).values, "mark": "", "number": "",
            "mean": average.map(Phrase.init(mean:)) ?? ("" as Phrase), "weighted": Phrase(mean: score),
        ]
    }
}

extension Phrase {
    /// With one decimal place, if it is not zero.
    init(mean stars: Double) { self.init(number: stars, digits: 1) }

    init(_ date: PartialDate) { self.init(date: date.parts) }

    init(_ day: Day) { self.init(PartialDate(day)) }

    /// The name of a list. The names of common lists and reading states are translated.
    init(list name: String) {
        let isCommon =
            [ListName.owned, ListName.wanted].contains(name) || ReadingStatus.State(rawValue: name) != nil
        self = isCommon ? Phrase(word: name) : Phrase(verbatim: name)
    }
}

extension ListName {
    /// The name that is stored for what somebody typed on a page: a common list or reading state is known by its name in
    /// the page's language, too.
    static func stored(_ typed: String, in language: Language) -> String {
        let common = builtIn + ReadingStatus.State.allCases.map(\.rawValue)
        let key = ListName(typed)?.key
        return common.first { ListName(language(Phrase(list: $0)))?.key == key } ?? typed
    }
}

extension Phrase.StringInterpolation {
    mutating func appendInterpolation(_ date: PartialDate) { appendInterpolation(Phrase(date)) }

    mutating func appendInterpolation(_ day: Day) { appendInterpolation(Phrase(day)) }
}

/// A book in a list: a row, or a cover with the title below it.
enum BookRowView {
    static func rows(
        of books: [BookID], in store: Store, for person: String
    ) throws -> [Pages.Values] {
        var rows: [Pages.Values] = []
        try store.forEachCard(of: books, for: person) { card in
            rows.append(values(card.book, BookMark(card, isAgain: false), RatingView(card), .small))
        }
        return rows
    }

    /// - Parameter cover: small in a row, large above a title.
    static func values(_ listed: ListedBook, _ cover: CoverPicture.Size) -> Pages.Values {
        let mark = BookMark(lists: listed.lists, others: [], isAgain: false)
        return values(listed.book, mark, listed.stars.map { RatingView($0) }, cover)
    }

    private static func values(
        _ book: Book, _ mark: BookMark, _ rating: RatingView?, _ cover: CoverPicture.Size
    ) -> Pages.Values {
        [
            "path": book.reference?.path ?? "", "heading": book.heading, "byline": book.byline ?? "",
            "facts": book.facts, "mark": mark == .new ? "" as Phrase : Phrase(word: mark.words),
            "markKind": mark.rawValue, "id": book.id?.value ?? 0,
            "cover": CoverView(book.reference, cover).values, "number": "",
            "rating": rating.map { [$0.values] } ?? [Pages.Values](),
        ]
    }
}

extension Upload.Exclusion {
    var phrase: Phrase {
        switch self {
        case .ended(let name): "The inventory \(name) has ended: this photo does not count in it."
        case .unknown: "The inventory does not exist: this photo counts in none."
        }
    }
}

extension Upload {
    /// A row of a list of photos.
    ///
    /// - Parameter book: the one that it shows, if it is known.
    func values(_ book: Book?) -> Pages.Values {
        let words: Phrase =
            switch state {
            case .waiting: "waiting"
            case .rejected: "no ISBN"
            case .read, .review: record.flatMap { $0.status == .found ? nil : $0.reasonPhrase } ?? ""
            case .confirmed: ""
            }
        let shown = shown
        return [
            "id": id, "name": name, "words": words, "path": confirmed?.path ?? "/photos/\(id)",
            "title": book?.heading ?? bookTitle ?? "", "byline": book?.byline ?? "",
            "isbn": shown?.isbn?.hyphenated ?? "", "state": shown == nil ? "" : heading,
            "isWaiting": state == .waiting, "canAdd": canAdd, "picture": hasPicture,
            "cover": CoverView(hasPicture ? nil : shown, .small).values,
            "excluded": [exclusion?.phrase].compactMap(\.self),
        ]
    }

    /// What there is to decide, or was decided.
    var heading: Phrase {
        switch state {
        case .waiting: "One moment"
        case .confirmed: "Confirmed"
        case .rejected: "No ISBN"
        case .read, .review:
            switch record?.status {
            case .found: record?.isbns.count == 1 ? "Is this it?" : "Which one is it?"
            case .uncertain: "Not sure"
            case .failed: "The photo can't be read"
            default: "No ISBN found"
            }
        }
    }

    /// The book that it was confirmed to show, or the likeliest one.
    var shown: BookSpecifier? {
        guard [.read, .review].contains(state) else { return confirmed }
        return record.flatMap { ($0.isbns + $0.candidates).first }.map { .isbn($0.isbn) }
    }

    private var hasPicture: Bool { state != .waiting && record.map { $0.status != .failed } == true }

    /// The book that it was confirmed to show.
    var confirmed: BookSpecifier? {
        state == .confirmed ? isbn.map(BookSpecifier.isbn) ?? book.map(BookSpecifier.id) : nil
    }

    /// Whether something other than an ISBN was read.
    var hasFindings: Bool { record?.hasFindings == true }

    /// Whether the book may have to be added by hand, because no ISBN was read, or only a wrong one.
    var canAdd: Bool {
        state == .rejected || [.read, .review].contains(state) && record?.status != .found
    }
}

extension ISBNReading {
    /// With its evidence.
    func values(isAccepted: Bool) -> Pages.Values {
        [
            "isbn13": isbn.isbn13, "hyphenated": isbn.hyphenated, "isbn10": isbn.hyphenated10 ?? "",
            "percent": Int((confidence * 100).rounded()), "isAccepted": isAccepted,
            "cover": CoverView(.isbn(isbn), .small).values,
            "reason": Phrase(message: reason ?? ""), "qualifier": qualifier ?? "",
            "price": price?.description ?? "",
            "group": isbn.registrationGroupName.map { RegistrationGroupName($0) } ?? "" as any Sendable,
            "isWitnessed": !witnesses.isEmpty,
            "witnesses": witnesses.map { witness -> Pages.Values in
                [
                    "text": witness.text, "reader": (witness.reader == .barcode ? "bars" : "text") as Phrase,
                    "percent": Int((witness.confidence * 100).rounded()),
                    "repairs": witness.repairs.joined(separator: ", "),
                ]
            },
        ]
    }

    /// The position of the ISBN in the picture; `nil` if it is unknown.
    var place: Pages.Values? {
        guard let box = witnesses.lazy.map(\.box).first(where: { $0.count > 2 }) else { return nil }
        return ["book": book, "x": box.map(\.x).min() ?? 0, "y": box.map(\.y).min() ?? 0]
    }

    /// Outlines in the picture, as values of SVG's `points`.
    var outlines: [String] {
        witnesses.filter { $0.box.count > 2 }.map { witness in
            witness.box.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        }
    }
}
#endif
