// A finished reference: finds books by ISBN or title without a network.
import Books
import Foundation
import Synchronization

/// The file never changes. One that is replaced or removed stays readable while it is open.
public final class ReferenceFile: Sendable {
    public let name: String
    public let path: String
    public let info: ReferenceInfo
    /// Its size on disk.
    public let bytes: Int
    private let reader: Mutex<ReferenceReader>

    /// - Throws: `notAReference`, `newer`, `unsound`, `failed`.
    public init(path: String, name: String) throws(ReferenceError) {
        let reader = try ReferenceReader(path)
        info = try reader.info()
        self.name = name
        self.path = path
        bytes = ReferenceFolder.bytes(of: path)
        self.reader = Mutex(reader)
    }

    /// Its name among other sources.
    public var label: String { "reference \(name)" }

    /// - Returns: the book, with every field credited to this reference; `nil` if it is not in the reference.
    /// - Throws: `failed` if the file is damaged.
    public func book(_ isbn: ISBN) throws(ReferenceError) -> Book? {
        try reader.withLock { reader throws(ReferenceError) in try reader.book(Int(isbn.value)) }
            .flatMap(credited)
    }

    /// Books by Open Library's identifiers: `OL1M` for editions, `OL1W` for works. For a work, the result has what
    /// all its editions have in common. There is no index of these identifiers: the whole reference is read, once for
    /// all of them.
    ///
    /// - Throws: `failed`.
    public func books(numbered numbers: Set<String>) throws(ReferenceError) -> [String: Book] {
        try reader.withLock { reader throws(ReferenceError) in try reader.books(numbered: numbers) }
            .compactMapValues(credited)
    }

    /// Books by a Library of Congress Control Number, also such as have no ISBN; none in a file of an earlier version of the
    /// program.
    ///
    /// - Parameter lccn: in normal form: see `OtherNumber.value`.
    /// - Throws: `failed`.
    public func books(lccn: String) throws(ReferenceError) -> [Book] {
        try reader.withLock { reader throws(ReferenceError) in try reader.books(lccn: lccn) }
            .compactMap(credited)
    }

    /// Books that have all words of a title and, if given, of an author's name, ignoring case and diacritics; those
    /// with the shortest title first. If there are none, words of four letters or more also match as prefixes.
    ///
    /// - Parameter limit: the maximum number of books.
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

    /// Books are without their origin.
    func withReader<Result>(
        _ body: (ReferenceReader) throws(ReferenceError) -> sending Result
    ) throws(ReferenceError) -> Result {
        try reader.withLock { reader throws(ReferenceError) in try body(reader) }
    }

    func credited(_ book: Book) -> Book? {
        var book = book.tidied()
        // A title without visible characters is removed.
        guard book.title != nil else { return nil }
        book.credit(Origin(.imported, label, info.date))
        return book
    }
}

/// A connection and its statements, for one caller at a time.
final class ReferenceReader {
    private let connection: SQLiteConnection
    private let books: SQLiteStatement
    private let names: ContributorNames
    /// `nil` in a file of an earlier version of the program.
    private let words: SQLiteStatement?
    /// By a Library of Congress Control Number; `nil` in a file of an earlier version of the program.
    private let numbers: SQLiteStatement?

    /// Prepared when they are first needed.
    private var postings: SQLiteStatement?
    private var terms: SQLiteStatement?

    /// How many books are compared at most: a common word is in hundreds of thousands.
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
        numbers =
            version < ReferenceSchema.numbered
            ? nil : try connection.prepare("SELECT isbn FROM book WHERE lccn = ? ORDER BY year, isbn LIMIT 5")
    }

    func books(lccn: String) throws(ReferenceError) -> [Book] {
        guard let numbers else { return [] }
        numbers.bind(1, lccn)
        return try books(numbers)
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
        return try books(words)
    }

    /// The books whose keys a statement returns.
    private func books(_ statement: SQLiteStatement) throws(ReferenceError) -> [Book] {
        var keys: [Int] = []
        defer { statement.reset() }
        while try statement.step() { if let key = statement.number(0) { keys.append(key) } }
        var found: [Book] = []
        for key in keys { if let book = try book(key) { found.append(book) } }
        return found
    }

    /// The keys of books whose titles and makers have all these words, folded and separated by spaces; the lowest first.
    func postings(_ words: String, limit: Int) throws(ReferenceError) -> [Int] {
        if postings == nil {
            guard self.words != nil else { throw .unsearchable(path: connection.path) }
            postings = try connection.prepare("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?")
        }
        guard let postings else { return [] }
        postings.bind(1, words.split(separator: " ").map(SearchText.phrase).joined(separator: " "))
        postings.bind(2, Int64(limit))
        defer { postings.reset() }
        var keys: [Int] = []
        while try postings.step() { if let key = postings.number(0) { keys.append(key) } }
        return keys
    }

    /// The words of the index with this beginning.
    func terms(beginningWith beginning: String) throws(ReferenceError) -> [String] {
        if terms == nil {
            try connection.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, row)")
            terms = try connection.prepare(
                "SELECT term FROM temp.terms WHERE term >= ?1 AND term < ?1 || char(0x10FFFF)")
        }
        guard let terms else { return [] }
        terms.bind(1, beginning)
        defer { terms.reset() }
        var found: [String] = []
        while try terms.step() { if let term = terms.text(0) { found.append(term) } }
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
            guard let key = statement.number(0), let book = try book(key) else { continue }
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

    /// - Parameter key: see `EntryKey`.
    func book(_ key: Int) throws(ReferenceError) -> Book? {
        books.bind(1, Int64(key))
        defer { books.reset() }
        guard try books.step() else { return nil }
        var book = Book(isbn: ISBN(value: UInt64(key)), title: books.text(0), subtitle: books.text(1))
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

    /// The identifier scheme of Open Library's answers.
    private static let scheme = "openlibrary"
}

/// The file, its tables and marks.
enum ReferenceSchema {
    /// Marks the file in SQLite's header (`BkRf`).
    static let applicationID = 0x426B_5266
    static let version = 4
    /// The first version with `words`.
    static let searchable = 2
    /// The first version with the original script.
    static let withOriginalScript = 3
    /// The first version with Library of Congress Control Numbers.
    static let numbered = 4

    /// `isbn` is the key of a book without one: see `EntryKey`. A book's authors are numbers in `author`; makers are names
    /// with roles. Editions without authors have those of their work. The index of words has only the ISBNs that contain them.
    static let tables = """
        CREATE TABLE about (info TEXT NOT NULL);
        CREATE TABLE book (
            isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT, makers TEXT, authors TEXT,
            publisher TEXT, year INTEGER, pages INTEGER, language TEXT, work INTEGER, edition INTEGER,
            cover INTEGER, original_script_title TEXT, original_script_names TEXT, lccn TEXT,
            other_isbns TEXT);
        CREATE TABLE work (id INTEGER PRIMARY KEY, authors TEXT NOT NULL);
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(
            title, makers, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
        """
}
