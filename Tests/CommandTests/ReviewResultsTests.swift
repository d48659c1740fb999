// `bookzone review run.jsonl`: results are reviewed without photos, and decisions are written into them.
import Books
import Foundation
import TestSupport
import Testing

struct ReviewResultsTests {
    private let program: Program
    private let candidate: String

    /// `run.jsonl` has three uncertain photos, one without an ISBN between them; the photos don't exist.
    init() async throws {
        (program, candidate) = try await ReviewTests.doubtful()
        let scan = try await program.run("scan", "--quiet", "--format", "jsonl", "doubtful.jpg")
        let record = try JSONDecoder().decode(PhotoRecord.self, from: scan.output)
        var lines: [String] = []
        for name in ["a", "b", "none", "c"] {
            var record = record
            record.photo = "box/\(name).jpg"
            record.sha256 = String(repeating: name.prefix(1) == "n" ? "e" : name, count: 64)
            if name == "none" { (record.status, record.candidates) = (.none, []) }
            lines.append(String(decoding: try JSONEncoder().encode(record), as: UTF8.self) + "\n")
        }
        try program.write(Data(lines.joined().utf8), to: "run.jsonl")
        _ = try await program.shell("rm doubtful.jpg; chmod 640 run.jsonl")
    }

    private func records() throws -> [PhotoRecord] {
        try #require(program.text("run.jsonl")).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
    }

    private func review(_ typed: String, _ words: String = "--offline") async throws -> Outcome {
        try await program.shell("bookzone review \(words) run.jsonl", stdin: Data(typed.utf8))
    }

