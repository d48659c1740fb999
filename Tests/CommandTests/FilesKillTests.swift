// Renaming that is interrupted: by a kill, a full disk, a read-only disk, or another process.
import Books
import Foundation
import TestSupport
import Testing

@testable import Batch

struct FilesKillTests {
    private static let isbns = ["9780306406157", "9780439023481", "9781405362177", "9780745831725"]

    private static let templates = [
        "{isbn13} {title}.{ext}", "{name} {isbn13}", "{isbn13}_{number}.{ext}", "{title}", "{isbn10}-{name}",
    ]

    /// Photos whose names have any bytes, several of one book, some with a sidecar.
    private static func photos(_ random: inout SeededGenerator) -> [MadePhoto] {
        var names: Set<[UInt8]> = []
        while names.count < 12 {
            let name = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                UInt8.random(in: 1...255, using: &random)
            }
            guard !name.contains(UInt8(ascii: "/")), name[0] != UInt8(ascii: ".") else { continue }
            names.insert(name + Array(".jpg".utf8))
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.enumerated().map { place, name in
            MadePhoto(
                name: "box/" + String(path: name), isbns: [isbns[Int.random(in: 0..<4, using: &random)]],
                title: place % 3 == 0 ? nil : "Title: \(place % 2)/?")
        }
    }

    /// A run of these photos in a temporary folder.
    private static func program(_ photos: [MadePhoto]) throws -> Program {
        let program = try Program()
        try program.make(photos)
        for photo in photos.prefix(3) {
            try program.write(Array("of \(photo.name)".utf8), at: photo.name + ".xmp")
        }
        return program
    }

    private static func plan(_ run: ResultRecords, _ template: NameTemplate) throws -> [PlannedRename] {
        var plan = RenamePlan(run.file, template) { name, books in books.first { $0.isbn == name.isbn } }
        try run.forEachPhoto { photo in _ = try plan.add(photo) }
        return plan.renames()
    }

    struct Ended: Error {}

    /// Performs this many steps of a plan, as a process that is then killed.
    private static func begin(_ plan: [PlannedRename], steps: Int) {
        var left = steps
        func step(_ body: () -> Void) {
            if left > 0 { body() }
            left -= 1
        }
        for move in plan.flatMap({ [($0.old, $0.new)] + $0.sidecars.map { ($0.name, $0.target ?? "") } }) {
            step { link(move.0.systemPath, move.1.systemPath) }
            step { unlink(move.0.systemPath) }
        }
    }

