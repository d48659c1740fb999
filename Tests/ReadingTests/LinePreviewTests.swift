// Which lines are not read after their preview.
import Books
import Recognition
import Testing

@testable import Imaging
@testable import Reading

struct LinePreviewTests {
    private static func isWorthReading(
        _ digits: String, label: Double = 0, isBelowBars: Bool = false
    ) throws -> Bool {
        var line = TextLine.at(100)
        line.isBelowBars = isBelowBars
        let ranked = try RankedLine.likely(line, label: label)
        return LinePreview(of: ranked, by: FakeScorer(digits: FakeScorer.digits(digits))).isWorthReading
    }

    @Test func `wants digits, a label or bars above`() throws {
        let digits = String(repeating: "7", count: LineRanking.fewestDigits)
        #expect(try Self.isWorthReading(digits))
        #expect(try !Self.isWorthReading(String(digits.dropLast())))
        #expect(try Self.isWorthReading("", label: LineRanking.sureLabel))
        #expect(try !Self.isWorthReading("", label: LineRanking.sureLabel - 0.1))
        #expect(try Self.isWorthReading("", isBelowBars: true))
    }

    @Test(arguments: [
        ("9780306406157", ISBNForm.isbn13), ("0306406152", .isbn10), ("1230306406152", .isbn10),
    ])
    func `returns the position and form of an expected number`(digits: String, form: ISBNForm) throws {
        let isbn = try ISBN("9780306406157")
        let sight = LinePreview(of: try .likely(.at(100)), by: FakeScorer(digits: FakeScorer.digits(digits)))
        let books = [try ISBN("9783161484100"), isbn]
        let observation = try #require(sight.number(of: books, on: try .blank()))
        #expect(observation.isbn == isbn && observation.form == form)
        #expect(observation.kind == .unlabelled && observation.weakest == 0.99)
        let bounds = observation.witness.bounds
        #expect(bounds.left > 250 && bounds.right < 750 && bounds.top > 70 && bounds.bottom < 130)
    }

    @Test(arguments: [
        ("978030640", true), ("06406157", true), ("03064061", true), ("9780306406157", false),
        ("9780306", false), ("978030641", false), ("97803064061579", false),
    ])
    func `recognises a cut number by its beginning or end`(digits: String, isPart: Bool) throws {
        let sight = LinePreview(of: try .likely(.at(100)), by: FakeScorer(digits: FakeScorer.digits(digits)))
        #expect(sight.isPart(of: [try ISBN("9783161484100"), try ISBN("9780306406157")]) == isPart)
    }
}
