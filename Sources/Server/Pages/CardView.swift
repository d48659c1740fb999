#if Server
// A book's page: the same card as on the command line, and the forms for changing it.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import Translation

struct CardView {
    let card: BookCard
    let stock: [StockEntry]
    /// The reader's personal lists.
    let lists: [PersonalList]
    /// Those that are there.
    let copies: [BookCopy]
    /// The reader's own, if there is one.
    let reserved: [Reservation]
    let reader: Account
    let roles: [String: Account.Role]
    let comments: CommentThreads
    /// The comment that is shown alone, with its replies.
    let thread: Int64?
    /// For the comments, or the replies of one.
    let pagination: Pagination

    /// Those that stand below each comment; a link leads to the others.
    private static let mostReplies = 10

    /// - Parameter card: need not have comments.
    init(
        _ card: BookCard, of store: Store, reader: Account, pagination: Pagination, thread: Int64? = nil
    ) throws {
        self.thread = thread
        if let id = card.book.id {
            stock = try store.stock(of: id)
            lists = try store.lists(of: reader.name, with: id)
            var query = CopyQuery()
            query.book = .id(id)
            copies = try store.copies(query)
            reserved = try store.reservations(of: reader.name, book: id)
            if let thread {
                let found = try store.thread(
                    thread, on: id, for: reader.name, from: pagination.from, most: Pagination.size)
                guard let found else { throw SiteError.notFound }
                comments = found
            } else {
                comments = try store.threads(
                    on: id, for: reader.name, from: pagination.from, most: Pagination.size,
                    mostReplies: Self.mostReplies)
            }
        } else {
            (stock, lists, copies, reserved, comments) = ([], [], [], [], CommentThreads())
        }
        roles = try store.roles()
        self.reader = reader
        self.pagination = pagination
        self.card = card
    }

    /// The ids of the editions whose events the page subscribes to.
    private var books: String {
        ([card.book.id] + card.otherEditions.prefix(Pagination.size).map(\.book.id)).compactMap {
            $0.map { String($0.value) }
        }
        .joined(separator: " ")
    }

    var values: Pages.Values {
        let book = card.book
        let own = card.readings.filter { $0.person == reader.name && $0.book == book.id }
        let original =
            ([book.originalScriptTitle].compactMap(\.self) + book.originalScriptNames.prefix(3))
        return [
            "path": book.reference?.path ?? "", "form": book.formPath, "books": books,
            "heading": book.heading,
            "makers": makers, "hasMakers": !makers.isEmpty, "series": series, "tags": tags,
            "hasTags": !tags.isEmpty,
            "rating": comments.meanRating.map { [RatingView($0).values] } ?? [Pages.Values](),
            "cover": CoverView(book.reference, .large).values,
            "original": original.joined(separator: ", "),
            "canAsk": book.title == nil && book.isbn != nil, "lookupState": lookupState,
            "details": details, "marks": marks, "others": others,
            "isNew": card.lists.isEmpty && others.isEmpty,
            "readers": readers, "readings": card.readings.prefix(Pagination.size).map(values(of:)),
            "moreReadings": Self.more(card.readings),
            "sources": card.latestOrigins.map { Self.words($0) }, "hasSources": !card.book.origins.isEmpty,
            "stock": placed.map(values(of:)), "hasStock": !placed.isEmpty,
            "lists": ListName.builtIn.map { values(of: $0) }
                + lists.filter { !ListName.builtIn.contains($0.name) }
                .map { values(of: $0.name) },
            "states": Self.states(own.first?.state),
            "ownReadings": own.prefix(Pagination.size).map(ownValues(of:)),
            "comments": comments.threads.map(values(ofThread:)), "isThread": thread != nil,
            "pagination": pagination.links(
                count: thread.map { comments.replyCounts[$0] ?? 0 } ?? comments.count,
                path: "\(book.reference?.path ?? "")?\(thread.map { "thread=\($0)&" } ?? "")from=",
                part: "comments"),
            "hasComments": comments.count > 0, "choices": BookController.choices(nil), "isUnrated": true,
            "key": Secret().text,
            "editions": card.otherEditions.prefix(Pagination.size).map(values(of:)),
            "moreEditions": Self.more(card.otherEditions), "hasEditions": !card.otherEditions.isEmpty,
            "copyRows": copies.prefix(Pagination.size).map { CopyView($0, for: reader).values },
            "hasCopyRows": !copies.isEmpty, "moreCopies": Self.more(copies),
            "showsCopies": !copies.isEmpty || reader.role >= .librarian, "reservation": reservation,
            "isReserved": !reserved.isEmpty,
            "canReserve": reserved.isEmpty && !copies.isEmpty
                && !copies.contains { $0.loan?.person == reader.name },
            "namesakes": card.namesakes.map(values(of:)), "hasNamesakes": !card.namesakes.isEmpty,
        ]
    }

