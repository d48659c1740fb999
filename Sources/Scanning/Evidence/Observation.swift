// One number seen once in a photo, before it is weighed.
import Books

/// A reading of one ISBN and how far it can be trusted by itself.
struct Observation {
    /// How a number was seen.
    enum Kind: Hashable {
        /// By the bars themselves.
        case bars(BarsQuality)
        /// The digits printed below bars.
        case digitsBelowBars
        /// Printed beside a label.
        case labelled
        /// Printed without one.
        case unlabelled
    }

    /// What is known of bars besides their digits.
    struct BarsQuality: Hashable {
        /// How many of ZBar's scan lines agree.
        var scanLines: Int
        /// Their measured widths fit this number and no other.
        var isMeasured: Bool
    }

    /// Where its digits come from.
    enum Provenance: Hashable {
        /// Read as they are.
        case printed
        /// One is not the likeliest that was read there, but the one that check digit, range and hyphens allow.
        case inferred
        /// Letters were taken for digits.
        case repaired
    }

    /// The word before a number, as far as it bears on it.
    enum Announcement: Hashable {
        /// A label as printed, or none.
        case plain
        /// A label of which a letter was read as another one.
        case damagedLabel
        /// A word that stands with other numbers: `ISSN`, `Tel.`
        case otherNumber
    }

    var isbn: ISBN
    var kind: Kind
    var form: ISBNForm
    var label: String?
    var qualifier: String?
    var hyphensAgree: Bool?
    var announcement = Announcement.plain
    var provenance = Provenance.printed
    /// Its digits stand on two lines, and no hyphens tell that they belong together: those below may be a printing's.
    var isBroken = false
    /// Of its least certain digit, 0…1.
    var weakest = 1.0
    var witness: Witness

    var isBars: Bool { witness.reader == .barcode }

    /// Whether both are readings of one print.
    func isSamePrint(as other: Observation) -> Bool {
        isBars == other.isBars && witness.bounds.overlaps(other.witness.bounds)
    }
}
