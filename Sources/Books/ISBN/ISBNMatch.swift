// An ISBN found in a text, with its label and qualifier.

/// A number found in a text, where the words around it may say whose it is.
package protocol FoundNumber {
    /// Position in Unicode scalars from the beginning of the text.
    var range: Range<Int> { get }
    /// As printed.
    var label: String? { get }
    var qualifier: String? { get }
    /// Whether the text calls it wrong, cancelled or former.
    var isMarkedWrong: Bool { get }
}

/// A number with a valid check digit, found in a text.
public struct ISBNMatch: FoundNumber, Hashable, Sendable {
    public var isbn: ISBN
    public var form: ISBNForm
    /// Position in Unicode scalars from the beginning of the text.
    public var range: Range<Int>
    /// The number as printed.
    public var text: String
    /// As printed (`ISBN-13:`), even if it precedes an earlier number of the same list; `nil` if the number has none.
    public var label: String?
    /// The text's qualifier of this number (`pbk.`, `vol. 2`, `e-book`); `nil` if there is none.
    public var qualifier: String?
    /// Empty if the number is valid as printed.
    public var repairs: [Repair]
    /// Whether the printed hyphens or spaces are those of the registered ranges; `nil` if there are none, or only
    /// those that prove nothing: after 978, or between the digit groups below a barcode.
    public var hyphensAgree: Bool?
    /// Whether the text calls it wrong, cancelled or former, beside its label or in brackets after it.
    public var isMarkedWrong = false
}

/// All matches, in the order of the text.
public struct ISBNFindings: Hashable, Sendable {
    public var matches: [ISBNMatch] = []
    public var nearMisses: [ISBNNearMiss] = []

    public init() {}
}

/// A number that looks like an ISBN but is not one: it has a label, or begins with 978 or 979, or has the hyphens of
/// an ISBN-10.
public struct ISBNNearMiss: Hashable, Sendable {
    /// Position in Unicode scalars from the beginning of the text.
    public var range: Range<Int>
    /// The number as printed.
    public var text: String
    /// `nil` if the number has none.
    public var label: String?
    public var error: ISBNError
    /// Whether the text calls it wrong, cancelled or former, beside its label or in brackets after it.
    public var isMarkedWrong = false
}

/// A character that was replaced by another, or a damaged label that was recognised.
public struct Repair: Hashable, Sendable, CustomStringConvertible {
    public enum Part: String, Hashable, Sendable { case label, number }

    public var part: Part
    /// As printed in the text: `O`, `1SBN`.
    public var printed: String
    /// What it was read as: `0`, `ISBN`.
    public var taken: String
    /// In Unicode scalars from the beginning of the text, from 0.
    public var offset: Int

    /// `O→0 at 7`, counted from 1.
    public var description: String { "\(printed)→\(taken) at \(offset + 1)" }
}
