// Which evidence is sufficient, which is left for review, and which is ignored.
import Books
import ReadingExamples
import Recognition
import Testing

@testable import Reading

struct EvidenceTests {
    private static let book = "9780306406157"
    private static let bookTen = "0306406152"
    private static let other = "9783161484100"
    private static let bars = [PhotoPoint(x: 0, y: 0), PhotoPoint(x: 240, y: 120)]

    // MARK: One reading

    @Test(arguments: [
        try Observation.bars(book), try .bars(book, scanLines: EvidenceRules.fewestScanLines),
        try .printed(book, label: "ISBN"), try .printed(bookTen, label: "ISBN-10:"),
        try .printed(book, hyphensAgree: true), try .printed(bookTen, hyphensAgree: true),
        try .printed(book, isBelowBars: true),
    ])
    func `takes one clear reading`(_ observation: Observation) {
        let evidence = Evidence([observation])
        #expect(evidence.accepted == [Self.book])
        #expect(evidence.doubts.isEmpty)
        #expect(evidence.isEnough)
    }

    @Test(arguments: [
        (try Observation.bars(book, isMeasured: false, scanLines: 90), "bars not clear"),
        (try .bars(book, scanLines: 1), "bars not clear"),
        (try .printed(book, label: "ISBN", weakest: 0.85), "not read clearly"),
        (try .printed(book, label: "ISBN", confidence: 0.96), "not read clearly"),
        (try .printed(book, label: "ISBN", isObscured: true), "not read clearly"),
        (try .printed(book, hyphensAgree: true, isObscured: true), "check digit only"),
        (try .printed(book, label: "ISBN", provenance: .repaired), "digits repaired"),
        (try .printed(book, label: "ISBN", provenance: .inferred), "one digit doubtful"),
        (try .printed(book, label: "1SBN", announcement: .damagedLabel), "label not clear"),
        (try .printed(book, hyphensAgree: true, announcement: .otherNumber), "label not clear"),
        (try .printed(book, label: "ISBN", announcement: .otherWork), "not this book's"),
        (try .printed(book), "check digit only"), (try .printed(bookTen), "check digit only"),
        (try .printed(book, hyphensAgree: true, weakest: 0.85), "check digit only"),
        (try .less("ISBN 0-306-40615-2", height: 12), "not read clearly"),
        (try .less("ISBN: 0 306-40615 2", height: 20), "unusual hyphens"),
        (try .clear("ISBN-13: 0-306-40615-2", label: "ISBN-13"), "not read clearly"),
        (try .clear("ISBN: *.0-3-0640-61-5-2", label: "ISBN"), "not read clearly"),
        (try .printed(bookTen, hyphensAgree: false), "unusual hyphens"),
        (try .printed(book, isBelowBars: true, weakest: 0.85), "check digit only"),
    ])
    func `leaves one doubtful reading to a person, and says why`(_ observation: Observation, _ doubt: String)
    {
        let evidence = Evidence([observation])
        #expect(evidence.accepted.isEmpty && !evidence.isEnough)
        #expect(evidence.doubts == [Self.book: doubt])
    }

    @Test func `the bars of several copies are no second witness`() throws {
        let copies = try [0, 1000, 2000].map { try Observation.bars(Self.book, x: $0) }
        #expect(Evidence(copies).accepted == [Self.book])
        #expect(Evidence(copies).verdict.accepted.first?.copies.count == 3)
        #expect(Evidence(copies, isStrict: true).doubts == [Self.book: "one witness only"])
        let unclear = try [0, 1000].map { try Observation.bars(Self.book, isMeasured: false, x: $0) }
        #expect(Evidence(unclear).doubts == [Self.book: "bars not clear"])
    }

    @Test func `other crops of a print with a stroke may have misread it in the same way`() throws {
        let struck = try Observation.printed(Self.book, label: "ISBN", isObscured: true)
        let again = [4, 8].map { x in
            var other = struck
            other.witness.box = Observation.box(x: x, y: 0, width: 200, height: 20)
            other.isObscured = x == 8
            return other
        }
        #expect(Evidence([struck] + again).doubts == [Self.book: "not read clearly"])
        #expect(Evidence([struck, try .bars(Self.book, isMeasured: false, y: 60)]).accepted == [Self.book])
    }

