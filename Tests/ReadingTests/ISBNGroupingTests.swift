// Which number is a book's own, and which numbers belong to one book.
import Books
import ReadingExamples
import Testing

@testable import Reading

struct ISBNGroupingTests {
    private static let (book, other) = ("9780306406157", "9783161484100")
    private static let (third, fourth) = ("9780804429573", "9787302012344")

    private static func readings(_ observations: [Observation]) -> [ISBNReading] {
        Evidence(observations).verdict.accepted
    }

    @Test(arguments: [
        "set", "(SET)", "boxed set", "Obra completa", "Gesamtwerk", "全套", "套装", "e-book", "ebook", "EPUB",
        "e-pub",
        "PDF", "Kindle", "mobi", "online", "electronic", "digital", "cancelled", "previous edition",
        "also available",
        // As they are recognised.
        "CALOSC", "KOMPLET", "KPL.", "SOUBOR", "SADA", "TK.", "TAKIM", "O.C.", "OBRA COMPL.", "COMPLEET",
        "INTERA OPERA", "KOKONAISTEOS", "HELA VERKET", "SERIE", "ALLE BANDE", "BD. 1-3", "VOLS. 1-3",
        "2 VOLS.",
        "TWO VOLUMES", "SLIPCASE", "CJELINA", "комплект", "E-BOK", "E-BOG", "SAHKOKIRIA", "VERKKOJ.",
        "E-KNIHA",
        "E-KITAP", "E. KNYGA", "DIGITAAL", "ELEKTR.", "LIBRO ELECTR.", "LIVRE NUM.", "WERSIA CYFROWA",
        "HORBUCH",
        "LJUDBOK", "EBK", "E-TEXT", "ADE", "OA", "OPENACCESS", "KINDIE",
    ])
    func `puts no other form's number first`(qualifier: String) throws {
        let readings = Self.readings([
            try .printed(Self.other, label: "ISBN", qualifier: qualifier),
            try .printed(Self.book, label: "ISBN", y: 30),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other])
        #expect(readings.map(\.reason) == ["the printed book's own", nil])
        #expect(readings.map(\.book) == [1, 1])
    }

    @Test(
        arguments: [
            ("E-ISBN", nil), ("e-ISBN-13:", nil), ("eISBN", nil), ("e–ISBN", nil), ("ISBN", "Web"),
            ("ISBN", "E-Book"),
            ("ISBN", "PDF"), ("ISBN", "numérique"), ("ISBN", "libro electrónico"), ("ISBN", "электронный"),
            ("ISBN", "電子書籍"),
        ] as [(String, String?)])
    func `puts no e-book's number first`(label: String, qualifier: String?) throws {
        let electronic = try Observation.printed(Self.other, label: label, qualifier: qualifier)
        for own in [
            try Observation.printed(Self.book, label: "ISBN", y: 30),
            try .printed(Self.book, label: "ISBN", qualifier: "Print", y: 30),
            try .printed(Self.book, label: "pISBN", y: 30),
        ] {
            let readings = Self.readings([electronic, own])
            #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other])
            #expect(readings.map(\.reason) == ["the printed book's own", nil])
        }
    }

    @Test(arguments: ["ISBN", "p-ISBN", "P-ISBN:", "pISBN", "International Standard Book Number"])
    func `puts the printed book's number first that is printed first`(label: String) throws {
        let readings = Self.readings([
            try .printed(Self.other, label: label), try .printed(Self.book, label: "ISBN", y: 30),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.other, Self.book])
    }

