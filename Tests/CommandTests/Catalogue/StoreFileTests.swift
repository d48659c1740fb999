// The store's file: where it is, what is refused, and what it survives.
import Foundation
import Testing

@Suite(.serialized) struct StoreFileTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test(arguments: [
        ("", ".local/share/bookzone/catalogue.sqlite"),
        ("XDG_DATA_HOME=$PWD/data", "data/bookzone/catalogue.sqlite"),
        ("BOOKZONE_STORE=env.sqlite", "env.sqlite"),
        ("BOOKZONE_STORE=", ".local/share/bookzone/catalogue.sqlite"),
    ])
    func `place follows the environment`(setting: String, path: String) async throws {
        let outcome = try await program.shell("\(setting) bookzone add --title T && test -s \(path)")
        #expect(outcome.exitCode == 0)
        let option = try await program.shell(
            "\(setting) bookzone add --title T --store own.sqlite && test -s own.sqlite")
        #expect(option.exitCode == 0)
    }

    @Test(arguments: ["add --title T", "copy add 0306406152", "store check", "serve check"])
    func `an empty path is refused`(words: String) async throws {
        let outcome = try await program.shell("bookzone \(words) --store ''")
        #expect(outcome.exitCode == 64 && outcome.stderr.contains("--store takes"), "\(outcome.stderr)")
    }

    @Test(arguments: [":memory:", "file:a?mode=memory", "file:a"])
    func `a name that has a meaning for SQLite is that of a file`(name: String) async throws {
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE='\(name)'
            (bookzone add --title Kept && bookzone store covers --limit 1M && bookzone store backup "$BOOKZONE_STORE.b"
            bookzone store restore "$BOOKZONE_STORE.b" --store "$BOOKZONE_STORE.c") >/dev/null
            for end in '' .b .c; do bookzone search kept --store "$BOOKZONE_STORE$end" | grep -c '^id:1$'; done; ls
            """)
        #expect(outcome.lines == ["1", "1", "1", name, "\(name).b", "\(name).c", "\(name).covers"])
        #expect(outcome.stderr == "")
    }

    @Test func `info, check and backup`() async throws {
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=a.sqlite; bookzone add 0439023483 >/dev/null; bookzone add --title T >/dev/null
            bookzone list add lent 0439023483 >/dev/null; bookzone store info | grep -v Size
            bookzone store check && bookzone store backup b.sqlite && bookzone add --title Later >/dev/null
            bookzone store backup b.sqlite; bookzone store backup c.sqlite --force
            for s in b c; do bookzone store info --store $s.sqlite | grep Books; done
            bookzone store backup nowhere/d.sqlite; ls
            """)
        #expect(
            outcome.lines == [
                "File      a.sqlite", "Version   56", "Books     2, 1 with an ISBN; 2 works",
                "Lists     lent 1, owned 0, wanted 0", "Comments  0, by 0 people", "Photos    0",
                "Covers    0, 0 bytes",
                "Waiting   1 to be looked up", "a.sqlite: all is well",
                "Books     2, 1 with an ISBN; 2 works",
                "Books     3, 1 with an ISBN; 3 works", "a.sqlite", "b.sqlite", "c.sqlite",
            ])
        #expect(outcome.stderr.contains("\nb.sqlite: the file exists"))
        #expect(outcome.stderr.contains("nowhere/d.sqlite: the store can't be opened: no such folder: "))
    }

    @Test(arguments: [
        "search x", "list show", "list remove owned 0439023483", "export csv", "store info", "store backup x",
    ])
    func `commands that only read make no store`(words: String) async throws {
        let outcome = try await program.shell("bookzone \(words) --store absent.sqlite; echo $?; ls")
        #expect(outcome.stdout == "1\n")
        #expect(
            outcome.stderr == "absent.sqlite: no such store; add a book first, or choose another --store\n")
    }

    private static let making = "bookzone add --title T --store s >/dev/null"

    /// Application id and schema number are at 68 and 60 in SQLite's header.
    @Test(arguments: [
        ("printf 'SQLite format 3\\0 and then rubbish' > s", 70, "not a BookZone store"),
        ("seq 1000 > s", 70, "not a BookZone store"),
        (
            "\(making); printf 1234 | dd of=s bs=1 seek=68 conv=notrunc 2>/dev/null", 70,
            "not a BookZone store"
        ),
        (
            "\(making); printf '\\0\\0\\0\\143' | dd of=s bs=1 seek=60 conv=notrunc 2>/dev/null", 70,
            "update BookZone"
        ),
        ("mkdir s", 70, "not a BookZone store"),
        (
            "\(making); printf X | dd of=s bs=1 seek=4097 conv=notrunc 2>/dev/null; truncate -s 9000 s",
            70, "damaged"
        ),
    ])
    func `files that are not stores are rejected`(making: String, code: Int32, words: String) async throws {
        let outcome = try await program.shell("\(making); bookzone search x --store s")
        #expect(outcome.exitCode == code)
        #expect(outcome.stdout == "")
        #expect(outcome.stderr.contains(words) && outcome.stderr.hasPrefix("s: "))
        #expect(outcome.stderr.split(separator: "\n").count == 1)
    }

    @Test func `damage is found`() async throws {
        try writeTable(rows: 2_000)
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=s; bookzone import csv table.csv >/dev/null; bookzone store check; echo $?
            for page in 20 30 40; do head -c 4096 /dev/zero | dd of=s bs=4096 seek=$page conv=notrunc 2>/dev/null; done
            bookzone store check >found; echo $?; test -s found && echo said
            truncate -s 9000 s; bookzone store check; echo $?
            """)
        #expect(outcome.lines == ["s: all is well", "0", "2", "said", "2"])
        #expect(outcome.stderr.hasPrefix("s: the store is damaged; "))
    }

    @Test func `what is no backup is refused by its name`() async throws {
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=s; bookzone add 0439023483 --title Kept >/dev/null; echo text >table; : >empty
            bookzone store backup whole; head -c 9000 whole >half; gzip -c whole >whole.gz
            tar cf other.tar table; tar cf half.tar whole; head -c 5000 half.tar >cut.tar
            for file in half whole.gz other.tar cut.tar table empty nothing; do
                bookzone store restore $file; echo $?
            done
            bookzone store check
            """)
        #expect(outcome.lines == Array(repeating: "2", count: 7) + ["s: all is well"])
        let words = "not a backup of a store, or damaged; nothing was changed"
        let files = ["half", "whole.gz", "other.tar", "cut.tar", "table", "empty"]
        let expected = files.map { "\($0): \(words)" }
        #expect(outcome.stderr.split(separator: "\n").map(String.init).dropLast() == expected[...])
        #expect(outcome.stderr.hasSuffix("nothing: can't be read: No such file or directory\n"))
    }

    @Test func `a backup or dump by a newer version is refused by its name`() async throws {
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=s; bookzone add --title Kept >/dev/null; bookzone store backup backup
            printf '\\0\\0\\0\\143' | dd of=backup bs=1 seek=60 conv=notrunc 2>/dev/null
            bookzone store dump | sed '1s/"version":[0-9]*/"version":99/' >dump
            bookzone store restore backup; echo $?; bookzone store load dump --store new; echo $?; ls
            """)
        #expect(outcome.lines == ["2", "2", "backup", "dump", "s"])
        let words = "written by a newer BookZone (store version 99, this one knows 56); update BookZone"
        #expect(outcome.stderr == "backup: \(words)\ndump: \(words)\n")
    }

    @Test func `many processes at the same time lose nothing`() async throws {
        let outcome = try await program.shell(
            """
            for i in 1 2 3 4 5; do
                ( for j in 1 2 3; do bookzone comment add 0439023483 "word$i$j" --as "p$i" || echo failed; done ) &
            done
            until bookzone store backup copy 2>/dev/null; do sleep 0.02; done
            wait; bookzone comment list 0439023483 | grep -c word; bookzone store check --store copy
            bookzone store check
            """)
        #expect(!outcome.stdout.contains("failed"))
        #expect(outcome.stderr == "")
        #expect(outcome.lines.suffix(3).prefix(2) == ["15", "copy: all is well"])
        #expect(outcome.exitCode == 0)
    }

    /// A table whose import takes a debug build some seconds.
    private func writeTable(rows: Int) throws {
        let lines = (0..<rows).map { "Book number \($0),Author \($0 % 97),Press \($0 % 13)" }
        try program.write(
            Data(("isbn,title,author,publisher\n," + lines.joined(separator: "\n,")).utf8), to: "table.csv")
    }

    /// The table is so long that the program is killed during the import.
    @Test func `killed in the middle of a write keeps what was committed`() async throws {
        let outcome = try await program.shell(
            """
            bookzone comment add 0439023483 Kept. --as maria >/dev/null
            table='BEGIN { print "isbn,title,author"; while (i++ < rows) print ",Book number " i ",Author " i % 97 }'
            awk -v rows=100000 "$table" >long.csv; bookzone import csv long.csv >/dev/null 2>&1 & import=$!
            until bookzone search number --limit 1 >/dev/null; do sleep 0.05; done
            kill -9 $import; wait $import; echo $?
            bookzone store check >/dev/null && bookzone comment list 0439023483 | tail -1
            kept=$(bookzone search number --limit 1000000 | wc -l); echo $((kept % 1000))
            awk -v rows=$((kept + 500)) "$table" >table.csv; bookzone import csv table.csv | grep -c ": 500 books added"
            """)
        #expect(outcome.lines == ["137", "    Kept.", "0", "1"])
    }

    /// `ulimit -f` counts blocks of 512 bytes.
    @Test func `full disk is one clear line and loses nothing`() async throws {
        try writeTable(rows: 3_000)
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=s.sqlite; bookzone comment add 0439023483 Kept. --as maria >/dev/null
            ( ulimit -f 400; bookzone import csv table.csv; echo $? )
            bookzone store check && bookzone comment list 0439023483 | tail -1
            bookzone import csv table.csv | head -1
            """)
        #expect(
            outcome.lines == [
                "75", "s.sqlite: all is well", "    Kept.",
                "3000 rows: 3000 books added, 0 changed, 0 known, 0 refused",
            ])
        #expect(
            outcome.stderr
                == "s.sqlite: no space left; what was being written was undone; free some space and try again\n"
        )
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `a disk that is really full`() async throws {
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=2m tmpfs disk || exit
            export BOOKZONE_STORE=disk/s.sqlite BOOKZONE_USER=maria
            bookzone comment add 0439023483 Kept.; dd if=/dev/zero of=disk/fill 2>/dev/null
            bookzone comment add 0439023483 - </etc/services; echo $?; bookzone store backup disk/copy.sqlite; echo $?
            bookzone add --title T --store disk/new.sqlite; echo $?
            bookzone store check && bookzone comment list 0439023483 | tail -1; ls disk | grep copy
            rm disk/fill; bookzone comment add 0439023483 Later.
            END
            """)
        #expect(
            outcome.lines == ["1", "75", "75", "75", "disk/s.sqlite: all is well", "    Kept.", "2"])
        let lines = outcome.stderr.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.contains("no space left") })
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `a disk with no room for a backup is named, and not the backup`() async throws {
        let outcome = try await program.shell(
            """
            mkdir disk; bookzone add --title Kept --store s.sqlite; mkdir -p s.sqlite.photos/kept/1
            head -c 3000000 /dev/zero >s.sqlite.photos/kept/1/photo.jpg
            bookzone store backup --store s.sqlite b.tar
            exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=1m tmpfs disk || exit
            bookzone store restore --store disk/s.sqlite b.tar; echo $?; ls disk
            END
            """)
        #expect(outcome.lines == ["id:1", "75"])
        #expect(
            outcome.stderr
                == "disk/s.sqlite: no space left; what was being written was undone; free some space and try again\n"
        )
    }

    @Test func `output closed early ends quietly`() async throws {
        try writeTable(rows: 2_000)
        let outcome = try await program.shell(
            "bookzone import csv table.csv >/dev/null; (bookzone export csv; echo $? >code) | head -1 >/dev/null; cat code"
        )
        #expect(outcome.stdout == "0\n")
        #expect(outcome.stderr == "")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `an output error is reported`() async throws {
        let outcome = try await program.shell("bookzone add --title T >/dev/full")
        #expect(outcome.exitCode == 74)
        #expect(outcome.stderr.contains("the change is saved") && outcome.stderr.contains("no space left"))
    }
}
