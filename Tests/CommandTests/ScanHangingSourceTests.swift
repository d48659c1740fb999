// `scan --lookup` while a source accepts requests and does not answer: what was read is not lost, however the program ends.
import Foundation
import Servers
import Synchronization
import Testing

struct ScanHangingSourceTests {
    private static let isbn13 = ScanLookUpTests.isbn13
    private let program: Program
    private let server: LoopbackServer
    private let answers = Flag()

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    init() throws {
        let program = try ScanLookUpTests.program()
        (self.program, server) = (
            program,
            try LoopbackServer { [answers] request in
                if answers.isSet.withLock({ $0 }) { return .openLibrary(request, ScanLookUpTests.books) }
                try? program.write(Data(), to: "asked")
                return ServerAnswer(body: .silence)
            }
        )
    }

    private func shell(_ script: String) async throws -> Outcome {
        try await program.shell(
            """
            scan() { exec env --default-signal=INT bookzone scan --lookup --source openlibrary --timeout 60 --jobs 1 \\
                --readers barcode box "$@"; }
            lines() { for try in $(seq 1200); do test "$(cat "$1" 2>&- | wc -l)" -ge $2 && break; sleep 0.05; done; }
            \(script)
            """, environment: LookUpTests.environment(server))
    }

    /// Where the records are that `-o o.jsonl` with the options gets at the end.
    private static func unfinished(_ options: String) -> String {
        options.contains("--resume") ? "o.jsonl.partial" : "o.jsonl.draft"
    }

    private static let ends = ["INT": "130", "TERM": "143", "KILL": "137"]

    @Test(
        arguments: ["INT", "TERM", "KILL"],
        ["", "--resume", "--move-to sorted", "--move-to sorted --resume", "--watch --resume"])
    func `records are in the file, and photos at their places`(signal: String, options: String) async throws {
        // It ends at once in no other way while it watches.
        if options.hasPrefix("--watch"), signal != "KILL" { return }
        let outcome = try await shell(
            """
            scan -o o.jsonl \(options) & program=$!
            until test -e asked; do sleep 0.05; done; lines \(Self.unfinished(options)) 2
            kill -\(signal) $program; wait $program; echo $?; test -e o.jsonl || ls box
            jq -r '[.photo, .isbns[0].isbn13, has("books")] | join(" ")' \(Self.unfinished(options)) | sort -u
            """)
        let names = ["IMG_10.jpg", "IMG_2.jpg"]
        #expect(
            outcome.lines == [Self.ends[signal] ?? ""] + names
                + names.map { "box/\($0) \(Self.isbn13) false" },
            "\(outcome.lines) \(outcome.stderr)")
        guard signal != "KILL" else { return }
        #expect(outcome.stderr.contains(": 2 photos: 2 found (1 book); "), "\(outcome.stderr)")
        #expect(outcome.stderr.contains(" not looked up; records so far are in "))
    }

    @Test(arguments: ["INT", "KILL"], ["folder", "folder --resume"])
    func `a group's record is in the file`(signal: String, group: String) async throws {
        let outcome = try await shell(
            """
            scan -o o.jsonl --group \(group) & program=$!
            until test -e asked; do sleep 0.05; done; lines \(Self.unfinished(group)) 1
            kill -\(signal) $program; wait $program
            jq -r '[.isbns[0].isbn13, (.photos | length), has("books")] | join(" ")' \(Self.unfinished(group)) | sort -u
            """)
        #expect(outcome.lines == ["\(Self.isbn13) 2 false"], "\(outcome.lines) \(outcome.stderr)")
    }

    @Test(arguments: ["INT", "TERM"]) func `an interrupt prints what was read`(signal: String) async throws {
        let outcome = try await shell(
            """
            rm box/IMG_10.jpg
            for format in text jsonl; do
                rm -f asked; scan --format $format >$format & program=$!
                until test -e asked; do sleep 0.05; done
                kill -\(signal) $program; wait $program; echo $?
            done
            cut -f 1 text; jq -r '[.isbns[0].isbn13, has("books")] | join(" ")' jsonl
            """)
        let end = Self.ends[signal] ?? ""
        #expect(
            outcome.lines == [end, end, Self.isbn13, "\(Self.isbn13) false"],
            "\(outcome.lines) \(outcome.stderr)")
        #expect(
            outcome.stderr.contains(": 1 photo: 1 found (1 book); 1 not looked up\n"), "\(outcome.stderr)")
    }

    @Test func `a table has what was read, and then what was looked up`() async throws {
        let killed = try await shell(
            """
            scan -o o.csv & program=$!
            until test -e asked; do sleep 0.05; done; lines o.csv.draft 3
            kill -KILL $program; wait $program; cut -d, -f 1,4 o.csv.draft
            """)
        let rows = [
            "photo,isbn13", "box/IMG_2.jpg,\(Self.isbn13)", "box/IMG_10.jpg,\(Self.isbn13)",
        ]
        #expect(killed.lines.map { $0.replacing("\r", with: "") } == rows, "\(killed.lines) \(killed.stderr)")
        answers.isSet.withLock { $0 = true }
        let whole = try await shell("(scan -o o.csv --quiet); wc -l <o.csv; grep -c Ferryman o.csv")
        #expect(whole.lines == ["3", "2"], "\(whole.lines) \(whole.stderr)")
    }

    @Test(arguments: ["INT", "KILL"]) func `the resumed run looks up and moves`(signal: String) async throws {
        let options = "-o o.jsonl --resume --move-to sorted"
        _ = try await shell(
            """
            scan \(options) & program=$!
            until test -e asked; do sleep 0.05; done; lines o.jsonl.partial 2
            kill -\(signal) $program; wait $program
            """)
        answers.isSet.withLock { $0 = true }
        let outcome = try await shell(
            "(scan \(options)); echo $?; jq -r '[.photo, .books[0].title] | join(\" \")' o.jsonl; ls sorted/found"
        )
        let title = "The Ferryman's Ledger"
        #expect(
            outcome.lines == [
                "0", "sorted/found/IMG_2.jpg \(title)", "sorted/found/IMG_10.jpg \(title)", "IMG_10.jpg",
                "IMG_2.jpg",
            ], "\(outcome.lines) \(outcome.stderr)")
        #expect(outcome.stderr.hasSuffix("; 2 photos already read\n"), "\(outcome.stderr)")
    }
}
