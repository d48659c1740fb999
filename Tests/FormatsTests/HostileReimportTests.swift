// A store with all that files can't hold: an export changes nothing when it is imported into the same store, and comes back
// from an empty one.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct HostileReimportTests {
    private static let formats = FileFormat.written.filter { $0.reader != nil && $0.writer != nil }.map(
        \.name)
    /// Those with lists, readings and comments.
    private static let tables = ["csv", "goodreads", "librarything", "bookwyrm"]

    private struct Kept: Equatable {
        var books: [KeptBook] = []
        var comments: [String] = []
        var copies: [BookCopy] = []
    }

    private func kept(_ store: Store) throws -> Kept {
        var kept = Kept()
        while let books = try store.keptBooks(after: kept.books.last?.book.id, for: "ion") {
            kept.books += books
        }
        for place in kept.books.indices { kept.books[place].book.origins = [:] }
        kept.comments = try ["ion", "eva"].flatMap { person in
            try store.comments(by: person, for: person).map { comment in
                "\(comment.person) \(comment.book?.value ?? 0) \(comment.isPrivate) \(comment.isSpoiler) "
                    + "\(comment.rating?.short ?? "-") \(comment.text)"
            }
        }
        .sorted()
        kept.copies = try store.copies(CopyQuery())
        return kept
    }

    private func book(_ number: Int, _ random: inout SeededGenerator) throws -> Book {
        var book = Book(isbn: number % 3 == 0 ? nil : try Citations.isbn(number))
        // Several books have one title.
        book.title = book.isbn == nil ? "No ISBN \(number / 12)" : "Title \(number): a tale"
        book.contributors = [Contributor(name: "A. Rider")]
        if Bool.random(using: &random) {
            book.contributors.append(Contributor(name: "B. Ng", role: .translator))
        }
        book.year = Bool.random(using: &random) ? [1931, 1932].randomElement(using: &random) : nil
        book.publisher = ["Quay", nil].randomElement(using: &random)!
        book.pages = [100, 200, nil].randomElement(using: &random)!
        if book.isbn == nil || Bool.random(using: &random) {
            book.identifiers = [
                Identifier(
                    ["lccn", "goodreads", "oclc", "librarything"].randomElement(using: &random)!, "\(number)")
            ]
        }
        book.tags = [["a, b"], ["red"], []].randomElement(using: &random)!
        book.credit(Origin(.edited, "by hand"))
        return book
    }

    private func say(of book: BookSpecifier, in store: Store, _ random: inout SeededGenerator) throws {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let list = ["owned", "wanted", "My List", "History, ancient"].randomElement(using: &random)!
            try store.add([book], to: list)
        }
        if Int.random(in: 0...3, using: &random) == 0 {
            _ = try store.add(CopyEdit([.list: "My List", .notes: "torn"]), of: book)
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let note = [
                "Signed\nRead Count: 5", "Read Count: 2", "Lent: Eva\n\nOwned Copies: 2", "", "Fine.",
            ]
            .randomElement(using: &random)!
            try store.add(
                Comment(
                    person: ["ion", "eva"].randomElement(using: &random)!,
                    rating: note.isEmpty ? Rating(quarters: Int.random(in: 0...20, using: &random)) : nil,
                    text: note, isSpoiler: Bool.random(using: &random),
                    isPrivate: note.contains(":") || Int.random(in: 0...4, using: &random) == 0,
                    source: ["Goodreads", nil].randomElement(using: &random)!), to: book)
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let day =
                "20\(Int.random(in: 10...20, using: &random))-0\(Int.random(in: 1...9, using: &random))-14"
            let date = [PartialDate(day), nil].randomElement(using: &random)!
            try store.mark(
                [book], as: ReadingStatus.State.allCases.randomElement(using: &random)!, by: "ion", on: date)
        }
    }

    private func made(seed: UInt64) throws -> ImportedStore {
        let made = try ImportedStore()
        var random = SeededGenerator(seed: seed)
        for number in 1...60 {
            let saved = try made.store.save(book(number, &random)).book
            try say(of: .id(#require(saved.id)), in: made.store, &random)
        }
        return made
    }

    @Test(arguments: formats, [1, 2, 3, 4] as [UInt64])
    func `an export into the same store changes nothing`(name: String, seed: UInt64) throws {
        let format = try #require(FileFormat.all.named(name))
        let made = try made(seed: seed)
        let before = try kept(made.store)
        for _ in 1...2 {
            let summary = try made.load(Data(made.exported(format).utf8), as: format).summary
            let after = try kept(made.store)
            for (one, other) in zip(before.books, after.books) where one != other {
                Issue.record("\(one)\n\(other)")
                break
            }
            #expect(after.books.count == before.books.count)
            #expect(after.comments == before.comments && after.copies == before.copies)
            #expect(summary.unchanged + summary.refused == summary.rows, "\(summary)")
            #expect(summary.comments == 0 && summary.listed == 0 && summary.newLists.isEmpty, "\(summary)")
            #expect(summary.outdatedReadings == 0, "\(summary)")
        }
    }

    @Test(arguments: tables, [1, 2, 3, 4] as [UInt64])
    func `an export comes back from an empty store`(name: String, seed: UInt64) throws {
        let format = try #require(FileFormat.all.named(name))
        let made = try made(seed: seed)
        // Rows that are alike are one book.
        for kept in try kept(made.store).books where kept.book.isbn == nil {
            var book = kept.book
            book.title = "No ISBN \(book.id?.value ?? 0)"
            book.credit(Origin(.edited, "by hand"))
            try made.store.save(book)
        }
        let table = try made.exported(format)
        let back = try ImportedStore()
        let outcome = try back.load(Data(table.utf8), as: format)
        #expect(outcome.refused.isEmpty && outcome.leftOut.isEmpty)
        let (lines, others) = try (
            table.components(separatedBy: "\r\n"), back.exported(format).components(separatedBy: "\r\n")
        )
        #expect(lines.count == others.count)
        let differing = zip(lines, others).filter { $0 != $1 }
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(3))")
    }
}