    @Test func `takes unusual hyphens for no veto beside a label`() throws {
        let clear = try Observation.printed(Self.book, label: "ISBN", hyphensAgree: false)
        #expect(Evidence([clear]).accepted == [Self.book])
        let dim = try Observation.printed(Self.book, label: "ISBN", hyphensAgree: false, weakest: 0.85)
        #expect(Evidence([dim]).doubts == [Self.book: "unusual hyphens"])
        var again = dim
        again.witness.box = again.witness.box.map { PhotoPoint(x: $0.x, y: $0.y + 2) }
        #expect(Evidence([dim, again]).accepted == [Self.book])
        #expect(Evidence([dim, dim]).accepted.isEmpty)
    }

    @Test(arguments: [
        ("9 780306 406157 >", true), ("9 780306 406157", true), ("51495 9 780306 406157", true),
        ("97 803064 06157", false), ("9780306 406157", false),
    ])
    func `recognises the grouping of digits below bars`(text: String, isSure: Bool) throws {
        var observation = try Observation.printed(Self.book)
        observation.witness.text = text
        #expect(Evidence([observation]).accepted == (isSure ? [Self.book] : []))
    }

    @Test func `hears no text that is mostly guessed`() throws {
        let guessed = try Observation.printed(Self.book, label: "ISBN", confidence: 0.89)
        #expect(Evidence([guessed]).observations.isEmpty)
    }

    @Test(arguments: [(nil, 0.95, false), (nil, 0.97, true), ("ISBN", 0.95, true)])
    func `leaves no guess at a digit to a person where there is neither a label nor clear print`(
        label: String?, confidence: Double, isKept: Bool
    ) throws {
        let guess = try Observation.printed(
            Self.book, label: label, provenance: .inferred, confidence: confidence)
        #expect(Evidence([guess]).observations.isEmpty == !isKept)
    }

    @Test func `hears no bars outside the registered ranges, and accepts no such text`() throws {
        let isbn = try #require((0...9).lazy.compactMap { ISBN(value: 9_786_700_000_000 + $0) }.first)
        #expect(!isbn.isRegistered)
        #expect(Evidence([try .bars(isbn.isbn13)]).observations.isEmpty)
        let text = Evidence([try .printed(isbn.isbn13, label: "ISBN")])
        #expect(text.accepted.isEmpty && text.doubts == [isbn.isbn13: "not registered"])
    }

    // MARK: Several readings

    @Test(arguments: [
        // The same print again, beside its label.
        [
            try Observation.printed(book, label: "ISBN", weakest: 0.85),
            try .printed(book, label: "ISBN", weakest: 0.82, x: 4),
        ],
        // Its other form.
        [try .printed(book), try .printed(bookTen, y: 60)],
        // Bars and text.
        [try .bars(book, isMeasured: false), try .printed(book, weakest: 0.5, y: 130)],
        [try .bars(book, isMeasured: false), try .printed(bookTen, y: 700)],
        // Thirteen digits at two places.
        [try .printed(book), try .printed(book, y: 300)],
        // A label at one of two positions.
        [try .printed(bookTen, label: "ISBN", weakest: 0.85), try .printed(bookTen, y: 300)],
        // A digit that was inferred.
        [try .printed(book, label: "ISBN", provenance: .inferred), try .printed(book, y: 300)],
    ])
    func `takes two readings that agree`(_ observations: [Observation]) {
        #expect(Evidence(observations).accepted == [Self.book])
        #expect(Evidence(observations.reversed()).accepted == [Self.book])
    }

    @Test(arguments: [
        // A telephone number twice.
        [try Observation.printed(bookTen), try .printed(bookTen, y: 300)],
        [
            try .printed(bookTen, announcement: .otherNumber),
            try .printed(bookTen, announcement: .otherNumber, y: 300),
        ],
        [
            try .printed(book, announcement: .otherNumber),
            try .printed(book, announcement: .otherNumber, y: 300),
        ],
        // One print read twice.
        [try .printed(book), try .printed(book, x: 4)],
        [
            try .printed(book, label: "1SBN", announcement: .damagedLabel),
            try .printed(book, label: "1SBN", announcement: .damagedLabel),
        ],
        // The same bars twice.
        [try .bars(book, isMeasured: false), try .bars(book, isMeasured: false, y: 10)],
        // Inferred digits only.
        [
            try .printed(book, label: "ISBN", provenance: .inferred),
            try .printed(book, label: "ISBN", provenance: .inferred, y: 300),
        ],
        [
            try .printed(book, label: "ISBN", provenance: .repaired),
            try .printed(book, label: "ISBN", provenance: .repaired, y: 300),
        ],
    ])
    func `counts repeated readings of the same print once`(_ observations: [Observation]) {
        let evidence = Evidence(observations)
        #expect(evidence.accepted.isEmpty)
        #expect(Array(evidence.doubts.keys) == [Self.book])
    }