    @Test func `answers go back into the file and into the store`() async throws {
        let before = try #require(program.text("run.jsonl")).split(separator: "\n")
        let review = try await review("\(candidate.suffix(4))\nn\ns\n")
        #expect(review.stderr.hasSuffix("1 confirmed, 1 without an ISBN, 1 left open\n"))
        #expect(review.exitCode == 1)
        let records = try records()
        #expect(records.map(\.status) == [.found, .none, .none, .uncertain])
        #expect(records[0].isbns.map(\.isbn.isbn13) == [candidate])
        #expect(records[0].isbns[0].reason == "confirmed by a person" && records[0].candidates.isEmpty)
        let after = try #require(program.text("run.jsonl")).split(separator: "\n")
        #expect(after[2...] == before[2...], "other lines stay byte for byte")
        let schema = try JSONSchema.named("scan-record")
        #expect(try after.flatMap { schema.problems(try JSONValue(String($0))) } == [])
        let rest = try await program.shell("stat -c %a run.jsonl; ls; bookzone store info --format jsonl")
        #expect(rest.lines.prefix(2) == ["640", "run.jsonl"])
        #expect(rest.stdout.contains("\"photos\":2"))
        #expect(
            try await self.review("q\n").stderr.hasSuffix("0 confirmed, 0 without an ISBN, 1 left open\n"))
        let scan = try await program.run("scan", "--quiet", "--format", "text", "run.jsonl")
        #expect(scan.stdout == "\(candidate)\n", "a scan takes results, too")
    }

    @Test(arguments: [("q\n", 3), ("", 3), ("n\nq\n", 2), ("s\nn\n", 2), ("t\n", 3), ("t\nx\n\n", 3)])
    func `remaining photos are counted`(_ typed: String, _ count: Int) async throws {
        let review = try await review(typed)
        #expect(review.stderr.hasSuffix(" without an ISBN, \(count) left open\n"))
        #expect(review.exitCode == 1)
        #expect(try records().count { $0.status == .uncertain } == count)
    }

    @Test func `Ctrl-C says how many are left`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo answers
            env --default-signal=INT bookzone review --offline run.jsonl <answers 2>said & exec 3>answers
            echo n >&3; until test $(grep -o 'q = quit' said | wc -l) = 2; do sleep 0.05; done
            kill -INT $!; wait $!; echo $?; tail -n 1 said
            """)
        #expect(outcome.lines == ["130", "0 confirmed, 1 without an ISBN, 2 left open"])
        #expect(try records().map(\.status) == [.none, .uncertain, .none, .uncertain])
    }

    @Test(arguments: ["n\nq\n", "t\nOld Almanac\n\na\nq\n"])
    func `a photo without an ISBN is reviewed again after undo`(_ typed: String) async throws {
        _ = try await review(typed)
        #expect(try records().map(\.status) == [.none, .uncertain, .none, .uncertain])
        let shown = try await program.run("scan", "--format", "text", "run.jsonl")
        #expect(shown.stdout == (typed.hasPrefix("t") ? "id:1\n" : ""))
        _ = try await program.run("undo")
        let again = try await review("\(candidate.suffix(4))\nq\n", "--offline --again")
        #expect(again.stderr.contains("box/a.jpg: none"))
        #expect(again.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 2 left open\n"))
        #expect(try records()[0].isbns.map(\.isbn.isbn13) == [candidate])
    }

    // MARK: Others who write the same results

    @Test func `what a run is writing can't be reviewed`() async throws {
        let before = program.text("run.jsonl")
        let review = try await program.shell(
            "flock run.jsonl bookzone review --offline run.jsonl", stdin: Data("n\n".utf8),
            timeLimit: .seconds(60))
        #expect(review.stderr.contains("run.jsonl: another run is writing to it; "))
        #expect(review.exitCode == 75 && !review.stderr.contains("q = quit"))
        let decision =
            #"{"photo":"box/a.jpg","page":1,"sha256":"\#(String(repeating: "a", count: 64))","decision":"rejected","#
            + #""date":"2026-01-01T12:00:00.000Z"}"# + "\n"
        try program.write(Data(decision.utf8), to: "decisions.jsonl")
        let applied = try await program.shell(
            "flock run.jsonl bookzone review --offline --apply decisions.jsonl run.jsonl",
            timeLimit: .seconds(60))
        #expect(applied.exitCode == 75)
        #expect(try await program.run("history").stdout == "")
        #expect(program.text("run.jsonl") == before)
    }

    /// Answers `n` to the first question after `meanwhile` has run.
    private func review(after meanwhile: String, then typed: String = "", _ options: String = "") async throws
        -> Outcome
    {
        try await program.shell(
            """
            mkfifo answers
            env --default-signal=INT bookzone review --offline \(options) run.jsonl <answers 2>said & review=$!; exec 3>answers
            until grep -q 'q = quit' said; do sleep 0.05; done
            \(meanwhile)
            (printf 'n\\n\(typed)q\\n' >&3); wait $review; echo $?; cat said
            """, timeLimit: .seconds(120))
    }

    @Test func `the key that quits is no crash`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo answers; ulimit -c 0; export SWIFT_BACKTRACE=enable=yes,color=no
            env --default-signal=QUIT bookzone review --offline run.jsonl <answers 2>said & exec 3>answers
            until grep -q 'q = quit' said; do sleep 0.05; done
            kill -QUIT $!; wait $!; echo $?; grep -ci 'thread 0\\|crash' said
            """, timeLimit: .seconds(60))
        #expect(outcome.lines == ["131", "0"])
    }

    @Test func `Ctrl-C ends a review whose answer waits for the file`() async throws {
        let outcome = try await review(
            after: "exec 4<run.jsonl; flock 4; echo n >&3; sleep 1; kill -INT $review")
        #expect(outcome.lines.first == "130")
    }

    @Test(arguments: ["", "--store /proc/no/store"])
    func `a decision that was made meanwhile is not replaced`(
        _ options: String
    ) async throws {
        let outcome = try await review(
            after: "printf '\(candidate)\\nq\\n' | bookzone review --offline \(options) run.jsonl", options)
        #expect(outcome.stdout.contains("not saved; decided meanwhile: shows 978-"))
        #expect(outcome.stdout.hasSuffix("0 confirmed, 0 without an ISBN, 3 left open\n"))
        #expect(try records().map(\.status) == [.found, .uncertain, .none, .uncertain])
    }

    @Test func `a decision that was made meanwhile can be replaced`() async throws {
        let outcome = try await review(
            after: "printf '\(candidate)\\nq\\n' | bookzone review --offline run.jsonl", then: "n\\n")
        #expect(outcome.stdout.hasSuffix("0 confirmed, 1 without an ISBN, 2 left open\n"))
        #expect(try records().map(\.status) == [.none, .uncertain, .none, .uncertain])
    }

    @Test func `an answer is kept and counted when the results are gone`() async throws {
        let outcome = try await review(after: "mv run.jsonl gone.jsonl")
        #expect(outcome.lines.first == "74")
        #expect(outcome.stdout.contains("shows no ISBN: saved in the store, but not in the results"))
        #expect(
            outcome.lines.last
                == "0 confirmed, 1 without an ISBN, 0 left open; those that follow are not counted, because the results "
                + "changed or are gone")
        let later = try await program.run("review", "--offline", "gone.jsonl", stdin: Data("q\n".utf8))
        #expect(later.stderr.contains("box/a.jpg: decided earlier: shows no ISBN"))
    }

    @Test func `what follows is not counted when the results became those of another run`() async throws {
        let outcome = try await review(
            after: "tail -n 1 run.jsonl >other; mv other run.jsonl; (printf 'q\\n' >&3)")
        #expect(outcome.lines.first == "1")
        #expect(outcome.stdout.contains("0 without an ISBN, 1 left open; those that follow are not counted"))
    }

    @Test func `an ISBN that undo restores is restored in the results`() async throws {
        _ = try await review("\(candidate)\nq\n", "--offline --as tess")
        _ = try await review("n\nq\n", "--offline --again --as bob")
        #expect(try records()[0].status == .none)
        _ = try await program.run("undo", "--as", "bob")
        let later = try await review("q\n")
        #expect(later.stderr.contains("box/a.jpg: decided earlier: shows 978-"))
        #expect(try records()[0].isbns.map(\.isbn.isbn13) == [candidate])
    }

    // MARK: The file and the store

    @Test func `photo is kept by a path that opens from any folder`() async throws {
        let review = try await program.shell(
            """
            bookzone add \(candidate) --title T >added; mkdir -p run/box other; touch run/box/a.jpg; mv run.jsonl run; cd other
            bookzone review --offline ../run/run.jsonl; bookzone lookup \(candidate) --offline --format jsonl
            """, stdin: Data("\(candidate)\nq\n".utf8))
        #expect(review.stderr.contains("../run/box/a.jpg: uncertain"))
        let folder = try #require(realpath(program.folder.path, nil).map { String(cString: $0) })
        #expect(review.stdout.contains("\"photos\":[\"\(folder)/run/box/a.jpg\"]"))
    }

    @Test func `a store that can't be opened loses no decision`() async throws {
        let review = try await review("n\nn\n\(candidate)\n", "--store /proc/no/store")
        #expect(review.stderr.hasPrefix("no store: "))
        #expect(review.exitCode == 70)
        #expect(try records().map(\.status) == [.none, .none, .none, .found])
    }

    @Test func `a decision in the store applies to the file`() async throws {
        _ = try await program.shell("cp run.jsonl first.jsonl")
        _ = try await review("\(candidate)\nn\nn\n")
        _ = try await program.shell("mv first.jsonl run.jsonl")
        let second = try await review("")
        #expect(second.stderr.contains("box/a.jpg: decided earlier: shows 978-"))
        #expect(second.exitCode == 0)
        #expect(try records().map(\.status) == [.found, .none, .none, .none])
        let changed = try await review("n\nq\n", "--offline --again")
        #expect(changed.stderr.contains("decided earlier: shows 978-"))
        #expect(try records().map(\.status) == [.none, .none, .none, .none])
    }

    @Test func `a book without an ISBN is in its record's line`() async throws {
        _ = try await review("t\nOld Almanac\n\na\nq\n")
        let line = try #require(program.text("run.jsonl")?.split(separator: "\n").first)
        #expect(line.contains(#""books":[{"#) && line.contains(#""title":"Old Almanac""#))
        #expect(try JSONSchema.named("scan-record").problems(try JSONValue(String(line))) == [])
    }

    @Test func `a full disk is reported and changes nothing`() async throws {
        let before = program.text("run.jsonl")
        let review = try await program.shell(
            """
            ( ulimit -f 1
              echo n | bookzone review --offline --store /proc/no/store run.jsonl 2>&1; echo $? ) | cat
            """)
        #expect(review.stdout.contains("run.jsonl: can't be written: "))
        #expect(review.lines.last == "74")
        #expect(program.text("run.jsonl") == before)
        #expect(try await program.run("review", "--offline", "run.jsonl").stderr.hasSuffix("3 left open\n"))
    }

    @Test func `an invalid line is reported`() async throws {
        _ = try await program.shell("head -c 30 run.jsonl >>run.jsonl")
        let review = try await review("n\nn\nn\n")
        #expect(review.stderr.contains("run.jsonl:5: not a record of a scan"))
        #expect(review.exitCode == 2)
    }

    @Test func `results are not replaced by what is made of them`() async throws {
        let scan = try await program.run("scan", "run.jsonl", "--format", "jsonl", "-o", "run.jsonl")
        #expect(scan.exitCode == 64)
        #expect(
            scan.stderr == "run.jsonl: is an input file and would be overwritten; choose another file\n")
    }
}
