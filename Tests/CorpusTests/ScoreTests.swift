// The score of each kind of answer, with invented truth and answers.
import Books
import Corpus
import Testing

struct ScoreTests {
    private static let own = ISBN(value: 9_780_306_406_157)!
    private static let set = ISBN(value: 9_783_161_484_100)!
    private static let other = ISBN(value: 9_780_804_781_381)!

    struct Case: Sendable {
        var shown: [ISBN]
        var accepted: [ISBN] = []
        var candidates: [ISBN] = []
        var outcome: [String]
    }

    private static func outcome(_ score: Score) -> [String] {
        [
            score.isRight ? "right" : nil, score.isMisread ? "misread" : nil,
            score.isUncertain ? "uncertain" : nil, score.isMissed ? "missed" : nil,
        ].compactMap(\.self)
    }

    private static func truth(_ isbns: [ISBN], _ legibility: Legibility = .full) -> PhotoTruth {
        PhotoTruth(
            page: PhotoPage(photo: "a.jpg", page: 1), klass: "digital", isbns: isbns, legibility: legibility)
    }

    @Test(arguments: [
        Case(shown: [own, set], accepted: [own], outcome: ["right"]),
        Case(shown: [own, set], accepted: [set, own], outcome: ["right"]),
        Case(shown: [own], accepted: [own], candidates: [other], outcome: ["right"]),
        Case(shown: [own], accepted: [own, other], outcome: ["right", "misread"]),
        Case(shown: [own], accepted: [other, own], outcome: ["misread"]),
        Case(shown: [own], candidates: [own], outcome: ["uncertain"]),
        Case(shown: [own], candidates: [other], outcome: ["uncertain"]),
        Case(shown: [own], outcome: ["missed"]),
        Case(shown: [], accepted: [own], outcome: ["misread"]),
        Case(shown: [], candidates: [own], outcome: ["uncertain"]),
        Case(shown: [], outcome: []),
    ])
    func `each outcome`(_ example: Case) {
        let answer = Answer(accepted: example.accepted, candidates: example.candidates)
        let score = Score(answer, for: Self.truth(example.shown), readers: [.ocr, .barcode])
        #expect(Self.outcome(score) == example.outcome)
    }

    @Test(arguments: [
        ([own, other], ["right"]), ([other, own, set], ["right"]), ([own], ["missed"]), ([set], ["missed"]),
        ([own, set], ["missed"]), ([], ["missed"]),
    ])
    func `of several books each is asked for`(accepted: [ISBN], outcome: [String]) {
        var truth = Self.truth([Self.own, Self.set, Self.other])
        truth.ownISBNs = [Self.own, Self.other]
        let score = Score(Answer(accepted: accepted), for: truth, readers: [.ocr, .barcode])
        #expect(Self.outcome(score) == outcome)
    }

    @Test(
        arguments: [
            (.full, [.ocr], .isbn), (.partial, [.ocr], .perhaps),
            (.illegible, [.ocr], .perhaps), (.none, [.ocr], .perhaps), (.none, [.ocr, .barcode], .isbn),
            (.partial, [.barcode], .isbn),
        ] as [(Legibility, Set<WitnessReader>, Requirement)])
    func `text alone is asked for legible text`(
        legibility: Legibility, readers: Set<WitnessReader>, demand: Requirement
    ) {
        #expect(
            Score(Answer(), for: Self.truth([Self.own], legibility), readers: readers).demand == demand)
        #expect(Score(Answer(), for: Self.truth([], legibility), readers: readers).demand == .nothing)
    }

    @Test func `without questions, a wrong answer is wrong`() {
        func score(_ answer: Answer) -> Score {
            Score(answer, for: Self.truth([Self.own], .partial), readers: [.ocr])
        }
        #expect(Self.outcome(score(Answer(accepted: [Self.other]))) == ["misread"])
        #expect(Self.outcome(score(Answer())) == [])
    }

    @Test func `a tally counts each outcome among its own`() {
        func page(
            _ shown: [ISBN], _ answer: Answer?, _ legibility: Legibility = .full
        ) -> ScoredPage {
            ScoredPage(truth: Self.truth(shown, legibility), answer: answer, readers: [.ocr])
        }
        let tally = Tally([
            page([Self.own], Answer(accepted: [Self.own], milliseconds: 4)),
            page([Self.own], Answer(accepted: [Self.own, Self.other], milliseconds: 1)),
            page([Self.own], Answer(candidates: [Self.own], milliseconds: 3)),
            page([Self.own], nil),
            page([Self.own], Answer(accepted: [Self.own], milliseconds: 2), .partial),
            page([Self.own], Answer(accepted: [Self.other], milliseconds: 90), .none),
            page([], Answer(candidates: [Self.own], milliseconds: 5)),
        ])
        #expect(tally.pages == 7)
        #expect(tally.expected == 4)
        #expect(tally.right == 2)
        #expect(tally.uncertain == 2)
        #expect(tally.missed == 1)
        #expect(tally.misread == 2)
        #expect(tally.time(share: 0.5) == 3)
        #expect(tally.time(share: 0.95) == 90)
        #expect(Tally([]).time(share: 0.5) == nil)
    }
}
