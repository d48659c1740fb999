// An ISBN of a photo, accepted or not.

/// One ISBN that a photo shows, with all it rests on.
public struct ISBNReading: Hashable, Sendable {
    public var isbn: ISBN
    /// 0…1: how often a reading with this evidence is right.
    public var confidence: Double
    /// The label as the page prints it (`ISBN-13:`), `nil` when there is none.
    public var label: String?
    /// What the page calls this ISBN (`paperback`, `set`, `e-book`), `nil` when it says nothing.
    public var qualifier: String?
    /// Of a candidate, why it is not accepted (`check digit only`); of the first of several accepted, why it is
    /// the book's own. A few words; `nil` when there is nothing to say.
    public var reason: String?
    /// Which of the photo's books it belongs to, from 1 in the order in which they are printed.
    public var book: Int
    public var witnesses: [Witness]

    public init(
        isbn: ISBN, confidence: Double, label: String? = nil, qualifier: String? = nil, reason: String? = nil,
        book: Int = 1, witnesses: [Witness] = []
    ) {
        self.isbn = isbn
        self.confidence = confidence
        self.label = label
        self.qualifier = qualifier
        self.reason = reason
        self.book = book
        self.witnesses = witnesses
    }
}
