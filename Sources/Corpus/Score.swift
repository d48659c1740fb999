// What an answer is worth against the truth.
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
