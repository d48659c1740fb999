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

    @Test func `an edit makes no reply to a private comment public`() throws {
        let hidden = try say("Mine.", by: "ion", isPrivate: true)
        let numbers = try [
            say("To myself.", by: "ion", to: hidden), say("Mine.", by: "ion", isPrivate: true),
        ]
        for number in numbers {
            var changed = try #require(try comment(number))
            changed.isPrivate = false
            changed.text = "Changed."
            try store.edit(changed, date: .now)
        }
        #expect(try numbers.map { try comment($0)?.text } == ["Changed.", "Changed."])
        #expect(try numbers.map { try comment($0)?.isPrivate } == [true, false])
    }

    @Test func `a reply is as public as its author wants, whatever others do with theirs`() throws {
        let first = try say("First.", by: "ion")
        let reply = try say("Second.", by: "maria", to: first)
        var hidden = try #require(try comment(first))
        hidden.isPrivate = true
        try store.edit(hidden)
        #expect(try comment(reply, for: "tom")?.isPrivate == false, "before any edit")
        for isPrivate in [false, true, false] {
            var changed = try #require(try comment(reply, for: "maria"))
            (changed.text, changed.isPrivate) = ("Changed.", isPrivate)
            try store.edit(changed)
            #expect(try comment(reply, for: "maria")?.isPrivate == isPrivate)
            #expect(try (comment(reply, for: "tom") == nil) == isPrivate)
        }
        let answer = try say("Third.", by: "tom", to: reply)
        #expect(try comment(answer, for: "ana")?.isPrivate == false)
    }

    @Test func `a public reply to a comment that its author made private stays public`() throws {
        let first = try say("First.", by: "ion")
        let reply = try say("Second.", by: "ion", to: first)
        for (number, isPrivate) in [(first, true), (reply, false)] {
            var changed = try #require(try comment(number))
            changed.isPrivate = isPrivate
            try store.edit(changed)
        }
        #expect(try comment(reply, for: "maria")?.isPrivate == false)
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

    @Test func `a removed reply comes back without its parent, and belongs to it when that comes back`()
        throws
    {
        let first = try say("First.", by: "maria")
        let reply = try say("Second.", by: "tom", to: first)
        try store.recordingChange(.removeComment, by: "tom").removeComment(reply, by: "tom", orOthers: false)
        try store.recordingChange(.removeComment, by: "maria")
            .removeComment(first, by: "maria", orOthers: false)
        #expect(try store.undo(by: "tom", date: .now)?.hasEffect == true)
        #expect(try comment(reply)?.text == "Second." && comment(reply)?.parent == nil)
        #expect(try store.check() == [])
        #expect(try store.undo(by: "maria", date: .now)?.hasEffect == true)
        #expect(try comment(reply)?.parent == first)
        #expect(try store.check() == [])
    }

    @Test func `a removed comment stays away while its book is merged, and has its replies again afterwards`()
        throws
    {
        let other = try reference("9780306406157")
        try store.save(book: Book(isbn: isbn("9780306406157"), title: "Other"))
        let first = try say("First.", by: "maria")
        let reply = try say("Second.", by: "tom", to: first)
        try store.recordingChange(.removeComment, by: "maria")
            .removeComment(first, by: "maria", orOthers: false)
        try store.recordingChange(.merge, by: "rob")
            .merge(book, into: other, evenIfTwoISBNs: true, origin: .person)
        #expect(try store.undo(by: "maria", date: .now) != nil)
        #expect(try comment(reply)?.text == "Second." && comment(reply)?.parent == nil)
        #expect(try store.undo(by: "rob", date: .now)?.hasEffect == true)
        #expect(try comment(first)?.text == "First." && comment(reply)?.parent == first)
        #expect(try comment(reply)?.book == comment(first)?.book)
        #expect(try store.check() == [])
    }

    @Test func `what was said meanwhile to a reply belongs to the comment that comes back`() throws {
        let first = try say("First.", by: "ion")
        let second = try say("Second.", by: "maria", to: first)
        try store.recordingChange(.removeComment, by: "ion").removeComment(first, by: "ion", orOthers: false)
        let third = try say("Third.", by: "tom", to: second)
        #expect(try comment(third)?.parent == second)
        #expect(try store.undo(by: "ion", date: .now) != nil)
        #expect(try [second, third].map { try comment($0)?.parent } == [first, first])
    }

    @Test func `a reply to a comment of a merged book goes back with it`() throws {
        let other = try reference("9780306406157")
        try store.save(book: Book(isbn: isbn("9780306406157"), title: "Other"))
        let first = try say("First.", by: "maria")
        try store.recordingChange(.merge, by: "rob")
            .merge(book, into: other, evenIfTwoISBNs: true, origin: .person)
        let reply = try store.add(Books.Comment(person: "tom", text: "Second.", parent: first), to: other)
        #expect(try comment(reply)?.book == store.book(other)?.id)
        let undone = try #require(try store.undo(by: "rob", date: .now))
        #expect(try comment(reply)?.book == store.book(book)?.id)
        #expect(undone.staying == nil)
        #expect(try store.search(SearchQuery(words: "second")).map(\.id) == [store.book(book)?.id])
    }

    @Test func `an import keeps a reply without a parent that its author may not reply to`() throws {
        let first = try say("First.", by: "maria")
        let second = try say("Second.", by: "maria", to: first)
        let hidden = try say("Mine.", by: "maria", isPrivate: true)
        let number = try isbn("9780306406157")
        let other = try #require(try store.save(book: Book(isbn: number)).id)
        func take(_ text: String, below parent: Int64, of isbn: ISBN, by person: String) throws {
            let reply = Books.Comment(person: person, text: text, source: text, parent: parent)
            let row = ImportedEntry(book: Book(isbn: isbn), by: person, comments: [reply])
            // Importing it again changes nothing.
            for count in [1, 0] {
                #expect(try store.take([row], listsOf: person, isDryRun: false).comments == count)
            }
        }
        let own = try isbn("9780439023481")
        try take("Unknown.", below: 99, of: own, by: "tom")
        try take("Hidden.", below: hidden, of: own, by: "tom")
        try take("Elsewhere.", below: first, of: number, by: "tom")
        try take("Reply.", below: second, of: own, by: "tom")
        let said = try store.comments(by: "tom", for: "ion")
        #expect(Set(said.map(\.text)) == ["Unknown.", "Hidden.", "Elsewhere.", "Reply."])
        for comment in said {
            #expect(comment.parent == (comment.text == "Reply." ? first : nil), "\(comment.text)")
            #expect((comment.book == other) == (comment.text == "Elsewhere."), "\(comment.text)")
        }
        try take("To myself.", below: hidden, of: own, by: "maria")
        let note = try #require(
            try store.comments(by: "maria", for: "maria").first { $0.text == "To myself." })
        #expect(note.parent == hidden && note.isPrivate)
        // Another edition of the same work: the reply goes to the parent's.
        try store.edit(.isbn(number), BookEdit([:], editionOf: book))
        try take("Edition.", below: first, of: number, by: "ann")
        let edition = try #require(try store.comments(by: "ann", for: "ion").first)
        #expect(try edition.parent == first && edition.book == comment(first)?.book)
        #expect(try store.check() == [])
    }

    @Test func `a page has some threads, each with all its replies`() throws {
        var threads: [Int64] = []
        for number in 1...5 {
            let first = try say("Thread \(number).", by: "ion")
            threads.insert(first, at: 0)
            for reply in 1...number { _ = try say("Reply \(reply).", by: "maria", to: first) }
        }
        let hidden = try say("Mine.", by: "maria", isPrivate: true)
        _ = try say("To myself.", by: "maria", to: hidden)
        // A public reply to a comment that others can't see.
        let orphan = try say("Alone.", by: "maria", to: threads[0])
        try store.write { db in
            try db.run("UPDATE comment SET parent = ?, written = 0 WHERE id = ?", hidden, orphan)
        }
        let id = try #require(try store.book(book)?.id)
        let all = try store.threads(on: id, for: "ion", from: 0, most: 10, mostReplies: 9)
        #expect(all.threads.map(\.id) == threads + [orphan] && all.count == 6)
        let some = try store.threads(on: id, for: "ion", from: 1, most: 2, mostReplies: 9)
        #expect(some.threads.map(\.text) == ["Thread 4.", "Thread 3."] && some.count == 6)
        #expect(some.replies.count == 2)
        #expect(some.replies[threads[2]]?.map(\.text) == ["Reply 1.", "Reply 2.", "Reply 3."])
        #expect(some.replyCounts == [threads[1]: 4, threads[2]: 3])
        let few = try store.threads(on: id, for: "ion", from: 1, most: 2, mostReplies: 2)
        #expect(few.replies.values.allSatisfy { $0.map(\.text) == ["Reply 1.", "Reply 2."] })
        #expect(few.replies.count == 2 && few.replyCounts == some.replyCounts)
        let own = try store.threads(on: id, for: "maria", from: 0, most: 1, mostReplies: 9)
        #expect(own.threads.map(\.id) == [hidden] && own.count == 6)
        #expect(own.replies[hidden]?.map(\.text) == ["Alone.", "To myself."])
        for first in [6, Int.max] {
            let none = try store.threads(on: id, for: "ion", from: first, most: 10, mostReplies: 9)
            #expect(none.threads.isEmpty && none.replies.isEmpty && none.count == 6)
        }
    }

    @Test func `the replies of one thread come in portions`() throws {
        let (first, other) = (try say("Thread.", by: "ion"), try say("Other.", by: "ion"))
        for reply in 1...5 { _ = try say("Reply \(reply).", by: "maria", to: first) }
        let hidden = try say("Mine.", by: "maria", to: first, isPrivate: true)
        let id = try #require(try store.book(book)?.id)
        let parts: [(from: Int, texts: [String])] = [
            (0, ["Reply 1.", "Reply 2."]), (4, ["Reply 5."]), (6, []), (.max, []),
        ]
        for (from, texts) in parts {
            let found = try #require(try store.thread(first, on: id, for: "ion", from: from, most: 2))
            #expect(found.threads.map(\.id) == [first] && found.count == 2)
            #expect((found.replies[first] ?? []).map(\.text) == texts)
            #expect(found.replyCounts == [first: 5])
        }
        #expect(try store.thread(first, on: id, for: "maria", from: 0, most: 9)?.replyCounts == [first: 6])
        #expect(try store.thread(other, on: id, for: "ion", from: 0, most: 2)?.replyCounts == [:])
        let elsewhere = try #require(try store.save(book: Book(isbn: isbn("9780439554930"))).id)
        #expect(try store.thread(first, on: elsewhere, for: "ion", from: 0, most: 2) == nil)
        #expect(try store.thread(hidden, on: id, for: "maria", from: 0, most: 2) == nil, "it is a reply")
    }

    @Test func `a page has the mean of the latest public rating of each reader`() throws {
        let id = try #require(try store.save(book: Book(isbn: isbn("9780439023481"))).id)
        #expect(try store.threads(on: id, for: "ion", from: 0, most: 1, mostReplies: 9).meanRating == nil)
        for (person, stars, isPrivate) in [
            ("ion", 1.0, false), ("ion", 4.0, false), ("ion", 5.0, true), ("maria", 3.0, false),
        ] {
            try store.add(
                Books.Comment(person: person, rating: Rating(stars), isPrivate: isPrivate), to: book)
        }
        let rated = try store.threads(on: id, for: "ion", from: 0, most: 1, mostReplies: 9)
        #expect(rated.meanRating == 3.5 && rated.raters == 2)
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
