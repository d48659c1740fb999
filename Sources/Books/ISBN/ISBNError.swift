// What can be wrong with a text that should be one ISBN. The words are left to whoever shows it.

/// Why a text is not an ISBN.
public enum ISBNError: Error, Hashable, Sendable {
    /// How many digits there are (a final `X` counts); an ISBN has 13, 10, or 9 in the old SBN form. With 9 or
    /// 10 the text was found where a longer number is to be expected.
    case length(Int)
    /// Something that is no digit, hyphen or space; its place in the text, counted in Unicode scalars from 0.
    case character(Unicode.Scalar, at: Int)
    /// The first digits of a thirteen-digit number that no ISBN begins with: three, or `9790`.
    case prefix(String)
    case checkDigit(found: Character, expected: Character)
}
