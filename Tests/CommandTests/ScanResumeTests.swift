// A run that is interrupted at any time can be resumed, and no photo is read twice.
import Books
import Foundation
import TestSupport
import Testing

struct ScanResumeTests {
    private let program: Program

    /// `box` has this many blank photos, each with different contents.
    init() throws {
        program = try Program()
        for number in 1...40 { try program.write(Self.photo("\(number)"), to: "box/\(number).png") }
    }

    private static func photo(_ mark: String) -> Data { Photos.blankPNG + Data(mark.utf8) }

    private func scan(_ words: String) async throws -> Outcome {
        try await program.shell("bookzone scan \(words) -o r.jsonl --resume")
    }

    private func records(_ name: String = "r.jsonl") throws -> [PhotoRecord] {
        try #require(program.text(name)).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
                .filter { $0.hasPrefix("r.jsonl") }.sorted()
        }
    }

    private static let all = (1...40).map { "box/\($0).png" }

    @Test func `killed again and again it has every photo once, in order`() async throws {
        let all = (1...400).map { "box/\($0).png" }
        for (number, path) in all.enumerated() { try program.write(Self.photo("\(number)"), to: path) }
        let outcome = try await program.shell(
            """
            for count in 50 120 200 310; do
                bookzone scan box -o r.jsonl --resume -j 2 2>>err & program=$!
                until test -e r.jsonl || test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge $count; do sleep 0.01; done
                kill -KILL $program; wait $program
                test -e r.jsonl && echo early; wc -l <r.jsonl.partial >>counts
            done
            bookzone scan box -o r.jsonl --resume; echo $?
            """)
        #expect(outcome.lines == ["1"])
        #expect(try records().map(\.photo) == all)
        #expect(try files == ["r.jsonl", "r.jsonl.run"])
        let counts = try #require(program.text("counts")).split(separator: "\n").compactMap { Int($0) }
        #expect(counts == counts.sorted() && counts.first ?? 0 >= 50)
        let known = try #require(outcome.stderr.firstMatch(of: /; ([0-9]+) photos already read\n/)?.1)
        // The last photo in the journal may lack a page.
        #expect(try #require(Int(known)) >= #require(counts.last) - 1)
    }

    /// A photo that never becomes readable keeps its position, and delays none after it.
    @Test(arguments: ["", " --lookup --offline --store s"])
    func `a photo is kept when it is done, not when its turn comes`(lookup: String) async throws {
        try program.write(Data(), to: "box/none")
        let outcome = try await program.shell(
            """
            rm box/none; mkfifo box/0.png; exec 3<>box/0.png
            bookzone scan box/0.png box/1.png box/2.png box/3.png box/4.png box/5.png -o r.jsonl --resume -j 2\(lookup) 2>&- & program=$!
            until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge 5; do sleep 0.05; done; kill -KILL $program; wait $program
            rm box/0.png; bookzone scan box/1.png box/2.png box/3.png box/4.png box/5.png -o r.jsonl --resume\(lookup)
            """)
        #expect(outcome.exitCode == 1)
        #expect(try records().map(\.photo) == (1...5).map { "box/\($0).png" })
        #expect(outcome.stderr.contains("5 photos already read"), "\(outcome.stderr)")
        if !lookup.isEmpty {
            // Only now looked up.
            #expect(
                try #require(program.text("r.jsonl")).split(separator: "\n").allSatisfy {
                    $0.contains(#""books":"#)
                })
        }
    }

    /// Reading them would find other contents.
    @Test func `unchanged files are not opened`() async throws {
        _ = try await scan("box")
        let before = program.text("r.jsonl")
        let outcome = try await program.shell(
            """
            for photo in box/*; do
                touch -r $photo stamp; printf X | dd of=$photo conv=notrunc status=none; touch -r stamp $photo
            done
            bookzone scan box -o r.jsonl --resume
            """)
        #expect(outcome.stderr == "40 photos: 40 none; 40 photos already read\n")
        #expect(program.text("r.jsonl") == before)
    }

    @Test func `changed, moved and copied photos are recognised by content`() async throws {
        _ = try await scan("box")
        let before = try records()
        let outcome = try await program.shell(
            """
            mv box/7.png box/0.png; cp box/8.png box/81.png; touch box/9.png; printf more >>box/10.png
            bookzone scan box -o r.jsonl --resume
            """)
        #expect(outcome.stderr == "41 photos: 41 none; 40 photos already read\n")
        let after = try records()
        #expect(after.map(\.photo) == ["box/0.png"] + Self.all.filter { $0 != "box/7.png" } + ["box/81.png"])
        #expect(
            after.first?.sha256 == before[6].sha256 && after.first?.milliseconds == before[6].milliseconds)
        #expect(after.first { $0.photo == "box/10.png" }?.sha256 != before[9].sha256)
        #expect(try await scan("box").stderr.contains("; 41 photos already read"))
    }

    @Test func `records of other runs keep their position`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "two/")
        try program.copy("cover-ean-price-addon.jpg", to: "one/")
        _ = try await scan("two --readers barcode")
        _ = try await scan("one box/1.png --readers barcode")
        let names = ["two", "one"].map { "\($0)/cover-ean-price-addon.jpg" }
        #expect(try records().map(\.photo) == [names[0], names[1], "box/1.png"])
        #expect(try records()[1].repeats == PhotoPage(photo: names[0], page: 1))
        let again = try await scan("one --readers barcode")
        #expect(again.stderr == "3 photos: 2 found (1 book), 1 none; 1 photo already read\n")
        #expect(again.exitCode == 1)
        #expect(try records().map(\.photo) == [names[0], names[1], "box/1.png"])
    }

    @Test func `torn lines are dropped`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box -o r.jsonl --resume -j 1 -q
            cp r.jsonl whole; head -n 20 r.jsonl >r.jsonl.partial; head -c 30 r.jsonl >>r.jsonl.partial; rm r.jsonl
            head -n 21 r.jsonl.run >run; printf '{"inode":7,"pho' >>run; mv run r.jsonl.run
            bookzone scan box -o r.jsonl --resume
            """)
        #expect(outcome.stderr == "40 photos: 40 none; 20 photos already read\n")
        #expect(try records().map(\.photo) == Self.all)
        #expect(try records("whole").map(\.sha256) == records().map(\.sha256))
    }

    /// Killed after the first of a photo's pages: its line in `FILE.run` is missing.
    @Test func `a photo whose last pages are missing is read again`() async throws {
        let pages = try #require(
            try FileManager.default.contentsOfDirectory(atPath: Photos.folder.path).first {
                $0.hasSuffix(".tif")
            })
        try program.copy(pages)
        _ = try await scan(pages)
        let whole = try records()
        try #require(whole.count > 1)
        _ = try await program.shell(
            "head -n 1 r.jsonl >r.jsonl.partial; head -n 1 r.jsonl.run >run; mv run r.jsonl.run; rm r.jsonl")
        _ = try await scan(pages)
        #expect(try records().map(\.page) == whole.map(\.page))
    }

    @Test func `other options are not mixed`() async throws {
        _ = try await scan("box")
        let before = program.text("r.jsonl")
        let outcome = try await scan("box --strict --crop 0,50%,100%,50%")
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.stderr
                == "r.jsonl: was read without --crop and without --strict; records of different runs are not mixed; use the same options, or choose another file\n"
        )
        #expect(program.text("r.jsonl") == before && program.text("r.jsonl.partial") == nil)
        #expect(
            try await scan("box --readers ocr").stderr.hasPrefix(
                "r.jsonl: was read with --readers barcode,ocr;"))
        // Without records, no settings can be mixed.
        _ = try await program.shell("rm r.jsonl")
        #expect(try await scan("box --strict").exitCode == 1)
    }

    @Test func `another model is noticed by its bytes`() async throws {
        try program.write(
            try Data(contentsOf: Repository.root.appending(path: "tessdata/isbn.traineddata")) + Data([0]),
            to: "model/isbn.traineddata")
        _ = try await scan("box/1.png")
        let outcome = try await scan("box/1.png --tessdata model")
        #expect(outcome.exitCode == 64 && outcome.stderr.contains("was read with another text model;"))
    }

    @Test(arguments: [
        ("--retry failed", 39), ("--retry none", 1), ("--retry none,failed", 0),
        ("--retry uncertain --retry none", 1),
    ]) func `some are read again`(words: String, known: Int) async throws {
        try program.write(Data("\u{89}PNG\r\n\u{1A}\n".utf8.dropFirst(1)), to: "unused")
        try program.write(Photos.blankPNG.prefix(40), to: "box/1.png")
        _ = try await scan("box")
        let outcome = try await scan("box \(words)")
        let words = known == 0 ? "" : "; \(known) photo\(known == 1 ? "" : "s") already read"
        #expect(outcome.stderr.contains("40 photos: 39 none, 1 failed\(words)\n"), "\(outcome.stderr)")
        #expect(try records().map(\.photo) == Self.all)
    }

    @Test func `a missing photo is looked for again`() async throws {
        #expect(try await scan("box/1.png box/new.png").exitCode == 2)
        try program.write(Self.photo("new"), to: "box/new.png")
        #expect(try await scan("box/1.png box/new.png").exitCode == 1)
        #expect(try records().map(\.status) == [.none, .none])
    }

    @Test func `the result of a plain run can be resumed`() async throws {
        _ = try await program.shell(
            "bookzone scan box --format jsonl -o r.jsonl; head -n 10 r.jsonl >r.jsonl.partial; rm r.jsonl")
        let outcome = try await scan("box")
        #expect(
            outcome.stderr == "40 photos: 40 none; 9 photos already read\n")
        #expect(try records().map(\.photo) == Self.all)
    }

    /// Also for a photo without an ISBN.
    @Test func `records show their settings if the run's own file is lost`() async throws {
        try program.write(
            try Data(contentsOf: Repository.root.appending(path: "tessdata/isbn.traineddata")) + Data([0]),
            to: "model/isbn.traineddata")
        _ = try await scan("box/1.png")
        _ = try await program.shell("cp r.jsonl before")
        let (settings, other) = (#""settings":"[0-9a-f]*""#, #""settings":"0123456789abcdef""#)
        for (change, options) in [
            ("", "--rotate 90"), ("", "--crop 0,50%,100%,50%"), ("", "--strict"), ("", "--readers ocr"),
            ("", "--tessdata model"), ("", "--lookup --offline --store s"), ("", "--group name"),
            ("sed -i 's/\(settings)/\(other)/' r.jsonl", ""), ("sed -i 's/,\(settings)//' r.jsonl", ""),
        ] {
            let outcome = try await program.shell(
                """
                cp before r.jsonl; rm -f r.jsonl.run; \(change.isEmpty ? ":" : change); cp r.jsonl changed
                bookzone scan box/1.png box/2.png -o r.jsonl --resume \(options); echo $?; cmp r.jsonl changed; ls r.jsonl*
                """)
            #expect(outcome.lines == ["64", "r.jsonl"], "\(options) \(outcome.stdout)")
            #expect(
                outcome.stderr.hasPrefix("r.jsonl: r.jsonl.run is missing, and its records were read "),
                "\(outcome.stderr)")
        }
        let same = try await program.shell(
            "cp before r.jsonl; rm -f r.jsonl.run; bookzone scan box/1.png -o r.jsonl --resume --rotate 360")
        #expect(same.stderr == "1 photo: 1 none; 1 photo already read\n")
    }

    /// Deleted, or emptied by a power cut.
    @Test(arguments: ["rm -f r.jsonl.run", ": >r.jsonl.run"])
    func `other options are not mixed where the run's own are lost`(loss: String) async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "cover/")
        _ = try await scan("cover box/1.png --readers barcode")
        let outcome = try await program.shell(
            """
            \(loss); for options in '' '--readers barcode --lookup --offline --store s' '--readers barcode'; do
                bookzone scan cover box/2.png -o r.jsonl --resume $options 2>err; echo $?; \(loss)
            done; bookzone scan cover -o r.jsonl --resume --accept-options; echo $?
            """)
        #expect(outcome.lines == ["64", "64", "1", "1"], "\(outcome.stderr)")
        #expect(program.text("err") == "3 photos: 1 found (1 book), 2 none; 1 photo already read\n")
        #expect(
            outcome.stderr.hasPrefix(
                "r.jsonl: r.jsonl.run is missing; existing records are kept, though other options may have been used\n"
            ),
            "\(outcome.stderr)")
    }

    @Test func `without it an interrupted run is not written over`() async throws {
        _ = try await program.shell(
            """
            mkfifo pipe; bookzone scan box/1.png pipe -o r.jsonl --resume & program=$!
            until test -s r.jsonl.partial; do sleep 0.05; done; kill -KILL $program
            """)
        let outcome = try await program.shell("bookzone scan box -o r.jsonl --format jsonl")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains("add --resume to continue it"))
        #expect(try records("r.jsonl.partial").count == 1)
    }

    @Test(arguments: [
        ("box", "requires --output"), ("box -o r.csv", "--resume always writes JSON Lines"),
        ("box -o r.xlsx", "--resume always writes JSON Lines"),
        ("box -o r.csv --format csv", "`bookzone show box1.jsonl -o box1.csv` makes a table of it"),
        ("box -o r.txt --format table", "--resume always writes JSON Lines"),
        ("- -o r.jsonl", "photos on standard input"), ("box -o /dev/stdout", "can't be written"),
        ("box -o box", "can't be written"),
        ("box -o box/1.png", "box/1.png: is an input file and would be overwritten"),
        ("r.jsonl -o r.jsonl", "r.jsonl: is an input file and would be overwritten"),
        ("box -o r.jsonl --retry found", "--retry"),
    ]) func `senseless values are rejected`(words: String, line: String) async throws {
        try program.write(Data("{}\n".utf8), to: "r.jsonl")
        let outcome = try await program.shell("bookzone scan \(words) --resume <box/1.png | cat; exit $?")
        #expect(outcome.stderr.contains(line), "\(outcome.stderr)")
    }

    @Test func `invalid lines are not changed`() async throws {
        try program.write(Data("{}\nmore\n".utf8), to: "r.jsonl")
        let outcome = try await scan("box")
        #expect(outcome.exitCode == 2)
        #expect(outcome.stderr.hasPrefix("r.jsonl:1: not a record of a photo; nothing was changed;"))
        #expect(program.text("r.jsonl") == "{}\nmore\n")
        try program.write(Data("mine\n".utf8), to: "s.jsonl.run")
        let other = try await program.shell("bookzone scan box -o s.jsonl --resume")
        #expect(other.exitCode == 64 && other.stderr.hasPrefix("s.jsonl.run: not written by a run;"))
        #expect(program.text("s.jsonl.run") == "mine\n")
    }

    @Test func `FILE.run follows its schema`() async throws {
        _ = try await scan("box --crop 1%,2,100%,50%")
        let lines = try #require(program.text("r.jsonl.run")).split(separator: "\n")
        #expect(lines.count == 41)
        let schema = try JSONSchema.named("scan-run")
        for line in lines { #expect(schema.problems(try JSONValue(String(line))) == []) }
    }

    @Test func `without it the results of a run are not written over`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box -o r.jsonl --resume -q; cp r.jsonl before
            bookzone scan box/1.png -o r.jsonl; echo "again $?"; cmp r.jsonl before && echo same
            rm r.jsonl.run; bookzone scan box/1.png -o r.jsonl; echo "anew $?"; wc -l <r.jsonl
            """)
        #expect(outcome.lines == ["again 64", "same", "anew 1", "1"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("r.jsonl: contains the results of a run; add --resume"))
    }

    @Test func `recorded photos that no longer exist are told, even if nothing else is`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box -o r.jsonl --resume -q; mv box away; mkdir box
            bookzone scan box -o r.jsonl --resume -q; echo "empty $?"; wc -l <r.jsonl
            mv away/1.png away/2.png box/; bookzone scan box -o r.jsonl --resume -q
            bookzone scan box -o r.jsonl --resume
            """)
        #expect(outcome.lines == ["empty 1", "40"], "\(outcome.stderr)")
        let told = outcome.stderr.split(separator: "\n").filter { $0.contains("no longer exist") }
        #expect(
            told.map { $0.prefix(18) } == ["40 recorded photos", "38 recorded photos"], "\(outcome.stderr)")
    }

    @Test func `a run that has not ended is shown from its journal`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box -o r.jsonl --resume -q; mv r.jsonl r.jsonl.partial
            bookzone show r.jsonl; echo $?; bookzone show r.jsonl.partial --format csv | wc -l
            """)
        #expect(outcome.lines == ["2", "41"], "\(outcome.stderr)")
        #expect(
            outcome.stderr.hasPrefix(
                "r.jsonl: the run has not ended; its records so far are in r.jsonl.partial\n"))
    }

    @Test func `failures of an earlier run are told quietly, too`() async throws {
        let outcome = try await program.shell(
            """
            mkdir bad; echo words >bad/a.jpg; cp box/1.png bad/; command='bookzone scan bad -o r.jsonl --resume -q --fail-on failed'
            $command; echo "first $?"; echo >&2; $command; echo "second $?"; $command --max-failed 50%; echo "third $?"
            """)
        #expect(outcome.lines == ["first 2", "second 2", "third 0"])
        let told = outcome.stderr.components(separatedBy: "\n\n")
        #expect(told.count == 2 && told[0].hasPrefix("bad/a.jpg: not a photo"), "\(outcome.stderr)")
        #expect(told[1] == "2 photos: 1 none, 1 failed; 2 photos already read\n", "\(outcome.stderr)")
    }
}