    @Test(arguments: [
        try Observation.bars(book), try .printed("9 780306 406157", isBelowBars: true, y: 300),
    ])
    func `what has bars of its own is no other work's`(_ bars: Observation) throws {
        let claimed = try Observation.printed(Self.book, label: "ISBN", announcement: .otherWork)
        #expect(Evidence([claimed, bars]).accepted == [Self.book])
    }

    // MARK: Strict

    @Test(arguments: [
        [try Observation.bars(book), try .printed(book, label: "ISBN", y: 300)],
        [try .bars(book), try .printed(bookTen, label: "ISBN", y: 300)],
        [try .printed(book, label: "ISBN-13"), try .printed(bookTen, label: "ISBN-10", y: 40)],
    ])
    func `takes two of bars, label and other form when strict`(_ observations: [Observation]) {
        #expect(Evidence(observations, isStrict: true).accepted == [Self.book])
    }

    @Test(arguments: [
        [try Observation.bars(book)], [try .printed(book, label: "ISBN")],
        [try .bars(book), try .printed(book, isBelowBars: true, y: 130)],
        [try .printed(book, label: "ISBN"), try .printed(book, label: "ISBN", y: 300)],
        [try .printed(book, label: "ISBN"), try .printed(bookTen, y: 300)],
        [try .bars(book), try .printed(book, label: "1SBN", announcement: .damagedLabel, y: 300)],
    ])
    func `wants a second witness when strict`(_ observations: [Observation]) {
        #expect(Evidence(observations).accepted == [Self.book])
        let strict = Evidence(observations, isStrict: true)
        #expect(strict.accepted.isEmpty && strict.doubts == [Self.book: "one witness only"])
    }

    @Test(arguments: ["ISBN 0-306-40615-2", "ISBN 0 306 40615 2", "ISBN-10: 0–306–40615–2)"])
    func `hyphens make up for digits that are not clear`(text: String) throws {
        #expect(Evidence([try .less(text, height: 20)]).accepted == [Self.book])
    }

    // MARK: Other bars

    /// Barcodes of sheet music and of a magazine, and the ISBN that their digits are misread as.
    @Test(arguments: [("9790060115615", "9780060115616"), ("9770306406158", "9780306406157")])
    func `takes text that nearly reads like bars of something else for nothing`(
        bars: String, misread: String
    ) throws {
        var evidence = Evidence([try .printed(misread, hyphensAgree: true)])
        #expect(evidence.accepted == [misread])
        evidence.add(.drawn(bars, isMeasured: false), scanLines: 40, rotation: 0, box: Self.bars)
        #expect(evidence.accepted == [misread])
        evidence.add(.drawn(bars), scanLines: 40, rotation: 0, box: Self.bars)
        evidence.add(try .printed(Self.other, label: "ISBN", y: 500))
        #expect(evidence.accepted == [Self.other] && evidence.doubts.isEmpty)
    }

    @Test func `takes bars for what their widths say`() {
        var evidence = Evidence()
        evidence.add(
            .drawn("9781856190206", readAs: "9781256190806"), scanLines: 9, rotation: 0, box: Self.bars)
        #expect(evidence.accepted == ["9781856190206"])
    }

    @Test func `takes bars whose widths were not measured for a candidate`() {
        var evidence = Evidence()
        evidence.add(.drawn(Self.book, isMeasured: false), scanLines: 40, rotation: 90, box: Self.bars)
        #expect(evidence.doubts == [Self.book: "bars not clear"])
        #expect(evidence.verdict.candidates.first?.witnesses.first?.rotation == 90)
    }

    // MARK: Places

