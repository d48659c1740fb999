// Every line that a run writes, in any mode, is valid according to the schemas in `docs`.
import Foundation
import TestSupport
import Testing

struct ScanSchemaTests {
    private let program: Program

    /// Two photos of one book, one of them with a name that is not valid UTF-8, two pages in one file, a photo
    /// without an ISBN, and one that is cut off.
    init() async throws {
        program = try Program()
        let cover = try Photos.testImage("cover-ean-price-addon.jpg")
        try program.write(cover, to: "box/1-a.jpg")
        try program.write(cover + Data("again".utf8), to: "box/odd.jpg")
        try program.write(
            TIFFFile().data([(width: 40, height: 30), (width: 30, height: 20)]), to: "box/2.tif")
        try program.write(Photos.blankPNG, to: "box/3.png")
        try program.write(Photos.blankPNG.prefix(40), to: "box/4.png")
        _ = try await program.shell(#"mv box/odd.jpg "$(printf 'box/1-\351.jpg')""#)
    }

    private static let runs = [
        "bookzone scan box -o r.jsonl --format jsonl", "bookzone scan box -o r.jsonl --resume",
        "for i in 1 2; do bookzone scan box -o r.jsonl --resume --retry failed,none; cp box/3.png box/5$i.png; done",
        // Killed, so that the journal is left.
        """
        bookzone scan box -j 1 -o r.jsonl --resume & program=$!
        until test -s r.jsonl.partial || ! kill -0 $program; do sleep 0.01; done; kill -KILL $program; wait $program
        test ! -e r.jsonl.partial || head -n -1 r.jsonl.partial >half; bookzone scan box -o r.jsonl --resume
        """,
        "bookzone scan box -o r.jsonl --resume; rm r.jsonl.run; bookzone scan box -o r.jsonl --resume --retry failed",
        "for i in 1 2 3; do bookzone scan box --shard $i/3 -o parts; done; bookzone join parts/part-*.jsonl -o r.jsonl",
        "for i in 1 2; do bookzone scan box --group name -o r.jsonl --resume; cp box/3.png box/1-c.png; done",
        "bookzone scan box --group name --lookup --offline -o r.jsonl --resume",
        "bookzone scan box --group name --format jsonl -o r.jsonl; bookzone join r.jsonl -o half",
        "cat box/1* box/3.png | bookzone scan --group frames - --format jsonl -o r.jsonl",
        "bookzone scan box --move-to sorted --format jsonl -o r.jsonl",
        "bookzone scan box --move-to sorted -o r.jsonl --resume; bookzone scan box --move-to sorted -o r.jsonl --resume",
        "bookzone scan box --group name --move-to sorted --lookup --offline --format jsonl -o r.jsonl",
        """
        bookzone scan --watch box --move-to sorted -o r.jsonl --resume & program=$!
        until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge 12; do sleep 0.05; done; kill -TERM $program; wait $program
        """,
        "bookzone scan box -o r.jsonl --resume --lookup --offline; bookzone show r.jsonl --format jsonl >half",
        "printf 'box/1-a.jpg\\n\\nbox/gone.jpg\\n' | bookzone scan --files-from - -o r.jsonl --resume",
    ]

    @Test(arguments: runs) func `each line fits its schema`(run: String) async throws {
        let outcome = try await program.shell(
            "(\(run.replacing("bookzone scan", with: "bookzone scan -q --readers barcode"))) >out; ls r.jsonl"
        )
        #expect(outcome.stdout == "r.jsonl\n", "\(outcome.stderr)")
        for (file, schema) in [
            ("r.jsonl", "scan-record"), ("half", "scan-record"), ("r.jsonl.partial", "scan-record"),
            ("r.jsonl.run", "scan-run"),
        ] {
            guard let text = program.text(file) else { continue }
            let schema = try JSONSchema.named(schema)
            for line in text.split(separator: "\n") {
                #expect(schema.problems(try JSONValue(String(line))) == [], "\(file)")
            }
        }
    }
}
