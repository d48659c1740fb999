// `bookzone triage`, with photos.
import Foundation
import TestSupport
import Testing

struct TriageTests {
    private let program: Program

    init() throws {
        program = try Program()
        for name in [
            "cover-ean-price-addon", "cover-blurred-close", "cover-isbn10-above-ean",
            "cover-curved-paperback",
        ] {
            try program.write(try Photos.testImage("\(name).jpg"), to: "box/\(name).jpg")
        }
        try program.write(Photos.blankPNG, to: "box/z.png")
        try program.write(
            Data(
                "owned copies >= 2 -> give away\nwanted by Ana -> keep, for NAME\nprice list >= 8 -> sell\n"
                    .utf8),
            to: "rules.txt")
        try program.write(Data("ISBN,Price\n0-88192-834-8,9.5\n9780812973143,2\n".utf8), to: "prices.csv")
    }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": "Ana"], timeLimit: .seconds(600))
    }

    @Test func `each book of a box is decided`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 9781405362177 >/dev/null; bookzone copy add 9781405362177 >/dev/null
            bookzone add 9780789451064 --title Wanted >/dev/null; bookzone list add wanted 9780789451064 >/dev/null 2>&1
            bookzone triage box --rules rules.txt --prices prices.csv --jobs 1; echo $?
            bookzone scan box --format jsonl -o run.jsonl 2>/dev/null
            bookzone triage run.jsonl --rules rules.txt --prices prices.csv --format jsonl | jq -c '[.decision,.rule]' | sort | uniq -c | wc -l
            """)
        let lines = outcome.lines
        #expect(lines.contains("give away  978-1-4053-6217-7  box/cover-ean-price-addon.jpg"), "\(lines)")
        #expect(lines.contains("sell  978-0-88192-834-1  box/cover-curved-paperback.jpg"))
        #expect(lines.contains("undecided  978-0-8129-7314-3  box/cover-isbn10-above-ean.jpg"))
        #expect(lines.contains("doubt  box/z.png") && lines.suffix(2).first == "1")
        #expect(outcome.stderr.contains("1 give away") && outcome.stderr.contains("1 doubt"))
    }

    @Test func `photos of one book are one line when they were grouped`() async throws {
        let outcome = try await run(
            """
            mkdir -p run/a run/b; cp box/cover-ean-price-addon.jpg run/a/2.jpg; cp box/z.png run/a/1.png
            cp box/z.png run/b/1.png; cp box/z.png run/b/2.png
            bookzone copy add 9781405362177 >/dev/null; echo 'owned copies >= 1 -> keep' >r
            bookzone scan run --group folder --format jsonl -o run.jsonl 2>/dev/null
            bookzone triage run.jsonl --rules r --report out | sort; ls out/thumbnails/*/*.jpg | wc -l
            """)
        #expect(outcome.lines.count == 3, "\(outcome.lines)")
        #expect(outcome.lines.first?.hasPrefix("doubt  run/b/") == true)
        #expect(outcome.lines.contains("keep  978-1-4053-6217-7  run/a/2.jpg"))
        #expect(outcome.stderr.contains("1 keep, 1 doubt"), "\(outcome.stderr)")
    }

    @Test func `without a photo there is no book, and no doubt`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 9781405362177 >/dev/null; mkdir none; touch none/notes.txt; echo 'always -> x' > r
            bookzone triage nowhere/1.jpg --rules r --jobs 1; echo $?
            bookzone triage none --rules r --jobs 1; echo $?
            """)
        #expect(outcome.lines == ["2", "0"])
        #expect(outcome.stderr.contains("nowhere/1.jpg: no such file"), "\(outcome.stderr)")
        #expect(outcome.stderr.contains("1 photo: 1 failed") && outcome.stderr.contains("no photos"))
    }

    @Test func `a report shows what is to be done`() async throws {
        let outcome = try await run(
            """
            bookzone add 9780881928341 --title Harbours >/dev/null
            bookzone triage box --rules rules.txt --prices prices.csv --report out >/dev/null
            grep -o '"titles":{[^}]*}' out/index.html | sort -u; ls out/thumbnails/*/*.jpg | wc -l
            """)
        #expect(outcome.stderr.contains("to look at: out/index.html"), "\(outcome.stderr)")
        #expect(outcome.lines.contains(#""titles":{"9780881928341":"sell · Harbours"}"#), "\(outcome.lines)")
        #expect(
            outcome.lines.contains(#""titles":{"9781405362177":"undecided"}"#) && outcome.lines.last == "5")
    }

    @Test(arguments: [
        ("printf 'always -> x\\nyear old -> y\\n' > r", "--rules r", 2, "r:2: expected one of < <= = >= >"),
        (":", "--rules nowhere", 2, "nowhere: can't be read"),
        ("printf '# a\\n' > r", "--rules r", 2, "r: no rules"),
        ("printf 'isbn,price\\n1,2\\n' > p", "--rules rules.txt --prices p", 2, "p:2: no ISBN"),
        (
            "printf 'isbn,price\\n9780812973143,EUR 2\\n' > p", "--rules rules.txt --prices p", 2,
            "p:2: “EUR 2”: no price"
        ),
        ("printf 'isbn,cost\\n9780812973143,2\\n' > p", "--rules rules.txt --prices p", 2, "price"),
        ("printf 'language = Deutsch -> x\n' > r", "--rules r", 2, "r:1: expected a code of ISO 639"),
        (":", "--rules rules.txt", 2, "rules.txt:3: expected a condition other than price list"),
        (":", "--rules rules.txt --prices prices.csv -o rules.txt", 64, "input file"),
        (":", "", 64, "--rules"),
    ])
    func `mistakes are told before a photo is read`(
        making: String, options: String, code: Int32, words: String
    ) async throws {
        let outcome = try await run(
            "bookzone copy add 9781405362177 >/dev/null; \(making); bookzone triage box \(options) --report out"
        )
        #expect(
            outcome.exitCode == code && outcome.stderr.contains(words) && outcome.stdout == "",
            "\(outcome.stderr)")
        #expect(try await program.shell("ls -A out 2>/dev/null").lines.isEmpty)
    }
}
