// Labelled numbers that were not read completely: they support numbers that start with them, and contradict a barcode
// beside them.
import Books
import ReadingExamples
import Recognition
import Testing

@testable import Imaging
@testable import Reading

struct PartialNumberTests {
    private static let book = "9780306406157"
    private static let other = "9783161484100"

    private static func cut(_ digits: String, x: Int = 0, y: Int = 0) -> PartialNumber {
        PartialNumber(digits: digits, box: Observation.box(x: x, y: y, width: 180, height: 20))
    }

    private static func evidence(_ observations: [Observation], _ cut: PartialNumber) -> Evidence {
        var evidence = Evidence(observations)
        evidence.add(Interpretation(partialNumbers: [cut], content: .possibleNumber))
        return evidence
    }

    @Test(arguments: ["978030640615", "978030640", "030640615"])
    func `backs the number that it begins`(digits: String) throws {
        let weak = try Observation.printed(Self.book, weakest: 0.85, y: 140)
        #expect(Evidence([weak]).accepted.isEmpty)
        #expect(Self.evidence([weak], Self.cut(digits)).accepted == [Self.book])
    }

    @Test(arguments: ["97803064", "978030641", "316148410"])
    func `backs no other`(digits: String) throws {
        let weak = try Observation.printed(Self.book, weakest: 0.85, y: 140)
        #expect(Self.evidence([weak], Self.cut(digits)).accepted.isEmpty)
    }

    @Test func `is not a second witness for the same print`() throws {
        let weak = try Observation.printed(Self.book, weakest: 0.85)
        #expect(Self.evidence([weak], Self.cut("978030640615", x: 4)).accepted.isEmpty)
    }

    @Test func `backs nothing that was repaired or not clear`() throws {
        for weak in [
            try Observation.printed(Self.book, provenance: .repaired, y: 140),
            try .printed(Self.book, weakest: 0.7, y: 140), try .bars(Self.book, isMeasured: false, y: 140),
        ] {
            #expect(Self.evidence([weak], Self.cut("978030640615")).accepted.isEmpty)
        }
    }

    /// The digits beside a label, and the number's qualifier and distance from it.
    @Test(
        arguments: [
            ("97831614841", nil, 60, false), ("9783161484109", nil, 60, false), ("97831", nil, 60, false),
            ("316148410", nil, 60, false),
            // Its own, misread; too few digits; another form's; far away.
            ("978030641", nil, 60, true), ("97803064061", nil, 60, true), ("97831", "pbk", 60, true),
            ("97805", nil, 60, true), ("97831614841", nil, 1000, true),
        ] as [(String, String?, Int, Bool)])
    func `makes another number near it doubtful`(digits: String, qualifier: String?, y: Int, isFound: Bool)
        throws
    {
        let clear = try Observation.printed(Self.book, label: "ISBN", qualifier: qualifier, y: y)
        let evidence = Self.evidence([clear], Self.cut(digits))
        #expect(evidence.accepted == (isFound ? [Self.book] : []))
        if !isFound { #expect(evidence.verdict.candidates.map(\.reason) == ["beside another label"]) }
        let bars = try Observation.bars(Self.book, y: y + 30)
        #expect(Self.evidence([clear, bars], Self.cut(digits)).accepted == [Self.book])
    }

    @Test func `is another book's beside bars that are much too large for it`() throws {
        let bars = try Observation.bars(Self.book, y: 40, size: 3)
        #expect(Self.evidence([bars], Self.cut("97831614841")).accepted == [Self.book])
    }

    @Test func `keeps bars beside it from being believed`() throws {
        let bars = try Observation.bars(Self.book, y: 40)
        let evidence = Self.evidence([bars], Self.cut("97831614841"))
        #expect(evidence.accepted.isEmpty)
        #expect(evidence.doubts == [Self.book: "beside another label"])
    }

    @Test(arguments: [
        // Misread in few digits, far away, or too short to decide.
        ("978030640655", 0), ("97831614841", -900), ("978", 0),
    ])
    func `does not contradict bars that it may belong to, or distant ones`(digits: String, y: Int) throws {
        let bars = try Observation.bars(Self.book, y: 40)
        #expect(Self.evidence([bars], Self.cut(digits, y: y)).accepted == [Self.book])
    }

    @Test func `says nothing against bars that have their own label`() throws {
        let own = [try Observation.bars(Self.book, y: 40), try .printed(Self.book, label: "ISBN", y: 180)]
        #expect(Self.evidence(own, Self.cut("97831614841")).accepted == [Self.book])
    }

    @Test(arguments: [
        ("ISBN 978-0-306-40615-", ["978030640615"]), ("ISBN 0-306-4061", ["03064061"]),
        ("ISBN 978-0-306-40615-7", []),
        ("978-0-306-40615-", []), ("ISBN 978-0-306-40615-8", ["9780306406158"]),
    ])
    func `is what a line says after a label`(text: String, digits: [String]) throws {
        let reader = LineReader(recognizer: FakeRecognizer(text: { _ in text }), sheet: try .blank())
        let line = try #require(reader.read(.at(100)))
        #expect(reader.interpret([line]).partialNumbers.map(\.digits) == digits)
    }

    @Test func `is nothing where a digit is not clear`() throws {
        let recognizer = FakeRecognizer(text: { _ in "ISBN 978-0-306-40615-" }, confidence: 0.7)
        let reader = LineReader(recognizer: recognizer, sheet: try .blank())
        #expect(reader.interpret([try #require(reader.read(.at(100)))]).partialNumbers.isEmpty)
    }
}
