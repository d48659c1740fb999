// Numbers that can't both be right are left for review; neighbouring numbers that can are both accepted.
import Books
import ReadingExamples
import Testing

@testable import Reading

struct ContradictionTests {
    private static let book = "9780306406157"
    private static let bookTen = "0306406152"
    /// Differs from `book` in two digits.
    private static let misread = "9780306406225"
    /// The next number of the same publisher.
    private static let neighbour = "9780306406164"
    private static let other = "9783161484100"
    private static let otherTen = "316148410X"

    /// The numbers of each pair contradict each other.
    @Test(arguments: [
        // Another label above, below and before a barcode; other digits below it.
        (try Observation.bars(book, y: 100), try Observation.printed(other, label: "ISBN", y: 70)),
        (try .bars(book), try .printed(otherTen, label: "ISBN", y: 200)),
        (try .bars(book, x: 300), try .printed(other, label: "ISBN", weakest: 0.85)),
        (try .bars(book), try .printed(other, isBelowBars: true, y: 125)),
        (try .bars(book), try .printed(misread, isBelowBars: true, y: 125)),
        // Digits below it that nothing else marks as such, grouped as there or not.
        (try .bars(book), try .digits("9 783161 484100", of: other, y: 125)),
        (try .bars(book), try .digits(other, of: other, y: 125)),
        // A label further away that is still the same book's: the barcode is on a sticker.
        (try .bars(book, y: 400), try .printed(other, label: "ISBN")),
        (try .bars(book, y: 400), try .printed(otherTen, label: "ISBN", weakest: 0.85)),
        (try .bars(book, x: 600), try .printed(other, label: "ISBN")),
        (try .printed(book, isBelowBars: true, y: 400), try .printed(other, label: "ISBN")),
        // Thirteen digits with correct hyphens are an ISBN even if the label is illegible.
        (try .bars(book), try .printed(other, hyphensAgree: true, announcement: .otherNumber, y: 140)),
        // A barcode pasted over another.
        (try .bars(book), try .bars(other, y: 130)), (try .bars(book), try .bars(other, x: 250)),
        // The same at another size.
        (try .bars(book, size: 2), try .bars(other, y: 250)),
        (try .bars(book, size: 2), try .printed(other, label: "ISBN", y: 260)),
        // A label above the digits of a barcode that was not read.
        (try .printed(book, isBelowBars: true, y: 150), try .printed(other, label: "ISBN")),
        // An ISBN-13 beside the ISBN-10 of another book.
        (try .printed(book, label: "ISBN-13:"), try .printed(otherTen, label: "ISBN-10:", y: 40)),
        (try .printed(otherTen, label: "ISBN10"), try .printed(book, label: "ISBN13", x: 220)),
        // With blank lines between them.
        (try .printed(book, label: "ISBN-13:"), try .printed(otherTen, label: "ISBN-10:", y: 140)),
        // An older label beside that of an ISBN-13.
        (try .printed(otherTen, label: "ISBN"), try .printed(book, label: "ISBN-13", y: 40)),
        // One print read in two ways.
        (try .printed(book, label: "ISBN"), try .printed(misread, label: "ISBN", x: 4)),
        (try .printed(book, label: "ISBN"), try .printed(neighbour, label: "ISBN", y: 3)),
    ])
    func `leaves both of two that contradict each other`(_ one: Observation, _ two: Observation) {
        for observations in [[one, two], [two, one]] {
            let evidence = Evidence(observations)
            #expect(evidence.accepted.isEmpty)
            #expect(Set(evidence.doubts.keys) == [one.isbn.isbn13, two.isbn.isbn13])
            let against = evidence.doubts.filter { $0.value.hasPrefix("against 978-") }
            #expect(!against.isEmpty)
        }
    }

