// Measures the store's speed as ratios to the same statements in a session of SQLite's own shell: `scripts/bench
// store`.
import ArgumentParser
import Books
import Catalogue
import Formats
import Foundation

struct StoreBenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Times what a store does beside the same statements in sqlite3.")

    @Argument(help: "A folder for stores and tables; a filled store that is there already is used again.")
    var folder: String

    @Argument(help: "How many books; 10000 at least.")
    var books: Int

    @Argument(help: "The built bookzone.")
    var program: String

    func validate() throws {
        guard books >= 10_000 else { throw ValidationError("a store of 10000 books at least is measured") }
    }

    func run() throws {
        let folder = URL(filePath: folder)
        try StoreBench.importTable(in: folder)
        let bench = try StoreBench(folder, BenchBooks(count: books), program: program)
        print("\(books) books, times beside the same statements in one sqlite3 session:")
        try bench.lookUp()
        try bench.showCards()
        try bench.search()
        try bench.list()
        try bench.export()
    }
}

private struct StoreBench {
    private let folder: URL
    private let program: String
    private let books: BenchBooks
    private let store: Store

    init(_ folder: URL, _ books: BenchBooks, program: String) throws {
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
    static func importTable(in folder: URL) throws {
        let table = folder.appending(path: "10000.csv")
        try BenchBooks(count: 10_000).write(to: table)
        let path = folder.appending(path: "import.sqlite").path
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let time = try ContinuousClock().measure {
            let summary = try load(table, into: try Store(path: path))
            guard summary.added == 10_000 else { throw Unexpected() }
        }
        let shell = SQLiteShell(database: folder.appending(path: "shell.sqlite"))
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

    func lookUp() throws {
        let isbns = (0..<20_000).map { _ in books.isbn(Int.random(in: 0..<books.count)) }
        try compare("look-up of one ISBN", calls: isbns.count, atMost: 3) {
            for isbn in isbns where try store.book(.isbn(isbn))?.title == nil { throw Unexpected() }
        }
    }

    func showCards() throws {
        let isbns = (0..<2000).map { _ in books.isbn(Int.random(in: 0..<books.count)) }
        try compare("card", calls: isbns.count, atMost: 3) {
            for isbn in isbns where try store.card(of: .isbn(isbn), for: "bench") == nil {
                throw Unexpected()
            }
        }
    }

    func search() throws {
        let ids = try store.ids(found: SearchQuery(words: "river", limit: books.count))
        try compare(
            "search as JSON Lines, \(ids.count) books",
            command: ["search", "river", "--limit", "\(books.count)", "--format", "jsonl"]
        ) {
            let found = try store.ids(found: SearchQuery(words: "river", limit: books.count))
            try store.forEachCard(of: found, for: "bench") { _ in }
        }
    }

    func list() throws {
        let count = try store.ids(on: "owned", for: "bench").count
        try compare(
            "list as JSON Lines, \(count) books", command: ["list", "show", "owned", "--format", "jsonl"]
        ) {
            try store.forEachCard(of: store.ids(on: "owned", for: "bench"), for: "bench") { _ in }
        }
    }

    func export() throws {
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

    /// Times a run of the program that does the same as `body`.
    private func compare(
        _ what: String, command: [String], atMost limit: Int? = nil, _ body: () throws -> Void
    ) throws {
        let run = Process()
        run.executableURL = URL(filePath: program)
        run.arguments = command + ["--store", store.path, "--as", "bench"]
        run.standardOutput = FileHandle.nullDevice
        // An export reports there what it omits.
        run.standardError = FileHandle.nullDevice
        let time = try ContinuousClock().measure {
            try run.run()
            run.waitUntilExit()
        }
        guard run.terminationStatus == 0 else { throw Unexpected() }
        Self.report(what, time, beside: try sessionTime(body), atMost: limit)
    }

    /// The time that the shell takes for the statements of `body`.
    private func sessionTime(_ body: () throws -> Void) throws -> Duration {
        let script = folder.appending(path: "statements.sql")
        try Data().write(to: script)
        let file = try FileHandle(forWritingTo: script)
        try store.tracing({ try? file.write(contentsOf: Data(($0 + ";\n").utf8)) }, body)
        try file.close()
        return try SQLiteShell(database: URL(filePath: store.path)).time(script: script)
    }

    private static func load(_ table: URL, into store: Store) throws -> ImportSummary {
        let file = try TableFile(ImportFile(table.path))
        var reader: any EntryReader = try TableReader(
            file, TableLayout(header: file.header),
            from: TableSource(name: "bench", date: .now, person: "bench"))
        return try store.importEntries(&reader) { print($0) }
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

struct Unexpected: Error {}

/// A number of different books, the same in every run.
struct BenchBooks {
    var count: Int

    private static let words = [
        "river", "house", "night", "letters", "garden", "winter", "stone", "light", "sea", "road", "voices",
        "bread",
        "history", "silence", "mountain", "clock", "paper", "island", "glass", "memory",
    ]

    /// 978-0-00-000000-2 and on, with numbers spread over the range.
    func isbn(_ place: Int) -> ISBN {
        let body = 978_000_000_000 + UInt64(place) * 997 % 1_000_000_000
        return (0...9).lazy.compactMap { ISBN(value: body * 10 + $0) }.first!
    }

    func write(to file: URL) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var text = "isbn13,title,authors,publisher,year,pages,language,shelves\n"
        for place in 0..<count {
            let word = Self.words[place % 20]
            let other = Self.words[place / 20 % 20]
            text += """
                \(isbn(place).isbn13),"The \(word) and the \(other), volume \(place)",\
                "Ann Author\(place % 4999), Ben Writer\(place % 977)",Press \(place % 499),\(1950 + place % 75),\
                \(100 + place % 700),eng,\(place % 10 == 0 ? "owned" : "")\n
                """
            if text.utf8.count > 1 << 20 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
}

/// SQLite's own shell.
struct SQLiteShell {
    let database: URL

    func removeDatabase() {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: database.path + suffix)
        }
    }

    func time(_ statements: String) throws -> Duration {
        let script = database.appendingPathExtension("sql")
        try Data(statements.utf8).write(to: script)
        return try time(script: script)
    }

    /// The time of a session that reads these statements and discards the output.
    func time(script: URL) throws -> Duration {
        let session = Process()
        session.executableURL = URL(filePath: "/usr/bin/env")
        session.arguments = ["sqlite3", database.path]
        session.standardInput = try FileHandle(forReadingFrom: script)
        session.standardOutput = FileHandle.nullDevice
        let time = try ContinuousClock().measure {
            try session.run()
            session.waitUntilExit()
        }
        guard session.terminationStatus == 0 else { throw Unexpected() }
        return time
    }
}
