#if Server
// What stands in pages of books, comments and photos.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation

/// A comment as its reader sees it.
struct CommentView {
    let comment: Comment
    let reader: Account
    /// Of its writer, unless they are a reader as others.
    let role: Account.Role?
    /// The edition it was written about, where that is another than the page's.
    var edition: String?

    /// - Parameter roles: as `Store.roles` has them.
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
        let book = comment.isbn.map(BookSpecifier.isbn) ?? comment.book.map(BookSpecifier.id)
        return [
            "id": comment.id.map(String.init) ?? "", "person": comment.person,
            "role": Phrase(word: role?.rawValue ?? ""),
            "written": comment.writtenOn?.description ?? comment.written as any Sendable,
            "rating": comment.rating.map { [RatingView($0).values] } ?? [Pages.Values](),
            "paragraphs": comment.text.split(separator: "\n").map(String.init),
            "language": comment.language ?? "",
            "hasText": !comment.text.isEmpty, "isSpoiler": comment.isSpoiler,
            "isPrivate": comment.isPrivate, "isReply": comment.parent != nil,
            "isEdited": comment.edited != nil, "source": comment.source ?? "", "edition": edition ?? "",
            "isMine": isMine, "canRemove": isMine || reader.role >= .librarian,
            "book": book?.path ?? "",
            "bookTitle": (comment.bookTitle ?? comment.isbn?.hyphenated).map { Phrase(verbatim: $0) }
                ?? "a book",
        ]
    }
}

/// Stars, also in words.
struct RatingView {
    let stars: Double
    let number: String

    init(_ rating: Rating) { (stars, number) = (rating.stars, rating.short) }

    /// The mean of the readers here; `nil` without a rating.
    init?(_ card: BookCard) {
        let stars = card.comments.compactMap { $0.rating?.stars }
        if stars.isEmpty { return nil }
        self.init(stars.reduce(0, +) / Double(stars.count))
    }

    /// An average.
    init(_ stars: Double) { (self.stars, number) = (stars, Self.number(stars)) }

    var values: Pages.Values { ["stars": drawn, "words": "\(number) of 5" as Phrase] }

    /// `★★★½☆`, to the nearest half.
    var drawn: String {
        let halves = Int((stars * 2).rounded())
        return String(repeating: "★", count: halves / 2) + (halves.isMultiple(of: 2) ? "" : "½")
            + String(repeating: "☆", count: max(0, (10 - halves) / 2))
    }

    /// With a decimal where there is one.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}

extension Book {
    /// What tells editions apart, each by itself: joined, a number would be turned around beside letters that are written
    /// from right to left.
    var facts: [String] {
        [publisher, year.map(String.init), isbn?.hyphenated].compactMap(\.self)
    }
}

extension RatedBook {
    func values(_ cover: CoverPicture.Size) -> Pages.Values {
        [
            "path": book.reference?.path ?? "", "heading": book.heading, "byline": book.byline ?? "",
            "rating": RatingView(average).values, "count": count, "isOne": count == 1,
            "cover": CoverView(book.reference, cover).values, "mark": "", "number": "",
            "weighted": RatingView.number(weighted),
        ]
    }
}

extension Phrase {
    /// A list's name; those that every catalogue has are translated.
    init(list name: String) {
        let isCommon =
            [ListName.owned, ListName.wanted].contains(name) || ReadingStatus.State(rawValue: name) != nil
        self = isCommon ? Phrase(word: name) : Phrase(verbatim: name)
    }
}

/// A book in a list of books: a line, or a cover with its title below.
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

    /// - Parameter cover: small beside a line, large above a title.
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

extension Upload {
    /// As a line of a list of photos.
    var values: Pages.Values {
        let words: Phrase
        switch state {
        case .waiting: words = "waiting"
        case .read, .review: words = Phrase(verbatim: record.map { Self.words(of: $0) } ?? "")
        case .confirmed: words = Phrase(verbatim: isbn?.hyphenated ?? bookTitle ?? "")
        case .rejected: words = "no ISBN"
        }
        return [
            "id": id, "name": name, "words": words, "path": confirmed?.path ?? "/photos/\(id)",
            "isWaiting": state == .waiting, "canAdd": canAdd, "picture": hasPicture,
            "cover": CoverView(
                hasPicture ? nil : confirmed ?? shownISBN.map(BookSpecifier.isbn), .small
            ).values,
        ]
    }

    private var hasPicture: Bool { state != .waiting && record.map { $0.status != .failed } == true }

    /// The book that it was decided to show.
    var confirmed: BookSpecifier? {
        state == .confirmed ? isbn.map(BookSpecifier.isbn) ?? book.map(BookSpecifier.id) : nil
    }

    /// Whether its book may have to be added by hand, since nobody reads a number.
    var canAdd: Bool { [.read, .review, .rejected].contains(state) && record?.status != .found }

    private var shownISBN: ISBN? { record?.status == .found ? record?.isbns.first?.isbn : nil }

    private static func words(of record: PhotoRecord) -> String {
        record.status == .found ? record.isbns.first?.isbn.hyphenated ?? "" : record.reason
    }
}

extension ISBNReading {
    /// With its evidence.
    func values(isAccepted: Bool) -> Pages.Values {
        [
            "isbn13": isbn.isbn13, "hyphenated": isbn.hyphenated, "isbn10": isbn.hyphenated10 ?? "",
            "percent": Int((confidence * 100).rounded()), "isAccepted": isAccepted,
            "cover": CoverView(.isbn(isbn), .small).values,
            "reason": reason ?? "", "qualifier": qualifier ?? "",
            "group": isbn.registrationGroupName ?? "",
            "witnesses": witnesses.map { witness -> Pages.Values in
                [
                    "text": witness.text, "reader": (witness.reader == .barcode ? "bars" : "text") as Phrase,
                    "percent": Int((witness.confidence * 100).rounded()),
                    "repairs": witness.repairs.joined(separator: ", "),
                ]
            },
        ]
    }

    /// Where its book's number is written in the picture; `nil` where nothing says.
    var place: Pages.Values? {
        guard let box = witnesses.lazy.map(\.box).first(where: { $0.count > 2 }) else { return nil }
        return ["book": book, "x": box.map(\.x).min() ?? 0, "y": box.map(\.y).min() ?? 0]
    }

    /// Outlines in the picture, as SVG's `points` has them.
    var outlines: [String] {
        witnesses.filter { $0.box.count > 2 }.map { witness in
            witness.box.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        }
    }
}
#endif