    private func values(ofThread comment: Comment) -> Pages.Values {
        let id = comment.id ?? 0
        let replies = comments.replies[id] ?? []
        let more = thread == nil ? (comments.replyCounts[id] ?? 0) - replies.count : 0
        return values(of: comment).merging([
            "replies": replies.map { values(of: $0) }, "moreReplies": more > 0 ? Phrase(number: more) : "",
        ]) { $1 }
    }

    private func values(of comment: Comment) -> Pages.Values {
        let edition = card.otherEdition(of: comment)?.book
        return CommentView(
            comment, reader, roles, edition: edition.map { $0.isbn?.hyphenated ?? $0.heading }
        ).values
    }

    /// The number of further rows that the page does not show; empty for none.
    private static func more(_ rows: [some Any]) -> Phrase {
        rows.count > Pagination.size ? Phrase(number: rows.count - Pagination.size) : ""
    }

    private var details: [Pages.Values] {
        let book = card.book
        let rows: [(Phrase, String?)] = [
            ("ISBN", book.isbn?.hyphenated), ("ISBN-10", book.isbn?.hyphenated10),
            ("LCCN", book.isbn == nil ? book.lccn?.value : nil),
            (
                "Published",
                [book.publisher, book.year.map(String.init)].compactMap(\.self).joined(separator: ", ")
            ),
            ("Pages", book.pages.map(String.init)),
            ("Language", book.language),
            ("Subjects", book.subjects.prefix(8).joined(separator: "; ")),
        ]
        return rows.compactMap { name, text in
            guard let text, !text.isEmpty else { return nil }
            let shown: any Sendable = name == "Language" ? LanguageName(code: text) : text
            return ["name": name, "text": shown] as Pages.Values
        }
    }

    /// The contributors, each with a link to their other books.
    private var makers: [Pages.Values] {
        let makers = card.book.makers
        return makers.enumerated().map { place, maker in
            [
                "name": maker.name, "link": BrowsePath.author(maker.name),
                "before": maker.role == .author ? "" as Phrase : Self.words(for: maker.role),
                "isLast": place == makers.count - 1,
            ]
        }
    }

    private static func words(for role: Contributor.Role) -> Phrase {
        switch role {
        case .author: "by"
        case .editor: "edited by"
        case .translator: "translated by"
        case .illustrator: "illustrated by"
        case .contributor: "with"
        }
    }

    private static func words(_ origin: Origin) -> Phrase {
        origin.source == Origin.byHand.source
            ? "Entered by hand, \(origin.date)" : "From \(origin.source.printable), \(origin.date)"
    }

    private var series: [Pages.Values] {
        guard let series = card.book.series else { return [] }
        return [["link": BrowsePath.series(series), "words": card.book.numberedSeries ?? series]]
    }

    private var tags: [Pages.Values] {
        card.book.tags.map { ["link": BrowsePath.tag($0), "words": $0] }
    }

    /// What readers here and elsewhere think of it, on average.
    private var readers: Phrase {
        let own = comments.meanRating.map { (stars: $0, count: comments.raters, source: String?.none) }
        let all = [own].compactMap(\.self) + card.averages.filter { $0.source != nil }
        let averages = all.enumerated().map { place, rating -> Phrase in
            let (average, count) = (Phrase(mean: rating.stars), Phrase(number: rating.count))
            return switch rating.source {
            case nil: "\(average) of 5 (\(count) here)"
            case let source? where place == 0: "\(average) of 5 (\(count) at \(source))"
            case let source?: "\(average) (\(count) at \(source))"
            }
        }
        return Phrase(listing: averages)
    }

