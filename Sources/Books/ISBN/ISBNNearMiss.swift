// A number in a text that was probably meant as an ISBN.

/// A number that reads like an ISBN but is not one: it has a label, or begins with 978 or 979, or has the hyphens
/// of an ISBN-10.
public struct ISBNNearMiss: Hashable, Sendable {
    /// Where the number stands, in Unicode scalars from the text's beginning.
    public var range: Range<Int>
    /// The number as printed.
    public var text: String
    /// `nil` when the number has none.
    public var label: String?
    public var error: ISBNError
}
