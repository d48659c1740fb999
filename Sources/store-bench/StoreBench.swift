// How fast the store is, as ratios to the same statements in one session of SQLite's own shell. `scripts/bench store` builds
// and runs it.
import Books
import Catalogue
import Foundation

@main
struct StoreBench {
    private let folder: URL
    private let program: String
    private let books: BenchBooks
    private let store: Store

    /// Arguments: a folder in which stores and tables are made, where a filled store that is there already is used again;
    /// how many books; the built `bookzone`.
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]), count >= 10_000 else { throw Usage() }
        let folder = URL(filePath: arguments[1])
        try importTable(in: folder)
        let bench = try StoreBench(folder, BenchBooks(count: count), program: arguments[3])
        print("\(count) books, times beside the same statements in one sqlite3 session:")
        try bench.lookUp()
        try bench.showCards()
        try bench.search()
        try bench.list()
        try bench.export()
    }

    private init(_ folder: URL, _ books: BenchBooks, program: String) throws {
        self.folder = folder
        self.books = books
        self.program = program
        let path = folder.appending(path: "\(books.count).sqlite").path
        if !FileManager.default.fileExists(atPath: path) {
            let table = folder.appending(path: "\(books.count).csv")
            try books.write(to: table)
            let part = path + ".part"
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: part + suffix) }
            let time = try ContinuousClock().measure { _ = try Self.load(table, into: Store(path: part)) }
            Self.report("import of \(books.count) rows", time)
            try FileManager.default.moveItem(atPath: part, toPath: path)
            try FileManager.default.removeItem(at: table)
        }
        store = try Store(path: path)
    }

    // MARK: What is measured

    /// 10,000 rows into an empty store, and the same into a table and an index of the shell's.
    private static func importTable(in folder: URL) throws {
        let table = folder.appending(path: "10000.csv")
        try BenchBooks(count: 10_000).write(to: table)
        let path = folder.appending(path: "import.sqlite").path
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let time = try ContinuousClock().measure {
            let summary = try load(table, into: try Store(path: path))
            guard summary.added == 10_000 else { throw Unexpected() }
        }
        let shell = Shell(database: folder.appending(path: "shell.sqlite"))
        shell.removeDatabase()
        let beside = try shell.time(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE book (isbn13 INTEGER PRIMARY KEY, title, authors, publisher, year, pages, language, shelves);
            CREATE VIRTUAL TABLE search USING fts5 (title, authors, publisher);
            .import --csv --skip 1 \(table.path) book
            INSERT INTO search SELECT title, authors, publisher FROM book;

            """)
        report("import of 10000 rows", time, beside: beside)
    }

    private func lookUp() throws {
        let isbns = (0..<20_000).map { _ in books.isbn(Int.random(in: 0..<books.count)) }
        try compare("look-up of one ISBN", calls: isbns.count, atMost: 3) {
            for isbn in isbns where try store.book(.isbn(isbn))?.title == nil { throw Unexpected() }
        }
    }

    private func showCards() throws {
        let isbns = (0..<2000).map { _ in books.isbn(Int.random(in: 0..<books.count)) }
        try compare("card", calls: isbns.count, atMost: 3) {
            for isbn in isbns where try store.card(of: .isbn(isbn), for: "bench") == nil {
                throw Unexpected()
            }
        }
    }

    private func search() throws {
        let ids = try store.ids(found: SearchQuery(words: "river", limit: books.count))
        try compare(
            "search as JSON Lines, \(ids.count) books",
            command: ["search", "river", "--limit", "\(books.count)", "--format", "jsonl"]
        ) {
            let found = try store.ids(found: SearchQuery(words: "river", limit: books.count))
            try store.forEachCard(of: found, for: "bench") { _ in }
        }
    }

    private func list() throws {
        let count = try store.ids(on: "owned", for: "bench").count
        try compare(
            "list as JSON Lines, \(count) books", command: ["list", "show", "owned", "--format", "jsonl"]
        ) {
            try store.forEachCard(of: store.ids(on: "owned", for: "bench"), for: "bench") { _ in }
        }
    }

    private func export() throws {
        try compare("export to CSV", command: ["export", "csv"], atMost: 10) {
            var last: BookID?
            while let books = try store.keptBooks(after: last, for: "bench") { last = books.last?.book.id }
        }
    }

    // MARK: How

    /// Times calls of the library.
    private func compare(_ what: String, calls: Int, atMost limit: Int, _ body: () throws -> Void) throws {
        try body()
        let time = try ContinuousClock().measure(body)
        Self.report(what, time, calls: calls, beside: try sessionTime(body), atMost: limit)
    }

    /// Times a run of the program that does what `body` does.
    private func compare(
        _ what: String, command: [String], atMost limit: Int? = nil, _ body: () throws -> Void
    ) throws {
        let run = Process()
        run.executableURL = URL(filePath: program)
        run.arguments = command + ["--store", store.path, "--as", "bench"]
        run.standardOutput = FileHandle.nullDevice
        // An export says there what it leaves out.
        run.standardError = FileHandle.nullDevice
        let time = try ContinuousClock().measure {
            try run.run()
            run.waitUntilExit()
        }
        guard run.terminationStatus == 0 else { throw Unexpected() }
        Self.report(what, time, beside: try sessionTime(body), atMost: limit)
    }

    /// How long the shell takes for the statements of `body`.
    private func sessionTime(_ body: () throws -> Void) throws -> Duration {
        let script = folder.appending(path: "statements.sql")
        try Data().write(to: script)
        let file = try FileHandle(forWritingTo: script)
        try store.tracing({ try? file.write(contentsOf: Data(($0 + ";\n").utf8)) }, body)
        try file.close()
        return try Shell(database: URL(filePath: store.path)).time(script: script)
    }

    private static func load(_ table: URL, into store: Store) throws -> ImportSummary {
        var reader = DelimitedReader(try FileHandle(forReadingFrom: table), name: table.path)
        let layout = try TableLayout(header: try reader.next()?.fields ?? [])
        let source = TableSource(name: "bench", date: .now, person: "bench")
        return try store.importTable(&reader, layout, from: source) { print($0) }
    }

    private static func report(
        _ what: String, _ time: Duration, calls: Int = 1, beside shell: Duration? = nil,
        atMost limit: Int? = nil
    ) {
        func text(_ time: Duration) -> String {
            let microseconds = time / .microseconds(1) / Double(calls)
            return microseconds < 10_000
                ? "\((microseconds * 10).rounded() / 10) µs" : "\(Int(microseconds / 1000)) ms"
        }
        var line = "\(what): \(text(time))"
        if let shell {
            line += ", sqlite3 \(text(shell)): \((time / shell * 10).rounded() / 10) times"
        }
        print(line + (limit.map { " (at most \($0))" } ?? ""))
    }
}

struct Usage: Error {}
struct Unexpected: Error {}