    /// The state of the look-up.
    private var lookupState: Phrase {
        switch card.lookupState {
        case nil: ""
        case .notYet: "This book has not been looked up yet."
        case .waiting: "A library did not answer. Try again later."
        case .unknown: "No library knows this book."
        }
    }

    private var marks: [Pages.Values] {
        card.lists.map {
            ["words": Phrase(list: $0), "kind": $0 == ListName.owned ? BookMark.yours.rawValue : ""]
        }
    }

    /// What the reader's reservation has come to; empty without one.
    private var reservation: Phrase {
        guard let own = reserved.first else { return "" }
        return own.held == nil
            ? "You have reserved this book. The next copy that comes back is held for you."
            : "A copy is held for you."
    }

    private static let mostMarks = 10

    /// The lists of other editions, and of other books with the same title.
    private var others: [Phrase] {
        func named(_ editions: [BookCard.Edition], _ words: (Phrase, String) -> Phrase) -> [Phrase] {
            editions.lazy.filter { !$0.lists.isEmpty }.prefix(Self.mostMarks).map {
                words(
                    Phrase(listing: $0.lists.map { Phrase(list: $0) }),
                    $0.book.isbn?.hyphenated ?? $0.book.heading)
            }
        }
        return named(card.otherEditions) { "\($0): another edition, \($1)" }
            + named(card.namesakes) { "\($0): the same title, \($1)" }
    }

    private func values(of reading: ReadingStatus) -> Pages.Values {
        let other = card.otherEditions.first { $0.book.id == reading.book }?.book
        return [
            "person": reading.person, "words": Self.words(reading),
            "edition": other.map { $0.isbn?.hyphenated ?? $0.heading } ?? "",
        ]
    }

    private func ownValues(of reading: ReadingStatus) -> Pages.Values {
        ["number": reading.id.map(String.init) ?? "", "words": Self.words(reading)]
    }

    private static func words(_ reading: ReadingStatus) -> Phrase {
        switch (reading.state, reading.started, reading.ended) {
        case (.reading, let started?, _): "is reading it, since \(started)"
        case (.reading, nil, _): "is reading it"
        case (.read, let started?, let ended?): "has read it, \(started) to \(ended)"
        case (.read, let day?, nil), (.read, nil, let day?): "has read it, \(day)"
        case (.read, nil, nil): "has read it"
        case (.abandoned, _, let day?), (.abandoned, let day?, nil): "abandoned it, \(day)"
        case (.abandoned, nil, nil): "abandoned it"
        }
    }

    /// The shared lists that tell more than that they have the book: the marks name them already.
    private var placed: [StockEntry] { stock.filter { $0.copies != nil || $0.shelf != nil } }

    private func values(of entry: StockEntry) -> Pages.Values {
        [
            "list": Phrase(list: entry.list), "copies": entry.copies ?? 0, "hasCopies": entry.copies != nil,
            "shelf": entry.shelf ?? "",
        ]
    }

    private func values(of list: String) -> Pages.Values {
        let isOn = lists.contains { $0.name == list && $0.holds }
        return ["list": list, "words": Phrase(list: list), "isOn": isOn, "do": isOn ? "remove" : "add"]
    }

    static func states(_ state: ReadingStatus.State?) -> [Pages.Values] {
        ReadingStatus.State.allCases.map {
            ["value": $0.rawValue, "words": Phrase(word: $0.rawValue), "isChosen": $0 == state]
        }
    }

    private func values(of edition: BookCard.Edition) -> Pages.Values {
        let book = edition.book
        return [
            "path": book.reference?.path ?? "", "heading": book.heading,
            "facts": book.facts, "cover": CoverView(book.reference, .small).values,
            "mark": Phrase(listing: edition.lists.map { Phrase(list: $0) }),
        ]
    }
}
#endif
