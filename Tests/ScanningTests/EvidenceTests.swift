// Which evidence is enough, which is left to a person, and which is not heard.
import Books
import Testing

@testable import Scanning

@Suite struct EvidenceTests {
    static let book = "9780306406157"
    /// Two digits away from `book`, check digit right.
    static let misread = "9780306406225"
    static let other = "9783161484100"

    private static func observation(
        _ digits: String, _ kind: Observation.Kind, weakest: Double = 0.98, line: Int = 1,
        provenance: Observation.Provenance = .printed,
        hyphensAgree: Bool? = true, form: ISBNForm = .isbn13, text: String = "", confidence: Double = 0.99,
        qualifier: String? = nil, y: Int = 0
    ) throws -> Observation {
        let isbn = try ISBN(digits)
        let reader: WitnessReader = if case .bars = kind { .barcode } else { .ocr }
        return Observation(
            isbn: isbn, kind: kind, form: form, label: kind == .labelled ? "ISBN" : nil,
            qualifier: qualifier, hyphensAgree: hyphensAgree, provenance: provenance,
            weakest: weakest,
            line: line,
            witness: Witness(
                reader: reader, text: text, confidence: confidence, box: [PhotoPoint(x: 0, y: y)]))
    }

    /// A number 200 pixels long and 30 tall.
    private static func box(x: Int, y: Int) -> [PhotoPoint] {
        [(x, y), (x + 200, y), (x + 200, y + 30), (x, y + 30)].map { PhotoPoint(x: $0.0, y: $0.1) }
    }

    private static func verdict(_ observations: [Observation]) -> (accepted: [String], candidates: [String]) {
        var evidence = Evidence()
        for observation in observations { evidence.add(observation) }
        let (accepted, candidates) = evidence.verdict
        return (accepted.map(\.isbn.isbn13), candidates.map(\.isbn.isbn13))
    }

    @Test func `accepts clear labelled text`() throws {
        let verdict = Self.verdict([try Self.observation(Self.book, .labelled)])
        #expect(verdict.accepted == [Self.book] && verdict.candidates.isEmpty)
    }

    @Test func `leaves what is doubtful to a person`() throws {
        let doubtful = [
            try Self.observation(Self.book, .labelled, provenance: .repaired),
            try Self.observation(Self.book, .labelled, weakest: 0.2),
            try Self.observation(Self.book, .labelled, hyphensAgree: false),
            try Self.observation(Self.book, .unlabelled, hyphensAgree: nil),
            try Self.observation(Self.book, .bars(quality: 5), hyphensAgree: nil),
        ]
        for observation in doubtful {
            let verdict = Self.verdict([observation])
            #expect(verdict.accepted.isEmpty && verdict.candidates == [Self.book])
        }
    }

    @Test func `takes digits below bars alone only when they are clear`() throws {
        let text = "9 780306 406157 >"
        let clear = try Self.observation(Self.book, .unlabelled, hyphensAgree: nil, text: text)
        #expect(Self.verdict([clear]).accepted == [Self.book])
        let dim = try Self.observation(
            Self.book, .unlabelled, hyphensAgree: nil, text: text, confidence: 0.97)
        #expect(Self.verdict([dim]) == ([], [Self.book]))
        let shifted = try Self.observation(Self.book, .unlabelled, hyphensAgree: nil, text: "97 803064 06157")
        #expect(Self.verdict([shifted]) == ([], [Self.book]))
        let noise = try Self.observation(
            Self.book, .unlabelled, hyphensAgree: nil, text: text, confidence: 0.9)
        #expect(Self.verdict([noise]) == ([], []))
    }

    @Test func `accepts two independent readings that are doubtful alone`() throws {
        let few = try Self.observation(Self.book, .bars(quality: 5), hyphensAgree: nil)
        let bare = try Self.observation(Self.book, .unlabelled, hyphensAgree: nil)
        let ten = try Self.observation(Self.book, .unlabelled, hyphensAgree: nil, form: .isbn10)
        #expect(Self.verdict([few, bare]).accepted == [Self.book])
        #expect(Self.verdict([bare, ten]).accepted == [Self.book])
        #expect(Self.verdict([bare, bare]).accepted.isEmpty)
        #expect(Self.verdict([few, few]).accepted.isEmpty)
    }

    @Test func `believes an inferred digit only beside a reading that saw it`() throws {
        let inferred = try Self.observation(Self.book, .labelled, line: 2, provenance: .inferred, y: 300)
        let doubtful = try Self.observation(Self.book, .unlabelled, line: 1, hyphensAgree: nil)
        #expect(Self.verdict([inferred]) == ([], [Self.book]))
        #expect(Self.verdict([inferred, doubtful]).accepted == [Self.book])
        var again = inferred
        again.line = 3
        again.witness.box = [PhotoPoint(x: 0, y: 900)]
        #expect(Self.verdict([inferred, again]).accepted.isEmpty)
    }

