// Files and folders whose names have any bytes, in every command that takes paths other than photos: it reads and
// writes exactly these, or refuses and creates none.
import Foundation
import TestSupport
import Testing

struct PathNamesTests {
    private let program: Program

    init() async throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Photos.blankPNG, to: "box/a.png")
        try program.write(
            Data("ISBN,Title\n9780306406157,The Lantern Atlas\n123,wrong\n".utf8), to: "table.csv")
        try program.write(
            try Data(contentsOf: Repository.root.appending(path: "tessdata/isbn.traineddata")),
            to: "model/isbn.traineddata")
        try program.write(
            Data(
                "/type/edition\t/editions/OL1M\t3\t2026-10-31T11:12:13.141516\t{\"title\": \"The Lantern Atlas\", \"isbn_13\": [\"9780306406157\"]}\n"
                    .utf8), to: "dump.txt")
        let made = try await program.shell(
            """
            bookzone scan -q box --readers barcode --format jsonl -o run.jsonl
            sha=$(sha256sum box/a.png | cut -c 1-64)
            echo '{"photo":"box/a.png","page":1,"sha256":"'$sha'","decision":"confirmed","isbn13":"9780306406157","by":"Ada","date":"2026-11-22T10:00:00Z"}' >said.jsonl
            bookzone add 9780306406157 --title 'The Lantern Atlas' --store made.sqlite >made
            bookzone store dump --store made.sqlite >made.dump
            """)
        try #require(made.exitCode == 0, "\(made.stderr)")
    }

    /// Each with `$n` for the name, and its exit code.
    private static let commands: [(script: String, code: Int32)] = [
        ("cp table.csv ./$n; bookzone import csv ./$n", 2),
        ("bookzone import csv table.csv --rejects ./$n; test -s ./$n", 0),
        ("bookzone import csv table.csv -o ./$n --format jsonl >&2; test -s ./$n", 0),
        ("cp run.jsonl ./$n; bookzone import scan ./$n", 0),
        ("bookzone export csv -o ./$n --store made.sqlite; grep -q Lantern ./$n", 0),
        ("bookzone lookup --offline 9780306406157 --store made.sqlite -o ./$n; test -s ./$n", 0),
        ("cp said.jsonl ./$n; cp run.jsonl r; bookzone review --apply ./$n r; grep -q 9780306406157 r", 0),
        ("cp run.jsonl ./$n; bookzone review --apply said.jsonl ./$n; grep -q 9780306406157 ./$n", 0),
        ("cp run.jsonl ./$n; bookzone files rename ./$n '{isbn13}'; test -s box/9781405362177.jpg", 0),
        ("cp run.jsonl ./$n; bookzone files sidecar ./$n; test -s box/cover-ean-price-addon.jpg.xmp", 0),
        ("cp run.jsonl ./$n; rm box/a.png; bookzone files prune ./$n; ! grep -q a.png ./$n", 0),
        ("cp run.jsonl ./$n; bookzone files check ./$n", 0),
        ("cp run.jsonl ./$n; bookzone show ./$n", 0), ("cp run.jsonl ./$n; bookzone join ./$n -o ./$n", 64),
        ("bookzone join run.jsonl -o ./$n; cmp run.jsonl ./$n", 0),
        ("bookzone report -q run.jsonl -o ./$n; test -s ./$n/index.html", 0),
        ("bookzone report -q run.jsonl -o ./$n/$n; test -s ./$n/$n/index.html", 0),
        ("page=$(bookzone report -q run.jsonl -o ./$n; printf x); test -s \"${page%??}\"", 0),
        ("cp run.jsonl ./$n; bookzone report -q ./$n -o page; test -s page/index.html", 0),
        ("ls box/* >./$n; bookzone scan -q --files-from ./$n --readers barcode", 1),
        ("bookzone scan -q box --readers barcode --report ./$n; test -s ./$n/index.html", 0),
        (
            "bookzone scan -q box --readers barcode --annotate ./$n; test -s ./$n/box/a.png.jpg",
            0
        ),
        (
            "bookzone scan -q box --readers barcode --debug-images ./$n; ls ./$n/box/a.png | grep -q ^001",
            0
        ),
        (
            "bookzone scan -q box --readers barcode --shard 1/1 -o ./$n; cmp run.jsonl ./$n/part-1.jsonl >/dev/null; test -s ./$n/part-1.jsonl",
            0
        ),
        ("cp -r model ./$n; bookzone scan -q box/a.png --readers ocr --tessdata ./$n", 1),
        (
            "cp -r box ./$n; bookzone scan -q ./$n --readers barcode --move-to ./$n/$n; test -s ./$n/$n/none/a.png",
            0
        ),
        (
            """
            cp -r box ./$n; bookzone scan -q --watch ./$n --readers barcode -o ./$n.jsonl --resume & program=$!
            until test "$(cat ./$n.jsonl.partial 2>&- | wc -l)" -ge 2; do sleep 0.1; done; kill -TERM $program; wait $program
            """, 0
        ),
        ("cp dump.txt ./$n; bookzone reference add ./$n --name r --force", 0),
        ("cp made.dump ./$n; bookzone store load ./$n --store other.sqlite", 0),
    ]

    /// A store's path must be UTF-8; otherwise nothing is created.
    private static let ofStores = [
        "bookzone add 9780306406157 --title x --store ./$n",
        "BOOKZONE_STORE=./$n bookzone add 9780306406157 --title x",
        "bookzone store backup ./$n --store made.sqlite", "bookzone store load made.dump --store ./$n",
        "mkdir ./$n; unset BOOKZONE_STORE; XDG_DATA_HOME=$PWD/$n bookzone add 9780306406157 --title x",
        "cp made.sqlite ./$n; bookzone store restore ./$n --store other.sqlite",
        "bookzone reference add dump.txt --name r --force --store ./$n",
        // In a folder of that name.
        "mkdir ./$n; (cd ./$n; bookzone add 9780306406157 --title x --store s && bookzone lookup --offline 9780306406157 --store s)",
        "mkdir ./$n; (cd ./$n; bookzone store backup b --store ../made.sqlite && bookzone store check --store b)",
        "mkdir ./$n; (cd ./$n; bookzone reference add ../dump.txt --name r --force --store s)",
    ]

    private static let names: [[UInt8]] = [
        Array("caf".utf8) + [0xE9], [0xFF, 0xFE], Array("new\nline\n".utf8), Array("-r 'x' \"y\" \\".utf8),
        Array("a\u{10FFE9}b".utf8), Array("%41é\u{202E}".utf8),
    ]

    /// Runs a script in a temporary folder, and returns the names that it created.
    private func run(_ script: String, _ name: [UInt8]) async throws -> (outcome: Outcome, made: [[UInt8]]) {
        try program.write(Data(name), to: "name")
        let outcome = try await program.shell(
            """
            n=$(cat name; printf x); n=${n%x}; mkdir -p in; export BOOKZONE_STORE=$PWD/store
            cp -r box model *.csv *.jsonl *.txt made* in; cd in; IFS=; exec 3>../found
            { \(script)
            } >&2; code=$?; cd ..; find in -print0 >&3; rm -rf in store*; exit $code
            """, timeLimit: .seconds(60))
        let found = try Data(contentsOf: program.folder.appending(path: "found"))
        return (
            outcome,
            found.split(separator: 0).flatMap { $0.split(separator: UInt8(ascii: "/")) }.map { Array($0) }
        )
    }

    /// Whether a name contains replacement characters instead of these bytes.
    private func isMisspelt(_ made: [UInt8], _ name: [UInt8]) -> Bool {
        let standIn: [UInt8] = [0xF4, 0x8F]
        let count = { (bytes: [UInt8]) in zip(bytes, bytes.dropFirst()).count { [$0, $1] == standIn } }
        return count(made) > count(name)
    }

    @Test(arguments: names) func `a command comes back to the same file`(name: [UInt8]) async throws {
        for (script, code) in Self.commands {
            let (outcome, made) = try await run(script, name)
            #expect(outcome.exitCode == code, "\(script): \(outcome.stderr)")
            #expect(!made.contains { isMisspelt($0, name) }, "\(script)")
            #expect(!outcome.stderr.contains("\u{10FF}"), "\(script): \(outcome.stderr)")
        }
    }

    @Test(arguments: names) func `a store has a name of UTF-8 or is refused`(name: [UInt8]) async throws {
        let isText =
            String(validating: name, as: UTF8.self).map { !$0.unicodeScalars.contains("\u{10FFE9}") } ?? false
        for script in Self.ofStores {
            let (outcome, made) = try await run(script, name)
            #expect(outcome.exitCode == (isText ? 0 : 64), "\(script): \(outcome.stderr)")
            // The exact name, quoted for a shell.
            let isNamed = outcome.stderr.contains("$'") && !outcome.stderr.contains("\u{FFFD}")
            #expect(isText || outcome.stderr.contains("not UTF-8") && isNamed, "\(script): \(outcome.stderr)")
            #expect(!made.contains { isMisspelt($0, name) }, "\(script)")
        }
    }

    @Test func `tables and books quote a photo's name`() async throws {
        let outcome = try await program.shell(
            #"""
            mkdir odd; cp box/cover*.jpg "odd/$(printf 'caf\351\033.jpg')"; echo 'always -> sell' >rules.txt
            bookzone add 9781405362177 --title Salt >/dev/null; bookzone copy add 9781405362177 --place hall >/dev/null
            bookzone scan odd --readers barcode --lookup --offline --format jsonl -o odd.jsonl -q
            bookzone inventory begin spring --place hall >/dev/null; bookzone inventory scan spring odd.jsonl --place hall
            names() { grep -a -o 'odd/caf[^,]*jpg[^ ,]\?'; }
            bookzone triage odd.jsonl --rules rules.txt --format csv | names
            bookzone inventory show spring --all --format csv | names
            bookzone lookup --offline 9781405362177 | names
            bookzone lookup --offline 9781405362177 --format jsonl | names
            bookzone search 9781405362177 --format jsonl | names
            """#)
        let quoted = #"odd/caf\xE9\x1B.jpg'"#
        let escaped = #"odd/caf%E9%1B.jpg""#
        #expect(
            outcome.lines == [quoted, quoted, quoted, escaped, escaped], "\(outcome.lines) \(outcome.stderr)")
    }
}
