// Why an ISBN that was read is left to a person.
import Books

enum Doubt: Hashable, CustomStringConvertible {
    /// Outside the registered ranges.
    case notRegistered
    /// Letters were taken for digits.
    case digitsRepaired
    /// A digit is not the likeliest that was read there.
    case digitDoubtful
    case unusualHyphens
    case notClear
    case fewScanLines
    /// No label, no hyphens, no second reading.
    case checkDigitOnly
    /// Another number that differs in few digits is as likely.
    case contradicted(by: ISBN)

    /// A few words, as the record says them.
    var description: String {
        switch self {
        case .notRegistered: "not registered"
        case .digitsRepaired: "digits repaired"
        case .digitDoubtful: "one digit doubtful"
        case .unusualHyphens: "unusual hyphens"
        case .notClear: "not read clearly"
        case .fewScanLines: "few scan lines"
        case .checkDigitOnly: "check digit only"
        case .contradicted(let rival): "nearly \(rival.hyphenated)"
        }
    }
}
