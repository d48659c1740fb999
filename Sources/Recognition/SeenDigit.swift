// What a glance makes of one place of a line.

/// A digit, or an ISBN-10's last X, as it was seen at a glance.
package struct SeenDigit: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// 0…1
    package var confidence: Double

    package init(scalar: Unicode.Scalar, confidence: Double) {
        self.scalar = scalar
        self.confidence = confidence
    }
}
