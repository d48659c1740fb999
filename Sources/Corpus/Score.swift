// The score of an answer.
import Books

/// What is required of the readers for a photo.
package enum Requirement: Sendable {
    /// The ISBN is legible and must be read.
    case isbn
    /// It shows an ISBN, but not for these readers: nothing is required, but a wrong answer still counts as wrong.
    case perhaps
    /// It shows none: nothing may be accepted.
    case nothing
}

/// The score of the answer for one page.
package struct Score: Hashable, Sendable {
    package var demand: Requirement
    /// The first accepted ISBN is one that the photo shows; of several books, the own ISBN of each is accepted.
    package var isRight: Bool
    /// An ISBN is accepted that the photo does not show. An answer may be both right and misread.
    package var isMisread: Bool
    /// Nothing is accepted, but there is a candidate.
    package var isUncertain: Bool

    /// A legible ISBN has neither been accepted nor is there a candidate; or not all books were found.
    package var isMissed: Bool { demand == .isbn && !isRight && !isMisread && !isUncertain }

    /// - Parameter readers: the readers that were used; with text alone, only fully legible text is required.
    package init(_ answer: Answer, for truth: PhotoTruth, readers: Set<WitnessReader>) {
        demand =
            truth.isbns.isEmpty
            ? .nothing : readers == [.ocr] && truth.legibility != .full ? .perhaps : .isbn
        isRight =
            truth.ownISBNs.isEmpty
            ? answer.accepted.first.map(truth.isbns.contains) ?? false
            : Set(truth.ownISBNs).isSubset(of: answer.accepted)
        isMisread = !answer.accepted.allSatisfy(truth.isbns.contains)
        isUncertain = answer.accepted.isEmpty && !answer.candidates.isEmpty
    }
}

/// A page with its answer and score.
package struct ScoredPage: Sendable {
    package var truth: PhotoTruth
    /// `nil` if there was no answer; scored like an empty one.
    package var answer: Answer?
    package var score: Score

    /// - Parameter readers: the readers that were used.
    package init(truth: PhotoTruth, answer: Answer?, readers: Set<WitnessReader>) {
        self.truth = truth
        self.answer = answer
        score = Score(answer ?? Answer(), for: truth, readers: readers)
    }
}

extension PhotoCorpus {
    /// Every page in the corpus's order.
    package func scored(_ answers: Answers, readers: Set<WitnessReader>) -> [ScoredPage] {
        truths.map { ScoredPage(truth: $0, answer: answers[$0.page], readers: readers) }
    }
}

/// The total of many scores.
package struct Tally: Sendable {
    package private(set) var pages = 0
    /// Pages whose ISBN is legible.
    package private(set) var expected = 0
    /// Of `expected`.
    package private(set) var right = 0
    /// Of all pages.
    package private(set) var uncertain = 0
    /// Of `expected`.
    package private(set) var missed = 0
    /// Of all pages.
    package private(set) var misread = 0
    private var times: [Double] = []

    package init(_ pages: some Sequence<ScoredPage>) {
        for page in pages {
            self.pages += 1
            if page.score.demand == .isbn {
                expected += 1
                if page.score.isRight { right += 1 }
                if page.score.isMissed { missed += 1 }
            }
            if page.score.isUncertain { uncertain += 1 }
            if page.score.isMisread { misread += 1 }
            if let answer = page.answer { times.append(answer.milliseconds) }
        }
        times.sort()
    }

    /// A quantile of the times of answered pages by nearest rank, in milliseconds; `nil` without answers.
    ///
    /// - Parameter share: above 0, up to 1.
    package func time(share: Double) -> Double? {
        guard !times.isEmpty else { return nil }
        let rank = (share * Double(times.count)).rounded(.up)
        return times[min(times.count, max(1, Int(rank))) - 1]
    }
}
