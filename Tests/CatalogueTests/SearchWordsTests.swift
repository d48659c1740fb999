// Any words in any field of a search have a result, possibly empty, and never an error.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct SearchWordsTests {
    @Test func `any words may be searched for`() throws {
        let temporary = try TemporaryStore()
        var book = Book(isbn: try isbn("9780439023481"))
        book.title = "L’Été \"indien\" (NEAR the sea) *"
        book.contributors = [Contributor(name: "O'Neil; Bob")]
        try temporary.store.save(book.credited(.file))
        let pieces = [
            "a", "\"", "'", "*", "(", ")", "NEAR", "AND", "OR", "NOT", "title:", "-", "^", "{", "}", "+",
            "\\", "%", "_", "é",
            "日本", "\u{0}", "\u{301}", "👩‍👧", " ", ":", ";", "--", "/*", "sea", "978", "id:1", "\n",
        ]
        var random = SeededGenerator(seed: 6)
        for _ in 0..<600 {
            func text() -> String {
                (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                    pieces.randomElement(using: &random)
                }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            }
            let (words, author) = (text(), text())
            let list = Bool.random(using: &random) ? text() : nil
            do {
                let found = try temporary.store.search(
                    SearchQuery(words: words, author: author, list: list, person: text()))
                #expect(found.count <= 1)
            } catch CatalogueError.unknownList {
                #expect(list != nil)
            }
        }
        #expect(try temporary.store.search(SearchQuery(words: "\"indien\" (sea)")).count == 1)
        #expect(try temporary.store.search(SearchQuery(words: "", author: "o'neil")).count == 1)
    }
}
