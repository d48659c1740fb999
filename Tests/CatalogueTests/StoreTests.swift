// The store's file: opening, upgrading, checking, copying, refusing.
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func `every step results in the same tables`() throws {
        func tables(_ path: String) throws -> [String] {
            try DatabaseQueue(path: path).read { db in
                try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")
            }
        }
        let expected = try tables(temporary.path)
        for version in 1..<Schema.version {
            let path = temporary.folder.appending(path: "v\(version).sqlite").path
            _ = try Store(path: path, version: version)
            let old = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
            #expect(old == version)
            let store = try Store(path: path)
            #expect(try store.info().version == Schema.version)
            #expect(try tables(path) == expected)
        }
    }

    @Test func `upgrade keeps what is there`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        do {
            let old = try Store(path: path, version: 1)
            try old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO work (id) VALUES (7);
                        INSERT INTO book (id, isbn, work, title, added) VALUES (7, 9780439023481, 7, 'Kept', 0);
                        INSERT INTO list_entry SELECT id, 7, 0 FROM list WHERE name = 'owned';
                        INSERT INTO comment (book, author, text, spoiler, private, written)
                            VALUES (7, 'ion', 'Kept too', 0, 0, 0);
                        INSERT INTO search (rowid, title, contributors, publisher, comments)
                            VALUES (7, 'Kept', '', '', 'Kept too');
                        """)
            }
        }
        let store = try Store(path: path)
        let book = try #require(try store.search(SearchQuery(words: "kept")).first)
        #expect(try book.title == "Kept" && book.isbn == isbn("9780439023481"))
        #expect(try store.lists(with: #require(book.id)) == ["owned"])
        #expect(try store.pendingLookups() == [])
    }

    @Test func `a store whose file was moved or replaced is not changed any more`() throws {
        let path = temporary.folder.appending(path: "kept.sqlite").path
        let (open, moved) = (try Store(path: path), path + ".moved")
        #expect(!open.isReplaced)
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        #expect(open.isReplaced)
        #expect(throws: CatalogueError.replaced(path: path)) { try open.write { _ in } }
        try FileManager.default.copyItem(atPath: moved, toPath: path)
        #expect(open.isReplaced)
        #expect(throws: Never.self) { try open.read { _ in } }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: moved, toPath: path)
        #expect(throws: Never.self) { try open.write { _ in } }
    }

    /// A change that has waited for a restore.
    @Test func `a store that was replaced while a change waited is not called read-only`() {
        let error = DatabaseError(resultCode: .SQLITE_READONLY_DBMOVED)
        #expect(CatalogueError(error, path: "a.sqlite") == .replaced(path: "a.sqlite"))
    }

    @Test func `newer store is refused and left alone`() throws {
        try store.write { db in try db.execute(sql: "PRAGMA user_version = 99") }
        #expect(
            throws: CatalogueError.newer(path: temporary.path, version: 99, known: Schema.version)
        ) { try Store(path: temporary.path) }
    }

    @Test func `files that are not stores are rejected and not changed`() throws {
        let text = temporary.folder.appending(path: "notes.txt")
        try Data(String(repeating: "Not a database.\n", count: 100).utf8).write(to: text)
        let foreign = temporary.folder.appending(path: "foreign.sqlite")
        do {
            let queue = try DatabaseQueue(path: foreign.path)
            try queue.write { db in try db.execute(sql: "CREATE TABLE theirs (a)") }
        }
        for file in [text, foreign] {
            let before = try Data(contentsOf: file)
            #expect(throws: CatalogueError.notAStore(path: file.path)) { try Store(path: file.path) }
            #expect(try Data(contentsOf: file) == before)
        }
    }

    @Test func `store that must exist is not made`() throws {
        let path = temporary.folder.appending(path: "absent.sqlite").path
        #expect(throws: CatalogueError.missing(path: path)) { try Store(path: path, ifMissing: .refuse) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// As a crash of the file system leaves it. What belonged to the store is kept.
    @Test(arguments: [nil, "-wal", ".covers"]) func `an empty file is no store that must exist`(
        companion: String?
    ) throws {
        let file = temporary.folder.appending(path: "emptied.sqlite")
        try Data().write(to: file)
        if let companion { try Data("kept".utf8).write(to: URL(filePath: file.path + companion)) }
        let error = CatalogueError.emptied(path: file.path)
        #expect(throws: error) { try Store(path: file.path, ifMissing: .refuse) }
        #expect(try Data(contentsOf: file).isEmpty)
        guard let companion else {
            #expect(try Store(path: file.path).info().books == 0)
            return
        }
        #expect(throws: error) { try Store(path: file.path) }
        #expect(try Data(contentsOf: URL(filePath: file.path + companion)) == Data("kept".utf8))
    }

    @Test func `folder is made only where asked`() throws {
        let folder = temporary.folder.appending(path: "no/such")
        let path = folder.appending(path: "store.sqlite").path
        #expect(throws: CatalogueError.noFolder(path: path, folder: folder.path)) { try Store(path: path) }
        #expect(try Store(path: path, ifMissing: .makeWithFolder).info().books == 0)
        var found = stat()
        #expect(stat(folder.path, &found) == 0 && found.st_mode & 0o777 == 0o700)
        let below = path + "/store.sqlite"
        #expect {
            try Store(path: below, ifMissing: .makeWithFolder)
        } throws: { error in
            if case .cannotOpen(below, .system)? = error as? CatalogueError { true } else { false }
        }
    }

    @Test func `errors keep SQLite's code`() throws {
        let other = try DatabaseQueue(path: temporary.path)
        let busy = CatalogueError(
            DatabaseError(resultCode: .SQLITE_BUSY_SNAPSHOT, message: "database is locked"), path: "s")
        #expect(busy == .busy(path: "s", .sqlite(code: 517, words: "database is locked")))
        try other.write { db in try db.execute(sql: "DROP TABLE cooldown") }
        #expect(
            throws: CatalogueError.failed(
                path: temporary.path, .sqlite(code: 1, words: "no such table: cooldown"))
        ) { try store.cooldowns() }
    }

    @Test func `damage is found`() throws {
        for number in 0..<200 {
            try store.save(Book(title: "Book \(number)", year: number).credited(.person))
        }
        #expect(try store.check() == [])
        let copy = temporary.folder.appending(path: "copy.sqlite")
        try store.backUp(to: copy.path)
        try store.write { db in try db.execute(sql: "DELETE FROM search WHERE rowid = 1") }
        #expect(try store.check() == [.notIndexed(books: 1)])
        var bytes = try Data(contentsOf: copy)
        for page in stride(from: 4096 * 2, to: bytes.count, by: 4096) { bytes[page] = 0xEE }
        try bytes.write(to: copy)
        let found = Result { try Store(path: copy.path).check() }
        #expect(
            try found.map { !$0.isEmpty }.flatMapError { error in
                if case .damaged? = error as? CatalogueError { return Result<Bool, any Error>.success(true) }
                return .failure(error)
            }.get())
    }

    @Test func `backup is a store of its own`() throws {
        try store.save(Book(title: "T").credited(.person))
        let copy = temporary.folder.appending(path: "copy.sqlite").path
        try store.backUp(to: copy)
        try store.save(Book(title: "Later").credited(.person))
        #expect(try Store(path: copy).info().books == 1)
        #expect(throws: CatalogueError.backupExists(path: copy)) { try store.backUp(to: copy) }
        try store.backUp(to: copy, replacing: true)
        #expect(try Store(path: copy).info().books == 2)
        #expect(throws: CatalogueError.noFolder(path: "/nowhere/copy.sqlite", folder: "/nowhere")) {
            try store.backUp(to: "/nowhere/copy.sqlite")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
        #expect(!left.contains { $0.contains(".partial") })
    }

    @Test func `failed call changes nothing`() throws {
        #expect(throws: CatalogueError.self) {
            try store.write { db in
                _ = try db.save(Book(title: "T").credited(.person))
                throw CatalogueError.nothingToAdd
            }
        }
        #expect(try store.info().books == 0)
    }
}
