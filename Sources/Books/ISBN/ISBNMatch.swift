// An ISBN found in a text, with its label and qualifier.

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

/// All that was found, in the text's order.
public struct ISBNFindings: Hashable, Sendable {
    public var matches: [ISBNMatch] = []
    public var nearMisses: [ISBNNearMiss] = []

    public init() {}
}

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

/// A character that was read as another, or a damaged label that was taken for the whole one.
public struct Repair: Hashable, Sendable, CustomStringConvertible {
    public enum Part: String, Hashable, Sendable { case label, number }

    public var part: Part
    /// As the text has it: `O`, `1SBN`.
    public var printed: String
    /// As it was taken: `0`, `ISBN`.
    public var taken: String
    /// In Unicode scalars from the text's beginning, counted from 0.
    public var offset: Int

    /// `O→0 at 7`, counted from 1.
    public var description: String { "\(printed)→\(taken) at \(offset + 1)" }
}
