// Owned books are shown as owned, whatever else is known of them and in whatever order it was added.
import Foundation
import Servers
import Testing

struct OwnedBooksTests {
    /// Two editions of one work, and a number that no source knows.
    static let first = "9780306406157"
    static let second = "9780456789018"
    static let stranger = "9789000000012"

    private let server: LoopbackServer
    private let program: Program

    init() throws {
        server = try LoopbackServer { .openLibrary($0) }
        program = try Program()
    }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: LookUpTests.environment(server))
    }

    private func lookUp(_ words: String) async throws -> Outcome {
        try await LookUpTests.lookup(program, server, words)
    }

    @Test func `a book added by ISBN is pending`() async throws {
        let added = try await run("bookzone list add owned \(Self.first) \(Self.second)")
        #expect(added.stdout == "owned: 2 added, 0 already there\n")
        let note = "2 books wait to be looked up; run `bookzone lookup --pending`\n"
        #expect(added.stderr == note && added.exitCode == 0)
        let lists = try await run("bookzone list")
        #expect(lists.lines == ["owned   2, 2 without a title", "wanted  0"])
        #expect(lists.stderr == note)
        let shown = try await run("bookzone list show owned --format table")
        #expect(
            shown.lines == [
                "978-0-306-40615-7  [owned]  not looked up yet",
                "978-0-456-78901-8  [owned]  not looked up yet",
            ])
        #expect(try await run("bookzone store info").lines.contains("Waiting   2 to be looked up"))
        #expect(server.requests.isEmpty)

        let named = try await lookUp("--pending")
        #expect(
            named.lines == [
                "978-0-306-40615-7  The Lantern Atlas: A Field Guide to Harbour Lights, Maria Novak, "
                    + "I. L. Popescu, 1998  [owned]",
                "978-0-456-78901-8  The Lantern Atlas, Maria Novak, 2004  [owned]",
            ])
        #expect(try await run("bookzone list").stderr == "")
    }

    @Test func `list add shows their titles immediately`() async throws {
        let add = "bookzone list add owned --lookup --source openlibrary"
        let added = try await run("printf '\(Self.second)\\n\(Self.stranger)\\n' | \(add) -")
        #expect(
            added.lines == [
                "owned: 2 added, 0 already there",
                "978-0-456-78901-8  The Lantern Atlas, Maria Novak, 2004  [owned]",
                "978-90-00-00001-2  [owned]  not known to Open Library",
            ])
        #expect(added.exitCode == 1)
        let lists = try await run("bookzone list")
        #expect(lists.lines.first == "owned   2, 1 without a title")
        #expect(
            lists.stderr
                == "1 book is unknown to all sources; name books with `bookzone edit ISBN --title …`\n")
        let misuse = try await run("bookzone list add owned --offline \(Self.first)")
        #expect(misuse.exitCode == 64 && misuse.stderr.contains("--offline requires --lookup"))
    }

    /// In any order of the editions and of their look-ups.
    @Test(arguments: [first, second]) func `works are matched as soon as both are known`(owned: String)
        async throws
    {
        let other = owned == Self.first ? Self.second : Self.first
        _ = try await run("bookzone list add owned \(owned)")
        let doubtful = try await lookUp(other)
        #expect(
            doubtful.lines.contains(
                "Yours    neither owned nor wanted; other editions are unknown while 1 owned or wanted book has "
                    + "no title: see `bookzone list`"))
        _ = try await lookUp("--pending")
        let number = owned == Self.first ? "978-0-306-40615-7" : "978-0-456-78901-8"
        let sure = try await lookUp("--offline \(other)")
        #expect(sure.lines.contains("Yours    another edition owned: \(number)"))
    }

    /// A card shows it itself; for several books there is one message.
    @Test func `a common problem of several books is reported once`() async throws {
        let doubt =
            "other editions are unknown while 1 owned or wanted book has no title: see `bookzone list`\n"
        _ = try await run("bookzone list add owned \(Self.stranger)")
        let several = try await lookUp("\(Self.first) \(Self.second)")
        #expect(several.lines.count == 2 && several.stderr == doubt)
        #expect(try await run("bookzone search lantern --format table").stderr == doubt)
        #expect(try await run("bookzone search lantern --format text").stderr == "")
        #expect(try await lookUp(Self.first).stderr == "")
        let owned = try await run(
            "bookzone list add owned \(Self.first) >/dev/null 2>&1; bookzone list show owned --format table")
        #expect(owned.lines.count == 2 && owned.stderr == "")
        _ = try await run("bookzone list remove owned \(Self.stranger)")
        #expect(try await lookUp("\(Self.first) \(Self.second)").stderr == "")
    }

    /// Both are found by one look-up: the answer for the first includes the other.
    @Test func `editions in one look-up refer to each other`() async throws {
        _ = try await run("bookzone list add owned \(Self.second)")
        let both = try await lookUp("--format jsonl \(Self.first) \(Self.second)")
        let lines = both.stdout.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains(#""other_editions":[{"id":"id:1","isbn13":"\#(Self.second)""#))
        #expect(lines.allSatisfy { $0.contains(#""unnamed":0"#) })
    }

    @Test func `an unknown book is shown with its list and comment`() async throws {
        _ = try await run(
            """
            bookzone list add owned \(Self.stranger)
            bookzone comment add \(Self.stranger) 'Read it in one night.' --rating 5
            """)
        let today = Date.now.formatted(.iso8601.year().month().day())
        let card = try await lookUp(Self.stranger)
        #expect(
            card.lines == [
                "978-90-00-00001-2", "Yours    owned", "Readers  5.0 of 5 (1 here)",
                "         5 ████████ 1   4 0   3 0   2 0   1 0",
                "maria    5   \(today)  Read it in one night.", "Title    not known to Open Library",
            ])
        #expect(card.exitCode == 1)
        let line = try await lookUp("\(Self.stranger) \(Self.first)")
        #expect(
            line.lines.first
                == "978-90-00-00001-2  [owned]  maria 5: Read it in one night.  not known to Open Library")
        let shown = try await run("bookzone list show owned --format table")
        #expect(shown.stdout == line.lines[0] + "\n", "asked in vain is not the same as not asked")
        #expect(try await lookUp("--pending").stderr == "no look-ups are pending\n")
    }

    @Test(arguments: [
        ("--format card", ["978-1-936218-47-9", "Yours    owned", "Photos   box/IMG_2.jpg"]),
        ("--format text", ["9781936218479\t\t\towned\tnot known to Open Library"]),
        ("", ["9781936218479\t\t\towned\tnot known to Open Library"]),
    ])
    func `a photo of an unknown book`(_ format: String, _ lines: [String]) async throws {
        let program = try ScanLookUpTests.program()
        let empty = try LoopbackServer { _ in .json("{}") }
        _ = try await program.shell("bookzone list add owned \(ScanLookUpTests.isbn13)")
        let outcome = try await ScanLookUpTests.scan(program, empty, "\(format) box/IMG_2.jpg")
        #expect(Array(outcome.lines.prefix(lines.count)) == lines)
        #expect(outcome.stdout.contains("not known to Open Library"))
    }
}