    @Test func `names the rival`() throws {
        let evidence = Evidence([try .bars(Self.book), try .printed(Self.other, label: "ISBN", y: 140)])
        #expect(
            evidence.doubts == [
                Self.book: "against 978-3-16-148410-0", Self.other: "against 978-0-306-40615-7",
            ])
    }

    /// Both numbers of each pair are right.
    @Test(arguments: [
        // Hardback and paperback, on lines of their own and on one.
        (
            try Observation.printed(book, label: "ISBN"),
            try Observation.printed(misread, label: "ISBN", y: 30)
        ),
        (try .printed(book, label: "ISBN"), try .printed(neighbour, label: "ISBN", x: 240)),
        (
            try .printed(bookTen, label: "ISBN", qualifier: "hbk"),
            try .printed(neighbour, label: "ISBN", qualifier: "pbk", y: 30)
        ),
        // Two books.
        (try .printed(book, label: "ISBN"), try .printed(other, label: "ISBN", y: 900)),
        (try .bars(book), try .bars(other, y: 900)),
        // Two books at different distances from the camera, one just behind the other.
        (try .bars(book, size: 3), try .bars(other, x: 800)),
        (try .bars(book, size: 3), try .printed(other, label: "ISBN", y: 370)),
        // A label away from the barcode, or that of a set.
        (try .bars(book), try .printed(other, label: "ISBN", y: 700)),
        (try .bars(book), try .printed(other, label: "ISBN", qualifier: "set", y: 140)),
        // In the same book, but in another form of it.
        (try .bars(book, y: 400), try .printed(other, label: "ISBN", qualifier: "hbk")),
        (try .bars(book, y: 400), try .printed(other, label: "e-ISBN")),
        // Digits below a barcode that was not read.
        (try .bars(book), try .digits("9 783161 484100", of: other, y: 250)),
        // Labels that don't state the form, or are apart.
        (try .printed(book, label: "ISBN"), try .printed(otherTen, label: "ISBN", y: 40)),
        (try .printed(book, label: "ISBN-13"), try .printed(otherTen, label: "ISBN-10", y: 400)),
        // One is marked as another form's.
        (
            try .printed(book, label: "ISBN-13"),
            try .printed(otherTen, label: "ISBN", qualifier: "pbk", y: 40)
        ),
    ])
    func `gives both of two that don't`(_ one: Observation, _ two: Observation) {
        for observations in [[one, two], [two, one]] {
            #expect(Set(Evidence(observations).accepted) == [one.isbn.isbn13, two.isbn.isbn13])
        }
    }

    @Test func `another work's number contradicts none`() throws {
        for own in [
            try Observation.bars(Self.book, y: 100), try .printed(Self.book, label: "ISBN", y: 100),
        ] {
            for other in [Self.other, Self.misread] {
                let cited = try Observation.printed(
                    other, label: "ISBN", hyphensAgree: true, announcement: .otherWork, y: 70)
                #expect(Evidence([own, cited]).accepted == [Self.book])
                // Not legible either.
                let dim = try Observation.printed(
                    other, label: "ISBN-10", announcement: .otherWork, weakest: 0.85, y: 70)
                #expect(Evidence([own, dim]).accepted == [Self.book])
            }
        }
    }

    /// An imprint page, with or without qualifiers, and the barcode of one of its numbers.
    @Test(arguments: [("hbk", "pbk"), (nil, nil)] as [(String?, String?)])
    func `an imprint page that lists the number of the bars, too, contradicts none`(
        first: String?, second: String?
    ) throws {
        let evidence = Evidence([
            try .bars(Self.book, y: 400), try .printed(Self.other, label: "ISBN", qualifier: first),
            try .printed(Self.bookTen, label: "ISBN", qualifier: second, y: 30),
        ])
        #expect(evidence.accepted == [Self.book, Self.other])
    }

    @Test func `a label far from the bars contradicts none where there are several books`() throws {
        let evidence = Evidence([
            try .bars(Self.book, y: 400), try .printed(Self.other, label: "ISBN"),
            try .bars(Self.neighbour, y: 2000),
        ])
        #expect(evidence.accepted.count == 3)
    }

    @Test func `other digits below bars are left out if a label gives the number of the bars`() throws {
        let evidence = Evidence([
            try .bars(Self.book), try .printed(Self.bookTen, label: "ISBN", y: -30),
            try .digits("9 783161 484100", of: Self.other, y: 125),
        ])
        #expect(evidence.accepted == [Self.book])
    }

    /// A label between two barcodes of which one was not read.
    @Test(arguments: [(330, 2), (250, 0)])
    func `a label beside bars is another book's if its digits are below other bars`(y: Int, count: Int) throws
    {
        let evidence = Evidence([
            try .bars(Self.book), try .printed(Self.otherTen, label: "ISBN", y: 140),
            try .printed(Self.other, isBelowBars: true, y: y),
        ])
        #expect(evidence.accepted.count == count)
    }

    @Test func `unclear bars away from those that are read are worth a look at the print`() throws {
        func unclear(_ y: Int, _ others: Observation...) throws -> Bool {
            Evidence(others + [try .bars(Self.other, isMeasured: false, y: y)]).hasUnclearBars
        }
        #expect(try unclear(900, .bars(Self.book)))
        #expect(try !unclear(20, .bars(Self.book)))
        #expect(try !unclear(900, .bars(Self.book), .printed(Self.other, label: "ISBN", y: 850)))
    }

    @Test func `drops a weak misreading`() throws {
        let evidence = Evidence([
            try .printed(Self.book, label: "ISBN"), try .printed(Self.misread, weakest: 0.5, y: 3),
        ])
        #expect(evidence.accepted == [Self.book])
    }

    @Test func `leaves unclear bars against a label to a person until a third reading decides`() throws {
        let bars = try Observation.bars(Self.misread, isMeasured: false, y: 2000)
        let label = try Observation.printed(Self.book, label: "ISBN")
        let evidence = Evidence([bars, label])
        #expect(evidence.accepted.isEmpty)
        #expect(
            evidence.doubts == [Self.book: "against 978-0-306-40622-5", Self.misread: "bars not clear"])
        #expect(Evidence([bars, label, try .printed(Self.book, y: 900)]).accepted == [Self.book])
    }

    @Test func `takes no print for surer than bars right beside it`() throws {
        let evidence = Evidence([
            try .bars(Self.other), try .printed(Self.book, label: "ISBN", y: 130),
            try .printed(Self.bookTen, label: "ISBN", y: 160),
        ])
        #expect(evidence.accepted.isEmpty)
        #expect(Set(evidence.doubts.keys) == [Self.book, Self.other])
    }

    /// If another number were that of a set, its label would say so.
    @Test func `takes bars for right where a label beside them says the same`() throws {
        let own = [
            try Observation.bars(Self.book), try .printed(Self.bookTen, label: "ISBN", y: 130),
        ]
        #expect(Evidence(own + [try .printed(Self.other, label: "ISBN", y: 160)]).accepted == [Self.book])
        let set = try Observation.printed(Self.other, label: "ISBN", qualifier: "set", y: 160)
        #expect(Evidence(own + [set]).accepted == [Self.book, Self.other])
    }
}

extension Observation {
    /// Thirteen digits as they are printed.
    fileprivate static func digits(_ text: String, of isbn: String, y: Int) throws -> Observation {
        var observation = try Observation.printed(isbn, y: y)
        observation.witness.text = text
        return observation
    }
}
