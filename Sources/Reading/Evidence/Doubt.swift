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
    /// The widths of the bars fit another number as well.
    case barsUnclear
    /// The word before it is no label of an ISBN, or not surely one.
    case labelUnclear
    /// No label, no hyphens, no second reading.
    case checkDigitOnly
    /// Enough by itself, but two witnesses were asked for.
    case oneWitness
    /// A label beside it announces a number that is not this one, but could not be read whole.
    case besideAnotherLabel
    /// Another number is as likely to be this one's.
    case contradicted(by: ISBN)

    /// A few words, as the record says them.
    var description: String {
        switch self {
        case .notRegistered: "not registered"
        case .digitsRepaired: "digits repaired"
        case .digitDoubtful: "one digit doubtful"
        case .unusualHyphens: "unusual hyphens"
        case .notClear: "not read clearly"
        case .barsUnclear: "bars not clear"
        case .labelUnclear: "label not clear"
        case .checkDigitOnly: "check digit only"
        case .oneWitness: "one witness only"
        case .besideAnotherLabel: "beside another label"
        case .contradicted(let rival): "against \(rival.hyphenated)"
        }
    }
}
