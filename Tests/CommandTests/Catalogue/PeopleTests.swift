// One household with several readers: shared lists, and personal reading states.
import Foundation
import Testing

struct PeopleTests {
    private let program: Program
    static let isbn = "9780439023481"

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
