// A number in a text that is an ISBN, and what the text says of it.

/// A number found in a text, its check digit right.
public struct ISBNMatch: Hashable, Sendable {
    public var isbn: ISBN
    public var form: ISBNForm
    /// Where the number stands, in Unicode scalars from the text's beginning.
    public var range: Range<Int>
    /// The number as printed.
    public var text: String
    /// As printed (`ISBN-13:`), also when it stands before an earlier number of the same list; `nil` when the
    /// number has none.
    public var label: String?
    /// What the text calls this number (`pbk.`, `vol. 2`, `e-book`); `nil` when it says nothing.
    public var qualifier: String?
    /// Empty for a number that stands as printed.
    public var repairs: [Repair]
    /// Whether the printed hyphens or spaces are those of the registered ranges; `nil` when there are none, or
    /// only such as say nothing: after 978, or between the digit groups below bars.
    public var hyphensAgree: Bool?
}
