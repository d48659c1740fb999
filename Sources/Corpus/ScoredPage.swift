// A page of a corpus with its answer and the score of that.
import Books

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
