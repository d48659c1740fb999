// A finished reference: books by their ISBN, without a network.
import Books
import Foundation
import Synchronization

/// Never changes. One that is replaced or removed can be read on by whoever has it open.
public final class ReferenceFile: Sendable {
    public let name: String
    public let path: String
    public let info: ReferenceInfo
    /// What it takes on the disk.
    public let bytes: Int
    private let reader: Mutex<Reader>

    /// - Throws: `notAReference`, `newer`, `failed`.
    public init(path: String, name: String) throws(ReferenceError) {
        let reader = try Reader(path)
        info = try reader.info()
        self.name = name
        self.path = path
        bytes = ReferenceFolder.bytes(of: path)
        self.reader = Mutex(reader)
    }

    /// As it is called beside other sources.
    public var label: String { "reference \(name)" }

    /// - Returns: every field credited to this reference; `nil` when it does not know the book.
    /// - Throws: `failed` when its file is damaged.
    public func book(_ isbn: ISBN) throws(ReferenceError) -> Book? {
        try reader.withLock { reader throws(ReferenceError) in try reader.book(isbn) }.flatMap(credited)
    }

    /// Books by Open Library's numbers, `OL1M` of editions and `OL1W` of works. Of a work it is what all of its editions share.
    /// There is no index of these numbers: the whole reference is read, once for all of them.
    ///
    /// - Throws: `failed`.
    public func books(numbered numbers: Set<String>) throws(ReferenceError) -> [String: Book] {
        try reader.withLock { reader throws(ReferenceError) in try reader.books(numbered: numbers) }
            .compactMapValues(credited)
    }

    /// Books that have all words of a title, and all of an author's name where they are given; case and diacritics make
    /// no difference. The shortest title first, since it has the fewest other words. Where nothing has the words
    /// themselves, words of four letters and more may be beginnings.
    ///
    /// - Parameter limit: at most so many.
    /// - Throws: `unsearchable`, `failed`.
    public func search(title: String, author: String? = nil, limit: Int) throws(ReferenceError) -> [Book] {
        for length in [Int.max, 4] {
            let words = [("title", title), ("makers", author ?? "")].compactMap { column, words in
                SearchText.query(words, beginningsFrom: length).map { "\(column) : (\($0))" }
            }
            guard !words.isEmpty else { return [] }
            let books = try reader.withLock { reader throws(ReferenceError) in
                try reader.search(words.joined(separator: " AND "), limit: limit)
            }
            if !books.isEmpty { return books.compactMap(credited) }
        }
        return []
    }

    private func credited(_ book: Book) -> Book? {
        var book = book.tidied()
        // Of a title that nobody can see nothing is left.
        guard book.title != nil else { return nil }
        book.credit(Origin(.imported, label, info.date))
        return book
    }
}

/// A connection and its statements, for one at a time.
private final class Reader {
    private let connection: SQLiteConnection
    private let books: SQLiteStatement
    private let names: ContributorNames
    /// `nil` in one that an earlier version of the program made.
    private let words: SQLiteStatement?

    /// Books that are compared: a single common word is in hundreds of thousands.
    private static let mostCompared = 5000

    init(_ path: String) throws(ReferenceError) {
        connection = try SQLiteConnection(path, isNew: false)
        guard try connection.number("PRAGMA application_id") == ReferenceSchema.applicationID else {
            throw .notAReference(path: path)
        }
        let version = try connection.number("PRAGMA user_version")
        guard version <= ReferenceSchema.version else { throw .newer(path: path, version: version) }
        let originalScript =
            version < ReferenceSchema.withOriginalScript
            ? "NULL, NULL" : "original_script_title, original_script_names"
        books = try connection.prepare(
            """
            SELECT title, subtitle, makers, authors, publisher, year, pages, language, work, edition, cover,
                other_isbns, \(originalScript) FROM book WHERE isbn = ?
            """)
        names = try ContributorNames(connection)
        words =
            version < ReferenceSchema.searchable
            ? nil
            : try connection.prepare(
                """
                SELECT isbn FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT \(Self.mostCompared)) AS found
                    CROSS JOIN book ON book.isbn = found.rowid
                ORDER BY length(title) + ifnull(length(subtitle), 0), year DESC, isbn LIMIT ?
                """)
    }

