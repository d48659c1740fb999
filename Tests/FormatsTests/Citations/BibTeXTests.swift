// BibTeX files as people and programs write them.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct BibTeXTests {
    private let store: ImportedStore

    init() throws { store = try ImportedStore() }

    private func read(_ text: String) throws -> (entries: [ReadEntry], reader: BibTeXReader) {
        try read(Data(text.utf8))
    }

    private func read(_ bytes: Data) throws -> (entries: [ReadEntry], reader: BibTeXReader) {
        let file = try ImportFile(store.temporary.write(bytes, to: "file.bib").path)
        var reader = try BibTeXReader(file, from: TableSource(name: "file.bib", date: .now, person: "ion"))
        var entries: [ReadEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        return (entries, reader)
    }

    private func book(_ text: String) throws -> Book {
        try #require(read(text).entries.first).entry.get().book
    }

    @Test func `an entry is a book with all that has a place in it`() throws {
        let book = try book(
            #"""
            @BOOK{collins:2008,
              Author = {Collins, Suzanne and O'Brien, Tim},
              editor = "Jane {van der} Doe",
              translator = {Klöss, Sylke and Hachmeister, Peter},
              title = {The {Hunger} Games},
              subtitle = {{A} Novel},
              series = {Hunger Games}, number = 1,
              publisher = {Scholastic}, year = 2008, pagetotal = {374},
              isbn = {978-0-439-02348-1}, doi = {https://doi.org/10.1000/a\_b},
              langid = {american}, keywords = {dystopia, {life, death}, war},
            }
            """#)
        #expect(book.title == "The Hunger Games" && book.subtitle == "A Novel")
        #expect(
            book.contributors == [
                Contributor(name: "Suzanne Collins"), Contributor(name: "Tim O'Brien"),
                Contributor(name: "Jane van der Doe", role: .editor),
                Contributor(name: "Sylke Klöss", role: .translator),
                Contributor(name: "Peter Hachmeister", role: .translator),
            ])
        #expect(book.series == "Hunger Games" && book.seriesNumber == "1")
        #expect(book.publisher == "Scholastic" && book.year == 2008 && book.pages == 374)
        #expect(book.isbn?.isbn13 == "9780439023481" && book.language == "en-US")
        #expect(book.identifiers == [Identifier("doi", "10.1000/a_b")])
        #expect(book.tags == ["dystopia", "life, death", "war"])
    }

    @Test func `macros, concatenation, quotes and parentheses are understood`() throws {
        let book = try book(
            #"""
            This is a comment. So is mail@example.org, and
            % @book{not, title = {Read}}
            @comment{ @book{nor, title = {This}} }
            @preamble{ "\newcommand{\noopsort}[1]{} " # "x" }
            @string(aw = "Addison" # {-Wesley})
            @String { art = "The Art of " }
            @book( knuth , title = art # {Computer } # "Programming {(}Draft{)}",
                publisher = AW, month = "10~" # jan, year = "{\noopsort{1973b}}1973"
                % a comment of biber's
                , author = "Donald E. Knuth"
            )
            """#)
        #expect(book.title == "The Art of Computer Programming (Draft)")
        #expect(book.publisher == "Addison-Wesley" && book.year == 1973)
        #expect(book.contributors.map(\.name) == ["Donald E. Knuth"])
    }

    @Test(
        arguments: [
            ("von Neumann, John", ["John von Neumann"]),
            ("King, Jr., Martin Luther", ["Martin Luther King Jr."]),
            ("{World Health Organization} and others", ["World Health Organization"]),
            ("{Barnes and Noble} AND Ann Lee", ["Barnes and Noble", "Ann Lee"]),
            (#"G{\"o}del, Kurt and  Erd{\H o}s, P\'al"#, ["Kurt Gödel", "Pál Erdős"]),
            ("family=Cruz, given=Ana, prefix=de la", ["Ana de la Cruz"]), ("Plato", ["Plato"]),
            (
                "Ludwig van Beethoven\nand\n  Charles de Gaulle",
                ["Ludwig van Beethoven", "Charles de Gaulle"]
            ),
            ("{Education, Health and Welfare}", ["Education, Health and Welfare"]),
        ])
    func `names are shown as people write them`(list: String, names: [String]) {
        #expect(BibTeXNames.contributors(list, role: .author).map(\.name) == names)
    }

    @Test(
        arguments: [
            ("John von Neumann", "von Neumann, John"), ("Martin Luther King Jr.", "King, Jr., Martin Luther"),
            ("World Health Organization", "{World Health Organization}"), ("Plato", "Plato"),
            ("Émile Zola", #"Zola, {\'E}mile"#), ("村上春樹", "{村上春樹}"), ("others", "{others}"),
            ("- Lee", "Lee, {-}"), ("Ann -Lee", "{-Lee}, Ann"), ("Mary-Ann Lee", "Lee, Mary-Ann"),
        ])
    func `names are written as BibTeX divides them`(name: String, written: String) {
        #expect(BibTeXNames.written([PersonalName(name)]) == written)
    }

    @Test func `entries other than books are left out and counted by type`() throws {
        let (entries, _) = try read(
            #"""
            @article{a, title = {On Gnats}, journal = {Gnats}, year = 1986, isbn = {9780439023481}}
            @Article{b, title = {More on Gnats}}
            @manual{c, title = {A Manual}}
            @manual{d, title = {A Manual with a Number}, isbn = {978-0-439-02352-8}}
            @inproceedings{e, title = {A Talk}, booktitle = {Talks}, author = {Ann Lee}, isbn = {0439023513}}
            @misc{f, title = {A Journal}, isbn = {1334-2345}}
            """#)
        #expect(entries.notBooks == ["article": 2, "manual": 1, "misc": 1])
        let books = try entries.books()
        #expect(books.map(\.title) == ["A Manual with a Number", "Talks"])
        #expect(books[1].contributors.isEmpty, "who gave a talk did not write the book")
    }

    @Test func `fields are taken from the entry that one refers to`() throws {
        let (entries, reader) = try read(
            #"""
            @book{volume, crossref = {Set}, title = {Seminumerical Algorithms}, volume = 2}
            @inbook{part, crossref = {set}, title = {Random Numbers}, author = {Ann Lee}, isbn = {978-0-439-02352-8}}
            @book{self, crossref = {self}, title = {A Circle}, xdata = {self}}
            @book{lost, crossref = {nowhere}, title = {An Orphan}}
            @xdata{house, publisher = {Addison-Wesley}}
            @mvbook{set, author = {Donald E. Knuth}, title = {The Art}, series = {Four volumes}, year = 1968,
              isbn = {978-0-439-02348-1}, note = {Seven are planned}, xdata = {house}}
            """#)
        let books = try entries.books()
        #expect(
            books.map(\.title) == ["Seminumerical Algorithms", "The Art", "A Circle", "An Orphan", "The Art"])
        #expect(
            books[0].contributors.map(\.name) == ["Donald E. Knuth"] && books[0].publisher == "Addison-Wesley"
        )
        #expect(books[0].isbn == nil, "the ISBN of a set is none of its volumes'")
        #expect(books[1].contributors.map(\.name) == ["Donald E. Knuth"])
        #expect(books[4].isbn?.isbn13 == "9780439023481")
        #expect(reader.leftOut == ["title", "author", "note"])
    }

    @Test func `a damaged entry does not stop the others`() throws {
        let (entries, _) = try read(
            """
            @book{a, title = {Never closed
            @book{b, title = {Whole}}
            @book{c, title {No equals sign}}
            @book{d, title = }
            @book{title = {Without a key}}
            @book{, title = {With an empty key},,}
            @book{f, title = {Cut
            """)
        let titles = entries.map { try? $0.entry.get().book.title }
        #expect(titles == [nil, "Whole", nil, nil, "Without a key", "With an empty key", nil])
        #expect(entries.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
        #expect(entries.last.map { (try? $0.entry.get()) == nil } == true)
        guard case .failure(.truncated)? = entries.last?.entry, case .failure(.damaged) = entries[0].entry
        else {
            Issue.record("\(entries)")
            return
        }
        #expect(entries[2].fields == ["@book{c, title {No equals sign}}\n"])
    }

    @Test func `several ISBNs, invalid ones and ISSNs are distinguished`() throws {
        let (entries, _) = try read(
            """
            @book{a, title = {Two}, isbn = {0439023483, 9780439023528}}
            @book{b, title = {Wrong}, isbn = {978-0-439-02348-2}}
            @book{c, isbn = {978-0-439-02348-2}}
            @book{d, title = {Serial}, isbn = {13342345}}
            @book{e}
            """)
        let two = try entries[0].entry.get()
        #expect(
            two.book.isbn?.isbn13 == "9780439023481" && two.book.otherISBNs.map(\.isbn13) == ["9780439023528"]
        )
        #expect(try entries[1].entry.get().doubt != nil)
        #expect((try? entries[2].entry.get()) == nil && (try? entries[4].entry.get()) == nil)
        let serial = try entries[3].entry.get()
        #expect(serial.book.isbn == nil && serial.doubt == nil)
    }

    @Test func `a note of the owner's is private, and what has no place is named`() throws {
        let (entries, reader) = try read(
            """
            @book{a, title = {A}, annote = {Read\n\nin the train}, abstract = {Long}, address = {Bonn},
              edition = {Second}, volume = 3, file = {}, pages = {10--20}}
            """)
        let entry = try entries[0].entry.get()
        #expect(entry.comments.map(\.text) == ["Read\n\nin the train"] && entry.comments[0].isPrivate)
        #expect(reader.leftOut == ["abstract", "address", "edition", "volume", "pages"])
    }

    @Test func `Latin-1 is read, also beside UTF-8`() throws {
        let latin = Data(
            "@book{a, title = {M\u{FC}\u{DF}iggang f\u{FC}r alle}}".unicodeScalars.map { UInt8($0.value) })
        #expect(try read(latin).entries.first?.entry.get().book.title == "Müßiggang für alle")
        let utf16 = try #require("@book{a, title = {Müßiggang}}".data(using: .utf16))
        #expect(try read(utf16).entries.first?.entry.get().book.title == "Müßiggang")
    }

    @Test func `a book is written so that styles leave it as it is`() throws {
        var writer = BibTeXWriter()
        var book = Book(
            isbn: try isbn("9780439023481"), title: "the Hunger Games & GNU", subtitle: "$1 {A} Novel",
            publisher: "Simon and Schuster", year: 2008, pages: 374, language: "eng")
        book.contributors = [
            Contributor(name: "Suzanne Collins"), Contributor(name: "World Health Organization"),
            Contributor(name: "Ann Lee", role: .illustrator),
        ]
        (book.series, book.seriesNumber, book.tags) = ("Hunger Games", "1", ["war", "life, death"])
        #expect(
            writer.text(of: KeptBook(book: book)) == #"""
                @book{collins2008hunger,
                  author      = {Collins, Suzanne and {World Health Organization}},
                  illustrator = {Lee, Ann},
                  title       = {the {Hunger} {Games} \& {GNU}},
                  subtitle    = {\$1 {{\textbraceleft{}A\textbraceright{}}} {Novel}},
                  series      = {Hunger Games},
                  number      = {1},
                  publisher   = {{Simon and Schuster}},
                  year        = {2008},
                  pagetotal   = {374},
                  isbn        = {978-0-439-02348-1},
                  langid      = {english},
                  keywords    = {war, {life, death}},
                }


                """#)
        #expect(writer.text(of: KeptBook(book: Book(isbn: try isbn("9780439023481")))).isEmpty)
    }

    @Test func `many entries that are never closed are read in time`() throws {
        let text = String(repeating: "@book{a, title = {\n@comment{\n", count: 20_000)
        let start = ContinuousClock.now
        #expect(try read(text).entries.count == 20_000)
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Citations.shared("test.bib"))))
    func `a file that shows all of BibTeX is read`() throws {
        let file = try ImportFile(Citations.shared("test.bib"))
        #expect(FileFormat.of(file)?.name == "bibtex")
        let (entries, _) = try read(file.contents())
        let books = try entries.books()
        #expect(entries.notBooks["article"] == 4)
        #expect(books.contains { $0.title == "The Programming of Computer Art" })
        #expect(books.filter { $0.title == "Seminumerical Algorithms" }.map(\.year) == [1981, 1981, 1981])
        #expect(books.allSatisfy { $0.title?.contains("{") == false && $0.title?.contains("\\") == false })
    }
}
