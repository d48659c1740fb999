// Replies to comments: one level, whoever writes, hides or removes what.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreRepliesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780439023481")
    }

    private func say(
        _ text: String, by person: String, to parent: Int64? = nil, isPrivate: Bool = false
    ) throws -> Int64 {
        try store.add(
            Books.Comment(person: person, text: text, isPrivate: isPrivate, parent: parent), to: book)
    }

    private func comment(_ number: Int64, for person: String = "ion") throws -> Books.Comment? {
        try store.comment(number, for: person)
    }

    @Test func `a reply to a reply is one to its parent, on the parent's edition`() throws {
        let first = try say("First.", by: "ion")
        let second = try say("Second.", by: "maria", to: first)
        let other = Books.Comment(person: "ion", text: "Third.", parent: second)
        let third = try store.add(other, to: reference("9780306406157"))
        #expect(try [second, third].map { try comment($0)?.parent } == [first, first])
        #expect(try comment(third)?.book == comment(first)?.book)
        #expect(try store.book(reference("9780306406157")) == nil)
        #expect(throws: CatalogueError.unknownComment(99)) { try say("To nobody.", by: "ion", to: 99) }
    }

    @Test func `a reply to a private comment is private, and its author's alone`() throws {
        let hidden = try say("Mine.", by: "ion", isPrivate: true)
        #expect(throws: CatalogueError.unknownComment(hidden)) { try say("Seen?", by: "maria", to: hidden) }
        let reply = try say("To myself.", by: "ion", to: hidden)
        #expect(try comment(reply)?.isPrivate == true && comment(reply, for: "maria") == nil)
    }

    @Test func `a reply outlives its parent, and belongs to it again when that comes back`() throws {
        let first = try say("First.", by: "ion")
        let reply = try say("Second.", by: "maria", to: first)
        try store.recordingChange(.removeComment, by: "ion").removeComment(first, by: "ion", orOthers: false)
        #expect(try comment(reply)?.parent == nil && comment(reply)?.text == "Second.")
        #expect(try store.undo(by: "ion", date: .now) != nil)
        #expect(try comment(reply)?.parent == first)
        _ = try store.forget(person: "ion")
        #expect(try comment(reply)?.parent == nil)
        #expect(try store.check() == [])
    }

    @Test func `what is exported is a comment, not a reply`() throws {
        let other = try say("Other's.", by: "maria")
        let own = try say("Own.", by: "ion")
        _ = try say("A reply.", by: "ion", to: other)
        let id = try #require(try store.book(book)?.id)
        for kept in try [
            store.keptBooks(after: nil, for: "ion") ?? [], store.keptBooks(of: [id], for: "ion"),
        ] {
            #expect(kept.first?.comment?.id == own)
        }
    }

    @Test func `a store from before replies has none`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        _ = try Store(path: path, ifMissing: .make, version: 26)
        let upgraded = try Store(path: path)
        let first = try upgraded.add(Books.Comment(person: "ion", text: "First."), to: book)
        let reply = try upgraded.add(Books.Comment(person: "maria", text: "Second.", parent: first), to: book)
        #expect(try upgraded.comment(reply, for: "ion")?.parent == first)
        #expect(try upgraded.check() == [])
    }
}
