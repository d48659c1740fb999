// `remove`, `merge` and `edit --isbn`: mistakes in the store are corrected, and nothing else is lost.
import Foundation
import Testing

struct MendingTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String, stdin: Data = Data()) async throws -> Outcome {
        try await program.shell(words, stdin: stdin, environment: ["BOOKZONE_USER": "maria"])
    }

    private static let isbn = "9780439023481"
    private static let other = "9780439554930"

    private func fill() async throws {
        let made = try await run(
            """
            bookzone add \(Self.isbn) --title 'Salt and Tide' --author 'Ada Okafor'
            bookzone add --title 'Salt and Tide' --author 'Ada Okafor' --publisher Windward --year 1974
            bookzone list add lent \(Self.isbn); bookzone list add owned id:2
            """)
        try #require(made.stderr == "lent: a new list\n")
    }

    @Test func `book is removed with its places`() async throws {
        try await fill()
        let removed = try await run("bookzone remove \(Self.isbn) id:9")
        #expect(removed.lines == ["\(Self.isbn)  Salt and Tide, Ada Okafor, removed"])
        #expect(removed.stderr.hasPrefix("id:9: not in the store") && removed.exitCode == 1)
        #expect(try await run("bookzone list").lines == ["owned   1", "wanted  0"])
        #expect(try await run("bookzone search salt").lines == ["id:2"])
        #expect(try await run("bookzone store check").exitCode == 0)
    }

    @Test(arguments: ["comment add \(isbn) Fine. --as ion", "list add read \(isbn) --as ion"])
    func `comments are not removed by accident`(_ said: String) async throws {
        try await fill()
        _ = try await run("bookzone \(said)")
        let refused = try await run("bookzone remove \(Self.isbn)")
        #expect(refused.exitCode == 2 && refused.stdout == "")
        #expect(refused.stderr.hasPrefix("\(Self.isbn): what people added to it would be lost ("))
        #expect(try await run("bookzone list show lent").lines == [Self.isbn])
        #expect(try await run("bookzone remove --force \(Self.isbn)").exitCode == 0)
        #expect(try await run("bookzone list show lent").exitCode == 1)
        #expect(try await run("bookzone store check").exitCode == 0)
    }

    @Test(arguments: ["12", "Salt and Tide"])
    func `a name that is no ISBN is refused, with how a book without one is named`(name: String) async throws
    {
        try await fill()
        let refused = try await run("bookzone merge \(Self.isbn) '\(name)'")
        #expect(refused.exitCode == 2 && refused.stderr.contains("named by id:…"), "\(refused.stderr)")
    }

    @Test func `two books become one`() async throws {
        try await fill()
        _ = try await run(
            """
            bookzone comment add id:2 'The old one.' --as ion
            bookzone list add read id:2 --date 2026-11-02 --as ion; bookzone list add owned \(Self.isbn)
            """)
        let merged = try await run("bookzone merge \(Self.isbn) id:2")
        #expect(merged.lines == ["978-0-439-02348-1  Salt and Tide, Ada Okafor, 1974  [owned, lent]"])
        let card = try await run("bookzone lookup --offline \(Self.isbn)")
        #expect(card.lines.contains { $0.hasPrefix("Ada Okafor, Windward, 1974") })
        #expect(card.lines.contains("Read     ion, 2026-11-02"))
        #expect(card.lines.contains { $0.hasSuffix("  The old one.") })
        #expect(try await run("bookzone search old").lines == [Self.isbn])
        #expect(try await run("bookzone search salt").lines == [Self.isbn])
        #expect(try await run("bookzone store check").exitCode == 0)
    }

    @Test func `book without an ISBN takes that of the other`() async throws {
        try await fill()
        let merged = try await run("bookzone merge id:2 \(Self.isbn)")
        #expect(merged.lines == ["978-0-439-02348-1  Salt and Tide, Ada Okafor, 1974  [owned, lent]"])
        for name in ["id:2", Self.isbn, "0-439-02348-3"] {
            let itself = try await run("bookzone merge id:2 \(name)")
            #expect(itself.exitCode == 2 && itself.stdout.isEmpty)
            #expect(itself.stderr == "a book can't be merged with itself; name another book\n")
        }
        #expect(try await run("bookzone history").lines.count { $0.contains("merged") } == 1)
        #expect(try await run("bookzone merge id:2 id:7").exitCode == 1)
    }

    @Test func `two editions are not one book by accident`() async throws {
        try await fill()
        _ = try await run("bookzone add \(Self.other) --title 'Salt & Tide'")
        let refused = try await run("bookzone merge \(Self.isbn) \(Self.other)")
        #expect(refused.exitCode == 2 && refused.stderr.contains("are two editions"))
        let merged = try await run("bookzone merge --force \(Self.isbn) \(Self.other)")
        #expect(merged.exitCode == 0)
        let kept = try await run("bookzone search --list lent --format jsonl")
        #expect(kept.stdout.contains(#""other_isbns":["\#(Self.other)"]"#))
    }

    @Test func `wrong ISBN is changed`() async throws {
        try await fill()
        let changed = try await run("bookzone edit \(Self.isbn) --isbn \(Self.other) --year 1975")
        #expect(changed.lines == ["Salt and Tide, Ada Okafor, 1975  [lent]"])
        #expect(try await run("bookzone list show lent").lines == [Self.other])
        let taken = try await run("bookzone edit id:2 --isbn \(Self.other)")
        #expect(taken.exitCode == 2 && taken.stderr.contains("another book has this ISBN"))
        #expect(try await run("bookzone edit id:2 --isbn 9780439023482").exitCode == 2)
        #expect(try await run("bookzone edit \(Self.other) --isbn ''").exitCode == 0)
        #expect(try await run("bookzone list show lent").lines == ["id:1"])
    }

    @Test(arguments: ["-", "\"$(cat long)\""]) func `comment has a limit`(_ text: String) async throws {
        try program.write(Data(repeating: UInt8(ascii: "a"), count: 65_537), to: "long")
        let refused = try await run("bookzone comment add \(Self.isbn) \(text) < long")
        #expect(refused.exitCode == 2)
        #expect(refused.stderr == "a comment may have 65536 bytes; this one is longer and was not saved\n")
        let kept = try await run("truncate -s 65536 long; bookzone comment add \(Self.isbn) \(text) < long")
        #expect(kept.lines == ["1"])
        // The program must not wait for the end of an endless pipe.
        let endless = try await run("yes | bookzone comment edit 1 -")
        #expect(endless.exitCode == 2)
    }
}
