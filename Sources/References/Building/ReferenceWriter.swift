// Writes a reference's file in the order of its keys, so that each page is written once.
import Books
import Foundation
import GRDBSQLite

final class ReferenceWriter {
    let connection: SQLiteConnection
    private let bookStatement: SQLiteStatement
    private let workStatement: SQLiteStatement
    private let authorStatement: SQLiteStatement
    private var works = NumberSet()
    private var authorsNeeded = NumberSet()
    private(set) var books = 0
    private(set) var authors = 0
    private(set) var languages: [String: Int] = [:]

    /// - Parameter path: of a file that does not exist yet.
    init(_ path: String) throws(ReferenceError) {
        connection = try SQLiteConnection(path, isNew: true)
        // An incomplete file is deleted, so that no rollback is needed.
        try connection.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA application_id = \(ReferenceSchema.applicationID);
            PRAGMA user_version = \(ReferenceSchema.version); BEGIN; \(ReferenceSchema.tables)
            """)
        bookStatement = try connection.prepare(
            """
            INSERT INTO book (isbn, year, pages, work, edition, cover, title, subtitle, makers, authors, publisher,
                language, original_script_title, original_script_names, lccn, other_isbns)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        workStatement = try connection.prepare("INSERT INTO work (id, authors) VALUES (?, ?)")
        authorStatement = try connection.prepare("INSERT INTO author (id, name) VALUES (?, ?)")
    }

    /// Adds entries in the order of their keys, each key once. Works and authors that no book needs are left out.
    func add(_ key: UInt64, _ entry: UnsafeRawBufferPointer) throws(ReferenceError) {
        if key & EntryKey.authors != 0 {
            let id = key & ~EntryKey.authors
            guard authorsNeeded.contains(id) else { return }
            try insert(authorStatement, id, entry)
            authors += 1
        } else if key & EntryKey.works != 0 {
            let id = key & ~EntryKey.works
            guard works.contains(id) else { return }
            need(authors: entry)
            try insert(workStatement, id, entry)
        } else {
            try addBook(key, entry)
        }
    }

    private func insert(
        _ statement: SQLiteStatement, _ id: UInt64, _ text: UnsafeRawBufferPointer
    ) throws(ReferenceError) {
        statement.bind(1, Int64(id))
        statement.bind(2, text: text)
        try statement.run()
    }

    private func addBook(_ key: UInt64, _ entry: UnsafeRawBufferPointer) throws(ReferenceError) {
        bookStatement.bind(1, Int64(key))
        var place = 2
        var work: UInt64 = 0
        for number in 0..<BookPacker.numbers {
            let value = UInt32(littleEndian: entry.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            if value == 0 {
                bookStatement.bindNothing(2 + number)
            } else {
                bookStatement.bind(2 + number, Int64(value))
            }
            if number == 2 { work = UInt64(value) }
            place += 4
        }
        var language = "und"
        var hasMakers = false
        for text in 0..<BookPacker.texts {
            let count = Int(UInt16(littleEndian: entry.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
            let bytes = UnsafeRawBufferPointer(rebasing: entry[place + 2..<place + 2 + count])
            bookStatement.bind(2 + BookPacker.numbers + text, text: bytes)
            switch text {
            case 2: hasMakers = count > 0
            case 3 where count > 0:
                hasMakers = true
                need(authors: bytes)
            case 5 where count > 0: language = String(decoding: bytes, as: UTF8.self)
            default: break
            }
            place += 2 + count
        }
        if !hasMakers, work > 0 { works.insert(work) }
        try bookStatement.run()
        books += 1
        // A file with invalid languages must not fill the memory.
        if languages.count < 2000 || languages[language] != nil { languages[language, default: 0] += 1 }
    }

    private func need(authors: UnsafeRawBufferPointer) {
        var number: UInt64 = 0
        for byte in authors {
            if byte == 0x20 {
                authorsNeeded.insert(number)
                number = 0
            } else {
                number = number &* 10 &+ UInt64(byte &- 0x30)
            }
        }
        authorsNeeded.insert(number)
    }

    /// Writes the information about the whole reference, and everything still in memory.
    func finish(_ info: ReferenceInfo) throws(ReferenceError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(info) else {
            throw .cannotWrite(path: connection.path, errno: EINVAL)
        }
        let statement = try connection.prepare("INSERT INTO about (info) VALUES (?)")
        let bytes = [UInt8](json)
        var failure: ReferenceError?
        bytes.withUnsafeBytes { text in
            statement.bind(1, text: text)
            do throws(ReferenceError) { try statement.run() } catch { failure = error }
        }
        if let failure { throw failure }
        try connection.execute("COMMIT")
    }
}

// The indexes: the words of titles and makers, for searching, which are written last, when all names are known; and the
// Library of Congress Control Numbers.
extension ReferenceWriter {
    /// In bytes: how much memory words take before they are written.
    private static let gathered = 8 << 20

    /// - Parameter progress: called from time to time with the number of books done; an error thrown ends indexing.
    func indexWords(_ progress: (Int) throws(ReferenceError) -> Void) throws(ReferenceError) {
        // The index is merged once, at the end.
        try connection.execute(
            """
            INSERT INTO words (words, rank) VALUES ('hashsize', \(Self.gathered)), ('automerge', 0), ('crisismerge', 1000)
            """)
        let makerNames = try ContributorNames(connection)
        let book = try connection.prepare(
            """
            SELECT isbn, title, subtitle, makers, authors, work, original_script_title, original_script_names FROM book
            WHERE isbn < \(EntryKey.numbered)
            """)
        let words = try connection.prepare("INSERT INTO words (rowid, title, makers) VALUES (?, ?, ?)")
        var done = 0
        while try book.step() {
            let title = [book.text(1), book.text(2), book.text(6)].compactMap(\.self).joined(separator: " ")
            let makers = try makerNames.contributors(
                makers: book.text(3), authors: book.text(4), work: book.number(5))
            let names = makers.map(\.name) + [book.text(7)].compactMap(\.self)
            words.bind(1, Int64(book.number(0) ?? 0))
            words.bind(2, SearchText.folded(title.withoutEntities))
            words.bind(3, SearchText.folded(names.joined(separator: "\n")))
            try words.run()
            done += 1
            if done.isMultiple(of: 4096) { try progress(done) }
        }
        try connection.execute(
            """
            INSERT INTO words (words) VALUES ('optimize'); CREATE INDEX book_lccn ON book (lccn) WHERE lccn NOT NULL
            """)
    }
}
