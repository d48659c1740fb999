// `bookzone review --apply`: decisions from a report's page are applied to the store and to results.
import Books
import Foundation
import TestSupport
import Testing

struct ReviewApplyTests {
    private let program: Program
    private let candidate = "9781850439172"

    /// `run.jsonl` holds three uncertain photos.
    init() throws {
        program = try Program()
        let reading = try ISBNReading(isbn: ISBN(candidate), confidence: 0.4, reason: "check digit only")
        let lines = try ["a", "b", "c"].map { name in
            let record = PhotoRecord(
                photo: "box/\(name).jpg", sha256: String(repeating: name, count: 64), width: 9, height: 9,
                status: .uncertain, candidates: [reading])
            return String(decoding: try JSONEncoder().encode(record), as: UTF8.self) + "\n"
        }
        try program.write(Data(lines.joined().utf8), to: "run.jsonl")
        try program.write(Photos.blankPNG, to: "doubtful.png")
    }

    /// Lines as saved by the page.
    private func decide(_ file: String, _ by: String?, _ said: [(String, String?)], _ second: Int = 0) throws
    {
        let lines = said.map { name, isbn in
            let (by, isbn) = (by.map { "\"\($0)\"" } ?? "null", isbn.map { "\"\($0)\"" } ?? "null")
            return """
                {"by":\(by),"date":"2026-11-22T18:00:0\(second).123Z","decision":"\(isbn == "null" ? "rejected" : "confirmed")",\
                "isbn13":\(isbn),"page":1,"photo":"box/\(name).jpg","sha256":"\(String(repeating: name, count: 64))"}

                """
        }
        let schema = try JSONSchema.named("decision")
        for line in lines { #expect(schema.problems(try JSONValue(line)) == []) }
        try program.write(Data(lines.joined().utf8), to: file)
    }

    private func statuses() throws -> [ScanStatus] {
        try #require(program.text("run.jsonl")).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)).status
        }
    }

    private func apply(_ words: String) async throws -> Outcome {
        try await program.shell("bookzone review --apply \(words)")
    }

