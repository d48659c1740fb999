#if Server
// What others are told of a change, on pages and over the network: a table of changes, by whose their rows are.
import Accounts
import Books
import CatalogueAPI
import Foundation
import Testing

@testable import Catalogue
@testable import Server

struct HiddenChangesTests {
    /// What a change writes of a book.
    enum Row: CaseIterable {
        case ownList, privateNote, reservation, sharedList, review, reading, data

        var isPrivate: Bool { [.ownList, .privateNote, .reservation].contains(self) }
    }

    struct Change: CustomTestStringConvertible {
        var action: HistoryEntry.Action
        var rows: [Row]
        var isNew = false
        var isTold: Bool

        var testDescription: String { "\(action.rawValue) \(rows)\(isNew ? " of a new book" : "")" }
    }

    /// An import with any rows, and each other action with the rows that it may have.
    private static let changes: [Change] =
        Row.allCases.flatMap { row in
            [true, false].map { isNew in
                Change(action: .importTable, rows: [row], isNew: isNew, isTold: !row.isPrivate)
            }
        }
        + Row.allCases.filter { !$0.isPrivate }.flatMap { row in
            [Row.ownList, .privateNote].map {
                Change(action: .importTable, rows: [$0, row], isTold: true)
            }
        }
        + [
            Change(action: .importTable, rows: [.ownList, .privateNote], isTold: false),
            Change(action: .importTable, rows: [], isNew: true, isTold: true),
            Change(action: .putOnList, rows: [.ownList], isTold: false),
            Change(action: .putOnList, rows: [.ownList], isNew: true, isTold: false),
            Change(action: .putOnList, rows: [.sharedList], isTold: true),
            Change(action: .putOnList, rows: [.reading], isTold: true),
            Change(action: .takeOffList, rows: [.ownList], isTold: false),
            Change(action: .comment, rows: [.privateNote], isTold: false),
            Change(action: .comment, rows: [.privateNote], isNew: true, isTold: false),
            Change(action: .comment, rows: [.review], isTold: true),
            Change(action: .editComment, rows: [.privateNote], isTold: false),
            Change(action: .editComment, rows: [.review], isTold: true),
            Change(action: .removeComment, rows: [.privateNote], isTold: false),
            Change(action: .removeComment, rows: [.review], isTold: true),
            Change(action: .reserve, rows: [.reservation], isTold: false),
            Change(action: .cancelReservation, rows: [.reservation], isTold: false),
            Change(action: .edit, rows: [.data], isTold: true),
            Change(action: .add, rows: [], isNew: true, isTold: true),
        ]

    private static let detail = "DIAGNOSIS.csv"
    private static let isbn = "9780306406157"

    private static func write(_ row: Row, on book: BookSpecifier, in store: Store) throws {
        switch row {
        case .ownList: try store.add([book], to: "gifts", of: "Rob")
        case .privateNote:
            try store.add(Comment(person: "Rob", text: "For me.", isPrivate: true), to: book)
        case .reservation:
            try store.write { db in
                try db.run(
                    "INSERT INTO reservation (book, person, made) SELECT id, 'Rob', 1 FROM book WHERE isbn = ?",
                    Int64(ISBN(Self.isbn).value))
            }
        case .sharedList: try store.add([book], to: "owned")
        case .review: try store.add(Comment(person: "Rob", text: "Fine."), to: book)
        case .reading: try store.mark([book], as: .abandoned, by: "Rob")
        case .data: try store.edit(book, BookEdit([.publisher: ["Windward"]]))
        }
    }

    /// Names of accounts can't be those of people in the store.
    private func site(_ body: @Sendable (TestSite) async throws -> Void) async throws {
        try await TestSite.with { site in
            for name in ["Rob", "Rea", "Kim"] { _ = try await site.account(name) }
            try await body(site)
        }
    }

