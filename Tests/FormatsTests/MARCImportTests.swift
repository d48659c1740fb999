// Importing library records into the store.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct MARCImportTests {
    private let temporary: ImportedStore

    init() throws { temporary = try ImportedStore() }

    private static let atlas: [(tag: String, text: String)] = [
        ("001", "991"), ("008", "980914s1998    nyu           000 0 eng d"),
        ("020", "  $a9780306406157 (pbk.) :$c$25.00$z9783161484100"), ("020", "  $z9780439023481"),
        ("041", "1 $aeng$hger"), ("082", "00$a387.1"), ("100", "1 $aLe Guin, Ursula K.,$eauthor."),
        ("245", "14$aThe lantern atlas :$ba field guide to harbour lights /$cUrsula K. Le Guin."),
        ("264", " 4$c©1997"), ("264", " 1$aBoston :$bQuayside Press,$c[1998]"),
        ("300", "  $axii, 374 p. ;$c23 cm"),
        ("490", "1 $aHarbour stories ;$vbk. 3"), ("520", "  $aLights."),
        ("650", " 0$aLighthouses.$xAtlases."),
        ("653", "  $acoasts"), ("700", "1 $aBeethoven, Ludwig van,$4ill"),
        ("700", "1 $aPopescu, Ana,$4trl$4aut"), ("710", "2 $aQuayside Press."),
        ("830", " 0$aHarbour stories (Boston) ;$v3."),
        ("856", "42$3Cover image$uhttps://example.org/1.jpg"),
        ("856", "42$3Contents$uhttps://example.org/1.txt"),
    ]

    private static let forms: [Data] = [
        MARCFile.record(atlas), MARCFile.record(atlas, encoding: " "),
        Data("\u{FEFF}".utf8) + MARCFile.record(atlas),
        MARCFile.record(atlas) + Data("\r\n\u{1A}".utf8),
        Data(MARCFile.collection(MARCFile.xml(atlas)).utf8),
        Data(MARCFile.collection(MARCFile.xml(atlas, prefix: "marc:")).utf8),
        Data(("\u{FEFF}" + MARCFile.xml(atlas)).utf8),
    ]

    @Test(arguments: forms) func `a library's record is a book`(_ file: Data) throws {
        let outcome = try temporary.load(file, from: "library.mrc")
        #expect(outcome.refused.isEmpty && outcome.summary.added == 1 && outcome.summary.rows == 1)
        #expect(outcome.summary.remarks.isEmpty, "\(outcome.summary.remarks)")
        let book = try #require(try temporary.book("9780306406157"))
        #expect(book.title == "The lantern atlas" && book.subtitle == "a field guide to harbour lights")
        #expect(
            book.contributors == [
                Contributor(name: "Ursula K. Le Guin"),
                Contributor(name: "Ludwig van Beethoven", role: .illustrator),
                Contributor(name: "Ana Popescu", role: .translator),
            ])
        #expect(book.otherISBNs.isEmpty, "cancelled numbers are not taken")
        #expect(book.publisher == "Quayside Press" && book.year == 1998 && book.pages == 374)
        #expect(book.language == "eng" && book.series == "Harbour stories" && book.seriesNumber == "3")
        #expect(book.subjects == ["Lighthouses", "coasts"] && book.tags.isEmpty)
        #expect(book.cover == "https://example.org/1.jpg")
        #expect(book.origins[.title]?.source == "library.mrc")
        #expect(outcome.leftOut == ["001", "082", "520", "856"])
    }

    @Test(arguments: forms) func `a second import changes nothing, and a dry run predicts that`(
        _ file: Data
    ) throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let dry = try temporary.load(file, date: date, list: "gifts", isDryRun: true)
        #expect(try temporary.book("9780306406157") == nil)
        let first = try temporary.load(file, date: date, list: "gifts")
        #expect(dry.summary == first.summary && first.summary.listed == 1)
        let table = try temporary.exported(.csv)
        let second = try temporary.load(file, date: date, list: "gifts")
        #expect(second.summary.unchanged == 1 && second.summary.added + second.summary.changed == 0)
        #expect(second.summary.listed == 0)
        #expect(try temporary.exported(.csv) == table)
    }

    @Test(arguments: [
        ("$a   62017894 ", "62017894"), ("$a2001627090", "2001627090"), ("$z62017894", nil),
        ("$aOld 12", nil),
    ]) func `the LCCN is taken in normal form`(subfields: String, lccn: String?) throws {
        let fields = [("010", "  " + subfields), ("245", "10$aQuarry songs")].map { (tag: $0.0, text: $0.1) }
        let outcome = try temporary.load(MARCFile.record(fields))
        let book = try #require(try temporary.store.keptBooks(after: nil, for: "ion")?.first?.book)
        #expect(book.identifiers == (lccn.map { [Identifier("lccn", $0)] } ?? []))
        #expect(outcome.leftOut.isEmpty)
    }

    /// The 020 subfields of each, the ISBN that is used, the others, and whether the number is invalid.
    @Test(
        arguments: [
            ("$a9780306406157", "9780306406157", 0, false),
            ("$a0306406152 (alk. paper) :$c£5", "9780306406157", 0, false),
            ("$a0-306-40615-2(pbk.)", "9780306406157", 0, false),
            ("$aISBN 978 0 306 40615 7", "9780306406157", 0, false),
            ("$a9780306406157 : EUR 12.00 (DE)", "9780306406157", 0, false),
            ("$a978-0-306-40615-7$qpbk.", "9780306406157", 0, false),
            ("$z9780306406157", nil, 0, false), ("$a(pbk.)", nil, 0, false),
            ("$a9780306406158", nil, 0, true),
            ("$a9780306406157|$a0456789014 (bound)", "9780306406157", 1, false),
            ("$a9780306406157|$a0-306-40615-2", "9780306406157", 0, false),
            ("$a9780306406158|$a0456789014", "9780456789018", 0, false),
        ] as [(String, String?, Int, Bool)])
    func `of numbers only a book's own are taken`(
        subfields: String, isbn: String?, others: Int, isWrong: Bool
    ) throws {
        let fields = subfields.split(separator: "|").map { (tag: "020", text: "  \($0)") }
        let outcome = try temporary.load(MARCFile.record(fields + [("245", "10$aLanterns")]))
        let book = try #require(try temporary.store.keptBooks(after: nil, for: "ion")?.first?.book)
        #expect(book.isbn?.isbn13 == isbn && book.otherISBNs.count == others)
        #expect(outcome.summary.wrongISBNs == (isWrong ? 1 : 0))
        #expect((outcome.summary.remarks[.furtherISBNs] != nil) == (others > 0))
    }

    @Test func `UNIMARC is recognised by its fields`() throws {
        let file = MARCFile.record(
            [
                ("010", "  $a978-2-912345-01-1$bbr."), ("101", "0 $afre"),
                ("200", "1 $aL'horloge des marées$eroman$fÉlise Caron"), ("215", "  $a1 vol. (212 p.)"),
                ("225", "0 $aHistoires de port$v3"), ("330", "  $aUn port."),
                ("700", " 1$aCaron$bÉlise$4070"),
            ], encoding: " ")
        let outcome = try temporary.load(file)
        let book = try #require(try temporary.book("9782912345011"))
        #expect(book.title == "L'horloge des marées" && book.subtitle == "roman" && book.pages == 212)
        #expect(book.contributors == [Contributor(name: "Élise Caron")])
        #expect(book.series == "Histoires de port" && book.seriesNumber == "3")
        #expect(outcome.leftOut == ["330"])
    }

    @Test func `bad records stop no other`() throws {
        func record(_ isbn: String, _ title: String) -> Data {
            MARCFile.record([("001", title), ("020", "  $a\(isbn)"), ("245", "10$a\(title)")])
        }
        let escaped: [UInt8] = Array("10\u{1F}a\u{1B}(NmAQK".utf8)
        let file =
            record("9780306406157", "First") + Data("no record at all\u{1D}".utf8)
            + MARCFile.record([("245", "10$aGone")], status: "d") + MARCFile.record([("300", "  $a1 p.")])
            + MARCFile.record([("245", "")], encoding: " ", bytes: ["245": escaped])
            + record("9780439023481", "Last") + record("9783161484100", "Cut").dropLast(9)
        let outcome = try temporary.load(file)
        #expect(outcome.refused.map(\.line) == [2, 4, 5, 7])
        #expect(
            outcome.refused.map(\.reason) == [.damaged, .nothingToAdd, .characterSet, .truncated])
        #expect(outcome.refused[3].fields == [] && outcome.summary.deleted == 1)
        #expect(outcome.summary.rows == 7 && outcome.summary.added == 2)
        #expect(try temporary.book("9780439023481")?.title == "Last")
    }

    @Test func `bad XML stops no other record`() throws {
        func record(_ isbn: String, _ title: String) -> String {
            MARCFile.xml([("020", "  $a\(isbn)"), ("245", "10$a\(title)")])
        }
        let file = MARCFile.collection(
            record("9780306406157", "Salt &amp; t&#xED;de &lt;1&gt;"),
            record("9780456789018", "Open").replacing("</datafield>", with: ""),
            record("9780439023481", "Gone").replacing("00000nam", with: "00000dam"),
            record("9783161484100", "Last"), String(record("9780456789032", "Cut").dropLast(20)))
        let outcome = try temporary.load(Data(file.utf8))
        #expect(outcome.refused.map(\.reason) == [.damaged, .truncated])
        #expect(outcome.summary.deleted == 1)
        #expect(outcome.summary.added == 2)
        #expect(try temporary.book("9780306406157")?.title == "Salt & tíde <1>")
        #expect(try temporary.book("9783161484100")?.title == "Last")
    }

    @Test func `text in an unsupported character set is reported`() throws {
        let escaped: [UInt8] = Array("1 \u{1F}a\u{1B}(NmAQK".utf8)
        let outcome = try temporary.load(
            MARCFile.record(
                [("020", "  $a9780306406157"), ("100", ""), ("245", "10$aLanterns")], encoding: " ",
                bytes: ["100": escaped]))
        #expect(outcome.summary.remarks[.unreadText]?.count == 1 && outcome.summary.added == 1)
    }

    @Test func `files of other kinds are refused by name`() throws {
        let other: [(FileFormat, String)] = [
            (.marc21, "isbn,title\n"), (.marc21, "<record/>"), (.marcxml, ""), (.marcxml, "<html/>"),
            (.marcxml, "00123nam"), (.marc21, "\u{89}PNG\r\n\u{1A}\n\0\u{1D}\u{1E}\u{1F}"),
        ]
        for (format, text) in other {
            #expect(throws: CatalogueError.self, "\(format.name) \(text)") {
                try temporary.load(Data(text.utf8), as: format)
            }
        }
        let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + MARCFile.xml(Self.atlas)
        let path = temporary.temporary.file("imported").path
        #expect(throws: CatalogueError.encoding(path: path, "ISO-8859-1")) {
            try temporary.load(Data(latin.utf8), as: .marcxml)
        }
        #expect(try temporary.store.keptBooks(after: nil, for: "ion") == nil)
    }

    /// Through chunks of 64 kB, and around a record that exceeds the limit.
    @Test(arguments: [false, true]) func `long files are read to their end`(isXML: Bool) throws {
        func record(_ number: Int) -> Data {
            let fields = [
                (tag: "245", text: "10$aBook \(number)"),
                (tag: "520", text: "  $a" + String(repeating: "x", count: number % 300)),
            ]
            return isXML ? Data(MARCFile.xml(fields).utf8) : MARCFile.record(fields)
        }
        var file = Data(isXML ? "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n".utf8 : "".utf8)
        for number in 0..<1500 { file += record(number) }
        let start = isXML ? "<record><leader/><datafield tag=\"245\"><subfield code=\"a\">" : "00000nam a22"
        file += Data(start.utf8) + Data(repeating: 0x78, count: MARCRecordFile.limit + 300_000)
        file += isXML ? Data("</subfield></datafield></record>".utf8) : Data([0x1D])
        for number in 1500..<3000 { file += record(number) }
        if isXML { file += Data("</collection>".utf8) }
        let outcome = try temporary.load(file)
        #expect(outcome.summary.added == 3000 && outcome.refused.map(\.reason) == [.damaged])
        #expect(outcome.refused.first?.line == 1501)
    }

    /// The books of a file, without a store.
    private func books(_ file: Data) throws -> [Book] {
        let input = try ImportFile(temporary.temporary.write(file, to: "imported").path)
        guard let format = FileFormat.of(input), format.name.hasPrefix("marc") else { return [] }
        let source = TableSource(name: "library.mrc", date: .now, person: "ion")
        guard var reader = try format.reader?(input, source) else { return [] }
        var books: [Book] = []
        while let entry = try reader.next() {
            if let book = try? entry.entry.get().book { books.append(book) }
        }
        return books
    }

    @Test(arguments: [forms[0], forms[4]]) func `a file cut anywhere gives the whole book or none`(
        _ file: Data
    ) throws {
        let whole = try books(file).map(\.title)
        #expect(whole == ["The lantern atlas"])
        let end =
            file.starts(with: Data("<".utf8)) ? file.count - "</collection>\n".utf8.count - 1 : file.count
        for count in 0...file.count {
            #expect(try books(file.prefix(count)).map(\.title) == (count < end ? [] : whole), "\(count)")
        }
    }

    @Test(arguments: [
        (forms[4], 1), (forms[5], 1), (Data(MARCFile.xml(atlas).utf8) + Data(MARCFile.xml(atlas).utf8), 0),
        (
            Data("<!-- <a> --><a:b xmlns:a='x'><c>".utf8) + Data(MARCFile.xml(atlas).utf8)
                + Data("</c></a:b >".utf8), 1
        ),
    ])
    func `a file cut after a record is not complete`(_ file: Data, _ count: Int) throws {
        #expect(try temporary.load(file, as: .marcxml).refused.isEmpty)
        let text = String(decoding: file, as: UTF8.self)
        let end = try #require(text.range(of: "record>", options: .backwards)).upperBound
        for rest in ["", "\n", "\n</", "\n</collection", "\n<!-- </", "</x>"] {
            let outcome = try temporary.load(Data((text[..<end] + rest).utf8), as: .marcxml)
            let isCut = count == 1 || rest.hasPrefix("\n<")
            #expect(outcome.refused.map(\.reason) == (isCut ? [.truncated] : []), "\(rest)")
        }
        // Within the start tag of the next record.
        let cut = try temporary.load(Data((text[..<end] + "<record xmlns=").utf8), as: .marcxml)
        #expect(cut.refused.map(\.reason) == [.truncated])
    }

    @Test func `NUL bytes around records are filling`() throws {
        let fill = Data(repeating: 0, count: 700)
        let other = MARCFile.record([("020", "  $a9780439023481"), ("245", "10$aOther")])
        for file in [
            MARCFile.record(Self.atlas) + fill + other + fill, MARCFile.record(Self.atlas) + other + fill,
        ] {
            let outcome = try temporary.load(file)
            #expect(outcome.summary.rows == 2 && outcome.refused.isEmpty)
        }
        #expect(try temporary.book("9780439023481")?.title == "Other")
    }

    @Test(arguments: [forms[0], forms[4]]) func `any bytes are read without a crash`(_ file: Data) throws {
        var random = SeededGenerator(seed: 29)
        var read = 0
        for _ in 0..<1500 {
            var broken = file
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                broken[Int.random(in: 0..<file.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            // Some name another encoding.
            read += (try? books(broken).count) ?? 0
        }
        #expect(read > 100)
    }
}
