// Building references from library records in both forms.
import Books
import Foundation
import TestSupport
import Testing

@testable import References

struct MARCTests {
    private let workshop: Workshop
    private let isbn: ISBN

    init() throws {
        workshop = try Workshop()
        isbn = try ISBN("9780306406157")
    }

    private static let forms: [Data] = [
        MARCFile.record(MARCFile.lantern), MARCFile.record(MARCFile.lantern) + Data("\n".utf8),
        Data(MARCFile.collection(MARCFile.xml(MARCFile.lantern)).utf8),
        Data(MARCFile.collection(MARCFile.xml(MARCFile.lantern, prefix: "marc:")).utf8),
        // As harvested: a record within a record.
        Data(
            "<harvest><record><header><identifier>1</identifier></header><metadata>\(MARCFile.xml(MARCFile.lantern))</metadata></record></harvest>"
                .utf8),
    ]

    @Test(arguments: forms) func `record is read`(_ file: Data) async throws {
        let reference = try await workshop.reference(file)
        let book = try #require(try reference.book(isbn))
        #expect(book.title == "The lantern atlas" && book.subtitle == "a field guide to harbour lights")
        #expect(
            book.contributors == [
                Contributor(name: "Maria Novak"), Contributor(name: "I. L. Popescu", role: .illustrator),
            ])
        #expect(book.publisher == "Quayside Press" && book.year == 1998 && book.pages == 374)
        #expect(book.language == "eng" && book.works.isEmpty)
        #expect(book.otherISBNs == [try ISBN("0456789014")])
        #expect(try reference.book(try ISBN("0456789014"))?.title == book.title)
        #expect(reference.info.books == 2 && reference.info.counts.rows == 1 && reference.info.torn.isEmpty)
        #expect(reference.info.counts.broken == 0)
    }

    @Test(arguments: [true, false]) func `the original script is kept, and found`(isXML: Bool) async throws {
        let fields = [
            ("020", "  $a9780306406157"), ("100", "1 $6880-01$aNovak, Marii\u{361}a"),
            ("245", "10$6880-02$aMai\u{361}ak :$bpovest\u{2B9}"), ("880", "1 $6100-01/(N$aНовак, Мария"),
            ("880", "10$6245-02/(N$aМаяк :$bповесть"),
        ]
        let reference = try await workshop.reference(
            isXML ? Data(MARCFile.collection(MARCFile.xml(fields)).utf8) : MARCFile.record(fields))
        let book = try #require(try reference.book(isbn))
        #expect(book.title == "Mai\u{361}ak" && book.originalScriptTitle == "Маяк: повесть")
        #expect(book.originalScriptNames == ["Мария Новак"])
        #expect(try reference.search(title: "маяк", author: "новак", limit: 1) == [book])
    }

    /// Older records have a revision behind the number, and blanks for a prefix before it.
    @Test(arguments: ["   67012345 //r83", "67-12345"])
    func `books are found by LCCN`(number: String) async throws {
        let reference = try await workshop.reference(
            MARCFile.record([("010", "  $a\(number)"), ("020", "  $a9780306406157"), ("245", "10$aLantern")]))
        #expect(try reference.books(lccn: "67012345").map(\.isbn) == [isbn])
        #expect(try reference.books(lccn: "67012346") == [])
    }

    /// Such books are found by their number alone: what is found by a title is to have an ISBN.
    @Test(arguments: [
        ("agr25000003 ", "agr25000003"), ("   25000003 ", "25000003"), ("  2007025382", "2007025382"),
    ])
    func `a book without an ISBN is found by its LCCN`(number: String, value: String) async throws {
        let reference = try await workshop.reference(
            MARCFile.record([("010", "  $a\(number)"), ("245", "10$aLantern"), ("260", "  $c1925")])
                + MARCFile.record([("245", "10$aNo number")]))
        let books = try reference.books(lccn: value)
        #expect(books.map(\.title) == ["Lantern"] && books[0].isbn == nil && books[0].year == 1925)
        #expect(try reference.search(title: "lantern", limit: 1) == [])
        #expect(reference.info.books == 1 && reference.info.counts.withoutISBN == 1)
    }

    @Test func `UNIMARC is recognised by its fields`() async throws {
        let file = MARCFile.record(
            [
                ("010", "  $a978-2-912345-01-1$bbr."), ("101", "0 $afre"),
                ("200", "1 $aL'horloge des marées$eroman$fÉlise Caron"),
                ("210", "  $aParis$cLes Vents$d2016"),
                ("215", "  $a1 vol. (212 p.)"), ("700", " 1$aCaron$bÉlise$4070"),
            ], encoding: " ")
        let book = try await workshop.reference(file).book(try ISBN("9782912345011"))
        #expect(book?.title == "L'horloge des marées" && book?.language == "fre" && book?.year == 2016)
        #expect(book?.contributors == [Contributor(name: "Élise Caron")])
    }

    /// In ANSEL, diacritics precede their letters.
    @Test func `older character sets are read, others reported`() async throws {
        let title = [Array("10\u{1F}aM".utf8), [0xE8], Array("uller's ".utf8), [0xB2], Array("l /".utf8)]
            .flatMap(\.self)
        let escaped = Array("10\u{1F}a\u{1B}(N".utf8) + [0xC0, 0xC1]
        let fields = [(tag: "020", text: "  $a9780306406157"), (tag: "245", text: "")]
        let other = [(tag: "020", text: "  $a9783161484100"), (tag: "245", text: "")]
        let file =
            MARCFile.record(fields, encoding: " ", bytes: ["245": title])
            + MARCFile.record(other, encoding: " ", bytes: ["245": escaped])
        let recorder = BuildRecorder()
        try workshop.files.write(file, to: "old.mrc")
        let reference = try await workshop.builder(["old.mrc"]).build(report: recorder.report)
        #expect(try reference.book(isbn)?.title == "Müller's øl")
        #expect(recorder.broken.map(\.reason) == [.encoding])
    }

    /// Errors in the leader and the directory are corrected from the terminators, if these are unambiguous.
    @Test func `broken records affect no others`() async throws {
        func book(_ isbn: String, _ title: String) -> Data {
            MARCFile.record([("020", "  $a\(isbn)"), ("245", "10$a\(title)")])
        }
        var shifted = book("9783161484100", "Shifted")
        shifted.replaceSubrange(31..<36, with: Data("00007".utf8))
        var swapped = book("9780456789049", "Swapped")
        swapped.replaceSubrange(31..<36, with: Data("00090".utf8))
        let parts: [Data] = [
            Data("xxxxx".utf8), book("9780439023481", "No length").dropFirst(5),
            book("9780306406157", "Kept"),
            Data("no record at all\u{1D}".utf8), shifted, Data([0x1D]), swapped,
            MARCFile.record([("020", "  $a9780456789018"), ("245", "10$aGone")], status: "d"),
            book("9780456789032", "Last"),
        ]
        let file = Data(parts.joined())
        let recorder = BuildRecorder()
        try workshop.files.write(file, to: "books.mrc")
        let reference = try await workshop.builder(["books.mrc"]).build(report: recorder.report)
        #expect(recorder.broken.map(\.number) == [3, 5, 6])
        #expect(recorder.broken.map(\.reason) == [.leader, .leader, .directory])
        #expect(reference.info.books == 4 && reference.info.counts.others == 1)
        #expect(try reference.book(isbn)?.title == "Kept")
        #expect(try reference.book(try ISBN("9783161484100"))?.title == "Shifted")
        #expect(try reference.book(try ISBN("9780456789032"))?.title == "Last")
    }

    @Test func `broken XML affects no other record`() async throws {
        func book(_ isbn: String, _ title: String) -> String {
            MARCFile.xml([("020", "  $a\(isbn)"), ("245", "10$a\(title)")])
        }
        let file = MARCFile.collection(
            book("9780306406157", "Salt &amp; t&#xED;de &lt;1&gt; &copy; <![CDATA[<b>]]><!-- not > this -->"),
            book("9780439023481", "Open").replacing("</datafield>", with: ""),
            book("9783161484100", "Unclosed").replacing("</record>", with: ""), book("9780456789032", "Last"))
        let recorder = BuildRecorder()
        try workshop.files.write(Data(file.utf8), to: "books.xml")
        let reference = try await workshop.builder(["books.xml"]).build(report: recorder.report)
        #expect(try reference.book(isbn)?.title == "Salt & tíde <1> &copy; <b>")
        #expect(try reference.book(try ISBN("9780456789032"))?.title == "Last")
        #expect(recorder.broken.map(\.number) == [2, 3] && recorder.broken.allSatisfy { $0.reason == .xml })
        #expect(reference.info.books == 2)
    }

    @Test(arguments: forms.prefix(3)) func `a truncated end is reported`(_ file: Data) async throws {
        let more =
            file.starts(with: Data("<".utf8))
            ? Data(MARCFile.collection(MARCFile.xml(MARCFile.lantern), MARCFile.xml(MARCFile.lantern)).utf8)
            : file + file
        let end = more.starts(with: Data("<".utf8)) ? 40 : 20
        let reference = try await workshop.reference(more.dropLast(end))
        #expect(reference.info.torn == ["input"] && reference.info.counts.rows == 1)
        #expect(reference.info.counts.broken == 0)
    }

    @Test(arguments: ["", "\n", "<record xmlns=", "<record><leader/>", "\n</collection"])
    func `XML cut after a record is torn`(rest: String) async throws {
        let file = MARCFile.collection(MARCFile.xml(MARCFile.lantern))
        let end = try #require(file.range(of: "</record>")).upperBound
        let reference = try await workshop.reference(Data((file[..<end] + rest).utf8))
        #expect(reference.info.torn == ["input"] && reference.info.counts.rows == 1)
    }

    @Test(arguments: [
        Data((MARCFile.xml(MARCFile.lantern) + MARCFile.xml(MARCFile.lantern) + "\n").utf8),
        MARCFile.record(MARCFile.lantern) + Data(repeating: 0, count: 100) + MARCFile.record(MARCFile.lantern)
            + Data(repeating: 0, count: 100),
    ])
    func `records without an element around them, or with NUL bytes between them`(_ file: Data) async throws {
        let info = try await workshop.reference(file).info
        #expect(info.torn.isEmpty && info.counts.rows == 2 && info.counts.broken == 0)
    }

    /// The time for 400,000 attributes, and as many tags, is linear and not quadratic.
    @Test func `hostile XML is read in linear time`() async throws {
        let attributes = (0..<400_000).map { "a\($0)=\"1\"" }.joined(separator: " ")
        let file = MARCFile.collection(
            "<record><datafield \(attributes) tag=\"245\"><subfield code=\"a\">x</subfield></datafield></record>",
            "<record>\(String(repeating: "<a>", count: 400_000))</record>", MARCFile.xml(MARCFile.lantern))
        #expect(try await workshop.reference(file).book(isbn) != nil)
    }
}
