// What says of a line, before it is read, whether that is worth while. Tests put another in its place.
import Imaging

package protocol LineSense {
    /// - Parameter glance: in the turn in which the line would be read.
    func likelihood(of glance: LineGlance) -> LineLikelihood

    /// Digits in reading order, what stands between them left out; less sure than a `LineRecognizer`'s.
    func digits(in glance: LineGlance) -> [SeenDigit]
}

/// What a line seems to hold before it is read.
package struct LineLikelihood: Hashable, Sendable {
    /// Of a number of nine digits or more that stands upright, 0…1.
    package var number: Double
    /// Of a label such as `ISBN`, 0…1.
    package var label: Double

    package init(number: Double, label: Double) {
        self.number = number
        self.label = label
    }
}
