// `scan --move-to`: photos are sorted into folders, none is overwritten, and records have their new paths.
import Books
import Foundation
import Servers
import TestSupport
import Testing

struct ScanMoveTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/sub/")
        try program.write(Photos.blankPNG, to: "box/a.png")
        try program.write(Photos.blankPNG.prefix(40), to: "box/b.png")
        try program.write(Data("words".utf8), to: "box/notes.txt")
    }

    private func records(_ text: String?) throws -> [PhotoRecord] {
        try #require(text).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
    }

    private static let sorted = [
        "sorted/failed/b.png", "sorted/found/sub/cover-ean-price-addon.jpg", "sorted/none/a.png",
    ]

    @Test(arguments: ["--format jsonl -o r.jsonl", "-o r.jsonl --resume"])
    func `photos lie by what was read in them`(output: String) async throws {
        let outcome = try await program.shell(
            "bookzone scan box --readers barcode --move-to sorted \(output); echo $?; find sorted box -type f | sort"
        )
        #expect(outcome.lines == ["2", "box/notes.txt"] + Self.sorted, "\(outcome.stderr)")
        let records = try records(program.text("r.jsonl"))
        #expect(records.map(\.photo).sorted() == Self.sorted)
        for record in records where record.status != .failed {
            let digest = try await program.shell("sha256sum <\(record.photo)")
            #expect(digest.stdout.hasPrefix(try #require(record.sha256)))
        }
    }

    @Test func `nothing is written over`() async throws {
        try program.write(Data("mine".utf8), to: "sorted/none/a.png")
        try program.write(Data("mine".utf8), to: "sorted/none/a-2.png")
        let outcome = try await program.shell(
            "bookzone scan box/a.png box --move-to sorted --format jsonl | head -n 1; cat sorted/none/a.png")
        #expect(try records(outcome.lines.first).map(\.photo) == ["sorted/none/a-3.png"])
        #expect(outcome.lines.last == "mine")
    }

    @Test func `the folder may lie among the photos`() async throws {
        let script =
            "bookzone scan box --readers barcode --move-to box/sorted -o r.jsonl --resume; find box -type f | sort"
        let first = try await program.shell(script)
        let again = try await program.shell(script)
        #expect(first.stdout == again.stdout && first.lines.contains("box/sorted/none/a.png"))
        #expect(again.stderr.hasPrefix("3 photos: 1 found (1 book), 1 none, 1 failed"), "\(again.stderr)")
        #expect(try await program.run("scan", "box/sorted/none", "--move-to", "box/sorted").exitCode == 64)
    }

    @Test func `a later photo of the same book names where the first one is`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "box/sub2/")
        for output in ["--format jsonl -o r.jsonl", "-o s.jsonl --resume"] {
            _ = try await program.shell(
                "rm -rf sorted in; cp -r box in; bookzone scan in --readers barcode --move-to sorted \(output)"
            )
        }
        for name in ["r.jsonl", "s.jsonl"] {
            let found = try records(program.text(name)).filter { $0.status == .found }
            #expect(
                found.map(\.repeats?.photo) == [nil, "sorted/found/sub/cover-ean-price-addon.jpg"], "\(name)")
        }
    }

    /// The record was written and the photo not moved, or it was moved and its record not updated.
    @Test(arguments: ["before", "after", "between"]) func `the next run completes an interrupted move`(
        killed: String
    )
        async throws
    {
        let target = "sorted/none/a.png"
        _ = try await program.shell(
            "bookzone scan box/a.png --readers barcode -o r.jsonl --resume; mv r.jsonl r.jsonl.partial")
        if killed != "before" {
            _ = try await program.shell(
                """
                printf '{"moves_to":"\(target)","photo":"box/a.png"}\\n' >>r.jsonl.run; mkdir -p sorted/none
                ln box/a.png \(target); test \(killed) = between || rm box/a.png
                """)
        }
        let outcome = try await program.shell(
            "bookzone scan box --readers barcode --move-to sorted -o r.jsonl --resume; find sorted box -type f | sort"
        )
        #expect(outcome.lines == ["box/notes.txt"] + Self.sorted, "\(outcome.stderr)")
        #expect(try records(program.text("r.jsonl")).map(\.photo).sorted() == Self.sorted)
        let again = try await program.shell(
            "bookzone scan box --readers barcode --move-to sorted -o r.jsonl --resume")
        #expect(again.stderr.hasPrefix("3 photos: "))
    }

    @Test func `killed at any moment no photo is lost and none is there twice`() async throws {
        for number in 1...60 {
            try program.write(Photos.blankPNG + Data("\(number)".utf8), to: "many/\(number).png")
        }
        let outcome = try await program.shell(
            """
            for count in 9 23 41; do
                bookzone scan many --move-to sorted -o r.jsonl --resume -j 2 2>/dev/null & program=$!
                until test "$(find sorted -type f 2>&- | wc -l)" -ge $count; do sleep 0.01; done
                kill -KILL $program; wait $program
            done
            bookzone scan many --move-to sorted -o r.jsonl --resume; find many -type f; find sorted -type f | wc -l
            """)
        #expect(outcome.lines == ["60"], "\(outcome.stderr)")
        let names = Set(try records(program.text("r.jsonl")).map(\.photo))
        #expect(names == Set((1...60).map { "sorted/none/\($0).png" }))
    }

    /// A source that is asked about the photos' book first does something to the photos, which are read by then.
    private func lookingUp(
        _ output: String, meanwhile: @escaping @Sendable (Program) throws -> Void
    ) async throws -> Outcome {
        let program = try ScanLookUpTests.program()
        let server = try LoopbackServer { request in
            if program.text("asked") == nil {
                try? program.write(Data(), to: "asked")
                try? meanwhile(program)
            }
            return .openLibrary(request, ScanLookUpTests.books)
        }
        return try await program.shell(
            """
            scan() { bookzone scan box --readers barcode --lookup --source openlibrary --timeout 60 \\
                --move-to sorted \(output); echo $?; find box sorted -type f | sort; }
            scan; scan
            """, environment: LookUpTests.environment(server))
    }

    private static let notMoved =
        "box/IMG_2.jpg: not moved: changed or removed since it was read; try again\n"

    @Test(arguments: ["--format jsonl -o r.jsonl", "-o r.jsonl --resume"])
    func `a photo that was replaced after it was read stays, and is read by the next run`(output: String)
        async throws
    {
        let outcome = try await lookingUp(output) { try $0.write(Photos.blankPNG, to: "box/IMG_2.jpg") }
        #expect(
            outcome.lines == [
                "75", "box/IMG_2.jpg", "sorted/found/IMG_10.jpg",
                "1", "sorted/found/IMG_10.jpg", "sorted/none/IMG_2.jpg",
            ], "\(outcome.stderr)")
        #expect(outcome.stderr.contains(Self.notMoved))
    }

    @Test(arguments: ["--format jsonl -o r.jsonl", "-o r.jsonl --resume"])
    func `a photo that was removed after it was read is reported`(output: String) async throws {
        let outcome = try await lookingUp(output) {
            try FileManager.default.removeItem(at: $0.folder.appending(path: "box/IMG_2.jpg"))
        }
        #expect(Array(outcome.lines.prefix(2)) == ["75", "sorted/found/IMG_10.jpg"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains(Self.notMoved))
    }

    @Test func `a new photo with the old name of one that is being moved is kept apart`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box/a.png --readers barcode -o r.jsonl --resume -q; mv r.jsonl r.jsonl.partial
            printf '{"moves_to":"sorted/none/a.png","photo":"box/a.png"}\\n' >>r.jsonl.run
            mkdir -p sorted/none; mv box/a.png sorted/none; cp box/sub/*.jpg box/a.png
            bookzone scan box/a.png --readers barcode -o r.jsonl --resume -q; find box/a.png sorted -type f
            """)
        #expect(outcome.lines == ["box/a.png", "sorted/none/a.png"], "\(outcome.stderr)")
        #expect(
            Set(try records(program.text("r.jsonl")).map { "\($0.photo) \($0.status)" })
                == ["box/a.png found", "sorted/none/a.png none"])
    }

    private static let links = [
        "rel.png": "a.png", "sub/up.png": "../a.png", "chain.png": "rel.png",
        "longer.png": "./sub/../chain.png",
        "through.png": "door/o.png", "outside.png": "../other/out.png", "ext.png": "../ext.png",
        "gone.png": "nowhere.png", "loop.png": "loop.png", "door": "../other", "far.png": "../far/out.png",
    ]

    /// `box/abs.png` leads to `box/a.png` by its absolute path. No run finds `far/out.png` itself.
    private func makeLinks() async throws {
        try program.write(Photos.blankPNG + Data("o".utf8), to: "other/o.png")
        try program.write(Photos.blankPNG + Data("e".utf8), to: "ext.png")
        let links =
            Self.links.map { "ln -s \($1) box/\($0)" } + [
                "ln -s ../box/a.png other/out.png", "mkdir far", "ln -s ../box/a.png far/out.png",
                "ln -s $PWD/box/a.png box/abs.png",
            ]
        _ = try await program.shell("mkdir -p box/sub; " + links.joined(separator: "; "))
    }

    /// The contents of every link, by name.
    private let contents =
        "for link in $(find box -type l | sort); do echo $link $(cat $link 2>&- | cksum); done"

    @Test(arguments: ["--format jsonl -o r.jsonl", "-o r.jsonl --resume"])
    func `links stay, are reported, and lead to their photos`(output: String) async throws {
        try await makeLinks()
        let before = try await program.shell(contents)
        let outcome = try await program.shell(
            """
            bookzone scan box --readers barcode --move-to sorted \(output); find sorted -type f | sort; ls -A box | grep bookzone
            readlink box/rel.png box/sub/up.png box/chain.png box/through.png box/ext.png box/outside.png box/far.png
            test "$(readlink box/abs.png)" = "$PWD/sorted/none/a.png" && echo absolute
            """)
        #expect(
            outcome.lines == Array(Self.sorted.prefix(2)) + ["sorted/none/a.png", "sorted/none/door/o.png"]
                + [
                    "../sorted/none/a.png", "../../sorted/none/a.png", "rel.png", "../sorted/none/door/o.png",
                    "../ext.png", "../other/out.png", "../sorted/none/a.png", "absolute",
                ], "\(outcome.stderr)")
        #expect(try await program.shell(contents).stdout == before.stdout)
        for name in Self.links.keys where name != "door" {
            #expect(outcome.stderr.contains("box/\(name): a link; not moved\n"), "\(name)")
        }
        guard output.contains("--resume") else { return }
        let again = try await program.shell("bookzone scan box --readers barcode --move-to sorted \(output)")
        #expect(again.stderr.contains("already read"))
        #expect(try await program.shell(contents).stdout == before.stdout)
    }

    @Test(arguments: ["box/rel.png box/a.png box/door", "--files-from list"])
    func `links that are named themselves are updated`(inputs: String) async throws {
        try await makeLinks()
        try program.write(Data("box/a.png\nbox/rel.png\nbox/through.png\nother/o.png\n".utf8), to: "list")
        let outcome = try await program.shell(
            "bookzone scan \(inputs) --readers barcode --move-to sorted --format jsonl >out; cmp box/rel.png sorted/none/a.png && ls -L other box/rel.png"
        )
        #expect(
            outcome.lines.first == "box/rel.png" && !outcome.stdout.contains("o.png\n\n"), "\(outcome.stderr)"
        )
        #expect(try #require(program.text("out")).contains("\"failed\"") == false)
    }

    @Test func `killed at any moment no link dangles`() async throws {
        for number in 1...60 {
            try program.write(Photos.blankPNG + Data("\(number)".utf8), to: "many/\(number).png")
        }
        let outcome = try await program.shell(
            """
            mkdir many/links; for number in $(seq 60); do
                ln -s ../$number.png many/links/$number.png; ln -s $PWD/many/$number.png many/0-$number.png
            done
            for count in 5 17 33 48; do
                bookzone scan many --move-to sorted -o r.jsonl --resume -j 2 2>/dev/null & program=$!
                until test "$(find sorted -type f 2>&- | wc -l)" -ge $count; do sleep 0.01; done
                kill -KILL $program; wait $program; find many -xtype l
            done
            bookzone scan many --move-to sorted -o r.jsonl --resume 2>/dev/null; find many -xtype l; find many -type f
            find many -type l | wc -l; cat many/links/*.png many/0-*.png | cksum
            for number in $(ls many/links); do cat sorted/none/$number; done >one; ls many/0-* | sed s/.*0-// | while read number; do cat sorted/none/$number; done | cat one - | cksum
            """)
        #expect(outcome.lines.count == 3 && outcome.lines[0] == "120", "\(outcome.stdout)")
        #expect(outcome.lines[1] == outcome.lines[2])
        let others = try records(program.text("r.jsonl")).filter { $0.status != .none }
        #expect(others.isEmpty)
    }

    @Test func `a move out of a linked folder that was ended in between takes its links along`() async throws
    {
        try await makeLinks()
        let outcome = try await program.shell(
            """
            bookzone scan box/door/o.png --readers barcode -o r.jsonl --resume -q; mv r.jsonl r.jsonl.partial
            printf '{"moves_to":"sorted/none/door/o.png","photo":"box/door/o.png"}\\n' >>r.jsonl.run
            mkdir -p sorted/none/door; ln other/o.png sorted/none/door/o.png
            bookzone scan box --readers barcode -o r.jsonl --resume -q
            readlink box/through.png box/door; ls other; cmp box/through.png sorted/none/door/o.png && echo same
            """)
        #expect(
            outcome.lines == ["../sorted/none/door/o.png", "../other", "out.png", "same"],
            "\(outcome.stdout)\(outcome.stderr)")
        let records = try records(program.text("r.jsonl"))
        #expect(records.count { $0.photo == "sorted/none/door/o.png" } == 1)
    }

    /// Killed when the photo had both names and the links still led to the old one.
    @Test func `a move that was ended in between takes its links along`() async throws {
        let outcome = try await program.shell(
            """
            ln -s a.png box/link.png; bookzone scan box/a.png --readers barcode -o r.jsonl --resume -q; mv r.jsonl r.jsonl.partial
            printf '{"moves_to":"sorted/none/a.png","photo":"box/a.png"}\\n' >>r.jsonl.run; mkdir -p sorted/none
            ln box/a.png sorted/none/a.png; ln -s x box/.bookzone-$$.partial; ln -s x box/.bookzone-4194399.partial
            bookzone scan box --readers barcode -o r.jsonl --resume -q
            readlink box/link.png; ls box/a.png; ls -A box | grep -c bookzone
            """)
        // The temporary link of a process that still exists is left alone.
        #expect(outcome.lines == ["../sorted/none/a.png", "1"], "\(outcome.stderr)")
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `to another disk, and to one that is full`() async throws {
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=1m tmpfs disk || exit
            bookzone scan box/a.png --move-to disk/sorted --format jsonl -q | grep -c '"photo":"disk/sorted/none/a.png"'
            dd if=/dev/zero of=disk/fill 2>/dev/null
            bookzone scan box/sub --readers barcode --move-to disk/sorted -o r.jsonl --resume -q; echo $?
            find box disk -name '*.jpg' -o -name '.*'; rm disk/fill
            bookzone scan box/sub --readers barcode --move-to disk/sorted -o r.jsonl --resume -q; echo $?; find box disk -name '*.jpg'
            END
            """)
        let name = "cover-ean-price-addon.jpg"
        #expect(
            outcome.lines == ["1", "75", "box/sub/\(name)", "0", "disk/sorted/found/\(name)"],
            "\(outcome.stderr)")
        #expect(outcome.stderr.hasPrefix("box/sub/\(name): not moved: No space left on device"))
    }

    @Test func `listed files in the folder are not read and moved again`() async throws {
        let scan =
            "find . -name '*.png' >list; bookzone scan --files-from list --move-to sorted --format jsonl -q >r.jsonl"
        let outcome = try await program.shell("\(scan); \(scan); find sorted -type f | sort; wc -c <r.jsonl")
        #expect(outcome.lines == ["sorted/failed/b.png", "sorted/none/a.png", "0"], "\(outcome.stderr)")
    }

    @Test func `a folder that can't be made is named, and leaves no journal`() async throws {
        let outcome = try await program.shell(
            "bookzone scan box --move-to /proc/s -o r.jsonl --resume; echo $?; ls")
        #expect(outcome.lines == ["74", "box"])
        #expect(outcome.stderr == "/proc/s: can't be written: No such file or directory\n")
    }

    @Test(arguments: ["r.jsonl", "r.jsonl box"]) func `results are refused`(inputs: String) async throws {
        let outcome = try await program.shell(
            "bookzone scan box --readers barcode -o r.jsonl --resume -q; bookzone scan \(inputs) --move-to sorted; echo $?"
        )
        #expect(outcome.lines == ["64"])
        #expect(outcome.stderr.contains("r.jsonl: --move-to moves photos that are read"), "\(outcome.stderr)")
    }

    /// The copy of a process that still exists is left alone.
    @Test func `an unfinished copy of a run that was killed is removed`() async throws {
        let outcome = try await program.shell(
            """
            mkdir -p sorted/none/sub; touch sorted/none/sub/.bookzone-4194399.partial sorted/none/.bookzone-$$.partial
            bookzone scan box/a.png --move-to sorted --format jsonl -q >r.jsonl
            find sorted -name '.*' | grep -c "bookzone-$$"; find sorted -name '.*4194399*'
            """)
        #expect(outcome.lines == ["1"], "\(outcome.stderr)")
    }

    private static let found = "cover-ean-price-addon.jpg"

    @Test(arguments: [
        "scan --move-to sorted",
        """
        mv r.jsonl r.jsonl.partial; mkdir -p sorted/found; mv box/sub/\(found) sorted/found
        printf '{"moves_to":"sorted/found/\(found)","photo":"box/sub/\(found)"}\\n' >>r.jsonl.run; scan
        """,
    ])
    func `the store has the new path also when a later run moves the photo`(later: String) async throws {
        let outcome = try await program.shell(
            """
            scan() { bookzone scan box/sub --readers barcode --lookup --offline -o r.jsonl --resume -q "$@"; }
            bookzone add 9781405362177 --title 'Salt and Tide' >/dev/null; scan
            \(later)
            bookzone lookup --offline --format jsonl 9781405362177
            """)
        #expect(outcome.stdout.contains("/sorted/found/\(Self.found)"), "\(outcome.stdout)\(outcome.stderr)")
    }

    @Test func `the store has the new path`() async throws {
        let outcome = try await program.shell(
            """
            bookzone add 9781405362177 --title 'Salt and Tide' >/dev/null
            bookzone scan box/sub --readers barcode --lookup --offline --move-to sorted -q >/dev/null
            bookzone lookup --offline --format jsonl 9781405362177
            """)
        #expect(outcome.stdout.contains("/sorted/found/cover-ean-price-addon.jpg"), "\(outcome.stdout)")
    }
}
