// Numbers that are not ISBNs: when they are believed. Only the UPC-A of a paperback is evidence for an ISBN.
import Books

/// One look at a number that is not an ISBN.
package struct OtherSighting: Hashable, Codable, Sendable {
    let number: OtherNumber
    /// Of its characters, 0…1: the confidence of the least certain one, and the mean.
    let weakest: Double
    let confidence: Double
    let box: [PhotoPoint]
    /// Whether no label shows what it is, but the catalogue entry that it ends.
    var isOfEntry = false
    /// Whether the text gives it as another work's, or calls it wrong.
    var isOfOtherWork = false
    /// Which of a book's pages shows it, from 0.
    var page = 0
    /// The photo of that page, if there are several.
    var photo: PhotoPage?

    private func isAsSure(as least: EvidenceRules.Clarity) -> Bool {
        weakest >= least.digit && confidence >= least.mean
    }

    fileprivate var isLegible: Bool { isAsSure(as: EvidenceRules.legible) }
    fileprivate var isClear: Bool { isAsSure(as: EvidenceRules.clear) }

    fileprivate func contradicts(_ other: OtherSighting) -> Bool {
        number.kind == other.number.kind && number != other.number && page == other.page
            && Bounds(of: box).overlaps(Bounds(of: other.box))
    }
}

extension Evidence {
    /// The numbers that are read without doubt, and the labels.
    package var otherReadings: [OtherReading] {
        believed.map { OtherReading(number: $0.number, confidence: $0.confidence, box: $0.box) } + labels
    }

    /// The UPC-As of paperbacks as barcodes of their ISBNs, which are never clear: they have not all of its digits.
    var paperbackBars: [Observation] {
        believed.compactMap { sighting in
            sighting.number.paperbackISBN.map { isbn in
                var bars = Observation(
                    isbn: isbn, kind: .bars(Observation.BarsQuality(scanLines: 0, isMeasured: false)),
                    form: .isbn13,
                    witness: Witness(
                        reader: .barcode, text: sighting.number.value, confidence: sighting.confidence,
                        box: sighting.box, photo: sighting.photo))
                bars.page = sighting.page
                return bars
            }
        }
    }

    /// The best look at each number that is read without doubt. One without a check digit must be read twice, cropped
    /// differently, and once clearly; no look may show another number at its place, or words that make it another work's.
    private var believed: [OtherSighting] {
        var believed: [OtherSighting] = []
        for sighting in others where !believed.contains(where: { $0.number == sighting.number }) {
            let looks = others.filter { $0.number == sighting.number && $0.isLegible }
            let isSure =
                sighting.number.hasCheckDigit
                ? !looks.isEmpty : looks.count >= 2 && looks.contains(where: \.isClear)
            let isContradicted = others.contains { other in
                others.contains { $0.number == sighting.number && $0.contradicts(other) }
            }
            let isOfOtherWork = others.contains { $0.number == sighting.number && $0.isOfOtherWork }
            guard isSure, !isContradicted, !isOfOtherWork,
                let best = looks.max(by: { $0.confidence < $1.confidence })
            else {
                continue
            }
            believed.append(best)
        }
        return believed
    }

    /// Whether the photo shows a number that is not an ISBN at a position.
    func showsOther(at box: [PhotoPoint]) -> Bool {
        others.contains { Bounds(of: $0.box).overlaps(Bounds(of: box)) }
    }
}
