// One number seen once in a photo, before it is weighed.
import Books

/// A reading of one ISBN and how far it can be trusted by itself.
struct Sighting {
    /// How a number was seen. Two sightings of one number agree only when their ways differ.
    enum Way: Hashable {
        /// By the bars themselves, on so many scan lines.
        case bars(quality: Int)
        /// The digits printed below bars.
        case digitsBelowBars
        /// Printed beside a label.
        case labelled
        /// Printed without one.
        case bare
    }

    var isbn: ISBN
    var way: Way
    var form: ISBNForm
    var label: String?
    var qualifier: String?
    var hyphensAgree: Bool?
    /// Digits were repaired.
    var isRepaired = false
    /// One digit is not the likeliest that was read there, but the one that check digit, range and hyphens allow.
    var isSettled = false
    /// Of its least certain digit, 0…1.
    var weakest = 1.0
    /// The likelier text, the smaller; which line it was read from.
    var line = 0
    var witness: Witness

    /// Two sightings of one kind may be the same mistake twice.
    func isIndependent(of other: Sighting) -> Bool {
        switch (way, other.way) {
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
