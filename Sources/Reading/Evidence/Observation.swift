// One reading of a number in a photo, before it is weighed.
import Books

/// A reading of one ISBN, and its reliability.
package struct Observation: Hashable, Codable, Sendable {
    /// How a number was read.
    package enum Kind: Hashable, Codable, Sendable {
        /// Decoded from a barcode.
        case bars(BarsQuality)
        /// The digits printed below a barcode.
        case digitsBelowBars
        /// Printed with a label.
        case labelled
        /// Printed without a label.
        case unlabelled
    }

    /// The quality of a decoded barcode.
    package struct BarsQuality: Hashable, Codable, Sendable {
        /// How many of ZBar's scan lines agree.
        package var scanLines: Int
        /// The measured widths fit this number and no other.
        package var isMeasured: Bool
        /// The five digits beside it; `nil` if none were read.
        package var addOn: String?

        package init(scanLines: Int, isMeasured: Bool, addOn: String? = nil) {
            self.scanLines = scanLines
            self.isMeasured = isMeasured
            self.addOn = addOn
        }
    }

    /// How its digits were obtained.
    package enum Provenance: String, Codable, Sendable {
        /// Read without repair.
        case printed
        /// One digit is not the likeliest one at its place, but the only one that check digit, range and hyphens
        /// allow.
        case inferred
        /// Letters were read as digits.
        case repaired
    }

    /// The kind of word before a number.
    package enum Announcement: String, Codable, Sendable {
        /// An undamaged label, or none.
        case plain
        /// A label in which a letter was misread.
        case damagedLabel
        /// The last letters of a label of which others are hidden, or of another word: `N`.
        case partOfLabel
        /// A word that belongs to other numbers: `ISSN`, `Tel.`
        case otherNumber
        /// Words that give it as another work's: "translated from", "also by the author"; or as no
        /// valid one: "invalid", "cancelled"; or a stroke that crosses it out.
        case otherWork
    }

    package var isbn: ISBN
    package var kind: Kind
    package var form: ISBNForm
    package var label: String?
    package var qualifier: String?
    package var hyphensAgree: Bool?
    package var announcement: Announcement
    package var provenance: Provenance
    /// Its digits are on two lines, and no hyphens show that they belong together: those below may be a printing
    /// number.
    package var isBroken: Bool
    /// Its digits may look like others: they stand on a stroke, or are read otherwise in another crop. Or some may be
    /// missing: in a gap, or beyond the picture's edge.
    package var isObscured: Bool
    /// The confidence of its least certain digit, 0…1.
    package var weakest: Double
    package var witness: Witness
    /// Which of a book's pages shows it, from 0.
    var page = 0

    package init(
        isbn: ISBN, kind: Kind, form: ISBNForm, label: String? = nil, qualifier: String? = nil,
        hyphensAgree: Bool? = nil, announcement: Announcement = .plain, provenance: Provenance = .printed,
        isBroken: Bool = false, isObscured: Bool = false, weakest: Double = 1, witness: Witness
    ) {
        self.isbn = isbn
        self.kind = kind
        self.form = form
        self.label = label
        self.qualifier = qualifier
        self.hyphensAgree = hyphensAgree
        self.announcement = announcement
        self.provenance = provenance
        self.isBroken = isBroken
        self.isObscured = isObscured
        self.weakest = weakest
        self.witness = witness
    }

    package var isBars: Bool { witness.reader == .barcode }

    /// The five digits beside the barcode.
    var addOn: String? { if case .bars(let quality) = kind { quality.addOn } else { nil } }

    /// Whether both are readings of one print.
    func isSamePrint(as other: Observation) -> Bool {
        page == other.page && isBars == other.isBars && witness.bounds.overlaps(other.witness.bounds)
    }

    /// Whether both may be readings of one print: two photos may show the same one, unless it is in another form or
    /// below a barcode.
    func mayBeSamePrint(as other: Observation) -> Bool {
        if page == other.page { return isSamePrint(as: other) }
        return form == other.form && isBelowBars == other.isBelowBars
    }

    var isBelowBars: Bool { kind == .digitsBelowBars || isGroupedAsBelowBars }
}
