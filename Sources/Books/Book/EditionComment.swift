// A comment in a store: with the edition it was written about, which may be another than the one looked at.

/// A comment and the edition it was written about.
public struct EditionComment: Hashable, Sendable {
    public var comment: Comment
    public var book: BookID
    /// Of that edition.
    public var isbn: ISBN?
    /// Of that edition.
    public var title: String?

    public init(comment: Comment, book: BookID, isbn: ISBN?, title: String?) {
        self.comment = comment
        self.book = book
        self.isbn = isbn
        self.title = title
    }
}
