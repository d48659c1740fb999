// `bookzone scan --lookup`: a scan's answers come first, whatever becomes of the look-up.
import Foundation
import Servers
import Testing

struct ScanLookUpTests {
    /// Two photos of one book, drawn by `scripts/generate/make-testimages`.
    static let isbn13 = "9781936218479"
    static let photos = [
        "box/IMG_2.jpg": "cover-two-labels-of-one-book.jpg", "box/IMG_10.jpg": "cover-same-book-dark.jpg",
    ]

    static let books = [
        LibraryBook(
            isbn13: isbn13, title: "The Ferryman's Ledger", authors: ["Ada Okafor"], publisher: "Windward",
            date: "2012", pages: 240, edition: "OL201M", work: "OL21W", average: 3.9, count: 12),
        LibraryBook(
            isbn13: "9780306406157", title: "The Ferryman's Ledger", authors: ["Ada Okafor"],
            publisher: "Quayside",
            date: "2019", pages: 244, edition: "OL202M", work: "OL21W", average: 3.9, count: 12),
    ]

    static func server() throws -> LoopbackServer {
        try LoopbackServer { .openLibrary($0, books) }
    }

    static func program() throws -> Program {
        let program = try Program()
        for (name, photo) in photos { try program.write(try Photos.testImage(photo), to: name) }
        return program
    }

    static func scan(_ program: Program, _ server: LoopbackServer, _ words: String) async throws -> Outcome {
        try await program.shell(
            "bookzone scan --lookup --quiet --source openlibrary --timeout 60 \(words)",
            environment: LookUpTests.environment(server))
    }

    @Test func `single photo gives the card`() async throws {
        let server = try Self.server()
        let outcome = try await Self.scan(try Self.program(), server, "--format card box/IMG_2.jpg")
        #expect(outcome.lines.first == "The Ferryman's Ledger")
        #expect(outcome.lines.contains("Photos   box/IMG_2.jpg"))
        #expect(outcome.exitCode == 0)
        #expect(server.requests.first?.query["bibkeys"] == "ISBN:\(Self.isbn13)")
    }

    struct Trouble: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var options: String
        var answer: ServerAnswer
        /// On standard error; `nil` when nothing is said.
        var words: String?
    }

    static let troubles = [
        Trouble(
            testDescription: "the source is down", options: "", answer: .html("oops", status: 500),
            words: "Open Library: "),
        Trouble(
            testDescription: "the source is slow", options: "--timeout 1",
            answer: ServerAnswer(body: .silence),
            words: "timed out after 1 s"),
        Trouble(
            testDescription: "no store can be made", options: "--store /proc/no/store", answer: .json("{}"),
            words: "no look-up: "),
        Trouble(
            testDescription: "the store is none", options: "--store /etc/passwd", answer: .json("{}"),
            words: "not a BookZone store"),
        Trouble(testDescription: "offline", options: "--offline", answer: .json("{}"), words: "waits"),
        Trouble(testDescription: "unknown", options: "", answer: .json("{}"), words: nil),
    ]

    @Test(arguments: troubles) func `no failure loses a result`(_ trouble: Trouble) async throws {
        let server = try LoopbackServer { _ in trouble.answer }
        let program = try Self.program()
        let plain = try await program.shell("bookzone scan --quiet --format text box")
        let outcome = try await Self.scan(program, server, "\(trouble.options) --format text box")
        #expect(outcome.exitCode == plain.exitCode)
        #expect(plain.stdout == "\(Self.isbn13)\n")
        #expect(outcome.lines.map { $0.split(separator: "\t").first } == ["\(Self.isbn13)"])
        #expect(outcome.stdout.count { $0 == "\t" } == 4)
        #expect(trouble.words.map(outcome.stderr.contains) ?? outcome.stderr.isEmpty)
    }

    @Test(arguments: ["scan box", "scan --lookup --offline box", "scan --lookup --offline one"])
    func `printed identifiers are accepted by other commands`(_ scan: String) async throws {
        let server = try Self.server()
        let outcome = try await Self.program().shell(
            """
            mkdir one; cp box/IMG_2.jpg one
            bookzone \(scan) --quiet | bookzone list add owned -
            bookzone \(scan) --quiet | bookzone lookup --source openlibrary --format csv - | cut -d, -f1,4
            """, environment: LookUpTests.environment(server))
        #expect(
            outcome.lines == [
                "owned: 1 added, 0 already there", "isbn13,title", "\(Self.isbn13),The Ferryman's Ledger",
            ])
    }

    @Test(arguments: ["--offline", "--spoilers", "--store s", "--as maria", "--source dnb"])
    func `options of the look-up need it`(_ option: String) async throws {
        let outcome = try await Program().shell("bookzone scan \(option) .")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.hasPrefix("Error: \(option.prefix { $0 != " " }) goes with --lookup"))
    }

    /// One photo or many: what reads the pipe gets one shape.
    @Test func `pipe gets a line from one photo too`() async throws {
        let server = try Self.server()
        let program = try Self.program()
        let one = try await Self.scan(program, server, "box/IMG_2.jpg")
        #expect(one.stdout == "\(Self.isbn13)\tThe Ferryman's Ledger\tAda Okafor\t\t\n")
        #expect(try await Self.scan(program, server, "box").stdout == one.stdout)
    }

    @Test func `cards are for look-ups`() async throws {
        for words in [
            "scan --format card .", "isbn --format card 0306406152", "lookup --format table 0306406152",
        ] {
            let outcome = try await Program().shell("bookzone \(words)")
            #expect(outcome.exitCode == 64)
            #expect(outcome.stderr.contains("--format"))
        }
    }

    @Test func `two photos are two cards`() async throws {
        let outcome = try await Self.scan(try Self.program(), try Self.server(), "--format card box")
        #expect(
            outcome.stdout.components(separatedBy: "\n\n").map { $0.prefix(8) } == ["The Ferr", "The Ferr"])
    }

    @Test func `plain scan keeps nothing`() async throws {
        let program = try Self.program()
        _ = try await program.run("scan", "box")
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: ".local").path))
    }
}