    @Test func `knows which areas are explained`() throws {
        var evidence = Evidence([
            try .printed(Self.book, label: "ISBN", y: 500), try .bars(Self.book),
            try .bars(Self.other, isMeasured: false, x: 2000),
        ])
        #expect(evidence.explains(Observation.box(x: 20, y: 495, width: 200, height: 30)))
        #expect(!evidence.explains(Observation.box(x: 20, y: 560, width: 200, height: 20)))
        #expect(!evidence.explains(Observation.box(x: 0, y: 0, width: 240, height: 120)))
        #expect(evidence.hasBars(at: Observation.box(x: 10, y: 10, width: 220, height: 100)))
        #expect(!evidence.hasBars(at: Observation.box(x: 2000, y: 0, width: 240, height: 120)))
        #expect(
            evidence.hasSureBars(beside: Observation.box(x: 0, y: 125, width: 240, height: 20), within: 0.8))
        #expect(
            !evidence.hasSureBars(beside: Observation.box(x: 0, y: 400, width: 240, height: 20), within: 0.8))
        #expect(
            !evidence.hasSureBars(
                beside: Observation.box(x: 2000, y: 125, width: 240, height: 20), within: 0.8))
        evidence.add(
            .drawn("4006381333931"), scanLines: 9, rotation: 0,
            box: Observation.box(x: 0, y: 900, width: 240, height: 120))
        #expect(evidence.hasBars(at: Observation.box(x: 0, y: 900, width: 240, height: 120)))
    }

    @Test func `gives three candidates at most, the likeliest first`() throws {
        let numbers = ["9780306406157", "9783161484100", "9780804429573", "9787302012344"]
        let evidence = Evidence(
            try numbers.enumerated().map { try .printed($1, weakest: 0.5 + 0.1 * Double($0), y: $0 * 400) })
        #expect(evidence.verdict.candidates.map(\.isbn.isbn13) == Array(numbers.reversed().prefix(3)))
    }

    @Test func `knows how much room bars leave for another book`() throws {
        #expect(Evidence().roomBesideBars(width: 400, height: 300) == (.infinity, .infinity))
        // 240 by 120 pixels, 60 left of the right edge and 100 below the top.
        let evidence = Evidence([try .bars(Self.book, x: 100, y: 100)])
        #expect(evidence.roomBesideBars(width: 400, height: 240) == (100.0 / 240, 100.0 / 240))
        #expect(evidence.roomBesideBars(width: 820, height: 240) == (2, 100.0 / 240))
        #expect(evidence.roomBesideBars(width: 400, height: 700) == (2, 100.0 / 240))
    }

    @Test func `is agreed when bars and print say the same and nothing else does`() throws {
        let agreed = [try Observation.bars(Self.book), try .printed(Self.book, label: "ISBN", y: 140)]
        let bars = Observation.box(x: 0, y: 0, width: 240, height: 120)
        #expect(Evidence(agreed).isAgreed(at: bars))
        for one in agreed { #expect(!Evidence([one]).isAgreed(at: bars)) }
    }

    /// Bars are 240 pixels long, and print 20 high.
    @Test(arguments: [(2000, false), (2200, true)])
    func `a number that is small in the photo may be one of many`(side: Int, isSmall: Bool) throws {
        for observation in [
            try Observation.bars("9780306406157"), try .printed("9780306406157", label: "ISBN"),
        ] {
            #expect(Evidence([observation]).mayShowManyBooks(width: side, height: 900) == isSmall)
        }
    }

    @Test func `two books may be more, and nothing accepted is none`() throws {
        let two = try [Observation.bars("9780306406157"), .bars("9783161484100", x: 800)]
        #expect(Evidence(two).mayShowManyBooks(width: 1200, height: 900))
        #expect(!Evidence().mayShowManyBooks(width: 9000, height: 9000))
        let doubtful = try Observation.bars("9780306406157", isMeasured: false)
        #expect(!Evidence([doubtful]).mayShowManyBooks(width: 9000, height: 9000))
    }

    @Test func `one book's agreement is not another's`() throws {
        let evidence = Evidence([
            try .bars("9780306406157", y: 40), try .printed("0306406152", label: "ISBN"),
            try .bars("9783161484100", x: 900, y: 40),
        ])
        #expect(evidence.isAgreed(at: Observation.box(x: 0, y: 40, width: 240, height: 120)))
        #expect(!evidence.isAgreed(at: Observation.box(x: 900, y: 40, width: 240, height: 120)))
        #expect(evidence.isAgreed(at: Observation.box(x: 0, y: 2000, width: 240, height: 120)))
    }
}

extension Observation {
    /// Legible digits beside a label, with the hyphens of the registered ranges.
    fileprivate static func clear(_ text: String, label: String) throws -> Observation {
        var observation = try printed("0306406152", label: label, weakest: 0.99, confidence: 0.99)
        observation.witness.text = text
        return observation
    }

    fileprivate static func less(_ text: String, height: Int) throws -> Observation {
        var observation = try printed(
            "0306406152", label: "ISBN", hyphensAgree: true, weakest: 0.86, confidence: 0.975)
        observation.witness.text = text
        observation.witness.box = box(x: 0, y: 0, width: 200, height: height)
        return observation
    }
}
