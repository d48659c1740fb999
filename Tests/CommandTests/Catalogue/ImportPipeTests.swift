// Files that are imported from a pipe, or from a ZIP: known by their content alone.
import Foundation
import TestSupport
import Testing

struct ImportPipeTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Data(), to: "box/empty.jpg")
    }

    private static let isbn = "9781405362177"
    private static let scan = "bookzone scan -q --readers barcode box"
    /// How many books the store has with that ISBN.
    private static let count = "bookzone export csv 2>/dev/null | grep -c \(isbn)"

    @Test(arguments: ["-", "scan -"])
    func `records of a scan come through a pipe`(arguments: String) async throws {
        let outcome = try await program.shell(
            """
            \(Self.scan) --format jsonl | bookzone import \(arguments); echo $?
            \(Self.scan) --format jsonl >run.jsonl; bookzone import run.jsonl; \(Self.count)
            bookzone store info --format jsonl
            """)
        // A book of a scan is added once it is looked up.
        #expect(outcome.lines.prefix(2) == ["0", "0"], "\(outcome.stderr)")
        let notes = outcome.stderr.split(separator: "\n").filter { $0.hasPrefix("imported ") }
        #expect(notes.count == 2 && notes.first == notes.last, "\(outcome.stderr)")
        #expect(outcome.stdout.contains(#""photos":1"#), "the photo is there once: \(outcome.stdout)")
    }

    @Test func `plain text and the table of a scan come through a pipe, too`() async throws {
        let outcome = try await program.shell(
            """
            \(Self.scan) | bookzone import -; \(Self.scan) --format csv | bookzone import -; echo $?
            \(Self.scan) --format csv | bookzone import scan --list box -
            bookzone list show box | cut -f 1; echo words >words; bookzone import scan words; echo $?
            """)
        #expect(
            outcome.lines == [
                "1 row: 1 book added, 0 changed, 0 known, 0 refused",
                "2 rows: 0 books added, 0 changed, 1 known, 0 refused",
                "1 record is not a book and not imported: 1 “failed”", "0",
                "2 rows: 0 books added, 0 changed, 1 known, 0 refused", "1 entry put on lists",
                "1 record is not a book and not imported: 1 “failed”", Self.isbn, "2",
            ], "\(outcome.stderr)")
        #expect(
            outcome.stderr.contains(
                "words: not a file of a scan; leave the format out to have it recognised\n"))
    }

    @Test func `results of a scan may be in a ZIP, also in one from a pipe`() async throws {
        _ = try await program.shell(
            "\(Self.scan) --format jsonl >run.jsonl; \(Self.scan) --format csv >run.csv")
        for name in ["run.jsonl", "run.csv"] {
            let text = try #require(program.text(name))
            try program.write(
                ArchiveFile.zip([.init("a/\(name)", Data(text.utf8))]), to: "\(name).zip")
        }
        let outcome = try await program.shell(
            """
            bookzone import run.jsonl.zip; echo $?; \(Self.count)
            cat run.csv.zip | bookzone import -; cat run.jsonl.zip | bookzone import scan -; echo $?
            """)
        #expect(
            outcome.lines == [
                "0", "0", "2 rows: 1 book added, 0 changed, 0 known, 0 refused",
                "1 record is not a book and not imported: 1 “failed”", "0",
            ], "\(outcome.stderr)")
        #expect(outcome.stderr.split(separator: "\n").count { $0.hasPrefix("imported ") } == 2)
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `without room for a copy nothing is imported, and it may be tried again`() async throws {
        let table = Data("isbn,title\n9780306406157,Salt Roads\n".utf8)
        try program.write(ArchiveFile.zip([.init("table.csv", table)]), to: "table.zip")
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=64k tmpfs disk || exit; dd if=/dev/zero of=disk/fill 2>/dev/null
            cat table.zip | TMPDIR=$PWD/disk bookzone import -; echo $?
            TMPDIR=$PWD/disk bookzone import table.zip; echo $?; cat table.zip | bookzone import - | head -1
            END
            """)
        #expect(
            outcome.lines == ["75", "75", "1 row: 1 book added, 0 changed, 0 known, 0 refused"],
            "\(outcome.stderr)")
        #expect(outcome.stderr.matches(of: /no space left for temporary files; free some space/).count == 2)
    }

    @Test func `any format comes through a pipe, in any encoding, which is said once`() async throws {
        let title = "Die Straßen – Ärger über Öl und Würde für alle Mädchen"
        let files: [(name: String, text: String)] = [
            ("bibtex", "@book{a, title={\(title)}, isbn={9780306406157}}\n"),
            ("ris", "TY  - BOOK\r\nTI  - \(title)\r\nSN  - 9780306406157\r\nER  - \r\n"),
            ("csl-json", #"[{"type": "book", "title": "\#(title)", "ISBN": "9780306406157"}]"#),
            ("csv", "isbn,title\n9780306406157,\(title)\n"), ("isbns", "9780306406157 \(title)\n"),
        ]
        for (name, text) in files {
            let program = try Program()
            try program.write(try #require(text.data(using: .windowsCP1252)), to: "file")
            let outcome = try await program.shell(
                "cat file | bookzone import -; cat file | bookzone import \(name) - --dry-run | head -1")
            #expect(
                outcome.lines.first == "1 row: 1 book added, 0 changed, 0 known, 0 refused",
                "\(name): \(outcome.stderr)")
            #expect(outcome.lines.last == "1 row: 0 books added, 0 changed, 1 known, 0 refused")
            let notes = outcome.stderr.split(separator: "\n").filter { $0.contains("was guessed") }
            #expect(
                notes
                    == Array(
                        repeating:
                            "-: read as Windows-1252, which was guessed; save it as UTF-8 if letters are wrong",
                        count: 2), "\(name): \(outcome.stderr)")
        }
    }

    @Test func `a folder of exported books is one import, and one change to undo`() async throws {
        try program.write(Data("<package damaged".utf8), to: "damaged.opf")
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=$PWD/one
            for n in 1 2 3; do bookzone add --title "Book $n" --author "Ana Díaz" >/dev/null; done
            bookzone export calibre -o out; bookzone export calibre --search book -o other
            export BOOKZONE_STORE=$PWD/two
            bookzone import out; bookzone export calibre -o again 2>/dev/null; diff -r out again && echo same
            bookzone import out/ --dry-run; mkdir out/.caltrash; cp -r other/* out/.caltrash
            bookzone undo >/dev/null; bookzone search book | wc -l
            cp damaged.opf 'out/Book 2 (2)/metadata.opf'; bookzone import out --rejects bad; echo $?
            grep -c 'Book 2 (2)/metadata.opf' bad
            """)
        #expect(
            outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "3 rows: 3 books added, 0 changed, 0 known, 0 refused", "3 books have no ISBN", "same",
                "3 rows: 0 books added, 0 changed, 3 known, 0 refused", "3 books have no ISBN", "0",
                "3 rows: 2 books added, 0 changed, 0 known, 1 refused", "2 books have no ISBN",
                "rows to look at, with the reasons: bad", "2", "1",
            ], "\(outcome.stderr)")
    }

    @Test func `a dry run makes no store`() async throws {
        try program.write(Data("isbn\n9780439023481\n".utf8), to: "books.csv")
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=$PWD/new; bookzone import books.csv --dry-run; ls new*
            """)
        #expect(outcome.lines == ["1 row: 1 book added, 0 changed, 0 known, 0 refused"])
    }
}
