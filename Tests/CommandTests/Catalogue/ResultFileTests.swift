// Results never overwrite other data, by whatever name it is given on the command line.
import Foundation
import Testing

struct ResultFileTests {
    /// A folder with a photo, a table, a list of photos and a store, and links to each.
    private static func program() async throws -> Program {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "box/photo.png")
        try program.write(Data("isbn,title\n9780439023481,Salt and Tide\n".utf8), to: "books.csv")
        try program.write(Data("box/photo.png\n".utf8), to: "list.txt")
        let made = try await program.shell(
            """
            bookzone add --store store --title 'Old Almanac'
            for file in store books.csv list.txt box/photo.png; do
                ln -s $PWD/$file $file.link; ln $file $file.twin
            done
            cp box/photo.png shown.csv.draft
            """)
        try #require(made.exitCode == 0)
        return program
    }

    static let refusals = [
        ("bookzone export csv --store store -o store", "a store"),
        ("bookzone export csv --store store -o store.link", "a store"),
        ("bookzone export csv --store store -o store.twin", "a store"),
        ("bookzone export csv --store store >> store", "a store"),
        ("bookzone search almanac --store store -o store.twin", "a store"),
        ("bookzone isbn 0306406152 -o store.link", "a store"),
        ("bookzone scan box/photo.png -o box/photo.png", "a photo"),
        ("bookzone scan box -o box/photo.png.link", "a photo"),
        ("bookzone scan box -o box/photo.png.twin --format csv", "a photo"),
        ("bookzone scan box -o shown.csv", "a photo"),
        ("bookzone scan --files-from list.txt -o list.txt.link", "an input file"),
        ("bookzone scan - -o box/photo.png < box/photo.png", "an input file"),
        ("bookzone isbn -o list.txt < list.txt.twin", "an input file"),
        ("bookzone lookup --offline --store other - -o list.txt < list.txt", "an input file"),
        ("bookzone import csv books.csv --store other --rejects books.csv", "an input file"),
        ("bookzone import csv books.csv --store other --rejects books.csv.link", "an input file"),
        ("bookzone import csv books.csv --store other -o books.csv.twin", "an input file"),
        ("bookzone import csv - --store other --rejects books.csv < books.csv", "an input file"),
        ("bookzone import csv books.csv --store store --rejects store", "a store"),
    ]

    @Test(arguments: refusals) func `nothing is replaced`(line: String, what: String) async throws {
        let program = try await Self.program()
        let sums = "find . -type f ! -name other ! -name '*-wal' ! -name '*-shm' | sort | xargs sha256sum"
        let before = try await program.shell(sums)
        let outcome = try await program.shell(line)
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains(": is \(what) and would be overwritten; choose another file"))
        #expect(outcome.stdout == "")
        #expect(try await program.shell(sums).stdout == before.stdout)
        #expect(try await program.run("store", "check", "--store", "store").exitCode == 0)
    }

    @Test(arguments: [
        "bookzone search almanac --store store", "bookzone isbn 0306406152",
        "bookzone export csv --store store",
        "bookzone store dump --store store", "bookzone join part.jsonl",
    ])
    func `a hyphen is standard output`(_ line: String) async throws {
        let program = try await Self.program()
        _ = try await program.shell("bookzone scan box --quiet -o part.jsonl")
        let plain = try await program.shell(line)
        try #require(!plain.stdout.isEmpty)
        for option in ["-o -", "--output -", "--output=-"] {
            let outcome = try await program.shell("\(line) \(option)")
            #expect(outcome.stdout == plain.stdout && outcome.exitCode == plain.exitCode)
        }
        #expect(try await program.shell("ls -d ./-*").stdout.isEmpty)
    }

    @Test(arguments: [
        ("scan box --resume -o -", "--resume requires --output FILE"),
        ("scan box --shard 1/2 -o -", "--output"),
        ("scan box --report -", "--report takes a folder"),
        ("scan box --annotate -", "--annotate takes a folder"),
        ("scan box --move-to -", "--move-to takes a folder"),
        ("scan box --debug-images -", "--debug-images takes a folder"),
        ("report books.csv -o -", "--output takes a folder"),
        ("export calibre --store store -o -", "give --output FOLDER"),
        ("stats --by year --store store --svg -", "--svg takes a file"),
        ("import csv books.csv --store store --rejects -", "--rejects takes a file"),
        ("store backup - --store store", "a backup is a file"),
    ])
    func `what can't be written to standard output takes no hyphen`(_ line: String, _ words: String)
        async throws
    {
        let program = try await Self.program()
        let outcome = try await program.shell("bookzone \(line)")
        #expect(outcome.exitCode == 64 && outcome.stdout.isEmpty)
        #expect(outcome.stderr.contains(words), "\(outcome.stderr)")
        #expect(try await program.shell("ls -d ./-*").stdout.isEmpty)
    }

    static let ofStores = [
        "export csv -o FILE", "store dump -o FILE", "store backup FILE", "scan box -o FILE",
        "scan box --report FILE", "scan box --annotate FILE", "report x.jsonl -o FILE",
        "export calibre -o FILE", "search almanac -o FILE", "list show owned -o FILE",
        "import csv books.csv --rejects FILE", "stats --by year --svg FILE", "add --title New --store FILE",
        "store load dump.jsonl --store FILE",
    ]

    /// The store has none of them when the command begins.
    @Test(arguments: ofStores) func `the name of a store's further file is refused`(command: String)
        async throws
    {
        let program = try await Self.program()
        let names = [
            "store.covers", "./store-wal", "$PWD/store-journal", "store.covers-wal", "store.link-shm",
        ]
        let folders = ["store.photos/", "store.references"]
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=$PWD/store; bookzone scan box -q -o x.jsonl; bookzone store dump -o dump.jsonl
            rm -f store-wal store-shm; before=$(ls)
            for name in \((names + folders).joined(separator: " ")); do
                bookzone \(command.replacing("FILE", with: "$name")) >/dev/null; echo $?
            done
            rm -f store-wal store-shm; test "$before" = "$(ls)" && bookzone store check >/dev/null && echo same
            """)
        #expect(
            outcome.lines == Array(repeating: "64", count: names.count + folders.count) + ["same"],
            "\(outcome.stdout) \(outcome.stderr)")
        #expect(outcome.stderr.components(separatedBy: ": belongs to the store ").count == 8)
    }

    @Test func `one file cannot take two results`() async throws {
        let program = try await Self.program()
        let outcome = try await program.shell(
            "bookzone import csv books.csv --store other --rejects new -o new")
        #expect(outcome.exitCode == 64 && program.text("new") == nil)
    }

    static let overRuns = [
        "list show owned -o FILE", "search almanac -o FILE", "show x.jsonl -o FILE", "join x.jsonl -o FILE",
        "export csv -o FILE", "store dump -o FILE", "isbn 0306406152 -o FILE", "history -o FILE",
        "lookup --offline 9780306406157 -o FILE", "stats --by year --svg FILE",
        "import csv books.csv --rejects FILE", "scan box --format jsonl -o FILE", "store backup FILE",
    ]

    /// By its name, a link, and the names of the files that it is continued from.
    @Test(arguments: overRuns, [true, false]) func `a run that can be resumed is not written over`(
        command: String, isInterrupted: Bool
    ) async throws {
        let program = try await Self.program()
        let sums = "export BOOKZONE_STORE=$PWD/store; sha256sum r.jsonl*; ls"
        let before = try await program.shell(
            """
            bookzone scan box -q -o x.jsonl; bookzone scan box -q -o r.jsonl --resume; ln -s r.jsonl link
            \(isInterrupted ? "mv r.jsonl r.jsonl.partial; rm link" : "true"); \(sums)
            """)
        let names = ["r.jsonl", isInterrupted ? "r.jsonl.partial" : "link", "r.jsonl.run"]
        for name in names {
            let outcome = try await program.shell(
                "bookzone \(command.replacing("FILE", with: name)) >&2",
                environment: ["BOOKZONE_STORE": "store"])
            #expect(outcome.exitCode == 64, "\(name): \(outcome.stderr)")
            #expect(
                outcome.stderr.contains(isInterrupted ? "records of an interrupted run" : "results of a run")
                    || outcome.stderr.contains("belongs to the run that writes r.jsonl"), "\(outcome.stderr)")
        }
        #expect(try await program.shell(sums).stdout == before.stdout)
    }

    /// What a command that was killed leaves is no journal.
    @Test func `a run does not take what another command was writing for its journal`() async throws {
        let program = try await Self.program()
        let outcome = try await program.shell(
            """
            mkfifo pipe
            bookzone scan box/photo.png pipe --format jsonl -o r.jsonl & program=$!
            until test -e r.jsonl.draft; do sleep 0.05; done
            bookzone scan box/photo.png -q -o r.jsonl --resume; echo $?; kill -KILL $program; wait $program
            bookzone scan box/photo.png -q -o r.jsonl --resume; echo $?; wc -l <r.jsonl; ls r.*
            """)
        #expect(
            outcome.lines == ["75", "1", "1", "r.jsonl", "r.jsonl.draft", "r.jsonl.run"], "\(outcome.stderr)")
    }

    /// Results of an earlier run are replaced, also in the folder of the photos.
    @Test func `results of an earlier run are replaced`() async throws {
        let program = try await Self.program()
        for _ in 1...2 {
            let scan = try await program.shell("bookzone scan box -o box/result.csv --format csv")
            #expect(scan.exitCode == 1)
            let export = try await program.shell("bookzone export csv --store store -o books.csv")
            #expect(export.exitCode == 0)
        }
        #expect(program.text("books.csv")?.contains("Old Almanac") == true)
    }
}
