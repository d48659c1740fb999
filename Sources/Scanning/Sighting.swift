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
        default: line != other.line || form != other.form
        }
    }
}
