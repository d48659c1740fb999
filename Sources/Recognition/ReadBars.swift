// What was read off one symbol's bars.
import Imaging

/// An EAN-13 that was decoded.
package struct ReadBars: Sendable {
    /// Thirteen digits, the check digit right.
    package var digits: String
    /// How many scan lines agreed on it.
    package var quality: Int
    /// The way it reads, clockwise from rightwards: 0, 90, 180 or 270; `nil` when unknown.
    package var degrees: Int?
    /// A box around the places it was seen at: left, top, right, bottom in the picture's pixels; along the bars it
    /// reaches from the first to the last where they could be measured.
    package var box: (left: Int, top: Int, right: Int, bottom: Int)
    /// What the bars' widths say; `nil` where they could not be measured.
    package var measurement: BarMeasurement?

    /// Whether the widths say this number and no other.
    package var isConfirmed: Bool { measurement.map { $0.isSure && $0.likeliest == digits } ?? false }

    package var quad: Quad {
        Quad(
            left: Double(box.left), top: Double(box.top), right: Double(box.right), bottom: Double(box.bottom)
        )
    }

    /// Of the longer side of the box, in pixels.
    var length: Int { max(box.right - box.left, box.bottom - box.top) }
}
