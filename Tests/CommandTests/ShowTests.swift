// `show` prints a run's records in the same form as the scan itself.
import Foundation
import TestSupport
import Testing

struct ShowTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Photos.blankPNG, to: "box/a.png")
        try program.write(Photos.blankPNG.prefix(40), to: "box/b.png")
    }

    @Test func `every format is as the scan gives it`() async throws {
        _ = try await program.shell("bookzone scan box --readers barcode -o r.jsonl --resume")
        for format in ["table", "text"] {
            let (scan, show) = (
                try await program.run("scan", "box", "--readers", "barcode", "--format", format),
                try await program.run("show", "r.jsonl", "--format", format)
            )
            #expect(show.stdout == scan.stdout && !show.stdout.isEmpty)
            #expect(show.exitCode == 0)
        }
        #expect(
            try await program.run("show", "r.jsonl", "--format", "jsonl").stdout == program.text("r.jsonl"))
        let csv = try await program.run("show", "r.jsonl", "--format", "csv", "-o", "r.csv")
        #expect(csv.stderr.hasPrefix("box/b.png: file ends early"))
        #expect(
            csv.stderr.hasSuffix(
                "\n3 photos: 1 found (1 book), 1 none, 1 failed\nto look at: box/b.png (failed)\n"))
        #expect(program.text("r.csv")?.split(separator: "\r\n").count == 4)
    }

    @Test func `a reader that has seen enough is no error`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box/a.png -q --format jsonl -o a.jsonl
            for i in $(seq 1000); do cat a.jsonl; done >r.jsonl
            { bookzone show r.jsonl --format jsonl; echo $? >code; } | head -n 1 >/dev/null; cat code
            """)
        #expect(outcome.lines == ["0"])
        #expect(outcome.stderr.isEmpty, "\(outcome.stderr)")
    }

    /// As by a run that looks books up, moves photos, and is writing a record.
    @Test func `each photo in a journal counts once`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box --readers barcode --format jsonl -q >read 2>/dev/null
            { cat read read; sed 's|"box/|"sorted/|g' read; head -c 100 read; } >r.jsonl.partial
            for name in $(ls box); do
                echo '{"photo":"box/'$name'","moves_to":"sorted/'$name'"}'
            done >r.jsonl.run
            bookzone show r.jsonl.partial --format jsonl >shown; echo $?
            grep -o '"photo":"[^"]*"' shown | sort
            """)
        #expect(
            outcome.lines == [
                "0", #""photo":"sorted/a.png""#, #""photo":"sorted/b.png""#,
                #""photo":"sorted/cover-ean-price-addon.jpg""#,
            ], "\(outcome.stdout)")
        #expect(
            outcome.stderr.hasSuffix(
                "\n3 photos: 1 found (1 book), 1 none, 1 failed\nto look at: sorted/b.png (failed)\n"),
            "\(outcome.stderr)")
    }

    @Test func `books in the store are shown beside their ISBNs`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box --readers barcode -o r.jsonl --resume -q
            bookzone add 9781405362177 --title 'Salt and Tide' >/dev/null
            bookzone show r.jsonl --lookup --offline --format text -q
            """)
        #expect(outcome.stdout.hasPrefix("9781405362177\tSalt and Tide\t"), "\(outcome.stdout)")
    }

    @Test func `files that hold no records are named`() async throws {
        _ = try await program.shell(
            "bookzone scan box/a.png -o r.jsonl --resume; : >empty; echo {} >>r.jsonl")
        let outcome = try await program.shell(
            "bookzone show empty box/a.png nowhere r.jsonl --format table; echo $?; bookzone show empty; echo $?"
        )
        #expect(outcome.lines.count == 3 && outcome.lines[0].hasPrefix("none "))
        #expect(outcome.lines.dropFirst() == ["2", "0"])
        for line in [
            "box/a.png: not a record of a scan", "nowhere: no such file", "r.jsonl:2: not a record of a scan",
        ] {
            #expect(outcome.stderr.contains(line), "\(outcome.stderr)")
        }
    }
}