    @Test func `a store that can't be used loses no decision and gives an exit code`() async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        try program.write(Data("garbage\n".utf8), to: "store")
        let applied = try await apply("d.jsonl run.jsonl --store store")
        #expect(applied.exitCode == 70)
        #expect(applied.stderr.hasPrefix("no store: store: "), "\(applied.stderr)")
        #expect(
            applied.stderr.hasSuffix("\n1 confirmed, 0 without an ISBN, 0 already decided, 0 in conflict\n"))
        #expect(try statuses() == [.found, .uncertain, .uncertain])
    }

    @Test func `decisions go into the store and the results`() async throws {
        try decide("d.jsonl", "Maria", [("a", candidate), ("b", nil)])
        let applied = try await apply("d.jsonl run.jsonl")
        #expect(applied.stderr == "1 confirmed, 1 without an ISBN, 0 already decided, 0 in conflict\n")
        #expect(applied.exitCode == 0 && applied.stdout.isEmpty)
        #expect(try statuses() == [.found, .none, .uncertain])
        let told = try await program.shell(
            "bookzone history --format jsonl; bookzone undo --as Maria >undone")
        #expect(told.stdout.contains("\"person\":\"Maria\"") && told.exitCode == 0, "\(told.stdout)")
        let before = program.text("run.jsonl")
        let again = try await apply("d.jsonl run.jsonl")
        #expect(again.exitCode == 0)
        #expect(program.text("run.jsonl") == before)
    }

    @Test func `the store alone is enough, and a scan honours it`() async throws {
        let sha256 = try #require(
            try await program.shell("sha256sum doubtful.png").stdout.split(separator: " ").first)
        try decide("d.jsonl", nil, [("a", candidate)])
        _ = try await program.shell("sed -i s/\(String(repeating: "a", count: 64))/\(sha256)/ d.jsonl")
        #expect(try await apply("d.jsonl").exitCode == 0)
        let later = try await program.shell(
            "bookzone scan --lookup --offline --readers barcode --quiet --format text doubtful.png")
        #expect(later.stdout.hasPrefix("\(candidate)\t") && later.exitCode == 0)
    }

    @Test func `conflicting decisions change nothing, and are reported`() async throws {
        try decide("maria.jsonl", "Maria", [("a", candidate), ("b", nil), ("c", candidate)])
        try decide("tom.jsonl", "Tom", [("a", "9780306406157"), ("b", nil)])
        let applied = try await apply("maria.jsonl --apply tom.jsonl run.jsonl")
        #expect(applied.exitCode == 1)
        #expect(applied.stderr.contains("box/a.jpg: Maria says it shows 978-"))
        #expect(applied.stderr.contains("Tom says it shows 978-0-306-40615-7; not changed"))
        #expect(
            applied.stderr.hasSuffix("1 confirmed, 1 without an ISBN, 0 already decided, 1 in conflict\n"))
        #expect(try statuses() == [.uncertain, .none, .found])
    }

    @Test func `books that were corrected one by one stay, and are written into the results`() async throws {
        let hash = String(repeating: "a", count: 64)
        let line = #"{"page":1,"photo":"box/a.jpg","sha256":"\#(hash)","wrong":null,"right":"9780306406157"}"#
        try program.write(Data("\(line)\n".utf8), to: "corrections.jsonl")
        _ = try await program.shell(
            """
            bookzone add 9780306406157 --title Cruel; bookzone inventory begin spring
            bookzone inventory scan spring run.jsonl; bookzone inventory correct spring corrections.jsonl
            """)
        try decide("d.jsonl", "Maria", [("a", nil)])
        let refused = try await apply("d.jsonl --again run.jsonl")
        #expect(refused.exitCode == 1 && refused.stderr.contains("corrected one by one"), "\(refused.stderr)")
        #expect(try statuses().first == .uncertain)
        try decide("d.jsonl", "Maria", [("a", "9780306406157")])
        let known = try await apply("d.jsonl run.jsonl")
        #expect(known.exitCode == 0 && known.stderr.contains("1 already decided, 0 in conflict"))
        #expect(program.text("run.jsonl")?.contains("9780306406157") == true)
    }

    @Test func `a person's latest decision counts`() async throws {
        try decide("new.jsonl", "Maria", [("a", nil)], 5)
        try decide("old.jsonl", "Maria", [("a", candidate)], 2)
        #expect(try await apply("new.jsonl --apply old.jsonl run.jsonl").exitCode == 0)
        #expect(try statuses() == [.none, .uncertain, .uncertain])
    }

    /// Also without a store, which the exit code then says.
    @Test(arguments: [("", Int32(1), Int32(0)), ("--store /proc/no/store", 70, 70)])
    func `an earlier decision stays without --again`(
        store: String, inConflict: Int32, applied: Int32
    ) async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        try decide("tom.jsonl", "Tom", [("a", "9780306406157")])
        _ = try await apply("d.jsonl \(store) run.jsonl")
        let other = try await apply("tom.jsonl \(store) run.jsonl")
        #expect(
            other.exitCode == inConflict
                && other.stderr.contains("Tom says it shows 978-0-306-40615-7, but "), "\(other.stderr)")
        #expect(program.text("run.jsonl")?.contains("\"isbn13\":\"\(candidate)\"") == true)
        #expect(try await apply("tom.jsonl --again \(store) run.jsonl").exitCode == applied)
        #expect(program.text("run.jsonl")?.contains("9780306406157") == true)
    }

    @Test(arguments: [
        "{", "", "[]", "{\"photo\":1}", "run", #"{"decision":"maybe"}"#,
    ])
    func `lines that are not decisions are named`(line: String) async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        _ = try await program.shell("printf '%s\\n' \"$LINE\" >>d.jsonl", environment: ["LINE": line])
        let applied = try await apply("d.jsonl run.jsonl")
        #expect(applied.exitCode == (line.isEmpty ? 0 : 2))
        #expect(applied.stderr.contains("d.jsonl:2: not a decision") == !line.isEmpty)
        #expect(try statuses().first == .found)
    }

    @Test(arguments: [
        (#"s/"isbn13":"[0-9]*"/"isbn13":"1"/"#, "isbn13 is invalid"),
        (#"s/"isbn13":"[0-9]*",*//"#, "isbn13 is missing"),
        ("s/aaaa/AAAA/", "sha256 is invalid"), (#"s/"page":1/"page":0/"#, "page is invalid"),
        ("s/2026-11-22/some day/", "date is invalid"),
    ])
    func `what is wrong with a decision is said`(change: String, words: String) async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        let applied = try await program.shell(
            "sed -i '\(change)' d.jsonl; bookzone review --apply d.jsonl run.jsonl")
        #expect(applied.exitCode == 2)
        #expect(applied.stderr.contains("d.jsonl:1: not a decision: \(words); use a file saved"))
        #expect(try statuses() == [.uncertain, .uncertain, .uncertain])
    }

    @Test(arguments: [
        ("nowhere.jsonl", 2, "nowhere.jsonl: No such file"), (".", 2, ".: is a folder"),
        ("''", 64, "--apply takes a file"),
        ("d.jsonl doubtful.png", 64, "--apply takes results of scans, not photos"),
        ("d.jsonl --none", 64, "--none can't be combined with --apply"),
        ("d.jsonl --store /proc/no/store", 70, "can't be opened"),
    ])
    func `invalid combinations are rejected`(words: String, code: Int32, line: String) async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        let applied = try await apply(words)
        #expect(
            applied.exitCode == code && applied.stderr.contains(line), "\(applied.exitCode) \(applied.stderr)"
        )
    }

    @Test func `decisions on photos that the results lack are told`() async throws {
        try decide("d.jsonl", "Maria", [("a", candidate), ("d", candidate)])
        let outcome = try await apply("d.jsonl run.jsonl")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.stderr == """
                1 decision is not on a photo in run.jsonl: box/d.jpg
                1 confirmed, 0 without an ISBN, 0 already decided, 0 in conflict, 1 not in the results

                """)
        #expect(
            try await apply("d.jsonl run.jsonl").stderr.hasSuffix(
                "0 confirmed, 0 without an ISBN, 1 already decided, 0 in conflict, 1 not in the results\n"))
        #expect(try await apply("d.jsonl").exitCode == 0, "the store takes any")
    }

    @Test func `an earlier decision goes into new results, and stays its reviewer's`() async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        let outcome = try await program.shell(
            """
            cp run.jsonl new.jsonl; bookzone review --apply d.jsonl run.jsonl
            bookzone review new.jsonl --as Tom </dev/null; bookzone history | grep -c decided; bookzone undo --as Tom; echo $?
            """)
        #expect(outcome.lines == ["1", "1"], "\(outcome.stdout)\(outcome.stderr)")
        #expect(program.text("new.jsonl")?.contains("confirmed") == true)
    }

    // MARK: Books in several photos

    /// `book.jsonl` holds a book, whose photos `a` and `b` show two numbers.
    private func makeBook() throws {
        var photos: [PhotoRecord] = []
        for (name, number) in [("a", candidate), ("b", "9780306406157")] {
            var photo = PhotoRecord(
                photo: "box/\(name).jpg", sha256: String(repeating: name, count: 64), width: 9, height: 9,
                status: .found)
            photo.isbns = [ISBNReading(isbn: try ISBN(number), confidence: 0.9)]
            photos.append(photo)
        }
        var record = photos[0]
        (record.status, record.isbns, record.candidates) = (.uncertain, [], photos.flatMap(\.isbns))
        record.photos = photos
        try program.write(try JSONEncoder().encode(record) + Data("\n".utf8), to: "book.jsonl")
    }

    @Test func `decisions that conflict about one book are not saved in the store, either`() async throws {
        try makeBook()
        try decide("ana.jsonl", "Ana", [("a", candidate)])
        try decide("tom.jsonl", "Tom", [("b", "9780306406157")])
        let outcome = try await program.shell(
            "cp book.jsonl before; bookzone review --apply ana.jsonl --apply tom.jsonl book.jsonl; echo $?; cmp before book.jsonl; bookzone history"
        )
        #expect(outcome.lines == ["1"], "\(outcome.stdout)")
        #expect(
            outcome.stderr.contains("Ana says box/a.jpg shows 978-1-85043-917-2, Tom says box/b.jpg shows"))
        #expect(outcome.stderr.contains("2 in conflict"))
    }

    @Test func `a decision on one photo of a book is one on the book`() async throws {
        try makeBook()
        try decide("ana.jsonl", "Ana", [("a", candidate)])
        let outcome = try await program.shell(
            """
            cp book.jsonl again.jsonl; bookzone review --apply ana.jsonl book.jsonl; grep -c '"status":"found","isbns"' book.jsonl
            bookzone review again.jsonl </dev/null; cmp book.jsonl again.jsonl && echo same
            """)
        #expect(outcome.lines.last == "same" && outcome.exitCode == 0, "\(outcome.stdout)\(outcome.stderr)")
    }

    @Test func `what a person confirmed in the results stays in the store, too`() async throws {
        try decide("d.jsonl", "Maria", [("a", candidate)])
        try decide("tom.jsonl", "Tom", [("a", "9780306406157")])
        let outcome = try await program.shell(
            """
            bookzone review --apply d.jsonl run.jsonl --store other.sqlite
            bookzone review --apply tom.jsonl run.jsonl; echo $?; bookzone history
            """)
        #expect(outcome.lines == ["1"], "\(outcome.stdout)")
        #expect(outcome.stderr.contains("but in run.jsonl a person confirmed"))
    }
}
