// People whose name is spelled in several ways.
import Accounts
import Books
import TestSupport
import Testing

@testable import Catalogue

struct StoreSpellingsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780306406157")
        try store.add(CopyEdit([.label: "K 1"]), of: book)
    }

    private func isNamed(_ names: String...) throws -> Bool {
        var lines: [String] = []
        try store.dump { lines.append($0) }
        return lines.contains { line in names.contains { line.contains($0) } }
    }

    private func account(_ name: String) throws -> Account? {
        let outcome = try store.makeAccount(#require(AccountName(name)), password: "hash", ticket: nil)
        return if case .made(let account) = outcome { account } else { nil }
    }

    @Test func `what a change does for its own author has their spelling`() throws {
        try store.recordingChange(.reserve, by: "tom").reserve(book, for: "Tom")
        #expect(try store.reservations().map(\.person) == ["tom"])
        try store.recordingChange(.lend, by: "tom").lend("K 1", to: "TOM")
        #expect(try store.reservations().isEmpty && store.loans().map(\.loan?.person) == ["tom"])
        try store.takeBack("K 1")
        #expect(try store.forget(person: "Tom") == ForgottenPerson(loans: 1))
        #expect(try !isNamed("tom", "Tom", "TOM"))
    }

    @Test func `a person is forgotten under all spellings`() throws {
        let names = ["ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "οδυσσευσ"]
        for name in names {
            try store.recordingChange(.comment, by: name).add(Comment(person: name, text: "Fine."), to: book)
            try store.mark([book], as: .read, by: name, on: nil)
            try store.write { db in
                for sql in [
                    "INSERT INTO reservation (book, person, made) SELECT id, ?, 0 FROM book",
                    "INSERT INTO loan (copy, person, lent, returned) SELECT id, ?, 0, 0 FROM copy",
                ] {
                    try db.run(sql, name)
                }
            }
        }
        try store.add(Comment(person: "Οδυσσεύς", text: "Another."), to: book)
        let forgotten = try store.forget(person: names[1])
        #expect(forgotten == ForgottenPerson(comments: 3, readings: 1, loans: 3, reservations: 1))
        for name in names { #expect(try !isNamed(name)) }
        #expect(try store.comments(by: "Οδυσσεύς", for: "").count == 1 && store.check() == [])
    }

    @Test func `a name that is composed otherwise is found`() throws {
        let (composed, decomposed) = ("Jos\u{E9}", "Jose\u{301}")
        try store.add(Comment(person: composed, text: "Fine."), to: book)
        #expect(try store.spelling(of: decomposed).isSpelled(composed))
        #expect(try store.forget(person: decomposed) == ForgottenPerson(comments: 1))
    }

    @Test func `an account has its data under all spellings, also by a new name and when it goes`() throws {
        let tom = try #require(try account("Tom"))
        try store.add(Comment(person: "tom", text: "Fine."), to: book)
        #expect(try store.set(name: #require(AccountName("Thomas")), of: tom.id))
        #expect(try store.comments(by: "Thomas", for: "").count == 1)
        try store.add(Comment(person: "THOMAS", text: "Good."), to: book)
        #expect(try store.deleteAccount(tom.id) != nil)
        #expect(try !isNamed("tom", "Tom", "Thomas", "THOMAS"))
    }

    /// Versions that did not compare letters could make them.
    @Test func `another account's data stay`() throws {
        try store.write { db in
            for name in ["ΟΔΥΣΣΕΥΣ", "Οδυσσευς"] {
                try db.run(
                    "INSERT INTO account (name, key, role, made) VALUES (?1, lower(?1), 'reader', 0)", name)
            }
        }
        for name in ["ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "οδυσσευσ"] {
            try store.add(Comment(person: name, text: "Fine."), to: book)
        }
        #expect(try store.forget(person: "Οδυσσευς") == ForgottenPerson(comments: 2))
        #expect(try store.comments(by: "ΟΔΥΣΣΕΥΣ", for: "").count == 1)
    }
}
