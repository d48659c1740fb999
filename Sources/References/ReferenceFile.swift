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
        var result: Result<Book?, ReferenceError> = .success(nil)
        reader.withLock { reader in
            do throws(ReferenceError) { result = .success(try reader.book(isbn)) } catch {
                result = .failure(error)
            }
        }
        guard var book = try result.get() else { return nil }
        book = book.tidied()
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
    private let works: SQLiteStatement
    private let authors: SQLiteStatement

    init(_ path: String) throws(ReferenceError) {
        connection = try SQLiteConnection(path, isNew: false)
        guard try connection.number("PRAGMA application_id") == ReferenceSchema.applicationID else {
            throw .notAReference(path: path)
        }
        let version = try connection.number("PRAGMA user_version")
        guard version == ReferenceSchema.version else { throw .newer(path: path, version: version) }
        books = try connection.prepare(
            """
            SELECT title, subtitle, makers, authors, publisher, year, pages, language, work, edition, cover,
                other_isbns FROM book WHERE isbn = ?
            """)
        works = try connection.prepare("SELECT authors FROM work WHERE id = ?")
        authors = try connection.prepare("SELECT name FROM author WHERE id = ?")
    }

    func info() throws(ReferenceError) -> ReferenceInfo {
        let statement = try connection.prepare("SELECT info FROM about")
        guard try statement.step(), let json = statement.text(0),
            let info = try? JSONDecoder().decode(ReferenceInfo.self, from: Data(json.utf8))
        else { throw .notAReference(path: connection.path) }
        return info
    }

    func book(_ isbn: ISBN) throws(ReferenceError) -> Book? {
        books.bind(1, Int64(isbn.value))
        defer { books.reset() }
        guard try books.step() else { return nil }
        var book = Book(isbn: isbn, title: books.text(0), subtitle: books.text(1))
        book.publisher = books.text(4)
        book.year = books.number(5)
        book.pages = books.number(6)
        book.language = books.text(7)
        if let work = books.number(8) { book.works = [Identifier(Self.scheme, "OL\(work)W")] }
        if let edition = books.number(9) { book.identifiers = [Identifier(Self.scheme, "OL\(edition)M")] }
        if let cover = books.number(10) { book.cover = "https://covers.openlibrary.org/b/id/\(cover)-L.jpg" }
        book.otherISBNs = (books.text(11) ?? "").split(separator: " ")
            .compactMap { UInt64($0) }.compactMap { ISBN(value: $0) }
        if let makers = books.text(2) {
            book.contributors = makers.split(separator: "\u{1E}").map { maker in
                let parts = maker.split(separator: "\u{1F}", maxSplits: 1)
                let role = parts.count > 1 ? Contributor.Role(rawValue: String(parts[1])) : nil
                return Contributor(name: parts.first.map { String($0) } ?? "", role: role ?? .contributor)
            }
        } else {
            var numbers = books.text(3)
            if numbers == nil { numbers = try work(books.number(8)) }
            book.contributors = try authors(of: numbers)
        }
        return book
    }

    /// As Open Library's own answers name works and editions.
    private static let scheme = "openlibrary"

    private func work(_ id: Int?) throws(ReferenceError) -> String? {
        guard let id else { return nil }
        works.bind(1, Int64(id))
        defer { works.reset() }
        return try works.step() ? works.text(0) : nil
    }

    private func authors(of numbers: String?) throws(ReferenceError) -> [Contributor] {
        var names: [Contributor] = []
        for number in (numbers ?? "").split(separator: " ").compactMap({ Int64($0) }) {
            authors.bind(1, number)
            defer { authors.reset() }
            if try authors.step(), let name = authors.text(0) { names.append(Contributor(name: name)) }
        }
        return names
    }
}