    func info() throws(ReferenceError) -> ReferenceInfo {
        let statement = try connection.prepare("SELECT info FROM about")
        guard try statement.step(), let json = statement.text(0),
            let info = try? JSONDecoder().decode(ReferenceInfo.self, from: Data(json.utf8))
        else { throw .notAReference(path: connection.path) }
        return info
    }

    func search(_ match: String, limit: Int) throws(ReferenceError) -> [Book] {
        guard let words else { throw .unsearchable(path: connection.path) }
        words.bind(1, match)
        words.bind(2, Int64(limit))
        var isbns: [ISBN] = []
        defer { words.reset() }
        while try words.step() {
            if let isbn = words.number(0).flatMap({ ISBN(value: UInt64($0)) }) { isbns.append(isbn) }
        }
        var found: [Book] = []
        for isbn in isbns { if let book = try book(isbn) { found.append(book) } }
        return found
    }

    func books(numbered numbers: Set<String>) throws(ReferenceError) -> [String: Book] {
        func list(_ kind: Character) -> String {
            let known = numbers.filter { $0.hasPrefix("OL") && $0.last == kind }
            return
                "[\(known.compactMap { UInt32($0.dropFirst(2).dropLast()) }.map(String.init).joined(separator: ","))]"
        }
        let statement = try connection.prepare(
            """
            SELECT isbn, edition, work FROM book WHERE edition IN (SELECT value FROM json_each(?1))
                OR work IN (SELECT value FROM json_each(?2)) ORDER BY isbn
            """)
        statement.bind(1, list("M"))
        statement.bind(2, list("W"))
        var found: [String: Book] = [:]
        while try statement.step() {
            guard let isbn = statement.number(0).flatMap({ ISBN(value: UInt64($0)) }),
                let book = try book(isbn)
            else { continue }
            for number in book.identifiers.map(\.value) where numbers.contains(number) && found[number] == nil
            {
                found[number] = book
            }
            for work in book.works where numbers.contains(work.value) && found[work.value] == nil {
                found[work.value] = Book(title: book.title, contributors: book.contributors, works: [work])
            }
        }
        return found
    }

    func book(_ isbn: ISBN) throws(ReferenceError) -> Book? {
        books.bind(1, Int64(isbn.value))
        defer { books.reset() }
        guard try books.step() else { return nil }
        var book = Book(isbn: isbn, title: books.text(0), subtitle: books.text(1))
        book.originalScriptTitle = books.text(12)
        book.originalScriptNames = (books.text(13) ?? "").split(separator: "\u{1E}").map { String($0) }
        book.publisher = books.text(4)
        book.year = books.number(5)
        book.pages = books.number(6)
        book.language = books.text(7)
        if let work = books.number(8) { book.works = [Identifier(Self.scheme, "OL\(work)W")] }
        if let edition = books.number(9) { book.identifiers = [Identifier(Self.scheme, "OL\(edition)M")] }
        if let cover = books.number(10) { book.cover = "https://covers.openlibrary.org/b/id/\(cover)-L.jpg" }
        book.otherISBNs = (books.text(11) ?? "").split(separator: " ")
            .compactMap { UInt64($0) }.compactMap { ISBN(value: $0) }
        book.contributors = try names.contributors(
            makers: books.text(2), authors: books.text(3), work: books.number(8))
        return book
    }

    /// As Open Library's own answers name works and editions.
    private static let scheme = "openlibrary"
}

/// The file, its tables and marks.
enum ReferenceSchema {
    /// Marks the file in SQLite's header (`BkRf`).
    static let applicationID = 0x426B_5266
    static let version = 3
    /// The first with `words`.
    static let searchable = 2
    /// The first with the original script.
    static let withOriginalScript = 3

    /// A book's authors are numbers of `author`, makers names with their roles; a work stands for the authors of its
    /// editions that have none of their own. Of the words no more is kept than where they are, by ISBN.
    static let tables = """
        CREATE TABLE about (info TEXT NOT NULL);
        CREATE TABLE book (
            isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT, makers TEXT, authors TEXT,
            publisher TEXT, year INTEGER, pages INTEGER, language TEXT, work INTEGER, edition INTEGER,
            cover INTEGER, original_script_title TEXT, original_script_names TEXT, other_isbns TEXT);
        CREATE TABLE work (id INTEGER PRIMARY KEY, authors TEXT NOT NULL);
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(
            title, makers, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
        """
}
