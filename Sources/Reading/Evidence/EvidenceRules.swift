// All thresholds and confidences; docs/evidence.md explains them.
import Books

enum EvidenceRules {
    /// Text read with less, as a mean over its digits, is no number but bars, cloth or prose.
    static let leastConfidence = 0.9
    /// Without a label, of a number of which one digit was not the likeliest: cloth and fur give such too.
    static let leastInferredConfidence = 0.96
    /// Fewer scan lines that agree are noise, however well they fit.
    static let fewestScanLines = 2
    /// Two numbers that differ in so many of their first twelve digits are one number misread, not two books.
    static let mostMisreadDigits = 3
    static let mostCandidates = 3
    /// How sure readings of print must be: the least sure digit, and the mean over all.
    typealias Clarity = (digit: Double, mean: Double)
    /// Where something else speaks for the number too: a label, a second reading.
    static let legible: Clarity = (0.8, 0.96)
    /// Beside a label, with hyphens where the registered ranges put them.
    static let clearWithHyphens: Clarity = (0.85, 0.97)
    /// Of print that stands by itself.
    static let clear: Clarity = (0.93, 0.985)
    /// Of a digit that a glance shows where bars say it.
    static let digitAtAGlance = 0.9
    /// Text no further from bars than so many of their long sides is printed beside them.
    static let besideBars = 0.8
    /// Nothing but the bars' own number is printed as close to them.
    static let touchingBars = 0.25
    /// Bars no further apart than so many of their long sides don't stand on two books.
    static let overlappingBars = 0.25
    /// Where no side of the bars is so many of their lengths deep there is no room for another book's number.
    static let roomForPart = 0.8
    /// From here on there is room for another book.
    static let roomForWhole = 2.0
    /// Where there is less room in one direction, that in the other is not the bars' own book alone.
    static let leastRoomAcross = 0.25
    /// Numbers further apart than so many heights of their print stand on different books.
    static let anotherBook = 24.0

    /// A labelled number that is legible in so many photos was not misread the same way each time.
    static let fewestPhotosOfALabel = 2
    /// Nor were thirteen digits without a label in so many.
    static let fewestPhotosOfDigits = 3
    /// A number that so many times as many photos show is right, and the other one a misreading of it.
    static let majority = 4
    /// What a file's text and its package both say.
    static let agreed = 0.997
    /// What its package alone says.
    static let packaged = 0.96
    /// What is read well, but may be another file's.
    static let undecided = 0.4

    /// How often such evidence was right on real photos, clean and damaged, with one right and one wrong answer added to
    /// what was seen.
    static func confidence(of hypothesis: Hypothesis, _ doubt: Doubt?) -> Double {
        switch doubt {
        case nil where hypothesis.agrees: agreed
        case nil where hypothesis.hasBars: 0.96
        case nil where hypothesis.label != nil: 0.993
        case nil: 0.988
        case .oneWitness: 0.95
        case .checkDigitOnly: 0.15
        case .barsUnclear: 0.2
        case .labelUnclear: 0.02
        case .notClear: 0.7
        default: 0.4
        }
    }
}

extension Observation {
    private func isAsSure(as least: EvidenceRules.Clarity) -> Bool {
        weakest >= least.digit && witness.confidence >= least.mean
    }

    package var isLegible: Bool { isAsSure(as: EvidenceRules.legible) }
    var isClear: Bool { isAsSure(as: EvidenceRules.clear) }

    /// Whether a label stands beside it that was read as printed.
    package var isNamed: Bool { kind == .labelled && announcement == .plain }

    /// Whether one reading is enough.
    var isSureAlone: Bool {
        guard provenance == .printed, announcement == .plain, !isBroken else { return false }
        return switch kind {
        case .bars(let quality):
            quality.isMeasured && quality.scanLines >= EvidenceRules.fewestScanLines
        case .labelled:
            isClear || hyphensAgree == true && isAsSure(as: EvidenceRules.clearWithHyphens)
        case .digitsBelowBars: isClear
        case .unlabelled: (hyphensAgree == true || isGroupedAsBelowBars) && isClear
        }
    }

    /// Whether it is enough once the same print was cut out anew and read the same.
    var isSureWhenRepeated: Bool {
        isNamed && provenance == .printed && !isBroken && isLegible
    }

    /// Whether its digits stand one, six and six, as below an EAN-13's bars.
    var isGroupedAsBelowBars: Bool {
        guard form == .isbn13 else { return false }
        let groups = witness.text.split(whereSeparator: \.isWhitespace).map { $0.filter(\.isNumber) }
        return groups.indices.dropLast(2).contains { first in
            groups[first...(first + 2)].map(\.count) == [1, 6, 6]
                && groups[first...(first + 2)].joined() == isbn.isbn13
        }
    }
}
