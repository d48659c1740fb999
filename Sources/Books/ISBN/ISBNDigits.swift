// Digits that may form an ISBN.

/// The digits of a possible ISBN, without separators. `X` is 10.
struct ISBNDigits {
    /// How many were added; those after the thirteenth are counted, but not stored.
    private(set) var count = 0
    /// All stored ones but the last, as one number.
    private(set) var body: UInt64 = 0
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

    /// Whether these are thirteen digits with a prefix of books.
    var hasBookPrefix: Bool {
        count == 13 && (978...979).contains(body / 1_000_000_000) && body / 100_000_000 != 9790
    }

    /// The number and its form, if length, prefix and check digit are right.
    func isbn() throws(ISBNError) -> (isbn: ISBN, form: ISBNForm) {
        let form = try form()
        let expected = form == .isbn13 ? CheckDigit.isbn13(of: body) : CheckDigit.isbn10(of: body)
        guard UInt64(last) == expected else {
            throw .checkDigit(
                found: CheckDigit.character(UInt64(last)), expected: CheckDigit.character(expected))
        }
        return (corrected(form), form)
    }

    /// `nil` if nothing is wrong.
    var error: ISBNError? {
        do {
            _ = try isbn()
            return nil
        } catch {
            return error
        }
    }

    /// The number with these digits and the right check digit; `nil` if length or prefix is wrong.
    var corrected: ISBN? { (try? form()).map(corrected) }

    private func corrected(_ form: ISBNForm) -> ISBN {
        ISBN(twelve: form == .isbn13 ? body : 978_000_000_000 + body)
    }

    private func form() throws(ISBNError) -> ISBNForm {
        switch count {
        case 9: return .sbn
        case 10: return .isbn10
        case 13 where hasBookPrefix: return .isbn13
        case 13 where body / 100_000_000 == 9790: throw .prefix("9790")
        case 13: throw .prefix(ISBN.padded(body / 1_000_000_000, to: 3))
        default: throw .length(count)
        }
    }
}

/// What separates two digits of a number.
struct Separator: OptionSet {
    let rawValue: UInt8
    static let dash = Separator(rawValue: 1)
    /// A dash as OCR may read it: `.`, `_`, `~`, `=`.
    static let mark = Separator(rawValue: 2)
    static let space = Separator(rawValue: 4)
    static let lineBreak = Separator(rawValue: 8)
    /// The ends of guard bars beside the digits below an EAN-13, read as quotes and the like.
    static let guardBar = Separator(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "-"): self = .dash
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="): self = .mark
        case UInt8(ascii: " "): self = .space
        case UInt8(ascii: "\n"): self = .lineBreak
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "!"), UInt8(ascii: "`"):
            self = .guardBar
        default: return nil
        }
    }

    /// A dash with a digit directly before and after it.
    var joins: Bool { !isDisjoint(with: [.dash, .mark]) && isDisjoint(with: [.space, .lineBreak]) }

    /// A point with a blank.
    var stops: Bool { contains(.mark) && !contains(.dash) && !isDisjoint(with: [.space, .lineBreak]) }
}
