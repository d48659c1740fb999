// What a person reads of a number that is no ISBN.
import Books

extension ISBNError {
    /// A clause without the number itself: `check digit is 5, should be 7`.
    package var words: String {
        switch self {
        case .length(0): "contains no digits"
        case .length(1): "has 1 digit, not 13, 10 or 9"
        case .length(9), .length(10): "seems to be part of a longer number"
        case .length(let count): "has \(count) digits, not 13, 10 or 9"
        case .character(let scalar, let place):
            "\(ISBNError.shown(scalar)) at \(place + 1) is not allowed in an ISBN"
        case .prefix("9790"): "begins with 979-0, which is for sheet music (ISMN)"
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