    @Test(arguments: changes) private func `others are told`(change: Change) async throws {
        try await site { site in
            let book = BookSpecifier.isbn(try ISBN(Self.isbn))
            if !change.isNew { try site.store.save(ISBN(Self.isbn)) }
            let recorded = site.store.recordingChange(change.action, Self.detail, by: "Rob")
            if change.isNew { try recorded.save(ISBN(Self.isbn)) }
            for row in change.rows { try Self.write(row, on: book, in: recorded) }
            // The history of a book that nobody changed is empty, and not missing.
            for (name, isTold) in [("Rob", true), ("Rea", change.isTold)] {
                let (visitor, account) = (try await site.visitor(name), try await site.account(name))
                let secret = Secret()
                try site.store.makeToken(secret.hash, name: "laptop", of: account.id)
                let bearer = ["Authorization": "Bearer \(secret.text)"]
                for path in ["changes", "books/\(Self.isbn)/history"] {
                    let answer = try await site.visitor().get("/api/v1/\(path)", bearer)
                    let changes = try SiteAPI.decoder.decode(
                        ChangesMessage.self, from: Data(answer.text.utf8)
                    ).changes
                    #expect(changes.map(\.action) == (isTold ? [change.action] : []), "\(name) \(path)")
                    #expect(changes.allSatisfy { $0.books == 1 && $0.book == book })
                    let isNamed = changes.contains { $0.detail == Self.detail }
                    let namesFile = [.importTable, .add].contains(change.action)
                    #expect(isNamed == (isTold && (name == "Rob" || !namesFile)))
                }
                let page = try await visitor.get("/books/\(Self.isbn)/history").text
                #expect(page.contains("<b dir=\"auto\">Rob</b>") == isTold, "\(name)")
                if name == "Rea", change.action == .importTable { #expect(!page.contains(Self.detail)) }
            }
        }
    }

    @Test func `of an import others are told the books that it changed for them`() async throws {
        try await site { site in
            let numbers = [Self.isbn, "9780439023481", "9780439554930"]
            for number in numbers { try site.store.save(ISBN(number)) }
            let books = try numbers.map { BookSpecifier.isbn(try ISBN($0)) }
            let recorded = site.store.recordingChange(.importTable, Self.detail, by: "Rob")
            try recorded.add(books, to: "gifts", of: "Rob")
            try Self.write(.data, on: books[1], in: recorded)
            let told = try #require(try site.store.history(for: "Rea", limit: 9).first)
            #expect(told.books == 1 && told.book == books[1] && told.detail == nil)
            #expect(try site.store.history(of: books[1], for: "Rea", limit: 9).first?.fields.count == 1)
            #expect(try site.store.history(of: books[0], for: "Rea", limit: 9).isEmpty)
            let own = try #require(try site.store.history(for: "Rob", limit: 9).first)
            #expect(own.books == 3 && own.detail == Self.detail)
        }
    }

    @Test func `a photo's name in an added book is told to its owner and to librarians`() async throws {
        try await site { site in
            let store = site.store.recordingChange(.add, "home-address.jpg", by: "Kim")
            try store.save(ISBN(Self.isbn))
            let change = try #require(try site.store.history(for: "Rea", limit: 1).first)
            for (name, role, isTold) in [
                ("Kim", Account.Role.reader, true), ("Lob", .librarian, true), ("Rea", .reader, false),
            ] {
                var account = try await site.account(name, role)
                account.role = role
                #expect((change.shown(to: account).detail != nil) == isTold, "\(name)")
            }
        }
    }

    @Test(arguments: [("notes.csv", false), ("Goodreads", true)])
    func `where a review was imported from is told to others if it is a program`(
        source: String, isTold: Bool
    ) async throws {
        try await site { site in
            let book = BookSpecifier.isbn(try ISBN(Self.isbn))
            try site.store.save(Book(isbn: ISBN(Self.isbn), title: "Herons"))
            let number = try site.store.add(
                Comment(person: "Rob", text: "Fine.", source: source), to: book)
            for (name, isTold) in [("Rob", true), ("Rea", isTold)] {
                let (visitor, account) = (try await site.visitor(name), try await site.account(name))
                #expect(try await visitor.get("/books/\(Self.isbn)").text.contains(source) == isTold)
                let secret = Secret()
                try site.store.makeToken(secret.hash, name: "laptop", of: account.id)
                let headers = [
                    "Authorization": "Bearer \(secret.text)", "Content-Type": "application/json",
                ]
                for path in ["books/\(Self.isbn)/comments", "people/Rob/comments", "comments/\(number)"] {
                    let answer = try await site.visitor().get("/api/v1/\(path)", headers)
                    #expect(answer.status == 200 && answer.text.contains("Fine."))
                    #expect(answer.text.contains(source) == isTold, "\(name) \(path)")
                }
                for (path, body) in [
                    ("cards", #"{"books":["\#(Self.isbn)"]}"#),
                    ("lookups", #"{"isbns":["\#(Self.isbn)"],"asking":"missing"}"#),
                ] {
                    let answer = try await site.visitor().ask(
                        "POST", "/api/v1/\(path)", headers, body: Array(body.utf8))
                    #expect(answer.status == 200 && answer.text.contains("Fine."), "\(path)")
                    #expect(answer.text.contains(source) == isTold, "\(name) \(path)")
                }
            }
        }
    }
}
#endif
