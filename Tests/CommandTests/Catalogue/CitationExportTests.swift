// From a folder of photos to a bibliography, and importing a bibliography.
import Foundation
import TestSupport
import Testing

struct CitationExportTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func `what a scan reads is exported as a bibliography`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(
            Data("isbn,title,authors,year\n9781405362177,The Atlas,Ann van der Lee,2011\n".utf8),
            to: "known.csv")
        let outcome = try await program.shell(
            """
            bookzone import known.csv >/dev/null
            bookzone scan -q --readers barcode box | bookzone export bibtex --offline -
            bookzone scan -q --readers barcode box | bookzone export ris --offline - | tr -d '\\r'
            """)
        #expect(outcome.exitCode == 0, "\(outcome.stderr)")
        #expect(
            outcome.lines == [
                "@book{lee2011atlas,", "  author = {van der Lee, Ann},", "  title  = {The {Atlas}},",
                "  year   = {2011},",
                "  isbn   = {978-1-4053-6217-7},", "}", "TY  - BOOK", "ID  - lee2011atlas",
                "AU  - van der Lee, Ann",
                "TI  - The Atlas", "PY  - 2011", "SN  - 978-1-4053-6217-7", "ER  - ",
            ])
    }

    @Test func `a book that waits to be looked up is named, and not called unknown`() async throws {
        let outcome = try await program.run("export", "bibtex", "9780306406157", "--offline")
        #expect(outcome.exitCode == 3)
        #expect(
            outcome.stderr == """
                9780306406157: not exported: a source could not be asked
                1 book waits to be looked up; run `bookzone lookup --pending`

                """)
    }

    @Test func `other entries are counted by kind, and damaged ones shown with their lines`()
        async throws
    {
        let text = """
            @article{a, title = {On Gnats}}
            @article{b, title = {More on Gnats}}
            @manual{c, title = {Gnats}}
            @book{d, title = {Emma}, address = {London}}
            @book{e, title = {Cut
            """
        try program.write(Data(text.utf8), to: "library")
        let outcome = try await program.shell(
            "bookzone import library --dry-run; bookzone import library; echo $?")
        let lines = [
            "5 rows: 1 book added, 0 changed, 0 known, 1 refused", "1 book has no ISBN",
            "3 records are not books and not imported: 2 “article”, 1 “manual”",
            "1 column not taken: “address”",
        ]
        #expect(outcome.lines == lines + lines + ["2"])
        #expect(
            outcome.stderr.hasPrefix(
                "library:5: the file ends in the middle of the record; get the whole file\n"))
    }
}
