// One household with several readers: shared lists, and personal reading states.
import Foundation
import Testing

struct PeopleTests {
    private let program: Program
    static let isbn = "9780439023481"
    private static let store = ".local/share/bookzone/catalogue.sqlite"

    init() throws { program = try Program() }

    private func run(_ words: String, as person: String = "maria") async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": person])
    }

    private func fill() async throws {
        let added = try await run("bookzone add \(Self.isbn) --title 'Salt and Tide' --author 'Ada Okafor'")
        try #require(added.exitCode == 0)
    }

    @Test func `lists are shared and reading states are personal`() async throws {
        try await fill()
        #expect(
            try await run("bookzone list add 'Your library' \(Self.isbn)").lines == [
                "owned: 1 added, 0 already there"
            ])
        #expect(
            try await run("bookzone list add OWNED \(Self.isbn)", as: "ion").lines
                == ["owned: 0 added, 1 already there"])
        let read = try await run("bookzone list add Read \(Self.isbn) --date 2026-11-02")
        #expect(read.lines == ["read: 1 added, 0 already there"])
        _ = try await run("bookzone list add currently-reading \(Self.isbn) --as ion")
        let today = Date.now.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
        let card = try await run("bookzone lookup --offline \(Self.isbn)", as: "ana")
        #expect(card.lines.contains("Yours    owned"))
        #expect(card.lines.contains("Read     ion is reading it, since \(today); maria, 2026-11-02"))
        #expect(
            try await run("bookzone search salt --format table").lines
                == ["978-0-439-02348-1  Salt and Tide, Ada Okafor  [owned, read]"])
        #expect(
            try await run("bookzone list").lines
                == ["owned         1", "wanted        0", "reading, ion  1", "read, maria   1"])
        #expect(try await run("bookzone list show read").lines == [Self.isbn])
        #expect(try await run("bookzone list show read --as ion").lines == [])
        #expect(try await run("bookzone search --list read").lines == [Self.isbn])
        #expect(
            try await run("bookzone list remove read \(Self.isbn)").lines == ["read: 1 removed, 0 not on it"])
    }

    @Test func `deleting says what was deleted`() async throws {
        try await fill()
        _ = try await run("bookzone list add abandoned \(Self.isbn)")
        _ = try await run("bookzone comment add \(Self.isbn) 'Too long.' --private")
        let gone = try await run("bookzone person forget maria")
        #expect(gone.lines == ["maria: 1 comment and what they read of 1 book removed"])
        #expect(try await run("bookzone person forget maria").exitCode == 1)
        #expect(try await run("bookzone list").lines == ["owned   0", "wanted  0"])
    }

    /// A table that nothing else reads is damaged, so that the file can't be rewritten.
    @Test func `what was deleted is also said if the file can't be rewritten`() async throws {
        try await fill()
        _ = try await run("bookzone comment add \(Self.isbn) 'Too long.'")
        let gone = try await run(
            """
            python3 -c 'import sqlite3
            db = sqlite3.connect("\(Self.store)", isolation_level=None)
            db.executescript("CREATE TABLE spare (text); INSERT INTO spare VALUES (1); PRAGMA wal_checkpoint(TRUNCATE)")
            page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", ["spare"]).fetchone()[0]
            size = db.execute("PRAGMA page_size").fetchone()[0]
            db.close()
            file = open("\(Self.store)", "r+b")
            file.seek((page - 1) * size)
            file.write(bytes([255]) * size)'
            bookzone person forget maria
            """)
        #expect(gone.lines == ["maria: 1 comment removed"])
        #expect(gone.exitCode != 0 && gone.stderr.contains("damaged"), "\(gone.stderr)")
    }

    @Test(.enabled(if: access("/dev/full", W_OK) == 0))
    func `the file is rewritten also if the output fails`() async throws {
        try await fill()
        _ = try await run("bookzone comment add \(Self.isbn) 'Too long.'")
        let left = try await run(
            """
            bookzone person forget maria >/dev/full; echo $?
            python3 -c 'import sqlite3
            print(sqlite3.connect("\(Self.store)").execute("SELECT count(*) FROM upkeep").fetchone()[0])'
            """)
        #expect(left.lines == ["74", "0"], "\(left.stderr)")
    }

    @Test(arguments: ["list add owned 1 --date 2026-11-02", "list add read 1 --date 2026-02-30"])
    func `days go with what was read`(_ words: String) async throws {
        #expect(try await run("bookzone \(words)").exitCode == 64)
    }

    @Test func `read books are imported from a table`() async throws {
        try await fill()
        _ = try await run(
            """
            bookzone list add owned \(Self.isbn)
            bookzone list add reading \(Self.isbn) --date 2026-10-30
            bookzone list add read \(Self.isbn) --date 2026-11-02
            bookzone export csv -o books.csv
            """)
        let other = try await run("bookzone import csv books.csv --store other", as: "ana")
        #expect(other.exitCode == 0)
        let card = try await run("bookzone lookup --offline --store other \(Self.isbn)", as: "ana")
        #expect(card.lines.contains("Yours    owned; read"))
        #expect(card.lines.contains("Read     ana, 2026-10-30 to 2026-11-02"))
    }
}
