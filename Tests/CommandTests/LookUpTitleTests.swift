// `bookzone lookup --title`: editions, what distinguishes them, and passing one on to another command.
import Foundation
import Servers
import Testing

struct LookUpTitleTests {
    private static let books =
        LibraryBook.samples + [
            LibraryBook(
                isbn13: "", title: "The Lantern Almanac", authors: ["Maria Novak"], publisher: "Old Harbour",
                date: "1951", pages: 90, edition: "OL104M", work: "OL4W")
        ]

    private static func search(_ program: Program, _ words: String) async throws -> Outcome {
        try await LookUpTests.lookup(
            program, try LoopbackServer { .openLibrary($0, books) }, "--title \(words)")
    }

    @Test func `each line is an edition`() async throws {
        let program = try Program()
        let outcome = try await Self.search(program, "lantern --author novak")
        #expect(
            outcome.lines == [
                "9780306406157\tThe Lantern Atlas: A Field Guide to Harbour Lights\tMaria Novak, I. L. Popescu\tQuayside Press\t1998\tOpen Library",
                "9780456789018\tThe Lantern Atlas\tMaria Novak, I. L. Popescu\tQuayside Press\t2004\tOpen Library",
                "\tThe Lantern Almanac\tMaria Novak\tOld Harbour\t1951\tOpen Library",
            ])
        #expect(
            outcome.stderr
                == "1 without an ISBN can't be piped; add such a book with `bookzone add --title …`\n")
        #expect(outcome.exitCode == 0)
        #expect(try await Self.search(program, "nothing").exitCode == 1)
        let json = try await Self.search(program, "atlas --format jsonl | head -n 1")
        for part in [
            #""isbn13":"9780306406157""#, #""publisher":"Quayside Press""#, #""year":1998"#,
            #""status":"candidate""#, #""works":["openlibrary:OL1W"]"#,
        ] {
            #expect(json.stdout.contains(part))
        }
        #expect(json.stderr == "")
        let csv = try await Self.search(program, "almanac --format csv | tail -n 1")
        #expect(csv.stdout.hasPrefix(",,candidate,The Lantern Almanac,,Maria Novak,Old Harbour,1951,,eng,"))
    }

    @Test func `a pipe passes on the editions that were shown`() async throws {
        let program = try Program()
        let outcome = try await Self.search(
            program,
            "lantern 2>/dev/null | bookzone list add owned -; bookzone list show owned; "
                + "bookzone lookup --source openlibrary --pending --format csv | cut -d, -f 1,4,7,8")
        #expect(
            outcome.lines.prefix(3) == ["owned: 2 added, 0 already there", "9780306406157", "9780456789018"])
        #expect(
            Set(outcome.stdout.replacing("\r", with: "").split(separator: "\n").suffix(2)) == [
                "9780306406157,The Lantern Atlas,Quayside Press,1998",
                "9780456789018,The Lantern Atlas,Quayside Press,2004",
            ])
        #expect(outcome.exitCode == 0)
    }

    @Test func `on a terminal the title makes room for publisher and year`() async throws {
        let server = try LoopbackServer { .openLibrary($0, Self.books) }
        func lines(_ columns: Int) async throws -> [String] {
            try await Program().terminal(
                "bookzone lookup --source openlibrary --title lantern --author novak", columns: columns,
                environment: LookUpTests.environment(server))
        }
        #expect(
            try await lines(80) == [
                "978-0-306-40615-7  The Lantern Atlas: A F…, Quayside Press, 1998  (Open Library)",
                "978-0-456-78901-8  The Lantern Atlas, Mar…, Quayside Press, 2004  (Open Library)",
                "no ISBN            The Lantern Almanac, Mari…, Old Harbour, 1951  (Open Library)",
            ])
        #expect(try await lines(44).allSatisfy { $0.count <= 44 })
    }

    @Test func `rejections and missing searches are reported`() async throws {
        let program = try Program()
        let closed = try await LookUpTests.lookup(
            program, try LoopbackServer { _ in .html("", status: 403) }, "--title x")
        #expect(closed.exitCode == 3)
        #expect(closed.stderr.hasPrefix("Open Library: "))
        let unable = try await program.run("lookup", "--title", "x", "--source", "inventaire")
        #expect(unable.stderr == "Inventaire: has no search by title; choose another --source\n")
        #expect(unable.exitCode == 3)
    }

    /// An edition that two sources have is listed once, with the data of both.
    @Test(.enabled(if: ZebraServer.isInstalled, "needs zebrasrv and zebraidx: apt-get install idzebra-2.0"))
    func `an edition from two sources is shown once`() async throws {
        let (server, zebra) = (try LoopbackServer { .openLibrary($0, Self.books) }, try ZebraServer())
        var environment = LookUpTests.environment(server)
        environment["BOOKZONE_K10PLUS_URL"] = zebra.marc21
        let outcome = try await Program().shell("bookzone lookup --title lantern", environment: environment)
        #expect(outcome.lines.map { $0.prefix { $0 != "\t" } } == ["9780306406157", "9780456789018", ""])
        let library = try await Program().shell(
            "bookzone lookup --title lantern --source k10plus", environment: environment)
        #expect(
            library.lines.first
                == "9780306406157\tThe lantern atlas: a field guide to harbour lights\tMaria Novak\tQuayside Press\t1998\tK10plus"
        )
    }
}