    @Test func `takes two readings of one print for one`() throws {
        func reading(line: Int, top: Int) throws -> Observation {
            var observation = try Self.observation(Self.book, .unlabelled, line: line, hyphensAgree: nil)
            observation.witness.box = Self.box(x: 0, y: top)
            return observation
        }
        #expect(Self.verdict([try reading(line: 1, top: 0), try reading(line: 2, top: 4)]).accepted.isEmpty)
        #expect(
            Self.verdict([try reading(line: 1, top: 0), try reading(line: 2, top: 90)]).accepted == [
                Self.book
            ])
    }

    @Test func `accepts bars seen on many scan lines`() throws {
        let bars = try Self.observation(Self.book, .bars(quality: 12), hyphensAgree: nil)
        #expect(Self.verdict([bars]).accepted == [Self.book])
    }

    @Test func `hears no bars outside the registered ranges, and accepts no such text`() throws {
        let isbn = try #require((0...9).lazy.compactMap { ISBN(value: 9_786_700_000_000 + $0) }.first)
        #expect(!isbn.isRegistered)
        #expect(Self.verdict([try Self.observation(isbn.isbn13, .bars(quality: 90))]) == ([], []))
        #expect(Self.verdict([try Self.observation(isbn.isbn13, .labelled)]) == ([], [isbn.isbn13]))
    }

    @Test func `keeps both of two that contradict each other`() throws {
        #expect(Evidence.contradict(try ISBN(Self.book), try ISBN(Self.misread)))
        let verdict = Self.verdict([
            try Self.observation(Self.book, .labelled),
            try Self.observation(Self.misread, .labelled, line: 2, confidence: 0.97),
        ])
        #expect(verdict.accepted.isEmpty)
        #expect(Set(verdict.candidates) == [Self.book, Self.misread])
    }

    @Test func `returns hardback and paperback, whose numbers are neighbours`() throws {
        let verdict = Self.verdict([
            try Self.observation(Self.book, .labelled),
            try Self.observation(Self.misread, .labelled, line: 2),
        ])
        #expect(Set(verdict.accepted) == [Self.book, Self.misread])
    }

    @Test func `returns several books of one page`() throws {
        let verdict = Self.verdict([
            try Self.observation(Self.book, .labelled), try Self.observation(Self.other, .labelled, line: 2),
        ])
        #expect(Set(verdict.accepted) == [Self.book, Self.other])
    }

    @Test func `leaves bars against text to a person until a third reading decides`() throws {
        let bars = try Self.observation(Self.misread, .bars(quality: 5), hyphensAgree: nil)
        let text = try Self.observation(Self.book, .labelled)
        let verdict = Self.verdict([bars, text])
        #expect(verdict.accepted.isEmpty)
        #expect(Set(verdict.candidates) == [Self.book, Self.misread])
        let below = try Self.observation(Self.book, .digitsBelowBars, line: 2)
        #expect(Self.verdict([bars, text, below]).accepted == [Self.book])
    }

    @Test func `puts the book's own ISBN first, and says why`() throws {
        func own(_ observations: [Observation]) -> [String?] {
            var evidence = Evidence()
            for observation in observations { evidence.add(observation) }
            let readings = evidence.verdict.accepted
            return [readings.first?.isbn.isbn13, readings.first?.reason, readings.last?.reason]
        }
        let low = try Self.observation(Self.book, .labelled, y: 90)
        let high = try Self.observation(Self.other, .labelled, line: 2, y: 10)
        #expect(own([low, high]) == [Self.other, "printed first", nil])
        let set = try Self.observation(Self.other, .labelled, line: 2, qualifier: "(SET)", y: 10)
        #expect(own([set, low]) == [Self.book, "the printed book's own", nil])
        let bars = try Self.observation(Self.book, .bars(quality: 20), hyphensAgree: nil)
        #expect(own([high, bars]) == [Self.book, "the bars show it", nil])
        func printed(_ digits: String, x: Int, y: Int) throws -> Observation {
            var observation = try Self.observation(digits, .labelled, line: 2)
            observation.witness.box = Self.box(x: x, y: y)
            return observation
        }
        // One line, leaning a little.
        let (left, right) = (try printed(Self.book, x: 10, y: 14), try printed(Self.other, x: 300, y: 6))
        #expect(own([right, left]) == [Self.book, "printed first", nil])
    }
}
