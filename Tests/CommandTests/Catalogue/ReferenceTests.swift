// `bookzone reference` and look-ups in references on the command line.
import Foundation
import Servers
import TestSupport
import Testing

struct ReferenceTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.write(Data(Self.rows.joined().utf8), to: "dump.txt")
    }

    private static func row(_ type: String, _ key: String, _ members: String) -> String {
        "/type/\(type)\t/\(type)s/\(key)\t3\t2026-10-31T11:12:13.141516\t{\(members), \"revision\": 3}\n"
    }

    private static let rows = [
        row(
            "edition", "OL1M",
            #""title": "The Lantern Atlas", "isbn_13": ["9780306406157"], "authors": [{"key": "/authors/OL1A"}], "#
                + #""publishers": ["Quayside"], "publish_date": "1998", "languages": [{"key": "/languages/eng"}], "#
                + #""works": [{"key": "/works/OL7W"}]"#),
        row(
            "edition", "OL2M",
            #""title": "Der Laternenatlas", "isbn_10": ["316148410X"], "languages": [{"key": "/languages/ger"}], "#
                + #""works": [{"key": "/works/OL7W"}]"#),
        row("edition", "OL3M", #""title": "No number""#), row("author", "OL1A", #""name": "Maria Novak""#),
    ]

    @Test func `look-ups need no network`() async throws {
        let outcome = try await program.shell(
            """
            touch -d '2026-10-31 12:00' dump.txt
            bookzone reference add dump.txt && bookzone lookup --offline 9780306406157 9783161484100 9780439023481
            bookzone lookup --offline 9780306406157 | tail -2
            """)
        #expect(outcome.lines[0].hasPrefix("dump  2 books  "))
        #expect(outcome.lines[0].hasSuffix(" kB  2026-10-31  eng 50 %, ger 50 %"))
        #expect(
            outcome.lines.dropFirst() == [
                "978-0-306-40615-7  The Lantern Atlas, Maria Novak, 1998",
                "978-3-16-148410-0  Der Laternenatlas",
                "978-0-439-02348-1  not asked: offline",
                "Yours    neither owned nor wanted, and no other edition known here",
                "Sources  reference dump, 2026-10-31",
            ])
        #expect(
            outcome.stderr
                == "4 rows: 2 books; 1 without an ISBN or LCCN, 1 not books\n1 book waits to be looked up; run `bookzone lookup --pending`\n"
        )
    }

    @Test func `a store whose name has a meaning for SQLite has references`() async throws {
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE='file:a'; bookzone reference add dump.txt >/dev/null 2>&1
            bookzone lookup --offline 9780306406157 2>&1 | grep -c Lantern; ls file:a.references
            """)
        #expect(outcome.lines.first == "1" && outcome.lines.count == 2, "\(outcome.stdout)")
    }

    @Test func `no book because of damage is not the same as no book`() async throws {
        let outcome = try await program.shell(
            """
            grep 'No number' dump.txt >bare; head -1 dump.txt | tr -d '{' >broken; head -c 90 dump.txt >torn
            for file in bare broken torn; do bookzone reference add $file; echo $?; done
            """)
        #expect(outcome.lines == ["1", "2", "2"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("among 1 rows, 1 of which are broken, or none"))
        #expect(outcome.stderr.contains("torn: ends in the middle of a row"))
    }

    /// Before the first row, and when some have been read.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")), arguments: [0, 60_000])
    func `Ctrl-C ends it while standard input stalls`(rows: Int) async throws {
        let row = Self.row("edition", "OL1M", #""title": "The Lantern Atlas", "isbn_13": ["9780306406157"]"#)
        try program.write(Data(String(repeating: row, count: rows).utf8), to: "rows.txt")
        let outcome = try await program.shell(
            """
            mkfifo pipe; { cat rows.txt; : >sent; exec sleep 600; } >pipe & writer=$!
            env --default-signal=INT bookzone reference add - --name books <pipe 2>said & program=$!
            until test -e sent && grep -q '^SigCgt:.*[2367abef]$' /proc/$program/status; do sleep 0.05; done
            kill -INT $program; wait $program; echo $?; kill $writer; cat said; bookzone reference list 2>&-
            cat rows.txt | bookzone reference add - --name books 2>&1
            """, timeLimit: .seconds(120))
        #expect(outcome.lines.first == "130", "\(outcome.stdout)\(outcome.stderr)")
        let said = try #require(outcome.lines.dropFirst().first)
        #expect(
            said.hasPrefix("interrupted: ")
                && said.hasSuffix(" rows are read and saved; the same command continues"))
        guard rows > 0 else { return }
        #expect(!said.contains(" 0 rows"))
        #expect(
            outcome.lines[2].hasPrefix("continuing after ") && outcome.lines.count == 5, "\(outcome.lines)")
        #expect(outcome.lines.contains("60,000 rows: 1 book"))
    }

    @Test func `every look-up asks it`() async throws {
        try program.write(try Photos.testImage("cover-ean-price-addon.jpg"), to: "photo.jpg")
        try program.write(
            Data(
                Self.row("edition", "OL5M", #""title": "A Walk on Sunday", "isbn_13": ["9781405362177"]"#)
                    .utf8),
            to: "walk")
        let outcome = try await program.shell(
            """
            bookzone list add owned 9780306406157 9783161484100 2>&1
            bookzone reference add dump.txt walk --name books >/dev/null 2>&1
            bookzone lookup --pending --offline
            bookzone list add wanted --lookup --offline 9781405362177; bookzone remove 9781405362177 >/dev/null
            bookzone scan --lookup --offline photo.jpg --format text | head -1
            bookzone lookup --offline 9780306406157 | grep Yours
            """)
        #expect(
            outcome.lines == [
                "owned: 2 added, 0 already there",
                "2 books wait to be looked up; run `bookzone lookup --pending`",
                "978-0-306-40615-7  The Lantern Atlas, Maria Novak, 1998  [owned]",
                "978-3-16-148410-0  Der Laternenatlas  [owned]", "wanted: 1 added, 0 already there",
                "978-1-4053-6217-7  A Walk on Sunday  [wanted]", "9781405362177\tA Walk on Sunday\t\t\t",
                "Yours    owned; another edition owned: 978-3-16-148410-0",
            ])
    }

    @Test func `books in a reference have titles without a look-up`() async throws {
        try program.write(try Photos.testImage("cover-ean-price-addon.jpg"), to: "photo.jpg")
        try program.write(
            Data(
                Self.row("edition", "OL5M", #""title": "A Walk on Sunday", "isbn_13": ["9781405362177"]"#)
                    .utf8),
            to: "walk")
        let outcome = try await program.shell(
            """
            bookzone list add owned 9780306406157 2>/dev/null
            bookzone reference add dump.txt walk --name books >/dev/null 2>&1
            bookzone list show owned --format table
            bookzone search 9780306406157 --format card | head -1
            bookzone list show owned --format jsonl | grep -o '"title":"[^"]*"'
            bookzone list add owned 9783161484100 2>/dev/null
            bookzone comment add 9781405362177 Fine. >/dev/null
            bookzone search laternenatlas; bookzone search walk
            bookzone undo; bookzone undo; bookzone search laternenatlas
            bookzone scan photo.jpg --format table --quiet | tr -s ' '
            bookzone scan photo.jpg --format text --quiet
            """)
        #expect(
            outcome.lines.prefix(8) == [
                "owned: 1 added, 0 already there",
                "978-0-306-40615-7  The Lantern Atlas, Maria Novak, 1998  [owned]", "The Lantern Atlas",
                "\"title\":\"The Lantern Atlas\"", "owned: 1 added, 0 already there", "9783161484100",
                "9781405362177",
                outcome.lines.dropFirst(7).first ?? "",
            ], "\(outcome)")
        #expect(
            outcome.lines.suffix(2) == ["978-1-4053-6217-7 A Walk on Sunday photo.jpg", "9781405362177"],
            "\(outcome)")
        #expect(!outcome.lines.dropFirst(7).contains("9783161484100"))
    }

    @Test func `titles are searched without a network`() async throws {
        let outcome = try await program.shell(
            """
            bookzone lookup --title lantern --offline; echo $?
            bookzone reference add dump.txt >/dev/null 2>&1
            bookzone lookup --title 'LANTERN atlas' --author novak --offline; echo $?
            bookzone lookup --title nothing --offline; echo $?
            bookzone lookup --title lantern --offline --format jsonl | grep -c '"status":"candidate"'
            """)
        #expect(
            outcome.lines == [
                "3", "9780306406157\tThe Lantern Atlas\tMaria Novak\tQuayside\t1998\treference dump", "0",
                "3",
                "1",
            ])
        #expect(
            outcome.stderr
                == "there is no reference to search; build one with `bookzone reference add`, `bookzone search` looks in the store\n"
                + "not in any reference; leave out --offline to ask sources too\n")
    }

    /// A book that both have is listed once.
    @Test func `titles are searched in references before sources`() async throws {
        let books = ["9780306406157", "9780439023481"].map { isbn in
            LibraryBook(
                isbn13: isbn, title: "The Lantern Atlas", authors: ["Maria Novak"], publisher: "Quayside",
                date: "1998", pages: 200, edition: "OL301M", work: "OL31W")
        }
        let server = try LoopbackServer { .openLibrary($0, books) }
        let outcome = try await program.shell(
            """
            bookzone reference add dump.txt >/dev/null 2>&1
            bookzone lookup --title 'lantern atlas'
            """, environment: LookUpTests.environment(server))
        #expect(
            outcome.lines.first
                == "9780306406157\tThe Lantern Atlas\tMaria Novak\tQuayside\t1998\treference dump")
        #expect(outcome.lines.count { $0.hasPrefix("9780306406157\t") } == 1)
    }

    @Test func `photo gets an edition of a reference`() async throws {
        try program.write(Photos.blankPNG, to: "a.png")
        let outcome = try await program.shell(
            """
            bookzone reference add dump.txt >/dev/null 2>&1
            printf 't\\nlantern atlas\\n\\n1\\n' | bookzone review --offline --none a.png 2>&1 | tail -2
            bookzone scan --lookup --offline --quiet --format text a.png
            """)
        #expect(
            outcome.lines == [
                "  1 = this edition, a = add another book without an ISBN, Enter = back:   shows 978-0-306-40615-7",
                "1 confirmed, 0 without an ISBN, 0 left open",
                "9780306406157\tThe Lantern Atlas\tMaria Novak\t\t",
            ])
    }

    @Test func `a source with another book under the ISBN is named once, and left out`() async throws {
        try program.write(
            Data(Self.row("edition", "OL5M", #""title": "Salt Roads", "isbn_13": ["9781936218479"]"#).utf8),
            to: "salt")
        let server = try ScanLookUpTests.server()
        var environment = LookUpTests.environment(server)
        for source in ["K10PLUS", "DNB", "BNF", "LOC", "INVENTAIRE"] {
            environment["BOOKZONE_\(source)_URL"] = server.address
        }
        let outcome = try await program.shell(
            """
            bookzone reference add salt >/dev/null 2>&1
            bookzone lookup 9781936218479 --format jsonl | jq -r '.title, .publisher, (.contributors | length)'
            """, environment: environment)
        #expect(outcome.lines == ["Salt Roads", "null", "0"], "\(outcome.stdout)")
        let words =
            "9781936218479: is “Salt Roads”, but “The Ferryman's Ledger” in Open Library, whose data is left out\n"
        #expect(outcome.stderr.components(separatedBy: words).count == 2, "\(outcome.stderr)")
    }

    /// `--source` and `--refresh` ask the sources only.
    @Test func `chosen sources leave it out`() async throws {
        let outcome = try await program.shell(
            """
            bookzone reference add dump.txt >/dev/null 2>&1
            bookzone lookup --offline --source dnb 9780306406157
            """)
        #expect(outcome.lines.last == "Title    not asked: offline")
        #expect(outcome.exitCode == 3)
    }

    @Test func `references are listed and removed`() async throws {
        let outcome = try await program.shell(
            """
            bookzone reference 2>&1; echo $?
            bookzone reference add dump.txt --language de --year 1900..2020 --name none; echo $?
            bookzone reference add dump.txt --language de --name german 2>/dev/null | cut -c1-14
            gzip -c dump.txt | bookzone reference add - --name 'all of it' 2>/dev/null | cut -c1-18
            bookzone reference list --format csv | cut -d, -f1,3,5,14
            bookzone reference add dump.txt --name german; echo $?
            bookzone reference remove german | sed 's/[0-9]* kB/N kB/'; bookzone reference remove german; echo $?
            bookzone reference list | wc -l
            ls .local/share/bookzone .local/share/bookzone/catalogue.sqlite.references
            """)
        #expect(
            outcome.lines == [
                "no references; build one with `bookzone reference add FILE`", "1", "1", "german  1 book",
                "all of it  2 books",
                "name,files,books,left_out", "all of it,-,2,0", "german,dump.txt,1,1", "2",
                "german: removed, N kB are free",
                "1", "1", ".local/share/bookzone:", "catalogue.sqlite.references",
                ".local/share/bookzone/catalogue.sqlite.references:", "all of it.sqlite",
            ])
        #expect(
            outcome.stderr.split(separator: "\n") == [
                "no book with an ISBN and a title among 4 rows, or none that matches the filter; no reference was made",
                "german: a reference of that name exists; add --force to replace it, or choose another --name",
                "german: no such reference; `bookzone reference list` shows all",
            ])
    }

    @Test(arguments: [
        ("absent", "absent: can't be read: No such file or directory\n", 2),
        ("void", "void: is empty\n", 2),
        ("table.csv", "table.csv: is not an Open Library dump, MARC (ISO 2709) or MARCXML\n", 2),
        (".", ".: can't be read: Is a directory\n", 2),
        (
            "packed.bz2",
            "packed.bz2: is compressed with bzip2, which is not supported; decompress it first: "
                + "`bzcat FILE | bookzone reference add - --name NAME`\n", 2
        ),
        ("latin1.xml", "latin1.xml: is in ISO-8859-1, which is not supported; save it as UTF-8\n", 2),
        ("dump.txt --name ../up", "“../up”: a reference's name must begin with a letter or digit", 2),
        ("-", "Error: - needs a --name for the reference\n", 64),
        (
            "dump.txt --language german",
            "Error: --language takes a code of two or three letters, not 'german'\n", 64
        ),
        (
            "dump.txt --prefix 3-16",
            "Error: --prefix takes the first digits of an ISBN-13, such as 978-3, not '3-16'\n", 64
        ),
        (
            "dump.txt -o dump.txt",
            "dump.txt: is an input file and would be overwritten; choose another file\n", 64
        ),
    ])
    func `bad input is refused with the reason`(_ words: String, _ line: String, _ code: Int32) async throws {
        try program.write(Data(), to: "void")
        try program.write(Data("isbn,title\n9780306406157,T\n".utf8), to: "table.csv")
        try program.write(Data("BZh91AY&SY....".utf8), to: "packed.bz2")
        try program.write(
            Data("<?xml version='1.0' encoding='ISO-8859-1'?><collection/>".utf8), to: "latin1.xml")
        let outcome = try await program.shell("bookzone reference add \(words)")
        #expect(outcome.stderr.hasPrefix(line), "\(outcome.stderr)")
        #expect(outcome.exitCode == code && outcome.stdout.isEmpty)
        let left = program.folder.appending(path: ".local/share/bookzone/catalogue.sqlite.references").path
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test func `broken rows and torn ends are named`() async throws {
        let outcome = try await program.shell(
            """
            { head -1 dump.txt; echo nonsense; sed -n 2,4p dump.txt | head -c -30; } >torn.txt
            bookzone reference add torn.txt; echo $?; bookzone reference list
            gzip torn.txt; head -c 200 torn.txt.gz >cut.gz; bookzone reference add cut.gz --format csv; echo $?
            """)
        #expect(outcome.lines[0].hasSuffix("; incomplete: torn.txt was torn"))
        #expect(outcome.lines[1] == "2" && outcome.lines[2] == outcome.lines[0])
        #expect(
            outcome.stderr.hasPrefix(
                """
                torn.txt, row 2: does not have the five columns of a dump
                torn.txt: ends in the middle of a row; the rest is missing
                4 rows: 2 books; 1 without an ISBN or LCCN, 1 broken

                """))
    }

    private static let many = (1...40_000).map { number in
        row(
            "edition", "OL\(number)M",
            #""title": "T \#(number)", "isbn_10": ["0306406152"], "notes": "\#(String(repeating: "x", count: 400))""#
        )
    }.joined()

    /// A shell's background jobs ignore Ctrl-C by default. The input ends a second later, since the program may be waiting
    /// for more of it.
    @Test func `Ctrl-C keeps what was read, and the same command continues`() async throws {
        try program.write(Data(Self.many.utf8), to: "many.txt")
        let outcome = try await program.shell(
            """
            mkfifo pipe; (head -c 15000000 many.txt; until test -e ended; do sleep 0.05; done) >pipe &
            env --default-signal=INT bookzone reference add - --name many <pipe 2>said & program=$!
            until test -e .local/share/bookzone/catalogue.sqlite.references/many.partial || ! kill -0 $program; do sleep 0.02; done
            kill -INT $program; sleep 1; touch ended; wait $program; echo $?; cat said
            bookzone reference list; bookzone lookup --offline 0306406152
            cat many.txt | bookzone reference add - --name many 2>&1 | sed 's/after [0-9,]* rows/after some rows/; s/  [0-9]* kB.*//'
            bookzone lookup --offline 0306406152 | head -1
            """)
        try #require(outcome.lines.count > 5, "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.lines[0] == "130")
        #expect(
            outcome.lines[1].wholeMatch(
                of: /interrupted: [0-9,]+ rows are read and saved; the same command continues/) != nil)
        #expect(outcome.lines[4] == "Title    not asked: offline")
        #expect(
            outcome.stderr.hasPrefix(
                "many: not finished; run `bookzone reference add` with the same files and options to continue, "
                    + "`bookzone reference remove` removes it\n"))
        #expect(outcome.lines.dropFirst(5).contains("40,000 rows: 1 book"))
        #expect(outcome.lines.last?.hasPrefix("T ") == true)
    }

    @Test func `it continues after being killed immediately`() async throws {
        try program.write(Data(Self.many.utf8), to: "many.txt")
        let outcome = try await program.shell(
            """
            for time in 0.01 0.05 0.1 0.2 0.4 0.8; do
                bookzone reference add many.txt --name many >/dev/null 2>&1 & sleep $time; kill -KILL $! 2>&-; wait $! 2>&-
            done
            bookzone reference add many.txt --name many --force >/dev/null 2>&1; echo $?
            bookzone reference list --format jsonl
            ls .local/share/bookzone/catalogue.sqlite.references
            """)
        #expect(outcome.lines.first == "0" && outcome.lines.last == "many.sqlite" && outcome.lines.count == 3)
        let reference = try JSONValue(outcome.lines[1])
        #expect(reference["rows"] == .number(40_000) && reference["books"] == .number(1))
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `a full disk destroys nothing`() async throws {
        let rows = (1...60_000).map { number in
            Self.row(
                "edition", "OL\(number)M",
                #""title": "\#(String(repeating: "t", count: 200)) \#(number)", "isbn_10": ["\#(Self.isbn10(number))"]"#
            )
        }
        try program.write(Data(rows.joined().utf8), to: "many.txt")
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=8m tmpfs disk; export BOOKZONE_STORE=disk/store
            bookzone reference add dump.txt >/dev/null 2>&1
            bookzone reference add many.txt; echo $?; bookzone reference list 2>/dev/null | cut -c1-13
            mount -o remount,size=80m disk; bookzone reference add many.txt >/dev/null 2>&1; echo $?
            bookzone reference list --format csv | cut -d, -f1,5 | sort
            END
            """)
        #expect(outcome.lines == ["75", "dump  2 books", "0", "dump,2", "many,60000", "name,books"])
        #expect(
            outcome.stderr.contains(
                ": no space left; free some space, then run the same command to continue"))
    }

    @Test func `a reference that another process is building is left to it`() async throws {
        let outcome = try await program.shell(
            """
            folder=.local/share/bookzone/catalogue.sqlite.references/books.partial; mkdir -p $folder
            flock $folder bookzone reference add dump.txt --name books; echo $?
            bookzone reference add dump.txt --name books >/dev/null 2>&1; echo $?
            """)
        #expect(outcome.lines == ["75", "0"], "\(outcome.stderr)")
        #expect(outcome.stderr == "books: another process is building it; wait until it ends\n")
    }

    @Test func `a damaged reference is named, and what to do`() async throws {
        let outcome = try await program.shell(
            """
            bookzone reference add dump.txt >/dev/null 2>&1
            python3 -c 'import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as store: store.execute("DROP TABLE words_config")' \
                .local/share/bookzone/catalogue.sqlite.references/dump.sqlite
            bookzone lookup --offline 9780306406157; bookzone reference add dump.txt --force >/dev/null 2>&1; echo $?
            bookzone lookup --offline 9780306406157 | head -1
            """)
        #expect(
            outcome.stderr.contains(
                "dump.sqlite: is damaged; build it again with `bookzone reference add --force`, or remove it with "
            ),
            "\(outcome.stderr)")
        #expect(outcome.lines.suffix(2) == ["0", "The Lantern Atlas"], "\(outcome.lines)")
    }

    @Test func `commands that go on without a damaged reference name it`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        let outcome = try await program.shell(
            """
            bookzone add 9780306406157 >/dev/null; bookzone list add owned 9780306406157 >/dev/null 2>&1
            mkdir -p .local/share/bookzone/catalogue.sqlite.references
            echo words >.local/share/bookzone/catalogue.sqlite.references/torn.sqlite
            for words in "list show owned --format csv" "scan a.png --format table" "list add wanted 9780439023481" \
                "comment add 9780306406157 words"; do
                bookzone $words 2>&1 >/dev/null | grep -c '^reference torn: .*reference remove'; done
            """)
        #expect(outcome.lines == Array(repeating: "1", count: 4), "\(outcome.stderr)")
    }

    private static func isbn10(_ number: Int) -> String {
        let body = String(String(100_000_000 + number).prefix(9))
        let sum = zip(body, (2...10).reversed()).reduce(0) { $0 + $1.0.wholeNumberValue! * $1.1 }
        let check = (11 - sum % 11) % 11
        return body + (check == 10 ? "X" : String(check))
    }
}