    /// Interrupted after each step and continued, it has the same result as without interruption.
    @Test(arguments: 0..<5) func `it can be continued after any interruption`(round: Int) async throws {
        var random = SeededGenerator(seed: UInt64(round))
        let photos = Self.photos(&random)
        let template = try NameTemplate(Self.templates[round])
        let words = "bookzone files rename run.jsonl '\(Self.templates[round])' >/dev/null"
        let whole = try Self.program(photos)
        _ = try await whole.shell(words)
        let expected = try await whole.contents("box")
        let records = whole.text("run.jsonl")
        #expect(Set(expected.values) == Set(photos.map(\.name) + photos.prefix(3).map { "of \($0.name)" }))
        #expect(Set(try whole.records().map { $0.photo.pathBytes }).isSubset(of: expected.keys))
        for steps in [0, 1, 2, 3, 7, 12, 19, 24, 30, Int.max] {
            let program = try Self.program(photos)
            let file = "\(program.folder.path)/run.jsonl"
            do {
                let run = try ResultRecords(file, changes: true)
                let plan = try Self.plan(run, template)
                let renaming = try PhotoRenaming(plan, of: run)
                if steps == .max {
                    // All but the last step.
                    #expect(throws: Ended.self) {
                        try renaming.complete { _ in
                            throw Ended()
                        } failed: { _, _ in
                        }
                    }
                } else {
                    Self.begin(plan, steps: steps)
                }
            }
            let outcome = try await program.shell("\(words); ls")
            #expect(outcome.exitCode == 0 && outcome.lines == ["box", "run.jsonl"], "\(outcome.stderr)")
            #expect(try await program.contents("box") == expected, "\(steps): \(outcome.stderr)")
            #expect(program.text("run.jsonl") == records, "\(steps)")
        }
    }

    @Test func `a file that was replaced after the plan was made keeps its name`() async throws {
        let program = try Program()
        try program.make([MadePhoto(name: "box/a.jpg", isbns: [Self.isbns[0]])])
        do {
            let run = try ResultRecords("\(program.folder.path)/run.jsonl", changes: true)
            _ = try PhotoRenaming(Self.plan(run, NameTemplate("{isbn13}")), of: run)
        }
        try program.write(Data("another photo".utf8), to: "box/a.jpg")
        let outcome = try await program.shell("bookzone files rename run.jsonl '{name}'; echo $?; ls box")
        #expect(outcome.lines.suffix(2) == ["75", "a.jpg"], "\(outcome.stderr)")
        #expect(
            outcome.stderr.contains(
                "box/a.jpg: not renamed: changed or removed since it was read; try again\n"))
    }

    @Test func `killed at any moment no photo is lost and records follow`() async throws {
        let photos = (1...1500).map { MadePhoto(name: "box/\($0).jpg", isbns: [Self.isbns[$0 % 4]]) }
        let program = try Program()
        try program.make(photos)
        let outcome = try await program.shell(
            """
            for count in 10 500 1000 1490; do
                bookzone files rename run.jsonl '{isbn13}' >/dev/null 2>/dev/null & program=$!
                until test "$(ls box | grep -c '^978')" -ge $count; do :; done
                kill -KILL $program; wait $program
            done
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; bookzone files check run.jsonl; ls box | wc -l; ls
            """)
        #expect(
            outcome.lines == ["1500", "box", "run.jsonl"], "\(outcome.stderr) \(outcome.lines.prefix(5))")
        let names = try program.records().map(\.photo)
        #expect(Set(names).count == 1500 && names.allSatisfy { $0.hasPrefix("box/978") })
        for (old, new) in zip(photos, names).prefix(40) { #expect(program.text(new) == old.name) }
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `a full or read-only disk loses nothing`() async throws {
        let photos = (1...40).map { MadePhoto(name: "box/\($0).jpg", isbns: [Self.isbns[$0 % 4]]) }
        let program = try Program()
        try program.make(photos)
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=1m tmpfs disk || exit
            cp -r box run.jsonl disk; cd disk; dd if=/dev/zero of=fill bs=1k count=2000 2>/dev/null
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; echo $?; bookzone files sidecar run.jsonl; echo $?; ls box | wc -l
            mount -o remount,ro "$PWD"; bookzone files rename run.jsonl '{isbn13}' >/dev/null; echo $?
            bookzone files rename run.jsonl '{isbn13}' --dry-run | wc -l; bookzone files prune run.jsonl; echo $?
            mount -o remount,rw "$PWD"; cmp run.jsonl ../run.jsonl; rm fill
            dd if=/dev/zero of=fill bs=1k count=$(($(df --output=avail -k . | tail -n 1) - 20)) 2>/dev/null
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; echo $?; ls box | grep -c ^978; cmp run.jsonl ../run.jsonl; rm fill
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; echo $?; bookzone files check run.jsonl | wc -l; ls
            END
            """)
        #expect(
            outcome.lines == [
                "75", "75", "40", "74", "40", "74", "75", "40", "0", "0", "box", "run.jsonl",
            ],
            "\(outcome.lines) \(outcome.stderr)")
        #expect(
            outcome.stderr.contains("no space left") && outcome.stderr.contains("Read-only file system"),
            "\(outcome.stderr)")
    }

    @Test(arguments: [(">/dev/full; echo $? >code", "75"), ("; echo $? >code) | true", "74")])
    func `nothing is renamed if the list of names can't be printed`(
        output: String, code: String
    ) async throws {
        let program = try Program()
        // Their names are more than a pipe holds.
        try program.make((1...2000).map { MadePhoto(name: "box/\($0).jpg", isbns: [Self.isbns[$0 % 4]]) })
        let outcome = try await program.shell(
            """
            \(output.contains(")") ? "(" : "")bookzone files rename run.jsonl '{isbn13}' \(output)
            cat code; ls box | grep -c "^978[0-9]"; ls
            """)
        #expect(
            outcome.lines == [code, "0", "box", "code", "run.jsonl"], "\(outcome.lines) \(outcome.stderr)")
    }

    @Test func `a renaming that completes an interrupted one prints its list`() async throws {
        let program = try Program()
        try program.make((1...3).map { MadePhoto(name: "box/\($0).jpg", isbns: [Self.isbns[$0]]) })
        do {
            let run = try ResultRecords("\(program.folder.path)/run.jsonl", changes: true)
            let plan = try Self.plan(run, try NameTemplate("{isbn13}"))
            _ = try PhotoRenaming(plan, of: run)
            Self.begin(plan, steps: 4)
        }
        let list = (1...3).map { "box/\($0).jpg -> box/\(Self.isbns[$0]).jpg" }
        let outcome = try await program.shell(
            """
            bookzone files rename run.jsonl '{isbn13}' >/dev/full; echo $?; test -e run.jsonl.moves && ls box
            bookzone files rename run.jsonl '{isbn13}'; ls
            """)
        #expect(
            outcome.lines == ["75", "3.jpg"] + Self.isbns[1...2].map { "\($0).jpg" }.sorted() + list + [
                "box", "run.jsonl",
            ], "\(outcome.lines) \(outcome.stderr)")
    }

    @Test func `two renamings, or a renaming and a scan, never run at the same time`() async throws {
        let program = try Program()
        try program.make([MadePhoto(name: "box/a.jpg", isbns: [Self.isbns[0]])])
        let outcome = try await program.shell(
            """
            for lock in run.jsonl run.jsonl.partial; do
                for words in "rename run.jsonl {isbn13}" "sidecar run.jsonl" "prune run.jsonl"; do
                    flock $lock bookzone files $words; echo $?; done; done
            ls box; rm -f run.jsonl.partial; bookzone files rename run.jsonl '{isbn13}' >/dev/null; ls box
            """)
        #expect(
            outcome.lines == ["75", "75", "75", "75", "75", "75", "a.jpg", "\(Self.isbns[0]).jpg"],
            "\(outcome.stderr)")
        #expect(outcome.stderr.contains("another run is writing to it"))
    }

    @Test func `what others do on the way is kept`() async throws {
        let program = try Program()
        try program.make(["a", "b", "c"].map { MadePhoto(name: "box/\($0).jpg", isbns: [Self.isbns[0]]) })
        do {
            let run = try ResultRecords("\(program.folder.path)/run.jsonl", changes: true)
            _ = try PhotoRenaming(try Self.plan(run, try NameTemplate("{isbn13}")), of: run)
        }
        let isbn = Self.isbns[0]
        let outcome = try await program.shell(
            """
            for words in check prune sidecar; do bookzone files $words run.jsonl; echo $?; done
            rm box/a.jpg; echo mine >box/\(isbn)-2.jpg
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; echo $?; cat box/\(isbn)-2.jpg; ls box; ls
            """)
        #expect(
            outcome.lines == [
                "64", "64", "64", "75", "mine", "\(isbn)-2.jpg", "\(isbn)-3.jpg", "\(isbn).jpg", "box",
                "run.jsonl",
            ], "\(outcome.lines) \(outcome.stderr)")
        #expect(outcome.stderr.contains("is not complete; run it again first"))
    }
}
