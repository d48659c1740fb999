// One text, one ISBN: the strict reading, for text that should hold nothing else.

/// Which of its three printed forms a number was written in.
public enum ISBNForm: String, Hashable, Sendable, Codable, CaseIterable {
    case isbn13, isbn10
    /// The nine digits in use before ISBN: an ISBN-10 without its leading zero.
    case sbn
}

extension ISBN {
    /// Reads one ISBN-13, ISBN-10 or SBN. Hyphens, dashes and spaces may stand anywhere, digits may be of any
    /// script; nothing else may stand around the number (`find(in:)` looks for numbers in running text).
    public init(_ text: some StringProtocol) throws(ISBNError) {
        var digits = ISBNDigits()
        var firstTen: (scalar: Unicode.Scalar, place: Int)?
        for (place, scalar) in text.unicodeScalars.enumerated() {
            switch ISBNScalar(scalar) {
            case .digit(let digit): digits.append(digit)
            case .ten:
                digits.append(10)
                firstTen = firstTen ?? (scalar, place)
            case .dash, .space, .invisible: continue
            case .other: throw .character(scalar, at: place)
            }
        }
        if let firstTen, digits.misplacesTen { throw .character(firstTen.scalar, at: firstTen.place) }
        self = try digits.isbn().isbn
    }
}

/// The digits of a possible ISBN, without what stands between them. `X` is 10.
struct ISBNDigits {
    /// How many were given; those beyond the thirteenth are counted, not kept.
    private(set) var count = 0
    /// All but the last of those kept, as one number.
    private var body: UInt64 = 0
    private var last: UInt8 = 0
    private var holdsTenInside = false

    mutating func append(_ digit: UInt8) {
        holdsTenInside = holdsTenInside || last == 10
        if count > 0 && count < 13 { body = body * 10 + UInt64(last) }
        if count < 13 { last = digit }
        count += 1
    }

    /// `X` is the check digit of an ISBN-10 or SBN; no digit follows it.
    var misplacesTen: Bool { holdsTenInside || last == 10 && count == 13 }

    /// The number and the form it was given in, when its length, prefix and check digit are right.
    func isbn() throws(ISBNError) -> (isbn: ISBN, form: ISBNForm) {
        switch count {
        case 13:
            let prefix = body / 1_000_000_000
            guard prefix == 978 || prefix == 979 else { throw .prefix(ISBN.padded(prefix, to: 3)) }
            guard body / 100_000_000 != 9790 else { throw .prefix("9790") }
            try check(CheckDigit.isbn13(of: body))
            return (ISBN(twelve: body), .isbn13)
        case 10, 9:
            try check(CheckDigit.isbn10(of: body))
            return (ISBN(twelve: 978_000_000_000 + body), count == 10 ? .isbn10 : .sbn)
        default:
            throw .length(count)
        }
    }

    private func check(_ expected: UInt64) throws(ISBNError) {
        guard UInt64(last) == expected else {
            throw .checkDigit(
                found: CheckDigit.character(UInt64(last)), expected: CheckDigit.character(expected))
        }
    }
}
