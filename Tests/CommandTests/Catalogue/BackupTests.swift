// The store's file, its backups and restoring it, on the command line.
import Foundation
import Testing

struct BackupTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_STORE": "store"])
    }

    /// Adds this many books by number.
    private func fill(_ count: Int = 300) async throws {
        let rows = (1...count).map { ",Book number \($0) of a long row,Author \($0)\n" }.joined()
        try program.write(Data("isbn,title,author\n\(rows)".utf8), to: "books.csv")
        try #require(try await run("bookzone import csv books.csv").exitCode == 0)
    }

    @Test(arguments: ["store", "link", "twin", "./../$(basename $PWD)/store"])
    func `backup onto the store is refused`(_ name: String) async throws {
        try await fill(3)
        let outcome = try await run("ln -s store link; ln store twin; bookzone store backup --force \(name)")
        #expect(outcome.exitCode == 2)
        #expect(outcome.stderr.hasSuffix(": is the store itself; choose another file\n"))
        #expect(try await run("bookzone store check").stdout == "store: all is well\n")
        #expect(try await run("bookzone store restore \(name)").exitCode == 2)
    }

    @Test(arguments: ["restore", "load"]) func `a file behind an address is to be fetched first`(
        command: String
    ) async throws {
        let outcome = try await run("bookzone store \(command) https://s3.example/books/b.tar")
        #expect(
            outcome.exitCode == 64 && outcome.stderr.contains("fetch the file first"), "\(outcome.stderr)")
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `a backup that can't be copied is not called a damaged one`() async throws {
        try await fill(5000)
        let outcome = try await run(
            """
            bookzone store backup copy; mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=64k tmpfs disk || exit
            TMPDIR=$PWD/disk bookzone store restore copy; echo $?; ls -A disk
            END
            """)
        #expect(outcome.stdout == "75\n")
        #expect(
            outcome.stderr
                == "copy: no space left for temporary files; free some space, or set TMPDIR to another disk\n"
        )
    }

    /// Emptied by a crash or a full disk.
    @Test func `an emptied store is damaged, and no backup of it replaces a good one`() async throws {
        try await fill(3)
        try #require(
            try await run("bookzone store backup copy; rm -f store-wal store-shm; : >store").exitCode == 0)
        for (command, code) in [
            ("store check", 2), ("store backup copy --force", 70), ("store dump", 70),
            ("list show owned", 70),
            ("export csv", 70), ("store info", 70), ("search book", 70),
        ] {
            let outcome = try await run("bookzone \(command)")
            #expect(outcome.exitCode == code && outcome.stdout.isEmpty, "\(command)")
            #expect(outcome.stderr.hasPrefix("store: the file is empty, "), "\(outcome.stderr)")
            #expect(outcome.stderr.contains("`bookzone store restore FILE`"))
        }
        let restored = try await run("bookzone store restore copy; bookzone store info --format jsonl")
        #expect(restored.stdout.contains("\"books\":3"), "\(restored.stdout)\(restored.stderr)")
        let made = try await run("export BOOKZONE_STORE=$(mktemp -p .); bookzone add --title 'Old Almanac'")
        #expect(made.exitCode == 0, "\(made.stderr)")
    }

    @Test func `backup replaces nothing but a store`() async throws {
        try await fill(3)
        try program.write(Data("dear diary".utf8), to: "diary")
        let outcome = try await run("bookzone store backup --force diary")
        #expect(outcome.exitCode == 2 && outcome.stderr.contains("a file that is not a store"))
        #expect(program.text("diary") == "dear diary")
        #expect(
            try await run("bookzone store backup copy && bookzone store backup --force copy").exitCode == 0)
        #expect(try await run("bookzone store backup copy").exitCode == 2)
    }

    /// One page after another is overwritten: whatever it held, the earlier backup stays, and the exit code reports
    /// an error.
    @Test func `damaged store replaces no backup`() async throws {
        try await fill()
        try #require(try await run("bookzone store backup copy").exitCode == 0)
        let good = try Data(contentsOf: program.folder.appending(path: "copy"))
        let sound = try Data(contentsOf: program.folder.appending(path: "store"))
        let pages = sound.count / 4096
        try #require(pages > 30)
        for page in stride(from: 0, to: pages, by: max(1, pages / 12)) {
            var damaged = sound
            for place in (page * 4096)..<((page + 1) * 4096) { damaged[place] = 0xEE }
            try damaged.write(to: program.folder.appending(path: "store"))
            let outcome = try await run("bookzone store backup --force copy")
            #expect(outcome.exitCode != 0, "page \(page)")
            #expect(try Data(contentsOf: program.folder.appending(path: "copy")) == good)
            #expect(try await run("bookzone store check").exitCode != 0, "page \(page)")
        }
        #expect(try await run("ls").lines == ["books.csv", "copy", "store"])
    }

    @Test func `backup is restored`() async throws {
        try await fill(3)
        _ = try await run("bookzone store backup copy; bookzone add --title 'Added later'")
        let restored = try await run("bookzone store restore copy")
        #expect(restored.exitCode == 0 && restored.stderr == "")
        let line = try #require(restored.lines.first)
        let aside = try #require(line.split(separator: " ").last.map(String.init))
        #expect(line == "store: 3 books from copy; the previous store is now \(aside)")
        #expect(aside.wholeMatch(of: /store\.replaced-[0-9]{8}-[0-9]{6}/) != nil)
        #expect(try await run("bookzone search later").exitCode == 1)
        #expect(try await run("bookzone search later --store \(aside)").exitCode == 0)
        #expect(try await run("bookzone store check --store \(aside)").exitCode == 0)
        #expect(try await run("bookzone search number --store copy").lines.count == 3)
    }

    @Test func `backup takes the place of a damaged store and of its log`() async throws {
        try await fill(3)
        _ = try await run("bookzone store backup copy")
        for suffix in ["", "-wal", "-shm"] {
            try program.write(Data(repeating: 0xEE, count: 40_000), to: "store\(suffix)")
        }
        let broken = try await run("bookzone search number")
        #expect(broken.exitCode == 70)
        #expect(try await run("bookzone store restore copy").exitCode == 0)
        #expect(try await run("bookzone search number").lines.count == 3)
        #expect(try await run("bookzone store check").exitCode == 0)
        let kept = try await run("ls").lines.filter { $0.hasPrefix("store.replaced") }
        #expect(!kept.isEmpty)
        let usual = try await program.run("store", "restore", "copy")
        #expect(
            usual.lines == [
                "\(program.folder.path)/.local/share/bookzone/catalogue.sqlite: 3 books from copy"
            ])
    }

    @Test func `damaged backup is not restored`() async throws {
        try await fill()
        _ = try await run("bookzone store backup copy")
        var bytes = try Data(contentsOf: program.folder.appending(path: "copy"))
        for place in (8 * 4096)..<(9 * 4096) { bytes[place] = 0xEE }
        try bytes.write(to: program.folder.appending(path: "copy"))
        let before = try Data(contentsOf: program.folder.appending(path: "store"))
        for name in ["copy", "books.csv", "absent"] {
            let outcome = try await run("bookzone store restore \(name)")
            #expect(outcome.exitCode != 0 && outcome.stderr.hasPrefix("\(name): "))
        }
        #expect(try Data(contentsOf: program.folder.appending(path: "store")) == before)
        #expect(try await run("ls").lines == ["books.csv", "copy", "store"])
    }
}
