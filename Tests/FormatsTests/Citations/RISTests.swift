// RIS files as programs and library catalogues write them.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct RISTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> (entries: [ReadEntry], reader: RISReader) {
        let file = try ImportFile(folder.write(Data(text.utf8), to: "file.ris").path)
        var reader = try RISReader(file, from: TableSource(name: "file.ris", date: .now, person: "ion"))
        var entries: [ReadEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        return (entries, reader)
    }

    @Test func `a record with a mark, folded lines and CRLF is a book`() throws {
        let text = [
            "\u{FEFF}Provider: A Library", "", "TY  - BOOK", "A1  - Neumann, John von, Jr.",
            "AU  - World Bank",
            "ED  - Lee, Ann", "A2  - Roe, Jo", "A4  - Klöss, Sylke", "TI  - The Computer and", "  the Brain",
            "T3  - Lectures",
            "VL  - 2", "PB  - Yale", "PY  - 2002///Jan", "SN  - 978-0-439-02348-1 (pbk.)", "KW  - Brains",
            "KW  - Machines",
            "LA  - eng", "SP  - 82 p.", "ID  - 77", "N1  - Lent to Ion", "DO  - 10.1000/x", "CY  - New Haven",
            "AB  - Long",
            "ER  - ", "",
        ].joined(separator: "\r\n")
        let (entries, reader) = try read(text)
        let entry = try #require(entries.first).entry.get()
        let book = entry.book
        #expect(
            book.title == "The Computer and the Brain" && book.series == "Lectures"
                && book.seriesNumber == "2")
        #expect(
            book.contributors == [
                Contributor(name: "John von Neumann Jr."), Contributor(name: "World Bank"),
                Contributor(name: "Ann Lee", role: .editor), Contributor(name: "Jo Roe", role: .editor),
                Contributor(name: "Sylke Klöss", role: .translator),
            ])
        #expect(book.publisher == "Yale" && book.year == 2002 && book.pages == 82 && book.language == "eng")
        #expect(book.isbn?.isbn13 == "9780439023481" && book.tags == ["Brains", "Machines"])
        #expect(entry.comments.map(\.text) == ["Lent to Ion"] && entry.comments[0].isPrivate)
        #expect(reader.leftOut == ["CY", "AB"] && entries[0].line == 3)
    }

    @Test func `repeated ISBNs are further ones`() throws {
        let (entries, _) = try read(
            """
            TY  - BOOK
            TI  - Harbour lights
            SN  - 9780306406157
            SN  - 978-0-439-02348-1 (pbk.)
            SN  - 1234-5679
            SN  - 9780306406158
            ER  -
            """)
        let entry = try #require(entries.first).entry.get()
        #expect(entry.book.isbn?.isbn13 == "9780306406157")
        #expect(entry.book.otherISBNs == [try isbn("9780439023481")])
        #expect(entry.remarks.map(\.kind) == [.furtherISBNs, .wrongFurtherISBN])
    }

    @Test func `entries other than books are left out and counted by type`() throws {
        let (entries, reader) = try read(
            """
            TY  - JOUR
            TI  - On Gnats
            SN  - 1334-2345
            ER  -
            TY  - CHAP
            TI  - A Chapter
            AU  - Lee, Ann
            T2  - The Book
            ED  - Roe, Jo
            SN  - 0439023483
            SP  - 10
            EP  - 20
            ER  -
            TY  - CHAP
            TI  - Another Chapter
            ER  -
            TY  - JOUR
            SN  - 0439023483
            ER  -
            """)
        #expect(entries.notBooks == ["JOUR": 2, "CHAP": 1])
        let book = try #require(entries.books().first)
        #expect(book.title == "The Book" && book.isbn?.isbn13 == "9780439023481")
        #expect(book.contributors == [Contributor(name: "Jo Roe", role: .editor)] && book.pages == nil)
        #expect(reader.leftOut == ["TI", "AU", "SP", "EP"])
    }

    @Test func `a record ends where another begins, but not where the file does`() throws {
        let (entries, _) = try read(
            "TY - BOOK\nTI - One\nTY  - BOOK\rTI  - Two\r\rER  -\rTY  - BOOK\nTI  - Thr")
        #expect(entries.map { try? $0.entry.get().book.title } == ["One", "Two", nil])
        #expect(entries.map(\.line) == [1, 3, 7])
        guard case .failure(.truncated)? = entries.last?.entry else {
            Issue.record("\(entries)")
            return
        }
    }

    @Test func `a title before its subtitle, and names of bodies with commas, come back`() throws {
        var writer = RISWriter()
        var book = Book(isbn: try isbn("9780439023481"), title: "Emma", subtitle: "A Novel", year: 1815)
        book.contributors = [
            Contributor(name: "John von Neumann Jr."),
            Contributor(name: "Department of Health, Education, and Welfare"),
        ]
        let text = writer.text(of: KeptBook(book: book))
        #expect(
            text
                == [
                    "TY  - BOOK", "ID  - neumann1815emma", "AU  - von Neumann, John, Jr.",
                    "AU  - Department of Health, Education, and Welfare,", "TI  - Emma: A Novel",
                    "ST  - Emma", "PY  - 1815",
                    "SN  - 978-0-439-02348-1", "ER  - ", "", "",
                ].joined(separator: "\r\n"))
        let back = try #require(read(text).entries.first).entry.get().book
        #expect(back.title == "Emma" && back.subtitle == "A Novel" && back.contributors == book.contributors)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Citations.shared("test.ris"))))
    func `a file of articles has no book`() throws {
        let file = try ImportFile(Citations.shared("test.ris"))
        #expect(FileFormat.of(file)?.name == "ris")
        var reader = try RISReader(file, from: TableSource(name: "test.ris", date: .now, person: "ion"))
        var entries: [ReadEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        #expect(entries.notBooks["JOUR"] ?? 0 > 1)
    }
}
