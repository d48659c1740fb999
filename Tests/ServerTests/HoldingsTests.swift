#if Server
// The copy of what somebody owns and wants: whole, by changes alone, nobody else's, and small.
import Accounts
import CZlib
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Books
@testable import Server

/// What a device keeps, and how it takes changes over: as `holdings.js` does.
private struct DeviceCopy: Equatable {
    var token: String?
    /// Rows of JSON, by the books' ids.
    var books: [Int: String] = [:]

    /// Rows that were sent to it at the last answer; `nil` when it began anew.
    private(set) var taken: Int?

    static func == (left: DeviceCopy, right: DeviceCopy) -> Bool { left.books == right.books }

    mutating func take(_ bytes: some Sequence<UInt8>) throws {
        let answer = try #require(
            try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let (whole, gone) = (
            try #require(answer["whole"] as? Bool), try #require(answer["gone"] as? [Int])
        )
        let rows = try #require(answer["books"] as? [[Any]])
        if whole { books = [:] }
        for id in gone { books[id] = nil }
        for row in rows {
            let text = try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
            books[try #require(row[0] as? Int)] = String(decoding: text, as: UTF8.self)
        }
        taken = whole ? nil : rows.count
        token = try #require(answer["token"] as? String)
        #expect((answer["folding"] != nil) == whole)
    }

    mutating func update(from store: Store, for account: Account) throws {
        try take(JSONEncoder().encode(store.holdings(of: account, since: token)))
    }
}

struct HoldingsTests {
    private static let isbns = [
        "9780439023481", "9780439554930", "9780306406157", "9780316015844", "9780747532699", "9780140328721",
    ]

    private static func book(
        _ isbn: String, _ title: String, by makers: [String] = ["Ana"], works: [String] = []
    ) throws -> Book {
        var book = Book(
            isbn: try ISBN(isbn), title: title, contributors: makers.map { Contributor(name: $0) },
            works: works.map { Identifier("openlibrary", $0) })
        book.credit(Origin(.edited, "Maria"))
        return book
    }

    private enum Deed: CaseIterable {
        case keep, keepSameWork, otherMakers, remove, merge, share, unshare, own, disown, count, comment,
            undo,
            rename
    }

