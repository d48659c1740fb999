// What can be wrong with a text that should be one ISBN.

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

extension ISBNError: CustomStringConvertible {
    /// A clause for a person: `check digit is 5, should be 7`.
    public var description: String {
        switch self {
        case .length(0): "holds no digits"
        case .length(1): "has 1 digit, not 13, 10 or 9"
        case .length(9), .length(10): "seems to be a part of a longer number"
        case .length(let count): "has \(count) digits, not 13, 10 or 9"
        case .character(let scalar, let place):
            "\(ISBNError.shown(scalar)) at \(place + 1) does not belong in an ISBN"
        case .prefix("9790"): "begins with 979-0, which is sheet music (ISMN), not a book"
        case .prefix(let digits): "begins with \(digits), not 978 or 979"
        case .checkDigit(let found, let expected): "check digit is \(found), should be \(expected)"
        }
    }

    /// In quotes when it can be seen, else by its code point.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .nonspacingMark, .enclosingMark, .spacingMark:
            let code = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        default:
            return "“\(scalar)”"
        }
    }
}
