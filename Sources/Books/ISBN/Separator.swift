// What may be printed between the digits of a number, as the page has it or as OCR reads it.

/// What stands between two digits of a number.
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

    /// A dash with a digit right before and behind it.
    var joins: Bool { !isDisjoint(with: [.dash, .mark]) && isDisjoint(with: [.space, .lineBreak]) }
}
