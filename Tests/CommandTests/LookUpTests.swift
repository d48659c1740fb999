// `bookzone lookup` with test servers as sources: what the user sees, what is saved, and the exit code.
import Foundation
import Servers
import Testing

struct LookUpTests {
    static let isbn = "9780306406157"

    /// The environment in which the program asks only `server`.
    static func environment(_ server: LoopbackServer) -> [String: String] {
        [
            "BOOKZONE_OPENLIBRARY_URL": server.address, "BOOKZONE_CONTACT": "maria@example.org",
            "BOOKZONE_USER": "maria",
        ]
    }

    static func lookup(
        _ program: Program, _ server: LoopbackServer, _ words: String, timeout: Int = 60
    ) async throws -> Outcome {
        try await program.shell(
            "bookzone lookup --source openlibrary --timeout \(timeout) \(words)",
            environment: environment(server))
    }

    @Test func `one book is a card`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let program = try Program()
        let outcome = try await Self.lookup(program, server, "0-306-40615-2")
        let today = Date.now.formatted(.iso8601.year().month().day())
        #expect(
            outcome.lines == [
                "The Lantern Atlas: A Field Guide to Harbour Lights",
                "Maria Novak, I. L. Popescu, Quayside Press, 1998   978-0-306-40615-7",
                "Yours    neither owned nor wanted, and no other edition known here",
                "Readers  4.3 of 5 (4,780 at Open Library)",
                "Cover    https://covers.openlibrary.org/b/id/374-L.jpg",
                "Sources  Open Library, \(today)",
            ])
        #expect(outcome.stderr == "")
        #expect(outcome.exitCode == 0)
        #expect(server.requests.first?.headers["user-agent"] == "BookZone/0.1.0 (maria@example.org)")
        let count = server.requests.count
        #expect(try await Self.lookup(program, server, "--offline 9780306406157").stdout == outcome.stdout)
        #expect(server.requests.count == count)
        let row = "978-0-306-40615-7  The Lantern Atlas: A Field Guide to Harbour Lights, "
        let table = try await Self.lookup(program, server, "--offline 9780306406157 --format table")
        #expect(table.lines.count == 1 && table.stdout.hasPrefix(row) && table.exitCode == 0)
    }

    @Test func `several are a line each in their order`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let program = try Program()
        try program.write(Data("9786000000011\nno number\n\n9789000000012\n9780306406157\n".utf8), to: "list")
        let outcome = try await Self.lookup(program, server, "- <list")
        #expect(
            outcome.lines == [
                "978-600-00-0001-1  Ninety-Nine Kites, Ada Okafor, 2021",
                "978-90-00-00001-2  not known to Open Library",
                "978-0-306-40615-7  The Lantern Atlas: A Field Guide to Harbour Lights, Maria Novak, I. L. Popescu, 1998",
            ])
        #expect(outcome.stderr.hasPrefix("no number: "))
        #expect(outcome.exitCode == 2)
        #expect(server.requests.count { $0.query["jscmd"] == "data" } == 1)
    }

    @Test(arguments: [
        ("9780306406157", 0), ("9780306406157 9789000000012", 1), ("9789000000012 9780306406158", 2),
    ])
    func `worst decides the code`(_ isbns: String, _ code: Int32) async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        #expect(try await Self.lookup(Program(), server, isbns).exitCode == code)
    }

    @Test(arguments: [
        "", "--pending 9780306406157", "--title x --offline --source dnb", "--title ' '", "--author x",
        "--source x 1",
        "--timeout 0 1",
    ])
    func `misuse is a usage error`(_ words: String) async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let outcome = try await Self.lookup(Program(), server, words)
        #expect(outcome.exitCode == 64)
        #expect(outcome.stdout == "")
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var timeout = 60
        var answer: ServerAnswer
        /// The message on standard error after the source's name.
        var words: String
        /// The same without what follows the semicolon.
        var cause: String { String(words.prefix { $0 != ";" }) }
    }

    static let faults = [
        Fault(
            testDescription: "slow", timeout: 1, answer: ServerAnswer(body: .silence),
            words: "timed out after 1 s"),
        Fault(
            testDescription: "cut off", answer: ServerAnswer(body: .cutOff(Data("{\"ISBN:".utf8))),
            words: "sent an incomplete answer"),
        Fault(testDescription: "500", answer: .html("oops", status: 500), words: "answered with HTTP 500"),
        Fault(
            testDescription: "429",
            answer: ServerAnswer(status: 429, headers: ["Retry-After": "3600"], body: .data(Data("{}".utf8))),
            words: "asks for a pause of 3600 s"),
        Fault(testDescription: "HTML", answer: .html("<p>Please log in"), words: "did not answer with JSON"),
        Fault(
            testDescription: "a gigabyte", answer: ServerAnswer(body: .zeros(1_000_000_000)),
            words: "sent more than 8 MB; the answer was dropped"),
        Fault(
            testDescription: "a file",
            answer: ServerAnswer(
                status: 302, headers: ["Location": "file:///etc/passwd"], body: .data(Data())),
            words: "redirected too often, or outside its own site; the redirect was not followed"),
    ]

    @Test(arguments: faults) func `a fault is reported once, and the look-up is pending`(_ fault: Fault)
        async throws
    {
        let server = try LoopbackServer { _ in fault.answer }
        let program = try Program()
        let outcome = try await Self.lookup(
            program, server, "9780306406157 9786000000011", timeout: fault.timeout)
        #expect(
            outcome.lines == [
                "978-0-306-40615-7  not asked: Open Library \(fault.cause)",
                "978-600-00-0001-1  not asked: Open Library \(fault.cause)",
            ])
        #expect(
            outcome.stderr == """
                Open Library: 127.0.0.1:\(server.port) \(fault.words)
                2 books wait to be looked up; run `bookzone lookup --pending`

                """)
        #expect(outcome.exitCode == 3)
        let sound = try LoopbackServer { .openLibrary($0) }
        let pending = try await Self.lookup(program, sound, "--pending")
        #expect(pending.exitCode == 0)
        #expect(pending.lines.count == 2)
        #expect(try await Self.lookup(program, sound, "--pending").stderr == "no look-ups are pending\n")
    }

    @Test func `all commands give one number of pending books`() async throws {
        let program = try Program()
        let note = "books wait to be looked up; run `bookzone lookup --pending`\n"
        let first = try await program.shell(
            "bookzone lookup --offline 9780306406157 9780306406157 9786000000011")
        #expect(first.stderr == "2 \(note)" && first.exitCode == 3)
        let second = try await program.shell("bookzone lookup --offline 9789000000012 9780306406157")
        #expect(second.stderr == "3 \(note)")
        #expect(try await program.run("list", "show").stderr == "3 \(note)")
        #expect(try await program.run("store", "info").lines.contains("Waiting   3 to be looked up"))
        let pending = try await program.run("lookup", "--pending", "--offline")
        #expect(pending.lines.count == 3 && pending.stderr == "3 \(note)")
    }

    @Test func `gzip bomb is dropped`() async throws {
        let program = try Program()
        let packed = try await program.shell("head -c 200000000 /dev/zero | gzip -9")
        try #require(packed.output.count < 1_000_000)
        let server = try LoopbackServer { _ in
            ServerAnswer(headers: ["Content-Encoding": "gzip"], body: .data(packed.output))
        }
        let outcome = try await Self.lookup(program, server, Self.isbn)
        #expect(outcome.stderr.contains("sent more than 8 MB"))
        #expect(outcome.exitCode == 3)
        let kept = try await program.run("store", "info")
        #expect(kept.lines.contains { $0.hasPrefix("Books     0") })
        #expect(kept.lines.contains("Waiting   1 to be looked up"))
    }

    /// The card of a book of which only the ISBN is known.
    private static let unknownCard = [
        "978-0-306-40615-7",
        "Yours    neither owned nor wanted; other editions are unknown without its title",
        "Title    not known to Open Library",
    ]

    @Test func `empty answer is asked again next time`() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        let program = try Program()
        for requests in 1...2 {
            let outcome = try await Self.lookup(program, server, Self.isbn)
            #expect(outcome.lines == Self.unknownCard)
            #expect(outcome.exitCode == 1)
            #expect(server.requests.count == requests)
        }
    }

    @Test func `another book's record is refused`() async throws {
        let server = try LoopbackServer { _ in
            .json(
                #"{"ISBN:9780306406157": {"title": "Not it", "identifiers": {"isbn_13": ["9786000000011"]}}}"#
            )
        }
        let program = try Program()
        let outcome = try await Self.lookup(program, server, Self.isbn)
        #expect(outcome.lines == Self.unknownCard)
        let kept = try await Self.lookup(program, server, "--offline 9786000000011 9780306406157")
        #expect(kept.exitCode == 3)
        #expect(!kept.stdout.contains("Not it"))
    }

    @Test func `escapes in a title neither show nor stay`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/api/books" else { return .html("", status: 404) }
            return .json(
                #"""
                {"ISBN:9780306406157": {"title": "\u001b]0;owned\u0007The \u202eAtl&#97;s", "authors": [{"name": "=1+1"}],
                 "identifiers": {"isbn_13": ["9780306406157"]}}}
                """#)
        }
        let program = try Program()
        let card = try await Self.lookup(program, server, Self.isbn)
        #expect(card.lines.first == "]0;ownedThe Atlas")
        let json = try await Self.lookup(program, server, "--offline --format jsonl \(Self.isbn)")
        #expect(json.stdout.contains(#""title":"]0;ownedThe Atlas""#))
        let csv = try await Self.lookup(program, server, "--offline --format csv \(Self.isbn)")
        #expect(csv.stdout.contains(",'=1+1,"))
        #expect(csv.stdout.split(separator: "\r\n").count == 2)
    }

    @Test func `output ends well`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let program = try Program()
        #expect(try await Self.lookup(program, server, "\(Self.isbn) >/dev/full").exitCode == 75)
        let closed = try await Self.lookup(program, server, "\(Self.isbn) | true")
        #expect(closed.stderr == "")
        let file = try await Self.lookup(program, server, "-o card.txt \(Self.isbn) && cat card.txt")
        #expect(file.lines.first == "The Lantern Atlas: A Field Guide to Harbour Lights")
    }

    @Test func `a file that is not a store is an error`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let program = try Program()
        try program.write(Data("not a database, but long enough to look at".utf8), to: "store")
        let outcome = try await Self.lookup(program, server, "--store store \(Self.isbn)")
        #expect(outcome.stdout == "")
        #expect(outcome.stderr.contains("not a BookZone store"))
        #expect(outcome.exitCode == 70)
    }

    @Test func `book without an ISBN has a card too`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let program = try Program()
        _ = try await program.shell("bookzone add --title 'Old Almanac' --author 'A. Rider' --year 1931")
        let card = try await Self.lookup(program, server, "id:1")
        #expect(
            card.lines.prefix(2) == [
                "Old Almanac",
                "A. Rider, 1931".padding(toLength: 61, withPad: " ", startingAt: 0) + "no ISBN",
            ])
        let lines = try await Self.lookup(program, server, "id:1 \(Self.isbn) id:9")
        #expect(lines.lines.first == "id:1               Old Almanac, A. Rider, 1931")
        #expect(lines.lines.count == 2)
        #expect(lines.stderr == "id:9: not in the store; add it with `bookzone add` or `bookzone lookup`\n")
        #expect(lines.exitCode == 1)
    }

    /// As after an import, which rarely has works.
    @Test func `owned book of the same title is pointed out`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let program = try Program()
        let table =
            "isbn,title,author,lists\n9780456789025,The Lantern Atlas (Atlases #1),Maria Novak,owned\n"
        try program.write(Data(table.utf8), to: "books.csv")
        _ = try await program.run("import", "csv", "books.csv")
        let card = try await Self.lookup(program, server, Self.isbn)
        #expect(card.lines.contains("Yours    same title owned: 978-0-456-78902-5"))
    }
}
