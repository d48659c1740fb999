// `import` and `export`: tables in and out.
import Foundation
import TestSupport
import Testing

struct ImportExportTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func `an import reports added and rejected rows`() async throws {
        let table = """
            isbn,isbn13,title,authors,lists,rating
            439023483,9.78043902348e+12,The Hunger Games,Suzanne Collins,owned,4.5
            0439023484,,"Wrong, digit",Nobody,,
            ,9.78043902348e+12,Rounded,Nobody,,
            ,,Old Almanac,"Rider, A.",,11
            """
        try program.write(Data(table.utf8), to: "books.csv")
        let outcome = try await program.shell(
            """
            bookzone import csv books.csv --dry-run --rejects dry.csv | head -1; bookzone search --author collins
            bookzone import csv books.csv --list gifts --rejects refused.csv; echo $?; cmp dry.csv refused.csv
            cat refused.csv; bookzone list show gifts | wc -l
            """)
        #expect(
            outcome.lines == [
                "4 rows: 4 books added, 0 changed, 0 known, 0 refused",
                "4 rows: 4 books added, 0 changed, 0 known, 0 refused", "3 books have no ISBN",
                "1 ISBN-10 got its leading zeros back, as the check digit bears out",
                "2 ISBN-13s were rounded numbers and are not used",
                "2 books were kept without their ISBNs, which are wrong", "5 entries put on lists",
                "1 comment added or changed",
                "1 rating not understood, or not 0 to 5 stars, on line 5: “11”",
                "rows to look at, with the reasons: refused.csv", "2",
                "isbn,isbn13,title,authors,lists,rating,line,reason",
                "0439023484,,\"Wrong, digit\",Nobody,,,3,\"0439023484 check digit is 4, should be 3\"",
                ",9.78043902348e+12,Rounded,Nobody,,,4,\"the ISBN was rounded by a spreadsheet, and there is no exact one\"",
                "4",
            ])
        let again = try await program.shell("bookzone import csv books.csv")
        #expect(again.lines.first == "4 rows: 0 books added, 0 changed, 4 known, 0 refused")
        #expect(!again.stdout.contains("lists") && !again.stdout.contains("comment"))
        #expect(
            again.stderr.hasPrefix("books.csv:3: 0439023484 check digit is 4, should be 3\nbooks.csv:4: "))
    }

    @Test func `export comes back as it went`() async throws {
        let table = """
            title,isbn,author,editors,lists,rating,review,spoiler,works,goodreads id,year,pages,subjects
            "=HYPERLINK(""x"")",0439023483,Le Guin Ursula K.;,"Ed One; Ed Two",to read; owned,3.5,"Two
            lines, ""quoted"" twice",true,openlibrary:OL1W; x:2,77,2008,374,a; b
            '+1,,"Rider, A.",,,,,,,,1931,,
            """
        try program.write(Data(table.utf8), to: "books.csv")
        let script = "bookzone import csv books.csv && bookzone export csv -o one.csv"
        let first = try await program.shell(script, environment: ["BOOKZONE_USER": "maria"])
        #expect(first.stderr.hasPrefix("not exported: "))
        #expect(first.exitCode == 0)
        let one = try String(contentsOf: program.folder.appending(path: "one.csv"), encoding: .utf8)
        #expect(one.contains(",\"'=HYPERLINK(\"\"x\"\")\",") && one.contains(",'+1,"))
        let second = try await program.shell(
            """
            bookzone import csv one.csv; export BOOKZONE_STORE=other.sqlite
            bookzone import csv one.csv && bookzone export csv -o two.csv && cmp one.csv two.csv
            """, environment: ["BOOKZONE_USER": "maria"])
        #expect(second.lines.first == "2 rows: 0 books added, 0 changed, 2 known, 0 refused")
        #expect(second.stderr == first.stderr)
        #expect(second.exitCode == 0)
    }

    /// On standard error, so that the table stays valid.
    @Test func `export says what it leaves out`() async throws {
        let outcome = try await program.shell(
            """
            bookzone comment add 0439023483 'Read it.' --as maria >/dev/null
            bookzone export csv --as ion; bookzone export csv -o books.csv; bookzone export csv | head -0
            """)
        #expect(outcome.lines.count == 2 && outcome.lines[0].hasPrefix("isbn13,"))
        let note =
            "not exported: other people's comments, private and earlier comments, copies, loans, reservations, "
            + "which books are editions of one work, photos, the history; `bookzone store dump`, where the store is, writes all of it\n"
        #expect(outcome.stderr.hasPrefix(note + note))
    }

    @Test func `a Goodreads export is recognised by its columns`() async throws {
        try program.write(Data("isbn,title\n0439023483,x\n".utf8), to: "other.csv")
        try program.write(
            Data(
                """
                Book Id,Title,Author,ISBN,My Rating,Exclusive Shelf,My Review,Private Notes
                7,The Hunger Games,Suzanne Collins,="0439023483",5,read,Good &amp; <b>fast</b>.,lent

                """.utf8), to: "goodreads.csv")
        let refused = try await program.run("import", "goodreads", "other.csv")
        #expect(refused.exitCode == 2)
        #expect(
            refused.stderr
                == "other.csv: not a file of Goodreads; leave the format out to have it recognised\n")
        let outcome = try await program.shell(
            """
            bookzone import goodreads goodreads.csv --as maria; bookzone list show read --as maria
            bookzone comment list 0439023483 --as ion --format csv | cut -d, -f2-4
            """)
        #expect(
            outcome.lines == [
                "1 row: 1 book added, 0 changed, 0 known, 0 refused", "1 entry put on lists",
                "2 comments added or changed", "9780439023481", "person,rating,text", "maria,5,Good & fast.",
            ])
    }

    @Test func `columns are named`() async throws {
        let table = Data("sep=;\nNummer;Was\n0439023483;Spiele\n".utf8)
        let script = "bookzone import csv -"
        let guessed = try await program.shell(script, stdin: table)
        #expect(guessed.exitCode == 2)
        #expect(guessed.stderr.contains("--column isbn=NAME; the table has “Nummer”, “Was”"))
        let named = try await program.shell("\(script) --column isbn=Nummer --column title=Was", stdin: table)
        #expect(named.exitCode == 0)
        #expect(try await program.run("search", "spiele").stdout == "9780439023481\n")
        #expect(try await program.shell("\(script) --column shelf=Was").exitCode == 64)
    }

    @Test(arguments: [
        ("absent.csv", "absent.csv: can't be read: No such file or directory\n"),
        (".", "./metadata.db: can't be read: No such file or directory\n"),
        (
            "empty.csv",
            "no ISBN column, and no title and author columns; name one with --column isbn=NAME; the table has no header\n"
        ),
    ])
    func `unreadable table is one line`(file: String, message: String) async throws {
        try program.write(Data(), to: "empty.csv")
        let outcome = try await program.run("import", "csv", file)
        #expect(outcome.stderr == message)
        #expect(outcome.stdout == "")
        #expect(outcome.exitCode == 2)
    }

    @Test func `an export without books is imported in its format`() async throws {
        let outcome = try await program.shell(
            """
            bookzone add --title Herons >/dev/null; bookzone remove id:1 >/dev/null
            for format in csv goodreads librarything bookwyrm calibre marc21 marcxml bibtex csl-json ris; do
                bookzone export $format -o $format 2>/dev/null
                bookzone import $format $format --store other.sqlite || echo "$format $?"
            done
            for file in calibre marc21 bibtex csl-json ris; do bookzone import $file --store other.sqlite; echo $?; done
            """)
        let summary = "0 rows: 0 books added, 0 changed, 0 known, 0 refused"
        #expect(
            outcome.lines == Array(repeating: summary, count: 10) + Array(repeating: "2", count: 5),
            "\(outcome.stderr)")
        let files = ["calibre", "marc21", "bibtex", "csl-json", "ris"]
        #expect(
            outcome.stderr == files.map { "\($0): is empty; there are no books to import\n" }.joined())
    }

    @Test func `import reports what was left out`() async throws {
        let table = """
            isbn,title,My Rating,Date Read,Bookshelves,Exclusive Shelf,Mood,Pace
            0439023483,a,8/10,14/03/2021,,read,dark,
            9780439554930,b,great,sometime,,read,,
            9780061120084,c,4.3,03/04/2021,,read,,slow
            "0306406152, 9780140328721",d,nice,,,to-read,,
            """
        try program.write(Data(table.utf8), to: "books.csv")
        let outcome = try await program.shell(
            "bookzone import csv books.csv --dry-run; bookzone import csv books.csv --format jsonl")
        #expect(
            outcome.lines.dropLast() == [
                "4 rows: 4 books added, 0 changed, 0 known, 0 refused", "4 entries put on lists",
                "2 comments added or changed",
                "1 date not understood, or in the future, on line 3: “sometime”",
                "2 ratings not understood, or not 0 to 5 stars, the first on line 3: “great”",
                "1 rating rounded to a quarter star, on line 4: “4.3”",
                "1 cell with several ISBNs: the first is the book's, the others are kept as further ones, "
                    + "on line 5: “0306406152, 9780140328721”",
                "2 columns not taken: “Mood”, “Pace”",
            ])
        #expect(outcome.exitCode == 0)
        let object = try JSONValue(outcome.lines.last ?? "")
        #expect(object["columns_not_taken"]?.elements == [.text("Mood"), .text("Pace")])
        #expect(object["unfit_dates"] == .number(1) && object["unfit_ratings"] == .number(2))
        #expect(object["remarks"]?.elements?.count == 4)
        #expect(try JSONSchema.named("import").problems(object) == [])
    }

    @Test func `lists that a table creates are named`() async throws {
        func said(_ shelves: String) async throws -> String {
            let table = "isbn,title,lists\n0439023483,x,\"\(shelves)\"\n"
            return try await program.run("import", "csv", "-", stdin: Data(table.utf8)).stderr
        }
        #expect(try await said("owned, lent") == "lent: a new list\n")
        #expect(try await said("lent, owned").isEmpty)
        #expect(
            try await said("attic, cellar, lnet")
                == "3 new lists: lnet (similar to lent), attic, cellar; `bookzone undo` reverts the import\n")
        let many = """
            alpaca beaver condor dolphin elephant falcon gorilla hamster iguana jaguar kangaroo leopard
            """.split(separator: " ").map(String.init)
        let named = many.prefix(10).joined(separator: ", ")
        #expect(try await said(many.joined(separator: ", ")) == "12 new lists: \(named) and 2 more\n")
    }

    @Test func `import says which encoding it took`() async throws {
        try program.write(
            Data("isbn,title\n0439023483,".utf8) + [0x94, 0x4C, 0x82, 0xC6, 0x8C, 0xA2] + Data("\n".utf8),
            to: "sjis.csv")
        let outcome = try await program.run("import", "csv", "sjis.csv")
        #expect(
            outcome.stderr
                == "sjis.csv: read as Shift_JIS, which was guessed; save it as UTF-8 if letters are wrong\n"
        )
        #expect(try await program.run("search", "猫と犬").exitCode == 0)
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `an import on a full disk says how much is in`() async throws {
        let table =
            "isbn,title,author\n" + (0..<20_000).map { ",Book of many words \($0),Somebody Else\n" }.joined()
        try program.write(Data(table.utf8), to: "books.csv")
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=3m tmpfs disk
            bookzone import csv books.csv --store disk/store.sqlite; echo $?
            bookzone store info --store disk/store.sqlite --format csv | tail -1 | cut -d, -f4
            mount -o remount,size=100m disk
            bookzone import csv books.csv --store disk/store.sqlite | head -1
            END
            """)
        let told = outcome.stderr.firstMatch(
            of: /no space left; .*; the first (\d+) rows of the file are imported, and importing/)
        let kept = try #require(told.flatMap { Int($0.1) }, "\(outcome.stderr)")
        #expect(kept >= 1000 && kept < 20_000)
        #expect(outcome.lines.first == "75")
        #expect(
            outcome.lines.last
                == "20000 rows: \(20_000 - kept) books added, 0 changed, \(kept) known, 0 refused")
    }

    @Test func `rejected rows are under their headers, and can be corrected`() async throws {
        let table = """
            isbn,title,author,year
            0439023484
            0439023485,,A. Rider,1999,more,fields

            """
        try program.write(Data(table.utf8), to: "books.csv")
        let outcome = try await program.shell(
            """
            bookzone import csv books.csv --rejects refused.csv >/dev/null; cut -d, -f1-5 refused.csv; tail -1 refused.csv
            bookzone import csv refused.csv | head -1
            sed -e s/0439023484/0439023483/ -e 's/0439023485,,/0306406152,Almanac,/' -e 's/,more,fields//' refused.csv \
                > mended.csv
            bookzone import csv mended.csv | head -1; bookzone search --author rider
            """)
        #expect(
            outcome.lines == [
                "isbn,title,author,year,line", "0439023484,,,,2", "0439023485,,A. Rider,1999,3",
                "0439023485,,A. Rider,1999,3,\"has 6 fields, the header 4: is a quote missing?\",more,fields",
                "2 rows: 0 books added, 0 changed, 0 known, 2 refused",
                "2 rows: 2 books added, 0 changed, 0 known, 0 refused", "9780306406157",
            ])
    }

    @Test func `binary rubbish is refused, not taken`() async throws {
        var bytes = Data("isbn,title\n".utf8)
        for number in 0..<20_000 { bytes.append(UInt8(truncatingIfNeeded: number &* 7919 >> 3)) }
        try program.write(bytes, to: "rubbish.csv")
        let outcome = try await program.run("import", "csv", "rubbish.csv", "--rejects", "refused.csv")
        #expect(outcome.exitCode == 2)
        #expect(outcome.stdout.contains("refused"))
        #expect(try await program.run("store", "check").exitCode == 0)
    }
}
