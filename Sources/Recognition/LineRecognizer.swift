// What reads a line of text. Tests put another in the place of Tesseract and say what each line reads.
import Imaging

package protocol LineRecognizer {
    /// The characters in reading order, spaces included; empty when nothing is read.
    ///
    /// - Parameter alternatives: also say what else uncertain characters may be, which may take longer.
    func recognize(_ strip: LineStrip, alternatives: Bool) -> [ReadCharacter]
}
