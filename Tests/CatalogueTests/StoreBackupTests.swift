// Backups, what they replace, and restoring stores from them.
import Books
import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import Catalogue

struct StoreBackupTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func path(_ name: String) -> String { temporary.folder.appending(path: name).path }

    @Test func `missing tables and indexes are found`() throws {
        #expect(try store.check() == [])
        try store.write { db in try db.execute(sql: "DROP INDEX book_work; DROP INDEX list_key") }
        let indexes = [StoreProblem.missing(.index, name: "list_key"), .missing(.index, name: "book_work")]
        #expect(Set(try store.check()) == Set(indexes))
        try store.write { db in try db.execute(sql: "DROP TABLE cooldown; DROP TABLE search") }
        let tables = Set(try store.check()).subtracting(indexes)
        #expect(
            tables.isSuperset(of: [.missing(.table, name: "cooldown"), .missing(.table, name: "search")]))
        #expect(throws: CatalogueError.unsound(path: store.path, try store.check())) {
            try store.backUp(to: path("copy"))
        }
        #expect(!FileManager.default.fileExists(atPath: path("copy")))
    }

    @Test func `an open store is not replaced`() throws {
        try store.save(Book(title: "Kept").credited(.person))
        try store.backUp(to: path("copy"))
        let backup = try Store(path: path("copy"))
        #expect {
            try backup.restore(to: store.path)
        } throws: { error in
            if case .busy? = error as? CatalogueError { true } else { false }
        }
        #expect(try store.info().books == 1)
        #expect(try store.check() == [])
    }

    /// They have opened the file, and get the lock at once when it is released.
    @Test func `whoever waits for a store that is replaced makes no log for it`() async throws {
        for round in 0..<24 {
            let place = path("restored \(round)")
            try store.backUp(to: place)
            // Of several, SQLite refuses some because they wait for each other.
            let waiter = Waiter()
            _ = try store.restore(to: place) { waiter.start(at: place) }
            #expect(await waiter.outcome() == ResultCode.SQLITE_READONLY_DBMOVED.rawValue)
        }
    }

    /// Puts a store in WAL mode in a thread of its own.
    private final class Waiter: Sendable {
        private let (codes, code) = AsyncStream.makeStream(of: Int32.self)
        private let isWaiting = DispatchSemaphore(value: 0)

        /// Returns when it waits for the lock of the open file.
        func start(at path: String) {
            Thread { [code, isWaiting] in
                var handle: OpaquePointer?
                sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
                sqlite3_busy_handler(
                    handle,
                    { waiting, count in
                        if count == 0, let waiting {
                            Unmanaged<DispatchSemaphore>.fromOpaque(waiting).takeUnretainedValue().signal()
                        }
                        return 1
                    }, Unmanaged.passUnretained(isWaiting).toOpaque())
                sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil)
                code.yield(sqlite3_extended_errcode(handle))
                sqlite3_close(handle)
            }.start()
            _ = isWaiting.wait(timeout: .now() + 60)
        }

        func outcome() async -> Int32? { await codes.first { _ in true } }
    }

    @Test func `whoever opens a store while it is replaced opens the new one`() async throws {
        let place = path("restored")
        try store.backUp(to: place)
        let (saved, books) = AsyncStream.makeStream(of: Bool.self)
        _ = try store.restore(to: place) {
            for number in 0..<3 {
                Thread {
                    let book = Book(title: "Saved \(number)").credited(.person)
                    books.yield((try? Store(path: place).save(book)) != nil)
                }.start()
            }
        }
        var count = 0
        for await isSaved in saved.prefix(3) where isSaved { count += 1 }
        let restored = try Store(path: place)
        #expect(try count == 3 && restored.info().books == 3)
        #expect(try restored.check() == [])
    }

    @Test func `a store that is replaced during a change does not have half of it`() throws {
        let place = path("moved")
        try store.backUp(to: place)
        let moved = try Store(path: place)
        #expect(throws: CatalogueError.replaced(path: place)) {
            try moved.write { db in
                try db.run("INSERT INTO work (id) VALUES (1)")
                try FileManager.default.moveItem(atPath: place, toPath: place + ".old")
            }
        }
    }

    @Test func `neither a backup nor a restored store replaces a store that somebody has made meanwhile`()
        throws
    {
        let place = path("copy")
        try store.backUp(to: place)
        let open = try Store(path: place)
        #expect {
            try store.backUp(to: place, replacing: true)
        } throws: { error in
            if case .busy? = error as? CatalogueError { true } else { false }
        }
        try open.save(Book(title: "Kept").credited(.person))
        let other = path("other")
        #expect(throws: CatalogueError.occupied(path: other)) {
            try store.restore(to: other) { () throws(CatalogueError) in
                try Store(path: other).save(Book(title: "Kept").credited(.person))
            }
        }
        #expect(try open.info().books == 1 && Store(path: other).info().books == 1)
    }

    @Test func `the log of a store that was removed is not that of the next one`() throws {
        let (place, dumped) = (path("place"), path("dumped"))
        var lines: [String] = []
        try store.dump { lines.append($0) }
        for target in [place, dumped] {
            do {
                let removed = try Store(path: target)
                try removed.save(Book(title: "Removed").credited(.person))
                try FileManager.default.copyItem(atPath: target + "-wal", toPath: target + ".log")
            }
            try FileManager.default.removeItem(atPath: target)
            try FileManager.default.moveItem(atPath: target + ".log", toPath: target + "-wal")
        }
        #expect(try store.restore(to: place) == nil)
        var next = lines.makeIterator()
        try Store.load({ next.next() }, to: dumped)
        for target in [place, dumped] {
            let made = try Store(path: target)
            #expect(try made.info().books == 0 && made.check() == [])
        }
    }

    @Test func `copies of a store have no name that a killed process could leave`() throws {
        // Other tests have files there, too.
        let mark = UUID().uuidString
        try store.save(Book(title: mark).credited(.person))
        let old = path("old")
        try store.backUp(to: old)
        let (folder, own) = (FileManager.default.temporaryDirectory, temporary.folder.lastPathComponent)
        let isDone = Mutex(false)
        let seen = Mutex<Set<String>>([])
        let ended = DispatchSemaphore(value: 0)
        Thread {
            while !isDone.withLock(\.self) {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                let copies = names.filter { name in
                    let file = folder.appending(path: name).appending(path: "catalogue.sqlite")
                    return name != own && (try? Data(contentsOf: file))?.range(of: Data(mark.utf8)) != nil
                }
                seen.withLock { $0.formUnion(copies) }
            }
            ended.signal()
        }.start()
        for _ in 0..<40 {
            _ = try store.temporaryCopy()
            _ = try Store(backup: old)
        }
        isDone.withLock { $0 = true }
        ended.wait()
        #expect(seen.withLock(\.self) == [])
    }

    @Test func `a store at rest is read with its log`() throws {
        try store.save(Book(title: "Logged").credited(.person))
        let place = path("at rest")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.path + suffix, toPath: place + suffix)
        }
        #expect(try Store(backup: place).info().books == 1)
    }

    @Test func `left overs of a killed backup go`() throws {
        try Data("half".utf8).write(to: temporary.folder.appending(path: "copy.partial"))
        try store.backUp(to: path("copy"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).contains("copy"))
        #expect(!FileManager.default.fileExists(atPath: path("copy.partial")))
    }

    @Test func `a file that another process is writing is left to it`() throws {
        let other = try DraftFolder.partial(of: path("copy"))
        defer { other.remove() }
        try Data("half".utf8).write(to: URL(filePath: other.file("catalogue.sqlite")))
        let error = CatalogueError.beingWritten(path: path("copy"))
        #expect(throws: error) { try store.backUp(to: path("copy")) }
        #expect(throws: error) { try store.restore(to: path("copy")) }
        #expect(FileManager.default.fileExists(atPath: other.file("catalogue.sqlite")))
    }

    @Test func `somebody's folder with the name of a draft is left alone`() throws {
        let notes = URL(filePath: path("copy.partial")).appending(path: "notes.txt")
        try FileManager.default.createDirectory(
            at: notes.deletingLastPathComponent(), withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: notes)
        let folder = path("copy.partial")
        #expect(throws: CatalogueError.cannotWrite(path: folder, .system(errno: ENOTEMPTY))) {
            try store.backUp(to: path("copy"))
        }
        #expect(try Data(contentsOf: notes) == Data("mine".utf8))
    }

    @Test func `a check names what a killed backup or restore left, and not what is under way`() throws {
        let left = store.path + ".restoring"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        let underWay = try DraftFolder.partial(of: store.path)
        defer { underWay.remove() }
        #expect(try store.check() == [.leftOver(folder: left)])
        try store.backUp(to: path("copy"))
    }

    @Test func `a backup does not replace another program's database`() throws {
        let other = try DatabaseQueue(path: path("photos.db"))
        try other.write { db in try db.execute(sql: "CREATE TABLE photo (name TEXT)") }
        #expect(throws: CatalogueError.replacesNoStore(path: path("photos.db"))) {
            try store.backUp(to: path("photos.db"), replacing: true)
        }
        #expect(try other.read { try $0.tableExists("photo") })
    }

    @Test func `link to a backup stays a link`() throws {
        try store.backUp(to: path("real"))
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "real")
        try store.save(Book(title: "Later").credited(.person))
        try store.backUp(to: path("link"), replacing: true)
        #expect(try Store(path: path("real")).info().books == 1)
    }

    @Test func `a backup has the permissions of the store, or of the file it replaces`() throws {
        func allow(_ mode: Int, _ path: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        func allowed(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        try allow(0o600, store.path)
        try store.backUp(to: path("copy"))
        #expect(try allowed(path("copy")) == 0o600)
        try allow(0o640, path("copy"))
        try store.backUp(to: path("copy"), replacing: true)
        #expect(try allowed(path("copy")) == 0o640)
        try allow(0o400, path("copy"))
        _ = try Store(path: path("copy")).restore(to: path("restored"))
        #expect(try allowed(path("restored")) == 0o600)
    }

    /// While the store is open, and after it was closed.
    @Test func `older store that may not be written is read as it would be now`() throws {
        let old = path("old")
        do {
            let open = try Store(path: old, version: 1)
            try open.write { db in
                try db.run("INSERT INTO work (id) VALUES (1)")
                try db.run("INSERT INTO book (id, work, title, added) VALUES (1, 1, 'Kept', 0)")
            }
            #expect(
                try Store.openCopy(of: old, version: Schema.version).inDatabase { try $0.lists().count } == 2)
        }
        let before = try Data(contentsOf: URL(filePath: old))
        let queue = try Store.openCopy(of: old, version: Schema.version)
        #expect(try queue.inDatabase { try $0.number("SELECT count(*) FROM book") } == 1)
        #expect(try queue.inDatabase { try $0.lists().count } == 2)
        #expect(try Data(contentsOf: URL(filePath: old)) == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
        #expect(left.filter { $0.hasPrefix("old") } == ["old"])
    }
}
