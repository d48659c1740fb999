// Every order, filter and page gives what a plain look at all books gives, whatever was done to them before.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct BrowsePropertyTests {
    private static let numbers = [
        "9780439023481", "9780439554930", "9780306406157", "9780316015844", "9780747532699", "9780140328721",
        "9780812973143", "9780415302630", "9780415302609", "9781405362177", "9783462051285", "9780000000002",
    ]
    private static let people = ["ion", "maria"]

    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    // MARK: What is done

    private enum Deed: CaseIterable {
        case save, remove, merge, unite, share, unshare, keep, unkeep, place, comment, editComment,
            removeComment
        case read, unread, setISBN, age, undo
    }

    private static func book(_ number: String, _ random: inout SeededGenerator) throws -> Book {
        func some<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }
        var book = Book(isbn: try isbn(number))
        book.title = some([
            nil, "The Atlas", "Atlas", "atlas", "Ännchen", "Zebra", "Volume 2", "Volume 10", "Книга",
        ])
        if book.title != nil {
            book.contributors = some([
                [], [Contributor(name: "Ada Okafor")],
                [Contributor(name: "Bo Abel"), Contributor(name: "Ada Okafor")],
                [Contributor(name: "Jörg Ängström", role: .editor)], [Contributor(name: "Zoë")],
            ])
            book.year = some([nil, 1998, 1998, 2001, 2020])
            book.language = some([nil, "en", "eng", "de", "rus"])
            book.series = some([nil, "Lights", "Harbours"])
            book.tags = some([[], ["sea"], ["sea", "Red"]])
        }
        return book.credited(.person)
    }

    private func carryOut(_ deed: Deed, _ random: inout SeededGenerator) throws {
        let person = try #require(Self.people.randomElement(using: &random))
        let store = store.recordingChange(.edit, by: person)
        let number = try #require(Self.numbers.randomElement(using: &random))
        let (book, other) = (
            try reference(number), try reference(#require(Self.numbers.randomElement(using: &random)))
        )
        let list = try #require(["owned", "wanted", "lent", "red"].randomElement(using: &random))
        let comments = try store.comments(by: person, for: person)
        switch deed {
        case .save: try store.save(Self.book(number, &random))
        case .remove: try store.remove(book, evenIfCommented: true)
        case .merge: try store.merge(other, into: book, evenIfTwoISBNs: true, origin: .person)
        case .unite:
            for reference in [book, other] {
                guard var known = try store.book(reference) else { return }
                known.works = [Identifier("openlibrary", "OL\(Int.random(in: 0..<3, using: &random))W")]
                known.origins[.works] = .person
                try store.save(known)
            }
        case .share: try store.add([book], to: list)
        case .unshare: try store.remove([book], from: list)
        case .keep: try store.add([book], to: list, of: person)
        case .unkeep: try store.remove([book], from: list, of: person)
        case .place:
            let shelf = try #require(["A 1", "B 2"].randomElement(using: &random))
            try store.set(copies: 1, shelf: shelf, of: book, on: list)
        case .comment:
            let stars = Double(Int.random(in: 0...20, using: &random)) / 4
            var comment = Books.Comment(person: person, rating: Rating(stars), text: "Said.")
            if Bool.random(using: &random) { comment.rating = nil }
            comment.isPrivate = Int.random(in: 0..<3, using: &random) == 0
            try store.add(comment, to: book)
        case .editComment:
            guard var comment = comments.randomElement(using: &random) else { return }
            comment.rating = Rating(quarters: Int.random(in: 0...20, using: &random))
            comment.isPrivate.toggle()
            try store.edit(comment)
        case .removeComment:
            guard let id = comments.randomElement(using: &random)?.id else { return }
            try store.removeComment(id, by: person, orOthers: false)
        case .read:
            let state = try #require(ReadingStatus.State.allCases.randomElement(using: &random))
            try store.mark([book], as: state, by: person)
        case .unread: try store.unmark([book], as: .read, by: person)
        case .setISBN:
            guard let id = try store.book(book)?.id, try store.book(other) == nil else { return }
            try store.setISBN(other.isbn, of: id)
        case .age:
            guard let id = try store.book(book)?.id else { return }
            let added = Int.random(in: 0..<4, using: &random)
            try store.write { db in
                try db.run("UPDATE book SET added = ? WHERE id = ?", added, id.value)
                try db.index(id)
            }
        case .undo: _ = try store.undo(by: person, date: .now)
        }
    }

    // MARK: What is expected

    /// A book with all that filters and orders ask about.
    private struct Known {
        var book: Book
        var id: Int64
        var added: Int64
        var shared: [String]
        var own: [String: [String]]
        var shelves: [String]
        var readings: Set<[String]>
        /// The mean in thousandths of half stars, and how many.
        var rating: (mean: Int, count: Int)?
        var work: Int64
        /// Of the work, in half stars.
        var halves: [Double]
    }

    private func known() throws -> [Known] {
        let rows = try store.read { db in
            try db.all("SELECT id, added, work FROM book") {
                (BookID($0["id"]), $0["added"] as Int64, $0["work"] as Int64)
            }
        }
        return try rows.map { id, added, work in
            // Of nobody, so that nothing personal is among it.
            let card = try #require(try store.card(of: .id(id), for: ""))
            let stock = try store.stock(of: id)
            var own: [String: [String]] = [:]
            for person in Self.people {
                own[person] = try store.lists(of: person, with: id).filter(\.holds).map(\.name)
            }
            var latest: [String: Books.Comment] = [:]
            for comment in card.comments where comment.rating != nil && !comment.isPrivate {
                if (comment.id ?? 0) > (latest[comment.person]?.id ?? -1) { latest[comment.person] = comment }
            }
            let halves = latest.values.compactMap { $0.rating.map { Double($0.quarters) / 2 } }
            let mean = halves.isEmpty ? 0 : (halves.reduce(0, +) / Double(halves.count) * 1000).rounded()
            return Known(
                book: card.book, id: id.value, added: added, shared: stock.map(\.list), own: own,
                shelves: stock.compactMap(\.shelf),
                readings: Set(
                    card.readings.filter { $0.book == id }.map { [$0.person, $0.state.rawValue] }),
                rating: halves.isEmpty ? nil : (Int(mean), halves.count), work: work, halves: halves)
        }
    }

    private static func expected(_ query: BrowseQuery, _ all: [Known]) -> [Int64] {
        let found = all.filter { known in
            let book = known.book
            let own: [String] = known.own[query.person] ?? []
            let list = query.list.map { list in
                ReadingStatus.State(rawValue: list) == nil
                    ? known.shared.contains(list) : known.readings.contains([query.person, list])
            }
            let terms = query.terms.map { kind, value -> Bool in
                switch kind {
                case .author: book.makers.contains { $0.name == value }
                case .series: book.series == value
                case .tag: book.tags.contains(value)
                case .language: book.language.flatMap { LanguageCode.shortest($0) } == value
                }
            }
            return list != false && query.ownList.map(own.contains) != false
                && query.reader.map { reader in known.readings.contains { $0[0] == reader } } != false
                && query.place.map(known.shelves.contains) != false && !terms.contains(false)
                && query.years.map { years in book.year.map(years.contains) == true } != false
                && !(query.isUnread && known.readings.contains([query.person, "read"]))
                && !(query.isLent && !known.shared.contains("lent") && !own.contains("lent"))
        }
        func title(_ known: Known) -> SortKey {
            SortKey(
                title: known.book.title, language: known.book.language.flatMap { LanguageCode.shortest($0) })
        }
        func author(_ known: Known) -> SortKey { SortKey(name: known.book.makers.first?.name) }
        func comesFirst(_ left: Known, _ right: Known) -> Bool {
            switch query.sort {
            case .author where author(left) != author(right): return author(left) < author(right)
            case .year where left.book.year != right.book.year:
                return left.book.year ?? .min > right.book.year ?? .min
            case .added:
                return left.added == right.added ? left.id < right.id : left.added > right.added
            case .rating:
                let (mine, theirs) = (left.rating ?? (-1, 0), right.rating ?? (-1, 0))
                if mine != theirs { return mine > theirs }
            default: break
            }
            return title(left) == title(right) ? left.id < right.id : title(left) < title(right)
        }
        return found.sorted(by: comesFirst).map(\.id)
    }

    private static func query(_ random: inout SeededGenerator) -> BrowseQuery {
        func some<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }
        var query = BrowseQuery(person: some(people), sort: some(BrowseQuery.Sort.allCases))
        func maybe(_ set: () -> Void) { if Int.random(in: 0..<5, using: &random) == 0 { set() } }
        maybe { query.list = some(["owned", "wanted", "red", "read", "reading", "none"]) }
        maybe { query.ownList = some(["owned", "wanted", "lent"]) }
        maybe { query.reader = some(people + ["nobody"]) }
        maybe { query.place = some(["A 1", "B 2", "C 3"]) }
        maybe { query.terms[.language] = some(["en", "de", "ru"]) }
        maybe { query.terms[.author] = some(["Ada Okafor", "Jörg Ängström"]) }
        maybe { query.terms[.series] = "Lights" }
        maybe { query.terms[.tag] = some(["sea", "Red", "red"]) }
        maybe { query.years = some([1998...1998, 1990...2001, 0...9999]) }
        maybe { query.isUnread = true }
        maybe { query.isLent = true }
        return query
    }

    // MARK: Tests

    @Test(arguments: 0..<24) func `pages have what a plain look has, forwards and backwards`(_ seed: Int)
        throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        var done: [Deed] = []
        for _ in 0..<8 {
            for _ in 0..<12 {
                let deed = done.count < 12 ? .save : try #require(Deed.allCases.randomElement(using: &random))
                do {
                    try carryOut(deed, &random)
                    done.append(deed)
                } catch is CatalogueError {
                    // Such as a book that is not there.
                    done.append(.age)
                }
            }
            let all = try known()
            for turn in 0..<12 {
                var query = Self.query(&random)
                // Every order of all books, too.
                if turn < 5 { query = BrowseQuery(person: "ion", sort: BrowseQuery.Sort.allCases[turn]) }
                let expected = Self.expected(query, all)
                let size = Int.random(in: 1...5, using: &random)
                #expect(try pages(query, size, backwards: false) == expected, "\(query) after \(done)")
                #expect(
                    try pages(query, size, backwards: true) == expected, "\(query), backwards, after \(done)")
                #expect(try store.browse(query, size: size).count == expected.count, "\(query)")
            }
            try checkTerms(all)
            try checkTopRated(all)
        }
        #expect(try store.check() == [])
    }

    /// All ids, read page by page through the pages' own addresses.
    private func pages(_ query: BrowseQuery, _ size: Int, backwards: Bool) throws -> [Int64] {
        var ids: [Int64] = []
        var page = try store.browse(query, size: size)
        #expect(page.previous == nil)
        ids = page.ids.map(\.value)
        while let next = page.next {
            let place = try #require(BrowsePosition(next.description, in: query.sort))
            page = try store.browse(query, from: place, size: size)
            ids += page.ids.map(\.value)
            #expect(page.ids.count <= size && !page.ids.isEmpty && page.previous != nil)
        }
        guard backwards else { return ids }
        ids = page.ids.map(\.value)
        while let previous = page.previous {
            page = try store.browse(query, from: previous, isBackwards: true, size: size)
            ids = page.ids.map(\.value) + ids
            #expect(page.next != nil)
        }
        return ids
    }

    private func checkTopRated(_ all: [Known]) throws {
        let works = Dictionary(grouping: all, by: \.work).filter { $0.value[0].rating != nil }
        let ratings = works.values.map { $0[0].halves }
        let mean = ratings.joined().reduce(0, +) / Double(max(1, ratings.joined().count))
        let weighted = ratings.map { (5 * mean + $0.reduce(0, +)) / Double(5 + $0.count) / 2 }
        let found = try store.top(TopQuery(.rating, limit: 1000))
        #expect(found.count == works.count)
        for (one, other) in zip(found.map(\.score), weighted.sorted(by: >)) {
            #expect(abs(one - other) < 1e-9)
        }
        for rated in found {
            let known = try #require(all.first { $0.id == rated.book.id?.value })
            #expect(rated.count == known.halves.count)
            #expect(abs((rated.average ?? 0) * 2 * Double(rated.count) - known.halves.reduce(0, +)) < 1e-9)
        }
    }

    private func checkTerms(_ all: [Known]) throws {
        for kind in BookTerm.allCases {
            var counts: [String: Int] = [:]
            for known in all {
                let values: [String] =
                    switch kind {
                    case .author: known.book.makers.map(\.name)
                    case .series: [known.book.series].compactMap(\.self)
                    case .tag: known.book.tags
                    case .language:
                        [known.book.language.flatMap { LanguageCode.shortest($0) }].compactMap(\.self)
                    }
                for value in Set(values) { counts[value, default: 0] += 1 }
            }
            var terms: [TermCount] = []
            repeat {
                let more = try store.terms(kind, from: terms.last?.position, limit: 2)
                if more.isEmpty { break }
                terms += more
            } while true
            #expect(Dictionary(terms.map { ($0.value, $0.count) }) { $0 + $1 } == counts)
            #expect(terms.map(\.position.key) == terms.map(\.position.key).sorted())
            #expect(try store.count(of: kind) == counts.count)
        }
    }
}