    /// Numbers of three publishers: the first of a photo, with these qualifiers.
    @Test(
        arguments: [
            ([nil, nil, nil], false), (["pbk", nil, nil], true), (["pbk", "cloth", "e-book"], true),
        ] as [([String?], Bool)])
    func `takes numbers of many publishers for a list of other works`(qualifiers: [String?], isFound: Bool)
        throws
    {
        let numbers = [Self.book, Self.other, Self.third]
        let observations = try zip(numbers, qualifiers).enumerated().map { place, number in
            try Observation.printed(number.0, label: "ISBN", qualifier: number.1, y: 30 * place)
        }
        let verdict = Evidence(observations).verdict
        #expect(verdict.accepted.isEmpty != isFound)
        if !isFound {
            #expect(
                Set(verdict.candidates.map(\.reason)) == ["one of 3; none is marked as the book's own"])
        }
        // A barcode shows which one is the book's.
        let bars = try Observation.bars(Self.third, y: 200)
        #expect(Evidence(observations + [bars]).verdict.accepted.first?.isbn == bars.isbn)
    }

    @Test func `counts numbers that the text gives as other works' in a list`() throws {
        var others = try [Self.other, Self.third].enumerated().map { place, number in
            try Observation.printed(number, label: "ISBN", y: 30 * place)
        }
        for place in others.indices { others[place].announcement = .otherWork }
        let own = try Observation.printed(Self.book, label: "ISBN", y: 60)
        #expect(Self.readings(others + [own]).isEmpty)
        #expect(Self.readings(others.dropLast() + [own]).map(\.isbn) == [own.isbn])
        // Far away.
        let apart = try Observation.printed(Self.book, label: "ISBN", y: 2000)
        #expect(Self.readings(others + [apart]).map(\.isbn) == [apart.isbn])
    }

    @Test(arguments: ["pbk", "hardback", "vol. 2", "alk. paper", "large print", "Leinen", "精装", nil])
    func `puts the number that is printed first before others`(qualifier: String?) throws {
        let low = try Observation.printed(Self.book, label: "ISBN", y: 30)
        let high = try Observation.printed(Self.other, label: "ISBN", qualifier: qualifier)
        for observations in [[low, high], [high, low]] {
            let readings = Self.readings(observations)
            #expect(readings.map(\.isbn.isbn13) == [Self.other, Self.book])
            #expect(readings.map(\.reason) == ["printed first", nil])
        }
    }

    /// What the first number is called, and the second one.
    @Test(arguments: [
        ("O6TTUTI", "T. 1"), ("SCT", "VOL. 1"), ("INYKT XX", "hardback"), ("B NEP.", "1. DIL"),
        ("Windward", "I. KOTET"), ("3JL. H3TU", "1. C."), ("Windward", "T. I"),
    ])
    func `prefers a known form to a word that is not known`(first: String, second: String) throws {
        let readings = Self.readings([
            try .printed(Self.other, label: "ISBN", qualifier: first),
            try .printed(Self.book, label: "ISBN", qualifier: second, y: 30),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other])
        #expect(readings.map(\.reason) == ["the printed book's own", nil])
    }

    @Test(arguments: [nil, "Hill"])
    func `leaves numbers to a person if the first one's qualifier is not known`(
        second: String?
    ) throws {
        let numbers = [
            try Observation.printed(Self.other, label: "ISBN", qualifier: "Windward"),
            try .printed(Self.book, label: "ISBN", qualifier: second, y: 30),
        ]
        let reason = "one of 2; none is marked as the book's own"
        #expect(Evidence(numbers).accepted.isEmpty)
        #expect(Evidence(numbers).doubts == [Self.other: reason, Self.book: reason])
        // The barcode decides, and so does a number without qualifier that comes first.
        #expect(Evidence(numbers + [try .bars(Self.book, y: 90)]).accepted.first == Self.book)
        let above = try Observation.printed(Self.third, label: "ISBN", y: -30)
        #expect(second != nil || Evidence([above, numbers[0]]).accepted == [Self.third, Self.other])
    }

    /// The lines of two numbers, as recognised, and whether the second one is the book's own.
    @Test(arguments: [
        ("WORKBOOK: ISBN 978-3-16-148410-0", "ISBN 978-0-306-40615-7", true),
        ("TEACHER'S BOOK ISBN 978-3-16-148410-0", "ISBN 978-0-306-40615-7", true),
        ("ISBN 978-3-16-148410-0", "ISBN 978-0-306-40615-7", false),
        ("WINDWARD PRESS ISBN 978-3-16-148410-0", "ISBN 978-0-306-40615-7", false),
        ("ISBN 978-3-16-148410-0", "ARBEITSHEFT ISBN 978-0-306-40615-7", false),
        ("WORKBOOK ISBN 978-3-16-148410-0", "READER ISBN 978-0-306-40615-7", false),
    ])
    func `prefers a number on a line of its own`(first: String, second: String, isSecond: Bool) throws {
        try Self.expect(first, second, isSecond: isSecond, because: "on a line of its own")
    }

    /// The lines of two numbers, and whether the second one is of a later edition.
    @Test(arguments: [
        ("FIRST EDITION 1980, ISBN 978-3-16-148410-0", "SECOND EDITION 1994: ISBN 978-0-306-40615-7", true),
        ("1ST ED. 1980 (ISBN 978-3-16-148410-0)", "2ND ED. 1990 (ISBN 978-0-306-40615-7)", true),
        ("I. AUFLAGE 1980 (ISBN 978-3-16-148410-0)", "ISBN 978-0-306-40615-7", true),
        ("LRE EDITION 1980 (ISBN 978-3-16-148410-0)", "ISBN 978-0-306-40615-7", true),
        ("ERSTAUSGABE: ISBN 978-3-16-148410-0", "ZWEITE AUFLAGE: ISBN 978-0-306-40615-7", true),
        ("PRINTED 1989 ISBN 978-3-16-148410-0", "PRINTED 1991 ISBN 978-0-306-40615-7", true),
        ("SECOND EDITION 1994: ISBN 978-3-16-148410-0", "FIRST EDITION 1980: ISBN 978-0-306-40615-7", false),
        ("FIRST EDITION: ISBN 978-3-16-148410-0", "ISBN 978-0-306-40615-7", false),
        ("EDITION 1994: ISBN 978-3-16-148410-0", "ISBN 978-0-306-40615-7", false),
        ("PRESS 1994, 1996 ISBN 978-3-16-148410-0", "PRESS 1995 ISBN 978-0-306-40615-7", false),
    ])
    func `puts no earlier edition's number first`(first: String, second: String, isSecond: Bool) throws {
        try Self.expect(first, second, isSecond: isSecond, because: "of the latest edition")
    }

    /// Reads two numbers, the first above the second.
    ///
    /// - Parameter reason: why the second one is the book's own, if it is.
    private static func expect(
        _ first: String, _ second: String, isSecond: Bool, because reason: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        var (high, low) = (
            try Observation.printed(other, label: "ISBN"), try Observation.printed(book, label: "ISBN", y: 30)
        )
        (high.witness.text, low.witness.text) = (first, second)
        let readings = readings([high, low])
        #expect(
            readings.map(\.isbn.isbn13) == (isSecond ? [book, other] : [other, book]),
            sourceLocation: location)
        #expect(readings[0].reason == (isSecond ? reason : "printed first"), sourceLocation: location)
    }

    @Test func `words between a label and a number without a name may be another form's`() throws {
        var first = try Observation.printed(Self.other, hyphensAgree: true)
        first.witness.text = "ISBN 06TTUTI: 978-3-16-148410-0"
        let volume = try Observation.printed(Self.book, label: "ISBN", qualifier: "T. 1", y: 30)
        #expect(Self.readings([first, volume]).map(\.isbn.isbn13) == [Self.book, Self.other])
        #expect(Evidence([first, try .printed(Self.book, label: "ISBN", y: 30)]).accepted.isEmpty)
        first.witness.text = "ISBN 978-3-16-148410-0"
        #expect(Self.readings([first, volume]).map(\.isbn.isbn13) == [Self.other, Self.book])
    }

    @Test func `reads along a line that leans a little`() throws {
        let readings = Self.readings([
            try .printed(Self.other, label: "ISBN", x: 240, y: 6),
            try .printed(Self.book, label: "ISBN", y: 14),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other])
    }

    /// Where the first of two lines is relative to the second if the photo must be rotated to read them.
    @Test(arguments: [(0, 0, -30), (90, -30, 0), (180, 0, 30), (270, 30, 0)])
    func `reads a turned page in its own order`(rotation: Int, right: Int, down: Int) throws {
        func turned(_ digits: String, x: Int, y: Int) throws -> Observation {
            var observation = try Observation.printed(digits, label: "ISBN")
            let isAcross = rotation % 180 == 90
            let box = Observation.box(x: x, y: y, width: isAcross ? 20 : 200, height: isAcross ? 200 : 20)
            // From the top left of the first letter.
            let first = (4 - rotation / 90) % 4
            observation.witness.box = Array(box[first...] + box[..<first])
            observation.witness.rotation = rotation
            return observation
        }
        let readings = Self.readings([
            try turned(Self.book, x: 100, y: 100), try turned(Self.other, x: 100 + right, y: 100 + down),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.other, Self.book])
    }

    @Test func `puts what the bars show first`() throws {
        let readings = Self.readings([
            try .printed(Self.other, label: "ISBN", qualifier: "hbk"), try .bars(Self.book, y: 300),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other])
        #expect(readings.map(\.reason) == ["the bars show it", nil])
    }

    @Test func `separates two books that are far apart, each with its own number first`() throws {
        let readings = Self.readings([
            try .printed(Self.third, label: "ISBN", qualifier: "set", y: 2000),
            try .printed(Self.fourth, label: "ISBN", y: 2030),
            try .printed(Self.other, label: "ISBN", qualifier: "e-book"),
            try .printed(Self.book, label: "ISBN", y: 30),
        ])
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other, Self.fourth, Self.third])
        #expect(readings.map(\.book) == [1, 1, 2, 2])
        #expect(readings.map(\.reason) == ["the printed book's own", nil, "the printed book's own", nil])
    }

    @Test func `gives a book's only number no reason`() throws {
        let readings = Self.readings([
            try .printed(Self.book, label: "ISBN"), try .printed(Self.other, label: "ISBN", y: 2000),
        ])
        #expect(readings.map(\.book) == [1, 2])
        #expect(readings.allSatisfy { $0.reason == nil })
    }

    @Test func `takes bars of two numbers for two books`() throws {
        let readings = Self.readings([try .bars(Self.book), try .bars(Self.other, x: 500)])
        #expect(readings.map(\.book) == [1, 2])
    }

    @Test func `joins what a number between them joins`() throws {
        let readings = Self.readings([
            try .printed(Self.book, label: "ISBN"), try .printed(Self.other, label: "ISBN", y: 700),
            try .printed(Self.third, label: "ISBN", qualifier: "pbk", y: 350),
        ])
        #expect(readings.map(\.book) == [1, 1, 1])
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.third, Self.other])
    }

    /// The nearer barcode, and where the print is between the two.
    @Test(arguments: [(1, 440), (2, 600)])
    func `print between two barcodes belongs to the nearer one, and joins no books`(book: Int, x: Int) throws
    {
        for isUnread in [false, true] {
            func symbol(_ digits: String, x: Int) throws -> Observation {
                try isUnread ? .printed(digits, isBelowBars: true, x: x) : .bars(digits, x: x)
            }
            let readings = Self.readings([
                try .printed(Self.third, label: "ISBN", x: x), try symbol(Self.book, x: 0),
                try symbol(Self.other, x: 1000),
            ])
            #expect(readings.map(\.isbn.isbn13).filter { $0 != Self.third } == [Self.book, Self.other])
            #expect(readings.first { $0.isbn.isbn13 == Self.book }?.book == 1)
            #expect(readings.first { $0.isbn.isbn13 == Self.other }?.book == 2)
            #expect(readings.first { $0.isbn.isbn13 == Self.third }?.book == book)
        }
    }

    /// Numbers of books that lie every way, in two rows.
    @Test func `orders books that read every way by rows, each from the left`() throws {
        let places = [
            (Self.fourth, 700, 1000, 0), (Self.book, 0, 60, 90), (Self.third, 0, 1060, 180),
            (Self.other, 700, 0, 0),
        ]
        let readings = Self.readings(
            try places.map { digits, x, y, rotation in
                var observation = try Observation.bars(digits, x: x, y: y)
                observation.witness.rotation = rotation
                return observation
            })
        #expect(readings.map(\.isbn.isbn13) == [Self.book, Self.other, Self.third, Self.fourth])
        #expect(readings.map(\.book) == [1, 2, 3, 4])
    }

    /// Degrees between two lines that are close together, and the books that they are grouped into.
    @Test(arguments: [
        (0, [1, 1]), (8, [1, 1]), (90, [1, 1]), (84, [1, 1]), (30, [1, 2]), (225, [1, 2]),
    ])
    func `tells books by the way their numbers read`(rotation: Int, books: [Int]) throws {
        var tilted = try Observation.printed(Self.other, label: "ISBN", y: 60)
        tilted.witness.rotation = rotation
        let readings = Self.readings([try .printed(Self.book, label: "ISBN"), tilted])
        #expect(readings.map(\.book).sorted() == books)
    }
}
