// Importing tables into the store: what is imported, what is refused, and importing a second time.
import Books
import Foundation
import Testing

@testable import Catalogue
@testable import Formats

struct ImportTests {
    private let temporary: ImportedStore
    private var store: Store { temporary.store }

    init() throws { temporary = try ImportedStore() }

    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    private func load(
        _ text: String, as format: FileFormat? = .csv, named: [TableColumn: String] = [:],
        source: String = "table.csv"
    ) throws -> ImportedStore.Outcome {
        try temporary.load(Data(text.utf8), as: format, named: named, from: source, date: date)
    }

    static let goodreads = """
        Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,\
        Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,\
        Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Recommended For,\
        Recommended By,Owned Copies,Original Purchase Date,Original Purchase Location,Condition,\
        Condition Description,BCID
        7,The Hunger Games,Suzanne Collins,"Collins, Suzanne","Tim O'Brien, Ann Other",="0439023483",\
        ="9780439023481",5,4.34,Scholastic,Hardcover,374,2008,2008,2026/10/30,2026/10/01,"sf, re-read","sf (#1)",\
        read,"One night.<br/><br/>Rue &amp; <i>Peeta</i> &#39;die&#39;.",true,lent to Ana,1,,,1,,,,,
        8,Old Almanac,A. Rider,"Rider, A.",,="",="",0,3.00,,,,1931,,,2026/10/02,,,to-read,,,,0,,,0,,,,,
        9,Broken,B. Other,"Other, B.",,="0439023484",="",0,3.00,,,,1999,,,2026/10/02,,,to-read,,,,0,,,0,,,,,

        """

