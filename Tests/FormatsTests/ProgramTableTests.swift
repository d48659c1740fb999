// Tables of other programs: each is recognised, read as that program means it, and a second import changes nothing.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct ProgramTableTests {
    private let temporary: ImportedStore
    private var store: Store { temporary.store }

    init() throws { temporary = try ImportedStore() }

    /// Detects the format, imports, and imports again, which changes nothing.
    private func load(_ text: String, is format: FileFormat) throws -> ImportedStore.Outcome {
        let bytes = Data(text.utf8)
        let file = try ImportFile(temporary.temporary.write(bytes, to: "told").path)
        #expect(FileFormat.of(file)?.name == format.name)
        let dry = try temporary.load(bytes, isDryRun: true)
        let first = try temporary.load(bytes)
        #expect(dry.summary == first.summary && dry.leftOut == first.leftOut && dry.refused == first.refused)
        let before = try store.dumped()
        let again = try temporary.load(bytes)
        #expect(
            again.summary.added + again.summary.changed + again.summary.listed + again.summary.comments == 0)
        #expect(again.summary.rows == first.summary.rows && again.refused == first.refused)
        let after = try store.dumped()
        #expect(after == before, "a second import changes nothing")
        return first
    }

    private func kept(_ title: String) throws -> KeptBook {
        let books = try store.keptBooks(after: nil, for: "ion") ?? []
        return try #require(books.first { $0.book.title == title }, "\(books.map(\.book.title))")
    }

    private func note(_ kept: KeptBook) throws -> String? {
        try store.comments(on: #require(kept.book.id), for: "ion").first(where: \.isPrivate)?.text
    }

    private func cells(_ readings: [ReadingStatus]) -> [String] { readings.chronological.map(\.cell) }

    @Test func `Goodreads: series out of the title, all authors, notes`() throws {
        let outcome = try load(ProgramTable.goodreads, is: .goodreads)
        #expect(outcome.leftOut == ["Average Rating", "Binding", "Original Publication Year", "Date Added"])
        let salt = try kept("Salt")
        #expect(salt.book.series == "Harbour Songs" && salt.book.seriesNumber == "8")
        #expect(salt.book.contributors.map(\.name) == ["Vera Ruiz, Jr.", "Tom Lo", "Ann Wu, PhD"])
        #expect(salt.book.identifiers == [Identifier("goodreads", "7")])
        #expect(salt.lists.sorted() == ["owned", "re-read", "read", "sf"])
        #expect(salt.comment?.text == "One night.\nTwo & more" && salt.comment?.isSpoiler == true)
        #expect(cells(salt.readings) == ["read to 2020-10-30"])
        #expect(
            try note(salt) == """
                lent to Ana
                Recommended For: Bo
                Condition: fair
                Series: Shore, #1
                Read Count: 3
                Owned Copies: 2
                """)
        let tides = try kept("Tides (a memoir)")
        #expect(tides.book.series == nil && tides.lists == ["wanted"] && tides.book.isbn == nil)
    }

    @Test func `Goodreads counts the present reading, and dates the last one finished`() throws {
        func row(_ number: Int, _ title: String, _ shelf: String, _ date: String, _ count: Int) -> String {
            "\(number),\(title),A. Rider,,,,,0,3.00,,,,1931,,\(date),,\(shelf),,\(shelf),,,,\(count),,,0,,,,,"
        }
        let rows = [
            row(1, "First", "currently-reading", "", 1),
            row(2, "Again", "currently-reading", "2020/10/30", 2),
            row(4, "Never", "did-not-finish", "2020/10/30", 1),
            row(5, "Once", "did-not-finish", "2020/10/30", 2),
        ]
        let header = ProgramTable.goodreads.split(separator: "\n")[0]
        _ = try load("\(header)\n\(rows.joined(separator: "\n"))\n", is: .goodreads)
        #expect(try cells(kept("First").readings) == ["reading"])
        #expect(try cells(kept("Again").readings) == ["read to 2020-10-30", "reading"])
        #expect(try cells(kept("Never").readings) == ["abandoned to 2020-10-30"])
        #expect(try cells(kept("Once").readings) == ["read", "abandoned to 2020-10-30"])
    }

    @Test func `StoryGraph: several readings, roles, quarter stars, content warnings`() throws {
        let outcome = try load(ProgramTable.storygraph, is: .storygraph)
        #expect(outcome.leftOut == ["Format", "Date Added"])
        let salt = try kept("Salt")
        #expect(cells(salt.readings) == ["read 2021-05-01 to 2021-06-03", "read to 2023-04-02"])
        #expect(salt.book.contributors.map(\.role) == [.author, .author, .translator, .contributor])
        #expect(salt.book.contributors.map(\.name) == ["Vera Ruiz", "Tom Lo", "Ann Wu", "Bo Li"])
        #expect(salt.comment?.rating == Rating(4.25) && salt.book.tags == ["sea", "to lend"])
        #expect(salt.lists.sorted() == ["owned", "read"])
        #expect(try note(salt) == "Moods: dark, tense\nPace: fast\nContent Warnings: Graphic: Death")
        #expect(try cells(kept("Tides").readings) == ["abandoned 2022-01-05 to 2022-01-07"])
        #expect(try kept("Tides").book.identifiers == [Identifier("asin", "B00ABCDEF1")])
        #expect(try cells(kept("Drift").readings) == ["reading 2022-01-05 to"])
        #expect(try kept("Drift").book.identifiers == [Identifier("storygraph", "5f8c")])
        #expect(try kept("Reef").lists == ["wanted"])
    }

    @Test func `LibraryThing: names the right way round, roles, publisher, tags and collections`() throws {
        let outcome = try load(ProgramTable.librarything, is: .librarything)
        #expect(outcome.leftOut == ["Media"] && outcome.summary.remarks.isEmpty)
        let book = try kept("Sel")
        #expect(
            book.book.contributors == [
                Contributor(name: "Vera Ruiz"), Contributor(name: "Tom Lo", role: .translator),
                Contributor(name: "Bo Li", role: .contributor),
            ])
        #expect(book.book.publisher == "Quay" && book.book.year == 1979 && book.book.pages == 590)
        #expect(book.book.tags == ["roman", "mer"] && book.book.subjects == ["Sea > Fiction", "Salt"])
        #expect(book.lists.sorted() == ["Blue shelf", "owned", "read"] && book.book.language == "fra")
        #expect(
            Set(book.book.identifiers) == [Identifier("librarything", "54"), Identifier("oclc", "41754476")])
        #expect(book.book.works == [Identifier("librarything", "5781")])
        #expect(cells(book.readings) == ["read 2007-04-16 to 2007-05-08"])
        #expect(try note(book) == "cellar\nComment: a gift\nLending Patron: Ana\nCopies: 2")
    }

    @Test func `LibraryThing's JSON says the same`() throws {
        let outcome = try load(ProgramTable.librarythingJSON, is: .librarything)
        #expect(outcome.leftOut == ["weight"] && outcome.summary.added == 2)
        let book = try kept("Sel")
        #expect(book.book.contributors.map(\.role) == [.author, .editor])
        #expect(
            book.book.publisher == "Quay" && book.book.tags == ["roman", "mer"] && book.lists == ["owned"])
        #expect(
            book.comment?.rating == Rating(4.5) && book.comment?.text == "bon" && book.book.language == "fre")
        let tides = try kept("Tides")
        #expect(tides.comment == nil, "what is private there stays private")
        #expect(try note(tides) == "mine alone")
    }

    @Test func `BookWyrm: authors, numbers, shelves, content warnings`() throws {
        let outcome = try load(ProgramTable.bookwyrm, is: .bookwyrm)
        #expect(outcome.leftOut == ["shelf_date"])
        let salt = try kept("Salt")
        #expect(salt.book.contributors.map(\.name) == ["Vera Ruiz", "Tom Lo"])
        #expect(salt.lists.sorted() == ["Cooking", "read"])
        #expect(cells(salt.readings) == ["read 2022-08-10 to 2022-10-10"])
        #expect(salt.comment?.text == "Too much salt\n\nContent warning: drowning\n\nin it")
        #expect(salt.comment?.isSpoiler == true && salt.comment?.writtenOn == PartialDate("2022-11-10"))
        #expect(
            Set(salt.book.identifiers) == [
                Identifier("bookwyrm", "https://example.org/book/2"), Identifier("openlibrary", "OL1M"),
                Identifier("goodreads", "77"),
            ])
        #expect(salt.book.works == [Identifier("wikidata", "Q5")])
        #expect(try kept("我穿").lists == ["wanted"])
        #expect(try cells(kept("Tides").readings) == ["abandoned 2021-01-01 to 2021-02-01"])
    }

    @Test func `openreads: readings, tags, deleted books stay deleted`() throws {
        let outcome = try load(ProgramTable.openreads, is: .openreads)
        #expect(outcome.leftOut == ["description", "book_format", "date_added", "date_modified"])
        #expect(outcome.summary.deleted == 1 && outcome.summary.refused == 0 && outcome.refused.isEmpty)
        #expect(outcome.summary.added == 3)
        let salt = try kept("Salt")
        #expect(cells(salt.readings) == ["read 2021-10-27 to 2021-11-28", "read to 2023-12-10"])
        #expect(salt.book.tags == ["sea", "to lend"] && salt.lists.sorted() == ["favourites", "read"])
        #expect(salt.book.contributors.map(\.name) == ["Vera Ruiz"])
        #expect(salt.book.identifiers == [Identifier("openlibrary", "OL1M")])
        #expect(try note(salt) == "cellar")
        #expect(try kept("Tides").lists == ["wanted"])
        #expect(try cells(kept("Reef").readings) == ["reading 2022-01-02 to"])
    }

    @Test func `each of LibraryThing's subjects is one, in order`() throws {
        let parts = Array(0...11) + [3]
        let subjects = parts.enumerated().map { "\"\($0)\": [\"Church\", \"Part \($1)\"]" }
        let text = """
            {"1": {"books_id": "1", "title": "Alpha", "subject": {\(subjects.joined(separator: ", "))}},
             "2": {"books_id": "2", "title": "Beta", "subject": [["Sea", "Tides"], ["Salt"]]}}
            """
        _ = try load(text, is: .librarything)
        #expect(try kept("Alpha").book.subjects == (0...11).map { "Church > Part \($0)" })
        #expect(try kept("Beta").book.subjects == ["Sea > Tides", "Salt"])
    }

    @Test func `Libib: collections, states, and other things than books`() throws {
        let outcome = try load(ProgramTable.libib, is: .libib)
        #expect(outcome.leftOut == ["description", "number_of_discs", "added"])
        #expect(outcome.refused.isEmpty && outcome.summary.notBooks == ["movie": 1])
        let salt = try kept("Salt")
        #expect(
            salt.book.series == "Harbour Songs" && salt.book.tags == ["sea", "blue"] && salt.book.year == 2008
        )
        #expect(salt.lists.sorted() == ["Attic, left", "owned", "read"])
        #expect(cells(salt.readings) == ["read 2022-01-01 to 2022-02-01"])
        #expect(salt.comment?.writtenOn == PartialDate("2022-02-03"))
        #expect(try note(salt) == "cellar\nprice: 9.50\ncopies: 2")
        #expect(try kept("Reef").readings.isEmpty)
    }

    @Test func `Calibre's catalogue: authors as many as their sort names, lost check digits`() throws {
        let outcome = try load(ProgramTable.calibreTable, is: .calibreTable)
        #expect(outcome.leftOut == ["comments", "cover", "formats", "library_name", "size", "timestamp"])
        let salt = try kept("Salt")
        #expect(salt.book.contributors.map(\.name) == ["Vera Ruiz", "Tom Lo"] && salt.book.year == 2019)
        #expect(salt.book.series == "Harbour Songs" && salt.book.seriesNumber == "8")
        #expect(
            salt.book.identifiers == [Identifier("goodreads", "77")] && salt.book.tags == ["sea", "blue"])
        #expect(salt.comment?.rating == Rating(4.5))
        let tides = try kept("Tides")
        #expect(tides.book.isbn == (try isbn("080442957X")), "the X that was dropped is back")
        #expect(tides.book.contributors.map(\.name) == ["M. L. King, Jr."] && tides.book.year == nil)
        #expect(try kept("Reef").book.contributors.map(\.name) == ["A", "B"])
    }

    @Test func `Hardcover: roles, series, spoilers, and private reviews`() throws {
        let outcome = try load(ProgramTable.hardcover, is: .hardcover)
        #expect(outcome.leftOut == ["Media", "Binding", "Date Added"])
        let salt = try kept("Salt")
        #expect(salt.book.contributors.map(\.role) == [.author, .contributor])
        #expect(salt.book.series == "Harbour Songs: The First" && salt.book.seriesNumber == "1")
        #expect(salt.lists.sorted() == ["Best", "Blue", "owned", "read"] && salt.book.tags == ["lend"])
        #expect(salt.book.subjects == ["Fantasy", "Sea"] && salt.comment?.isSpoiler == true)
        #expect(try note(salt) == "cellar\nMoods: dark\nContent Warnings: Death\nSeries: Shore")
        let tides = try kept("Tides")
        #expect(tides.comment == nil && cells(tides.readings) == ["abandoned"])
        #expect(try note(tides) == "Mine")
    }

    @Test func `Open Library's numbers are kept where the book is known, and else refused`() throws {
        var known = Book(
            isbn: try isbn("9780306406157"), title: "Salt", identifiers: [Identifier("openlibrary", "OL1M")])
        known.credit(Origin(.imported, "x"))
        try store.save(known)
        let outcome = try temporary.load(Data(ProgramTable.openLibrary.utf8))
        #expect(
            outcome.refused.map(\.reason) == [
                .unknownNumber(Identifier("openlibrary", "OL1M")),
                .unknownNumber(Identifier("openlibrary", "OL2W")),
                .unknownNumber(Identifier("openlibrary", "OL3M")),
            ])
        #expect(
            try store.knownBooks(numbered: [
                Identifier("openlibrary", "OL1M"), Identifier("openlibrary", "OL3M"),
            ])
            .mapValues(\.isbn) == [Identifier("openlibrary", "OL1M"): try isbn("9780306406157")])
    }

    @Test func `a bare list of ISBNs, with text beside them`() throws {
        let outcome = try load(ProgramTable.isbns, is: .isbns)
        #expect(outcome.summary.added == 3 && outcome.summary.rows == 5)
        #expect(outcome.refused.map(\.line) == [4, 5] && outcome.leftOut == ["text beside ISBNs"])
        #expect(try store.book(reference("080442957X")) != nil)
    }

    @Test(arguments: [
        ("9780306406157 Salt", ["text beside ISBNs"]), ("ISBN 0-8044-2957-X", []), ("080442957x", []),
        ("\"9780306406157\",", []),
    ])
    func `omitted text beside an ISBN is reported`(line: String, leftOut: [String]) throws {
        #expect(try temporary.load(Data("\(line)\n".utf8), as: .isbns).leftOut == leftOut)
    }

    @Test func `tables are not confused with those of other programs`() throws {
        let salt = "isbn,title,author\n9780306406157,Salt,Vera Ruiz\n"
        let file = try ImportFile(temporary.temporary.write(Data(salt.utf8), to: "plain.csv").path)
        #expect(FileFormat.of(file)?.name == "csv")
        for format in FileFormat.all where format.site != nil {
            guard let open = format.reader else { continue }
            let source = TableSource(name: "plain", date: .now, person: "ion")
            #expect(throws: CatalogueError.self, "\(format.name)") { _ = try open(file, source) }
        }
    }

    @Test func `invalid dates of reading are reported`() throws {
        let header = "Title,Authors,ISBN/UID,Read Status,Dates Read,Star Rating\n"
        let outcome = try temporary.load(
            Data((header + "Salt,Vera Ruiz,9780306406157,read,\"2020/01/02-2020/02/03, someday\",4.3\n").utf8)
        )
        #expect(outcome.summary.remarks[.date] == ImportRemark(count: 1, line: 2, text: "someday"))
        #expect(outcome.summary.remarks[.roundedRating] == ImportRemark(count: 1, line: 2, text: "4.3"))
        #expect(try cells(kept("Salt").readings) == ["read 2020-01-02 to 2020-02-03"])
    }

    @Test func `a JSON file that is cut says so`() throws {
        let file = try ImportFile(
            temporary.temporary.write(Data(ProgramTable.librarythingJSON.utf8.dropLast(40)), to: "cut.json")
                .path)
        let source = TableSource(name: "cut", date: .now, person: "ion")
        let error = #expect(throws: CatalogueError.self) {
            _ = try FileFormat.librarything.reader?(file, source)
        }
        guard case .malformed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        arguments: [
            ("Salt (Harbour, #8)", "Salt", "Harbour", "8"), ("Salt (Harbour #8)", "Salt", "Harbour", "8"),
            ("Salt (Harbour, #1-3)", "Salt", "Harbour", "1-3"),
            ("Salt (Harbour, #2.5)", "Salt", "Harbour", "2.5"),
            ("Salt (Harbour (Old Order), #2)", "Salt", "Harbour (Old Order)", "2"),
            ("Salt (a memoir)", "Salt (a memoir)", nil, nil), ("(Harbour, #8)", "(Harbour, #8)", nil, nil),
            ("Salt (#8)", "Salt (#8)", nil, nil), ("Salt)", "Salt)", nil, nil),
        ] as [(String, String, String?, String?)])
    func `series behind a title`(text: String, title: String, series: String?, number: String?) {
        let found = SeriesCell.behind(text)
        #expect(
            found.title == title && found.series.first?.name == series && found.series.first?.number == number
        )
    }
}

extension Store {
    /// Everything in it except the times of import.
    fileprivate func dumped() throws -> [KeptBook] {
        try (keptBooks(after: nil, for: "ion") ?? []).map { kept in
            var kept = kept
            kept.book.origins = [:]
            return kept
        }
    }
}
