// The score of an answer.
import Books

/// What may be asked of some readers on a photo.
package enum Demand: Sendable {
    /// Its ISBN is there to be read.
    case isbn
    /// It shows an ISBN, but not to these readers: nothing is asked, and a wrong answer is still wrong.
    case perhaps
    /// It shows none: nothing may be accepted.
    case nothing
}

/// One page's answer, weighed.
package struct Score: Hashable, Sendable {
    package var demand: Demand
    /// The first ISBN accepted is one that the photo shows; of several books, the own ISBN of each is accepted.
    package var isRight: Bool
    /// An ISBN is accepted that the photo does not show. An answer may be right and misread in one.
    package var isMisread: Bool
    /// Nothing is accepted, something is left to a person.
    package var isUncertain: Bool

    /// Nothing is said of an ISBN that was there to be read, or not of every book.
    package var isMissed: Bool { demand == .isbn && !isRight && !isMisread && !isUncertain }

    /// - Parameter readers: who read; text alone is asked only for what is fully legible.
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

/// A page, what was said of it, and what that is worth.
package struct ScoredPage: Sendable {
    package var truth: PhotoTruth
    /// `nil` when nothing at all was said of it; scored as an empty answer.
    package var answer: Answer?
    package var score: Score

    /// - Parameter readers: who read.
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

/// Scores of many pages, counted.
package struct Tally: Sendable {
    package private(set) var pages = 0
    /// Pages whose ISBN was there to be read.
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

    /// Milliseconds that so great a share of the answered pages took at most, by nearest rank; `nil` without answers.
    ///
    /// - Parameter share: above 0, up to 1.
    package func time(share: Double) -> Double? {
        guard !times.isEmpty else { return nil }
        let rank = (share * Double(times.count)).rounded(.up)
        return times[min(times.count, max(1, Int(rank))) - 1]
    }
}
