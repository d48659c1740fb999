// `import FILE` recognises other programs' tables, and `export` writes tables for them.
import Foundation
import TestSupport
import Testing

struct ProgramTableCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let tables = [
        "goodreads.csv": """
        Book Id,Title,Author,ISBN,My Rating,Exclusive Shelf,Binding
        7,"Salt (Harbour, #8)",Vera Ruiz,="0306406152",5,read,Hardcover
        """,
        "storygraph.csv": """
        Title,Authors,ISBN/UID,Read Status,Dates Read,Star Rating,Tags,Pace,Format
        Salt,Vera Ruiz,9780306406157,read,"2020/01/02-2020/02/03, 2022/05/06",4.25,sea,slow,paperback
        """,
        "openreads.csv": """
        title,author,deleted,status,isbn,olid,my_review,readings,book_format
        Salt,Vera Ruiz,false,finished,9780306406157,OL1M,,,paperback
        Gone,A. Rider,true,finished,,,,,paperback
        """,
        "isbns.txt": "9780306406157 Salt, by Vera Ruiz\n",
    ]

    private func write() throws {
        for (name, text) in Self.tables { try program.write(Data((text + "\n").utf8), to: name) }
    }

    @Test(arguments: [
        ("goodreads.csv", "Binding"), ("storygraph.csv", "Format"), ("openreads.csv", "book_format"),
        ("isbns.txt", "text beside ISBNs"),
    ])
    func `a table is known by its content`(name: String, leftOut: String) async throws {
        try write()
        let outcome = try await program.shell(
            """
            mv \(name) table; bookzone import table --dry-run >dry; bookzone import table >first; diff dry first && cat first
            bookzone import table | head -1; bookzone search --author ruiz; bookzone import - <table | head -1
            """)
        let rows = name == "openreads.csv" ? 2 : 1
        let counted = rows == 1 ? "1 row" : "\(rows) rows"
        #expect(outcome.lines.first == "\(counted): 1 book added, 0 changed, 0 known, 0 refused")
        #expect(outcome.lines.contains("1 column not taken: “\(leftOut)”"))
        #expect(
            outcome.lines.contains("1 record that its owner had deleted is not imported")
                == (name == "openreads.csv"))
        let again = "\(counted): 0 books added, 0 changed, 1 known, 0 refused"
        #expect(outcome.lines.count { $0 == again } == 2, "\(outcome.lines)")
        #expect(outcome.lines.contains("9780306406157") == (name != "isbns.txt"))
        #expect(outcome.exitCode == 0)
    }

    @Test func `a table is not read in another format than its own`() async throws {
        try write()
        let wrong = try await program.run("import", "storygraph", "goodreads.csv")
        #expect(
            wrong.stderr
                == "goodreads.csv: not a file of StoryGraph; leave the format out to have it recognised\n")
        #expect(wrong.exitCode == 2 && wrong.stdout == "")
        let unknown = try await program.run("import", "shelfari", "goodreads.csv")
        #expect(
            unknown.exitCode == 64
                && unknown.stderr.contains("shelfari: not a format that is read; choose one of"))
        let unwritten = try await program.run("export", "storygraph")
        #expect(
            unwritten.exitCode == 64
                && unwritten.stderr.contains("storygraph: not a format that is written; choose one of"))
    }

    @Test func `several readings stay several, and series and tags are kept`() async throws {
        try write()
        let outcome = try await program.shell(
            """
            bookzone import goodreads.csv >/dev/null; bookzone import storygraph.csv >/dev/null
            bookzone export csv | cut -d, -f3,14,15,16; bookzone export csv | grep -o 'read 20[^,]*'
            """)
        #expect(
            outcome.lines == [
                "title,series,series_number,tags", "Salt,Harbour,8,sea",
                "read 2020-01-02 to 2020-02-03; read to 2022-05-06",
            ])
    }

    @Test(arguments: ["goodreads", "bookwyrm", "librarything", "csv", "csv --excel"])
    func `what is written is recognised again`(format: String) async throws {
        try write()
        let outcome = try await program.shell(
            """
            bookzone import goodreads.csv >/dev/null; bookzone export \(format) -o one
            BOOKZONE_STORE=other.sqlite bookzone import one && BOOKZONE_STORE=other.sqlite bookzone export \(format) -o two
            cmp one two && BOOKZONE_STORE=other.sqlite bookzone search salt
            """)
        #expect(outcome.lines.first == "1 row: 1 book added, 0 changed, 0 known, 0 refused")
        #expect(outcome.lines.last == "9780306406157")
        #expect(!outcome.stdout.contains("not taken"))
        #expect(outcome.exitCode == 0)
    }

    @Test func `Open Library's numbers are resolved through a reference`() async throws {
        let log =
            "Work Id,Edition Id,Bookshelf\nOL7W,OL1M,Already Read\nOL8W,,Currently Reading\nOL9W,OL9M,Already Read\n"
        try program.write(Data(log.utf8), to: "log.csv")
        let rows = [("OL1M", "OL7W", "9780306406157", "Salt"), ("OL2M", "OL8W", "9780140328721", "Tides")].map
        {
            "/type/edition\t/books/\($0.0)\t3\t2026-10-31T11:12:13.141516\t"
                + "{\"title\": \"\($0.3)\", \"isbn_13\": [\"\($0.2)\"], \"works\": [{\"key\": \"/works/\($0.1)\"}]}\n"
        }
        try program.write(Data(rows.joined().utf8), to: "dump.txt")
        let outcome = try await program.shell(
            """
            bookzone import log.csv >/dev/null 2>&1; echo $?; bookzone reference add dump.txt >/dev/null 2>&1
            bookzone import log.csv --rejects rest.csv; echo $?; cut -d, -f1-3 rest.csv
            bookzone import log.csv 2>/dev/null | head -1; bookzone list show read; bookzone export csv | cut -d, -f1,3
            """)
        #expect(
            outcome.lines == [
                "2", "3 rows: 2 books added, 0 changed, 0 known, 1 refused", "1 book has no ISBN",
                "2 entries put on lists", "rows to look at, with the reasons: rest.csv", "2",
                "Work Id,Edition Id,Bookshelf", "OL9W,OL9M,Already Read",
                "3 rows: 0 books added, 0 changed, 2 known, 1 refused", "9780306406157", "isbn13,title",
                "9780306406157,Salt", ",Tides",
            ])
    }

    @Test(arguments: ["goodreads", "bookwyrm"])
    func `a role inside a name survives the way there and back`(format: String) async throws {
        let table = """
            isbn13,title,authors,editors,contributors
            9780306406157,T,A B,Ed One,X (narrator)
            9780812973143,W,C D (Editor),Ed Two,

            """
        try program.write(Data(table.utf8), to: "own.csv")
        let outcome = try await program.shell(
            """
            bookzone import csv own.csv >/dev/null; bookzone export csv -o before; bookzone export \(format) -o there
            bookzone import there | head -1; bookzone export csv -o after; cmp before after
            """)
        #expect(outcome.exitCode == 0 && outcome.lines.first?.contains(" 0 changed, 2 known") == true)
    }
}
