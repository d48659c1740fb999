// What an answer is worth against the truth.
import Books

/// What may be asked of some readers on a photo.
public enum Demand: Sendable {
    /// Its ISBN is there to be read.
    case isbn
    /// It shows an ISBN, but not to these readers: nothing is asked, and a wrong answer is still wrong.
    case perhaps
    /// It shows none: nothing may be accepted.
    case nothing
}

/// One page's answer, weighed.
public struct Score: Hashable, Sendable {
    public var demand: Demand
    /// The first ISBN accepted is one that the photo shows; of several books, the own ISBN of each is accepted.
    public var isRight: Bool
    /// An ISBN is accepted that the photo does not show. An answer may be right and misread in one.
    public var isMisread: Bool
    /// Nothing is accepted, something is left to a person.
    public var isUncertain: Bool

    /// Nothing is said of an ISBN that was there to be read, or not of every book.
    public var isMissed: Bool { demand == .isbn && !isRight && !isMisread && !isUncertain }

    /// - Parameter readers: who read; text alone is asked only for what is fully legible.
    public init(_ answer: Answer, for truth: PhotoTruth, readers: Set<WitnessReader>) {
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
