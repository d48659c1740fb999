// Numbers that are not ISBNs: when they are believed. They are no evidence for or against an ISBN.
import Books

/// One look at a number that is not an ISBN.
package struct OtherSighting: Hashable, Codable, Sendable {
    let number: OtherNumber
    /// Of its characters, 0…1: the confidence of the least certain one, and the mean.
    let weakest: Double
    let confidence: Double
    let box: [PhotoPoint]

    private func isAsSure(as least: EvidenceRules.Clarity) -> Bool {
        weakest >= least.digit && confidence >= least.mean
    }

    fileprivate var isLegible: Bool { isAsSure(as: EvidenceRules.legible) }
    fileprivate var isClear: Bool { isAsSure(as: EvidenceRules.clear) }

    fileprivate func contradicts(_ other: OtherSighting) -> Bool {
        number.kind == other.number.kind && number != other.number
            && Bounds(of: box).overlaps(Bounds(of: other.box))
    }
}

extension Evidence {
    /// The numbers that are read without doubt. One without a check digit must be read twice, cropped differently, and
    /// once clearly; no look may show another number at its place.
    package var otherReadings: [OtherReading] {
        var readings: [OtherReading] = []
        for sighting in others where !readings.contains(where: { $0.number == sighting.number }) {
            let looks = others.filter { $0.number == sighting.number && $0.isLegible }
            let isSure =
                sighting.number.hasCheckDigit
                ? !looks.isEmpty : looks.count >= 2 && looks.contains(where: \.isClear)
            let isContradicted = others.contains { other in
                others.contains { $0.number == sighting.number && $0.contradicts(other) }
            }
            guard isSure, !isContradicted, let best = looks.max(by: { $0.confidence < $1.confidence }) else {
                continue
            }
            readings.append(
                OtherReading(number: best.number, confidence: best.confidence, box: best.box))
        }
        return readings + labels
    }

    /// Whether the photo shows a number that is not an ISBN at a position.
    func showsOther(at box: [PhotoPoint]) -> Bool {
        others.contains { Bounds(of: $0.box).overlaps(Bounds(of: box)) }
    }
}
