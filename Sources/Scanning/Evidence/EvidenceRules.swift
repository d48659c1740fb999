// What is enough, and how sure it makes: thresholds and confidences, all in one place. docs/accuracy.md says where each
// comes from.
import Books

enum EvidenceRules {
    /// ZBar's quality from which bars stand by themselves: its misreads stay below.
    static let sureQuality = 12
    /// Text read with less, as a mean over its digits, is no number but bars, cloth or prose.
    static let leastConfidence = 0.95
    /// Digits without a label stand by themselves from here on.
    static let sureConfidence = 0.985
    /// Two numbers that differ in so many of their first twelve digits are one number misread, not two books.
    static let mostMisreadDigits = 3
    static let mostCandidates = 3

    /// How often such evidence was right on real photos, with one right and one wrong answer added to what was seen.
    static func confidence(of hypothesis: Hypothesis, _ doubt: Doubt?) -> Double {
        switch doubt {
        case nil where hypothesis.agrees: 0.996
        case nil where hypothesis.hasBars || hypothesis.observations.contains { $0.label != nil }: 0.995
        case nil: 0.988
        case .checkDigitOnly: 0.15
        case .fewScanLines: 0.14
        case .unusualHyphens: 0.25
        default: 0.5
        }
    }
}

extension Observation {
    /// Clear enough for a number beside its label.
    private var isLegible: Bool { weakest >= 0.85 && witness.confidence >= 0.965 }

    var isClear: Bool { weakest >= 0.9 && witness.confidence >= EvidenceRules.sureConfidence }

    /// Enough by itself.
    var isSureAlone: Bool {
        guard provenance == .printed else { return false }
        return switch kind {
        case .bars(let quality): quality >= EvidenceRules.sureQuality
        case .labelled: isLegible && hyphensAgree != false
        case .digitsBelowBars: isClear
        case .unlabelled: (hyphensAgree == true || isGroupedAsBelowBars) && isClear
        }
    }

    /// Whether its digits stand one, six and six, as below an EAN-13's bars.
    private var isGroupedAsBelowBars: Bool {
        guard form == .isbn13 else { return false }
        let groups = witness.text.split(separator: " ").map { $0.filter(\.isNumber) }
        return groups.indices.dropLast(2).contains { first in
            groups[first...(first + 2)].map(\.count) == [1, 6, 6]
                && groups[first...(first + 2)].joined() == isbn.isbn13
        }
    }
}
