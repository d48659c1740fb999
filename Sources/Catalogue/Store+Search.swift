// Full-text search over titles, series, contributors, publishers, comments and tags.
import Books
import Foundation
internal import GRDB

/// The conditions of a search; all of them must be met.
public struct SearchQuery: Hashable, Sendable {
    /// Each word, or a word that begins with it, is in the title, the series, a contributor's name, the publisher, a
    /// comment or a tag; or an ISBN. May be empty.
    public var words: String
    /// Each word, or a word that begins with it, is in a contributor's name.
    public var author: String?
    /// The edition's year; a book without a year is outside every range.
    public var years: ClosedRange<Int>?
    /// A list, or a reading status of `person`.
    public var list: String?
    public var person: String
    /// At most this many books.
    public var limit: Int

    public init(
        words: String = "", author: String? = nil, years: ClosedRange<Int>? = nil, list: String? = nil,
        person: String = "",
        limit: Int = 20
    ) {
        self.words = words
        self.author = author
        self.years = years
        self.list = list
        self.person = person
        self.limit = limit
    }
}

extension Store {
    /// The best match first: matches in title or series count most, then contributors, publisher, comments and tags.
    /// Without words, in the order of titles. Diacritics and case are ignored. Private comments are not searched.
    ///
    /// - Throws: `unknownList`.
    public func search(_ query: SearchQuery) throws(CatalogueError) -> [Book] {
        try read { db in try db.existingBooks(db.search(query)) }
    }

    /// The same as ids only, which take little memory however many there are.
    public func ids(found query: SearchQuery) throws(CatalogueError) -> [BookID] {
        try read { db in try db.search(query) }
    }
}

extension Database {
    fileprivate func search(_ query: SearchQuery) throws -> [BookID] {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        func require(_ condition: String, _ values: (any DatabaseValueConvertible)?...) {
            conditions.append(condition)
            arguments += StatementArguments(values)
        }
        let isbn = try? ISBN(given: query.words)
        let words = isbn == nil ? SearchText.query(query.words) : nil
        let author = query.author.flatMap { SearchText.query($0) }.map { "contributors : (\($0))" }
        let match = [words.map { "(\($0))" }, author].compactMap(\.self)
        if let isbn {
            let own = try bookID(.isbn(isbn)).map { [$0] }
            require(
                "book.id IN (SELECT value FROM json_each(?))", CardBatch(try own ?? books(naming: isbn)).json)
        } else if words == nil, !query.words.allSatisfy(\.isWhitespace) {
            return []
        }
        if !match.isEmpty { require("search MATCH ?", match.joined(separator: " AND ")) }
        if let years = query.years {
            require("book.year BETWEEN ? AND ?", years.lowerBound, years.upperBound)
        }
        if let list = query.list, let state = ListName(list)?.state {
            require(
                "book.id IN (SELECT book FROM reading WHERE person = ? AND state = ?)", query.person,
                state.rawValue)
        } else if let list = query.list {
            let id = try existingList(list)
            require("book.id IN (SELECT book FROM list_entry WHERE list = ?)", id)
        }
        let sql = """
            SELECT book.id FROM book \(match.isEmpty ? "" : "JOIN search ON search.rowid = book.id")
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY \(words == nil ? "" : "bm25(search, 10, 5, 2, 1), ") book.title, book.id LIMIT ?
            """
        arguments += [query.limit]
        // bm25 first counts all books with each word, in one step.
        try QueryLimit.current?.check()
        return try Int64.fetchAll(self, sql: sql, arguments: arguments).map { BookID($0) }
    }

    /// Updates the full-text index, the title hashes and the places of a book. Must be called after a change of the book or its
    /// comments.
    func index(_ id: BookID) throws {
        let comments = try all("SELECT text FROM comment WHERE book = ? AND NOT private", id.value) {
            $0["text"] as String
        }
        try run("DELETE FROM search WHERE rowid = ?", id.value)
        try insertText(of: existingBook(id), comments: comments)
    }

    /// Adds a new book to the index.
    func insertText(of book: Book, comments: [String]) throws {
        try run(
            "INSERT INTO search (rowid, title, contributors, publisher, comments) VALUES (?, ?, ?, ?, ?)",
            book.id?.value,
            SearchText.indexed(
                [book.title, book.subtitle, book.originalScriptTitle, book.series].compactMap(\.self).joined(
                    separator: " ")),
            SearchText.indexed(
                (book.contributors.map(\.name) + book.originalScriptNames).joined(separator: "\n")),
            SearchText.folded(book.publisher ?? ""),
            SearchText.folded((book.tags + comments).joined(separator: "\n")))
        try hashWork(book)
        try order(book)
    }
}