    private static func carryOut(
        _ deed: Deed, _ store: Store, _ people: [String], _ random: inout SeededGenerator
    ) throws {
        let person = try #require(people.randomElement(using: &random))
        let recorded = store.recordingChange(.edit, by: person)
        let isbn = try #require(isbns.randomElement(using: &random))
        let other = try BookSpecifier(#require(isbns.randomElement(using: &random)))
        let (book, word) = (try BookSpecifier(isbn), "Word \(Int.random(in: 0..<99, using: &random))")
        let list = try #require(["owned", "wanted", "lent"].randomElement(using: &random))
        switch deed {
        case .keep: try recorded.save(Self.book(isbn, word))
        case .keepSameWork:
            try recorded.save(Self.book(isbn, word, works: ["W\(Int.random(in: 0..<2, using: &random))"]))
        case .otherMakers:
            guard var known = try store.book(book) else { return }
            known.contributors = [Contributor(name: word)]
            known.origins[.contributors] = Origin(.edited, person)
            try recorded.save(known)
        case .remove: try recorded.remove(book, evenIfCommented: true)
        case .merge:
            try recorded.merge(other, into: book, evenIfTwoISBNs: true, origin: Origin(.edited, person))
        case .share: try recorded.add([book, other], to: list)
        case .unshare: try recorded.remove([book], from: list)
        case .own: try recorded.add([book], to: list, of: person)
        case .disown: try recorded.remove([book], from: list, of: person)
        case .count: try recorded.add(copies: Int.random(in: -2...2, using: &random), of: book, to: list)
        case .comment: try store.add(Books.Comment(person: person, text: word), to: book)
        case .undo: _ = try store.undo(by: person, date: .now)
        case .rename:
            guard let id = try store.book(book)?.id, try store.book(other) == nil, let isbn = other.isbn
            else { return }
            try recorded.setISBN(isbn, of: id)
        }
    }

    @Test(arguments: 0..<25)
    func `a copy that takes over changes is what the whole would be`(seed: Int) async throws {
        try await TestSite.with { site in
            var random = SeededGenerator(seed: UInt64(seed))
            let accounts = [try await site.account("Maria"), try await site.account("Tom")]
            let store = site.store
            var copies = accounts.map { _ in DeviceCopy() }
            var done: [Deed] = []
            for _ in 0..<40 {
                let deed = try #require(Deed.allCases.randomElement(using: &random))
                do {
                    try Self.carryOut(deed, store, ["Maria", "Tom", "Ion"], &random)
                    done.append(deed)
                } catch is CatalogueError {
                    // Such as a book that is not there.
                }
                let turn = Int.random(in: 0..<4, using: &random)
                guard turn < accounts.count else { continue }
                try copies[turn].update(from: store, for: accounts[turn])
                var whole = DeviceCopy()
                try whole.update(from: store, for: accounts[turn])
                #expect(copies[turn] == whole, "\(accounts[turn].name) after \(done)")
            }
        }
    }

    @Test func `only what changed is sent`() async throws {
        try await TestSite.with { site in
            let maria = try await site.account("Maria")
            for isbn in Self.isbns {
                try site.store.save(Self.book(isbn, "Heron \(isbn)"))
                try site.store.add([BookSpecifier(isbn)], to: "owned")
            }
            var copy = DeviceCopy()
            try copy.update(from: site.store, for: maria)
            #expect(copy.books.count == 6 && copy.taken == nil)
            try copy.update(from: site.store, for: maria)
            #expect(copy.taken == 0)
            try site.store.add([BookSpecifier(Self.isbns[0])], to: "gifts", of: "Tom")
            try copy.update(from: site.store, for: maria)
            #expect(copy.taken == 0, "it is none of hers")
            try site.store.save(Self.book(Self.isbns[1], "Crane"))
            try copy.update(from: site.store, for: maria)
            #expect(copy.taken == 1 && copy.books.values.contains { $0.contains("Crane") })
        }
    }

    @Test func `a token that can't be continued gives the whole`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.account("Maria"), try await site.account("Tom"))
            let store = site.store
            try store.add([BookSpecifier(Self.isbns[0])], to: "owned")
            let token = try store.holdings(of: maria, since: nil).token
            #expect(try !store.holdings(of: maria, since: token).whole)
            #expect(try store.holdings(of: tom, since: token).whole, "another's")
            let parts = token.split(separator: "-").map(String.init)
            for wrong in [
                "", "x", "1-2-3", "\(parts[0])-999999-\(parts[2])", "1-\(parts[1])-\(parts[2])",
                "\(parts[0])--1-\(parts[2])",
            ] {
                #expect(try store.holdings(of: maria, since: wrong).whole, "\(wrong)")
            }
            var renamed = maria
            renamed.name = "Mary"
            #expect(try store.holdings(of: renamed, since: token).whole)
            // After more changes than the whole is worth.
            for number in 0..<2100 {
                let isbn = ISBN(twelve: 978_000_000_000 + UInt64(number))
                try store.add([.isbn(isbn)], to: "lent")
            }
            #expect(try store.holdings(of: maria, since: token).whole)
        }
    }

    /// The token of the first name is valid again then.
    @Test func `a device gets what changed before its account had its old name again`() async throws {
        try await TestSite.with { site in
            let (store, maria) = (site.store, try await site.account("Maria"))
            let books = try Self.isbns.map { try BookSpecifier($0) }
            try store.add([books[0], books[1]], to: "owned", of: "Maria")
            var copy = DeviceCopy()
            try copy.update(from: store, for: maria)
            try store.add([books[2]], to: "owned", of: "Maria")
            try store.remove([books[0]], from: "owned", of: "Maria")
            #expect(try store.set(name: #require(AccountName("Mary")), of: maria.id))
            try store.add([books[3]], to: "wanted", of: "Mary")
            #expect(try store.set(name: #require(AccountName("Maria")), of: maria.id))
            // Nor does a name that stays lose anything.
            #expect(try store.set(name: #require(AccountName("Maria")), of: maria.id))
            try copy.update(from: store, for: maria)
            var whole = DeviceCopy()
            try whole.update(from: store, for: maria)
            #expect(copy == whole && whole.books.count == 3)
            #expect(copy.taken == 3)
        }
    }

    @Test func `a device whose account's data was deleted keeps none of it`() async throws {
        try await TestSite.with { site in
            let (store, maria) = (site.store, try await site.account("Maria"))
            try store.add([BookSpecifier(Self.isbns[0])], to: "owned", of: "Maria")
            var copy = DeviceCopy()
            try copy.update(from: store, for: maria)
            _ = try store.forget(person: "Maria")
            try copy.update(from: store, for: maria)
            #expect(copy.books.isEmpty)
        }
    }

    @Test func `a store that was restored gives the whole`() async throws {
        try await TestSite.with { site in
            let maria = try await site.account("Maria")
            try site.store.add([BookSpecifier(Self.isbns[0])], to: "owned")
            let backup = site.folder.file("backup.sqlite").path
            try site.store.backUp(to: backup)
            let token = try site.store.holdings(of: maria, since: nil).token
            let other = site.folder.file("other.sqlite").path
            _ = try Store(path: backup, ifMissing: .refuse).restore(to: other)
            let restored = try Store(path: other)
            // As many events as there were, of other books.
            #expect(try restored.holdings(of: maria, since: token).whole)
            let next = try restored.holdings(of: maria, since: nil).token
            #expect(try !restored.holdings(of: maria, since: next).whole)
        }
    }

    @Test func `a device is told what is the account's own`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            try site.store.save(Self.book(Self.isbns[0], "Shared"))
            try site.store.add([BookSpecifier(Self.isbns[0])], to: "owned")
            try site.store.save(Self.book(Self.isbns[1], "Secret"))
            try site.store.add([BookSpecifier(Self.isbns[1])], to: "wanted", of: "Maria")
            let (hers, his) = (try await maria.get("/holdings"), try await tom.get("/holdings"))
            #expect(hers.text.contains("Secret") && hers.text.contains("Shared"))
            #expect(!his.text.contains("Secret") && his.text.contains("Shared"))
            #expect(hers["cache-control"] == "no-store" && hers["content-encoding"] == nil)
            _ = try await maria.send("/sign-out")
            let out = try await maria.get("/holdings")
            #expect(out.status == 401 && !out.text.contains("Shared"))
            #expect(try await site.visitor().get("/holdings").status == 401)
            #expect(try await site.visitor().get("/api/v1/holdings").status == 401)
        }
    }

    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try #require(
            inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var (input, output) = (bytes, [UInt8](repeating: 0, count: 8 << 20))
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return inflate(&stream, Z_FINISH)
            }
        }
        try #require(result == Z_STREAM_END)
        return Array(output.prefix(Int(stream.total_out)))
    }

    @Test func `ten thousand books take less than two megabytes, and far less on the way`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let words = [
                "Harbour", "lanterns", "of", "the", "Önskade", "valley", "and", "a", "winter’s", "atlas",
            ]
            var random = SeededGenerator(seed: 5)
            var books: [BookSpecifier] = []
            for number in 0..<10_000 {
                let isbn = ISBN(twelve: 978_100_000_000 + UInt64(number) * 13)
                let title = (0..<Int.random(in: 2...8, using: &random)).compactMap { _ in
                    words.randomElement(using: &random)
                }
                var book = Book(
                    isbn: isbn, title: title.joined(separator: " ") + " \(number)",
                    contributors: [Contributor(name: "Maker Number\(number % 3000)")])
                book.credit(Origin(.edited, "Maria"))
                try site.store.save(book)
                books.append(.isbn(isbn))
            }
            try site.store.add(books, to: "owned")
            let plain = try await maria.get("/holdings")
            #expect(plain.body.count < 2_000_000)
            let packed = try await maria.get("/holdings", ["Accept-Encoding": "deflate, gzip;q=0.5"])
            #expect(packed["content-encoding"] == "gzip" && packed["vary"] == "Accept-Encoding")
            #expect(packed.body.count < plain.body.count / 3)
            #expect(try Self.unpacked(Array(packed.body)) == Array(plain.body))
            #expect(
                try await maria.get("/holdings", ["Accept-Encoding": "gzip;q=0"])["content-encoding"] == nil)
            var copy = DeviceCopy()
            try copy.take(plain.body)
            #expect(copy.books.count == 10_000)
        }
    }
}
#endif
