// One number seen once in a photo, before it is weighed.
import Books

/// A reading of one ISBN and how far it can be trusted by itself.
struct Observation {
    /// How a number was seen.
    enum Kind: Hashable {
        /// By the bars themselves, on so many scan lines.
        case bars(quality: Int)
        /// The digits printed below bars.
        case digitsBelowBars
        /// Printed beside a label.
        case labelled
        /// Printed without one.
        case unlabelled
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

    var isbn: ISBN
    var kind: Kind
    var form: ISBNForm
    var label: String?
    var qualifier: String?
    var hyphensAgree: Bool?
    var provenance = Provenance.printed
    /// Of its least certain digit, 0…1.
    var weakest = 1.0
    /// The likelier text, the smaller; which line it was read from.
    var line = 0
    var witness: Witness

    /// Two observations of one kind may be the same mistake twice.
    func isIndependent(of other: Observation) -> Bool {
        switch (kind, other.kind) {
        case (.bars, .bars): false
        case (.bars, _), (_, .bars): true
        default: form != other.form || line != other.line && !witness.overlaps(other.witness)
        }
    }
}

extension Witness {
    /// Whether one's middle lies in the other's box: then both are readings of one print.
    fileprivate func overlaps(_ other: Witness) -> Bool {
        bounds.contains(other.bounds.middle) || other.bounds.contains(bounds.middle)
    }

    private var bounds: Bounds { Bounds(of: box) }

    private struct Bounds {
        var (left, top, right, bottom) = (0, 0, 0, 0)

        init(of box: [PhotoPoint]) {
            let (xs, ys) = (box.map(\.x), box.map(\.y))
            (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
            (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
        }

        var middle: PhotoPoint { PhotoPoint(x: (left + right) / 2, y: (top + bottom) / 2) }

        func contains(_ point: PhotoPoint) -> Bool {
            (left..<right).contains(point.x) && (top..<bottom).contains(point.y)
        }
    }
}
