// What reads a line of text, and what says beforehand whether that is worth while. Tests put others in their place and
// say what each line reads.
import Imaging

package protocol LineRecognizer {
    /// The characters in reading order, spaces included; empty when nothing is read.
    ///
    /// - Parameter alternatives: also say what else uncertain characters may be, which may take longer.
    func read(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter]
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

package protocol LineSense {
    /// - Parameter glance: in the turn in which the line would be read.
    func likelihood(of glance: LineGlance) -> LineLikelihood

    /// Digits in reading order, what stands between them left out; less sure than a `LineRecognizer`'s.
    func digits(in glance: LineGlance) -> [SeenDigit]
}
