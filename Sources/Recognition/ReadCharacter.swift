// What was read at one place of a line.

/// One character as it was read.
package struct ReadCharacter: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// 0…1.
    package var confidence: Double
    /// Columns of the strip it stands in.
    package var left: Int
    package var right: Int
    /// What else it may be, the likeliest first, if that was asked for.
    package var alternatives: [Unicode.Scalar]

    package init(
        scalar: Unicode.Scalar, confidence: Double, left: Int, right: Int, alternatives: [Unicode.Scalar] = []
    ) {
        self.scalar = scalar
        self.confidence = confidence
        self.left = left
        self.right = right
        self.alternatives = alternatives
    }
}