    @Test func `Goodreads export`() throws {
        let outcome = try load(Self.goodreads, as: nil)
        let summary = outcome.summary
        let refused = outcome.refused
        #expect(summary.rows == 3 && summary.added == 3 && summary.refused == 0 && summary.withoutISBN == 2)
        #expect(summary.wrongISBNs == 1)
        #expect(refused.map(\.line) == [4])
        let book = try #require(try store.book(reference("9780439023481")))
        #expect(book.title == "The Hunger Games" && book.year == 2008 && book.pages == 374)
        #expect(
            book.contributors.map(\.name) == ["Suzanne Collins", "Tim O'Brien", "Ann Other"])
        #expect(book.origins[.title] == Origin(.imported, "Goodreads", date))
        let id = try #require(book.id)
        #expect(try store.lists(with: id, for: "ion") == ["owned", "re-read", "sf", "read"])
        #expect(
            try store.lists(with: id, for: "maria") == ["owned", "re-read", "sf"],
            "who read it is one of them")
        #expect(
            try store.readings(of: id, by: "ion")
                == [
                    ReadingStatus(
                        id: 1, person: "ion", state: .read, ended: PartialDate("2026-10-30"), book: id)
                ])
        let comments = try store.comments(on: id, for: "ion")
        #expect(comments.map(\.text).sorted() == ["One night.\n\nRue & Peeta 'die'.", "lent to Ana"])
        let review = try #require(comments.first { !$0.isPrivate })
        #expect(review.rating == Rating(5) && review.isSpoiler && review.source == "Goodreads")
        #expect(review.written == Date(timeIntervalSince1970: 1_793_318_400))
        #expect(try store.comments(on: id, for: "maria").count == 1, "private notes are private")
        #expect(try store.books(on: "wanted").map(\.title) == ["Old Almanac", "Broken"])
    }

    @Test func `what Goodreads says of readings of a book that is to be read is not lost in silence`() throws
    {
        let outcome = try load(
            """
            Book Id,Title,Author,ISBN13,Date Read,Exclusive Shelf,My Review,Private Notes,Read Count
            7,The Hunger Games,Suzanne Collins,="9780439023481",2026/10/30,to-read,,,1

            """, as: nil)
        #expect(outcome.summary.remarks[.wantedDate]?.text == "2026/10/30")
        let id = try #require(try store.book(reference("9780439023481"))?.id)
        #expect(try store.readings(of: id, by: "ion") == [])
        #expect(try store.comments(on: id, for: "ion").map(\.text) == ["Read Count: 1"])
        #expect(try store.books(on: "wanted").count == 1)
    }

    @Test func `rerun adds nothing`() throws {
        _ = try load(Self.goodreads, as: nil)
        let before = try store.info()
        let summary = try load(Self.goodreads, as: nil).summary
        #expect(summary.added == 0 && summary.changed == 0 && summary.unchanged == 3)
        #expect(summary.listed == 0 && summary.comments == 0)
        let after = try store.info()
        #expect(
            after.books == before.books && after.comments == before.comments && after.lists == before.lists)
    }

    @Test func `a changed review replaces the imported one unless it was edited here`() throws {
        let table = "isbn,review\n0439023483,First.\n"
        _ = try load(table)
        #expect(try load(table.replacing("First", with: "Second")).summary.comments == 1)
        let id = try #require(try store.book(reference("0439023483"))?.id)
        var comment = try #require(try store.comments(on: id, for: "ion").first)
        #expect(comment.text == "Second.")
        comment.text = "Mine."
        try store.edit(comment)
        #expect(try load(table).summary.comments == 0)
        #expect(try store.comments(on: id, for: "ion").map(\.text) == ["Mine."])
    }

    @Test func `named columns`() throws {
        let table = "Nummer;Was;title\n0439023483;Spiele;x\n"
        #expect(throws: CatalogueError.noISBNColumn(header: ["Nummer", "Was", "title"])) { try load(table) }
        #expect(throws: CatalogueError.noColumn("Nr", header: ["Nummer", "Was", "title"])) {
            try load(table, named: [.isbn: "Nr"])
        }
        #expect(try load(table, named: [.isbn: "Nummer", .title: "Was"]).summary.added == 1)
        #expect(try store.book(reference("0439023483"))?.title == "Spiele")
    }

    @Test(
        arguments: [
            ("0439023483,9.78043902348e+12", nil), ("439023483,9.78043902348e+12", nil),
            ("439023483,9.78006112008e+12", .contradiction(isbn: "0439023483")),
            ("0306000075,9.78999E+12", .contradiction(isbn: "0306000075")),
            ("9780439023481,4.39023E+08", nil),
            ("9780439023481,3.06E+08", .contradiction(isbn: "0439023483")),
            ("\"9,780,439,023,481\",", nil), ("439.023.483,", nil),
            (
                "\"9,780,306,000,231\",",
                .wrongISBN(.misread("9780306000231", .checkDigit(found: "1", expected: "2")))
            ),
            (",9.78043902348e+12", .onlyRounded), ("0439023484,9780439023481", nil),
            ("0439023484,", .wrongISBN(.misread("0439023484", .checkDigit(found: "4", expected: "3")))),
            ("0439023483,9780439554930", .twoISBNs("9780439023481", "9780439554930")),
            ("ISBN 0-439-02348-3 (pbk.),", nil),
            (
                "ISBN: 0-439-02348-4,",
                .wrongISBN(
                    .misread("ISBN: 0-439-02348-4", .checkDigit(found: "4", expected: "3")))
            ),
            ("########,", .wrongISBN(.hidden("########"))), ("2.42E+08,", .onlyRounded),
            ("n/a,", .nothingToAdd), ("0439023483,,extra", .tooManyFields(3, header: 2)),
            ("0439023483,,", nil),
        ] as [(String, RefusedRow.Reason?)])
    func `ISBN columns together`(row: String, reason: RefusedRow.Reason?) throws {
        let outcome = try load("isbn10,isbn13\n\(row)\nn/a,\n")
        let summary = outcome.summary
        let refused = outcome.refused
        #expect(refused.map(\.reason) == [reason, .nothingToAdd].compactMap(\.self))
        #expect(refused.map(\.line) == (reason == nil ? [3] : [2, 3]))
        #expect(summary.added == (reason == nil ? 1 : 0))
        if reason == nil { #expect(try store.book(reference("9780439023481")) != nil) }
    }

    @Test(arguments: [
        "0439023484", "439023", "########", "2.42E+08", "9.78043902348e+12", "ISBN 0-439-02348-4",
    ])
    func `a book with a wrong ISBN is imported with a warning`(cell: String) throws {
        for run in 1...2 {
            let outcome = try load("isbn,title,author\n\(cell),Old Almanac,A. Rider\n")
            let summary = outcome.summary
            let refused = outcome.refused
            #expect(summary.added == (run == 1 ? 1 : 0) && summary.refused == 0 && summary.wrongISBNs == 1)
            #expect(refused.map(\.line) == [2])
        }
        #expect(try store.search(SearchQuery(words: "almanac")).map(\.isbn) == [nil])
    }

    @Test func `table without ISBNs is taken`() throws {
        let table = "title,author,year\nOld Almanac,A. Rider,1931\nOld Almanac,A. Rider,1932\n"
        #expect(try load(table).summary.added == 2)
        #expect(try load(table).summary.added == 0)
        #expect(throws: CatalogueError.noISBNColumn(header: ["title", "year"])) {
            try load("title,year\nx,1\n")
        }
    }

    @Test func `a dry run changes nothing`() throws {
        _ = try load("isbn,title\n0439023483,Kept\n")
        let before = try store.info()
        let table = "isbn,title,shelves\n0439023483,Kept,lent\n9780439554930,New,lent\n"
        let summary = try temporary.load(Data(table.utf8), as: .csv, list: "read", isDryRun: true).summary
        #expect(summary.added == 1 && summary.unchanged == 1 && summary.listed == 4)
        var after = try store.info()
        after.bytes = before.bytes
        #expect(after == before)
    }

    @Test(arguments: [
        ("Suzanne Collins", ["Suzanne Collins"]), ("Collins, Suzanne", ["Suzanne Collins"]),
        ("García Márquez, Gabriel", ["Gabriel García Márquez"]),
        ("J.K. Rowling, Mary GrandPré", ["J.K. Rowling", "Mary GrandPré"]),
        ("Collins, Suzanne; O’Brien, Tim", ["Suzanne Collins", "Tim O’Brien"]), ("A|B", ["A", "B"]),
        ("One Two, Three Four, Five Six", ["One Two", "Three Four", "Five Six"]),
    ])
    func names(text: String, names: [String]) { #expect(CellText.names(text) == names) }

    @Test(arguments: [
        ("<b>a</b><br>b<br />c</p>d", "a\nb\nc\nd"), ("1 < 2 > 0", "1 < 2 > 0"),
        ("&lt;i&gt; &#x41;&bogus;", "<i> A&bogus;"),
        ("<script>x</script>", "x"), ("a\u{1B}[2Jb\u{202E}", "a[2Jb"), ("&#27;[2J", "[2J"),
        ("&#xD800;", "&#xD800;"),
    ])
    func `reviews without marks`(html: String, text: String) { #expect(HTMLText.plain(html) == text) }

    @Test func `quarter stars, finer ones and unfit ratings`() throws {
        let summary = try load("isbn,rating\n0439023483,\"4,25\"\n9780439554930,9/5\n9780061120084,4.3\n")
            .summary
        #expect(summary.remarks[.rating] == ImportRemark(count: 1, line: 3, text: "9/5"))
        #expect(summary.remarks[.roundedRating] == ImportRemark(count: 1, line: 4, text: "4.3"))
        #expect(summary.comments == 2)
        for number in ["0439023483", "9780061120084"] {
            let id = try #require(try store.book(reference(number))?.id)
            #expect(try store.comments(on: id, for: "ion").map(\.rating?.stars) == [4.25])
        }
    }

    private func ratings() throws -> [Double?] {
        try ["9780439023481", "9780439554930", "9780061120084"].map { number in
            let id = try #require(try store.book(reference(number))?.id)
            return try store.comments(on: id, for: "ion").first?.rating?.stars
        }
    }

    @Test(arguments: [
        ("4", "8", "8/10", [2.0, 4, 4], 2, 0), ("4 stars", "10", "★★★", [4, 5, 3], 1, 0),
        ("4", "5", "8/10", [4, 5, 4], 0, 0), ("4", "5", "11", [4, 5, nil], 0, 1),
        ("4", "80", "60", [nil, nil, nil], 0, 3), ("0", "90", "85", [nil, nil, nil], 0, 2),
        ("0", "8", "5 stars", [nil, 4, 5], 1, 0),
    ])
    func `the ratings of a column are of one scale`(
        first: String, second: String, third: String, stars: [Double?], ofTen: Int, unfit: Int
    ) throws {
        let summary = try load(
            "isbn,rating\n9780439023481,\(first)\n9780439554930,\(second)\n9780061120084,\(third)\n"
        ).summary
        #expect(try ratings() == stars)
        #expect(summary.remarks[.ratingOfTen]?.count ?? 0 == ofTen)
        #expect(summary.remarks[.rating]?.count ?? 0 == unfit)
    }

    @Test func `a known program's ratings have its scale`() throws {
        let table = Self.goodreads.replacing(",5,4.34,", with: ",9,4.34,")
        #expect(try load(table, as: nil).summary.remarks[.rating]?.text == "9")
    }

    @Test func `cells that are not understood are reported`() throws {
        let summary = try load(
            """
            isbn,title,year,pages,cover,identifiers,works,rating,spoiler
            9780439023481,A,昭和54年,1e9,none,OCLC 5,OL1W,4,perhaps
            9780439554930,B,12345,99999999,,,,,
            9780061120084,C,14.03.2008,"1,024",,,,,no
            9780140328721,D,0,0,,,,,

            """
        ).summary
        #expect(summary.remarks[.number] == ImportRemark(count: 4, line: 2, text: "昭和54年"))
        #expect(summary.remarks[.value] == ImportRemark(count: 4, line: 2, text: "none"))
        #expect(summary.remarks.count == 2)
        let books = try ["9780439023481", "9780061120084"].map { try store.book(reference($0)) }
        #expect(books.map(\.?.year) == [nil, 2008] && books.map(\.?.pages) == [nil, 1024])
    }

    @Test func `a list's name that is too long is left out`() throws {
        let (longest, overlong) = (
            String(repeating: "x", count: ListName.limit), String(repeating: "y", count: ListName.limit + 1)
        )
        let summary = try load("isbn,lists\n0439023483,\"lent, \(overlong), \(longest)\"\n").summary
        #expect(summary.remarks[.longListName]?.count == 1 && summary.listed == 2 && summary.added == 1)
        #expect(try store.lists().map(\.name) == ["lent", "owned", "wanted", longest])
    }

    /// A reader's progress, at its beginning and after each book.
    private func fractions(_ file: ImportFile, _ format: FileFormat) throws -> [Double] {
        let source = TableSource(name: "made", date: .now, person: "ion")
        var reader = try #require(try format.reader?(file, source))
        var fractions = [try #require(reader.fraction)]
        while try reader.next() != nil { fractions.append(try #require(reader.fraction)) }
        return fractions
    }

    @Test func `a reader says how far it is, up to the end`() throws {
        let made = try ImportedStore()
        var books = MadeBooks(seed: 3)
        try books.save(1500, in: made.store)
        for format in FileFormat.writtenAsOneFile where format.reader != nil {
            let url = try made.temporary.write(Data(made.exported(format).utf8), to: "made.\(format.name)")
            let fractions = try fractions(ImportFile(url.path), format)
            #expect(
                fractions == fractions.sorted() && (0.95...1).contains(fractions.last ?? 0),
                "\(format.name): \(fractions)")
            #expect(fractions[0] < 0.5 && fractions.contains { (0.2...0.8).contains($0) }, "\(format.name)")
        }
    }
}
