// One number seen once in a photo, before it is weighed.
import Books

/// A reading of one ISBN and how far it can be trusted by itself.
package struct Observation: Hashable, Codable, Sendable {
    /// How a number was seen.
    package enum Kind: Hashable, Codable, Sendable {
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
    package struct BarsQuality: Hashable, Codable, Sendable {
        /// How many of ZBar's scan lines agree.
        package var scanLines: Int
        /// Their measured widths fit this number and no other.
        package var isMeasured: Bool

        package init(scanLines: Int, isMeasured: Bool) {
            self.scanLines = scanLines
            self.isMeasured = isMeasured
        }
    }

    /// Where its digits come from.
    package enum Provenance: String, Codable, Sendable {
        /// Read as they are.
        case printed
        /// One is not the likeliest that was read there, but the one that check digit, range and hyphens allow.
        case inferred
        /// Letters were taken for digits.
        case repaired
    }

    /// The word before a number, as far as it bears on it.
    package enum Announcement: String, Codable, Sendable {
        /// A label as printed, or none.
        case plain
        /// A label of which a letter was read as another one.
        case damagedLabel
        /// A word that stands with other numbers: `ISSN`, `Tel.`
        case otherNumber
    }

    package var isbn: ISBN
    package var kind: Kind
    package var form: ISBNForm
    package var label: String?
    package var qualifier: String?
    package var hyphensAgree: Bool?
    package var announcement: Announcement
    package var provenance: Provenance
    /// Its digits stand on two lines, and no hyphens tell that they belong together: those below may be a printing's.
    package var isBroken: Bool
    /// Of its least certain digit, 0…1.
    package var weakest: Double
    package var witness: Witness
    /// Which of a book's pages shows it, from 0.
    var page = 0

    package init(
        isbn: ISBN, kind: Kind, form: ISBNForm, label: String? = nil, qualifier: String? = nil,
        hyphensAgree: Bool? = nil, announcement: Announcement = .plain, provenance: Provenance = .printed,
        isBroken: Bool = false, weakest: Double = 1, witness: Witness
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
        self.weakest = weakest
        self.witness = witness
    }

    package var isBars: Bool { witness.reader == .barcode }

    /// Whether both are readings of one print.
    func isSamePrint(as other: Observation) -> Bool {
        page == other.page && isBars == other.isBars && witness.bounds.overlaps(other.witness.bounds)
    }

    /// Whether both may be: two photos may show one print, unless it stands in another form or below bars.
    func mayBeSamePrint(as other: Observation) -> Bool {
        if page == other.page { return isSamePrint(as: other) }
        return form == other.form && isBelowBars == other.isBelowBars
    }

    var isBelowBars: Bool { kind == .digitsBelowBars || isGroupedAsBelowBars }
}
