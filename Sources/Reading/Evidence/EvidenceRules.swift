// All thresholds and confidences; docs/evidence.md explains them.
import Books

enum EvidenceRules {
    /// Text with a lower mean confidence over its digits is not a number, but a barcode, cloth or prose.
    static let leastConfidence = 0.9
    /// For a number without a label in which one digit was repaired: cloth and fur give such numbers, too.
    static let leastInferredConfidence = 0.96
    /// A barcode with fewer agreeing scan lines is noise, however well it fits.
    static let fewestScanLines = 2
    /// Two numbers that differ in at most this many of the first twelve digits are one number misread, not two books.
    static let mostMisreadDigits = 3
    static let mostCandidates = 3
    /// The confidence that printed digits need: of the least certain digit, and the mean over all.
    typealias Clarity = (digit: Double, mean: Double)
    /// If there is other evidence for the number, too: a label, a second reading.
    static let legible: Clarity = (0.8, 0.96)
    /// Beside a label, with the hyphens of the registered ranges.
    static let clearWithHyphens: Clarity = (0.85, 0.97)
    /// In pixels. In lower print, hyphens don't make up for digits that are not clear: a 5 is read as a 3 without doubt.
    static let leastHeightWithHyphens = 16.0
    /// After how many of thirteen digits blanks may be, besides those of the registered ranges: after the prefix, and
    /// between the groups below a barcode.
    static let usualBlanks = [[3], [1], [7], [1, 7]]
    /// Before print that begins closer to a picture's edge than this many of its heights, digits may be cut off.
    static let roomAtEdge = 0.1
    /// A mean of digits that were misread in three drawn photos, and were others in crops that were rotated a little.
    static let hardlyLegible = legible.mean..<0.98
    /// For print without a label.
    static let clear: Clarity = (0.93, 0.985)
    /// For each letter of a label before ten digits. In one of a hundred labels in real photos one letter is below.
    static let labelLetter = 0.96
    /// So many characters with this mean confidence are not upside down: of 309 lines of drawn imprints, none in the wrong
    /// direction has a higher one, and one of six in the right direction a lower one.
    static let upright = (characters: 10, mean: 0.977)
    /// Less than this part of a strip's pixels is ink where there is only paper, and of what level ink is.
    static let blank = (part: 0.01, level: UInt8(96))
    /// For each digit of a preview that shows the barcode's number.
    static let previewDigit = 0.9
    /// Text within this many of a barcode's long sides is printed beside it.
    static let besideBars = 0.8
    /// A label at the left of a barcode, and the number between them, are closer than this many of its long sides.
    static let leftOfBars = 2.4
    /// At this distance only the barcode's own number is printed.
    static let touchingBars = 0.25
    /// Print beside a barcode belongs to it unless the barcode is more than this many times as long as the print is high:
    /// in 319 readings of 400 photos it is 6 to 16 times as long.
    static let barsPerLine = 32.0
    /// Barcodes within this many of the shorter one's long sides belong to one book.
    static let overlappingBars = 0.25
    /// A scan line that joins halves of two barcodes may lie above or below them by this part of their length.
    static let touchingJoint = 0.05
    /// The outlines of one barcode, seen at two sizes, differ by less than this factor.
    static let sameBars = 1.15
    /// If no margin of the barcode is this many of its lengths deep, there is no room for another book's number.
    static let roomForPart = 0.6
    /// From this depth on there is room for another book. At 2.0, two of 60 photos of two books fewer are right, and photos
    /// with an ISBN take 8 % less time.
    static let roomForWhole = 1.3
    /// If there is less room in one direction, the margin in the other shows more than the barcode's own book.
    static let leastRoomAcross = 0.25
    /// If the photo is this many barcodes long, or barcodes with digits as high as its print, it may show many books.
    static let roomForMany = 9.0
    /// Degrees: numbers of one book read the same way, or at right angles.
    static let mostTilt = 12
    /// Books whose numbers are less than this many barcodes apart from top to bottom lie in one row.
    static let rowGap = 1.0
    /// Numbers further apart than this many heights of their print belong to different books.
    static let anotherBook = 24.0

    /// A labelled number that is legible in this many photos was not misread in the same way each time.
    static let fewestPhotosOfALabel = 2
    /// Nor were thirteen digits without a label in this many photos.
    static let fewestPhotosOfDigits = 3
    /// If this many times as many photos show a number, it is right, and the other a misreading of it.
    static let majority = 4
    /// A file's text and its package both give the number.
    static let agreed = 0.997
    /// Only its package gives the number.
    static let packaged = 0.96
    /// Read well, but it may be another file's number.
    static let undecided = 0.4

    /// How often such evidence was right on real photos, clean and damaged, with one right and one wrong answer
    /// added.
    static func confidence(of hypothesis: Hypothesis, _ doubt: Doubt?) -> Double {
        switch doubt {
        case nil where hypothesis.hasTwoWitnesses: agreed
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

    /// Whether it has a label that was read without repair.
    package var isNamed: Bool { kind == .labelled && announcement == .plain }

    /// Read without repair, and not after a word that makes it another number.
    var isPlain: Bool { provenance == .printed && announcement == .plain }

    /// Read legibly beside its label, both without repair.
    var isLegiblyNamed: Bool { isNamed && isLegible && provenance == .printed }

    /// Bars that are sufficient.
    var isSureBars: Bool { isBars && isSureAlone }

    /// Whether one reading is sufficient.
    package var isSureAlone: Bool {
        guard isPlain, !isBroken, !isObscured else { return false }
        return switch kind {
        case .bars(let quality):
            quality.isMeasured && quality.scanLines >= EvidenceRules.fewestScanLines
        case .labelled:
            isInForm && (isClear || hasTellingHyphens && isAsSure(as: EvidenceRules.clearWithHyphens))
        case .digitsBelowBars: isClear && isWhole
        case .unlabelled: (hyphensAgree == true || isGroupedAsBelowBars) && isClear && isWhole
        }
    }

    /// Whether its groups are those of the registered ranges, and separated alike: a stroke through digits can be read as
    /// a hyphen.
    private var hasTellingHyphens: Bool {
        hyphensAgree == true && witness.box.lineHeight >= EvidenceRules.leastHeightWithHyphens
            && Set(gaps.map(\.isBlank)).count <= 1
    }

    /// Whether it is what its label says, `ISBN-10` or `ISBN-13`, and has no more groups than that: it may be a part of
    /// what is printed. A dash behind it, which no digit follows, may be a stroke that crosses it out.
    private var isInForm: Bool {
        let (other, most) = form == .isbn13 ? ("10", 4) : ("13", 3)
        return label?.contains(other) != true && gaps.count { !$0.isBlank } <= most && isWhole && !endsInDash
    }

    /// Whether no blank, comma or point separates digits where an ISBN has none: some may be hidden there, and a count of
    /// pages or a price taken for the last.
    var isWhole: Bool {
        let gaps = gaps
        let others = gaps.filter { !$0.isHyphen }
        if others.isEmpty { return true }
        if hyphensAgree == true {
            return gaps.last?.isHyphen == true || Set(gaps.map(\.kind)).count == 1
        }
        // No digit is hidden behind the prefix: ten would have to follow.
        return form == .isbn13 && others.allSatisfy { $0.isOfBars || $0.place == 3 }
            && EvidenceRules.usualBlanks.contains(others.map(\.place))
    }

    /// What separates two digits of a number.
    private struct Gap {
        /// How many digits come before.
        var place: Int
        var text: String

        /// Dashes, with a blank on one side at most. Between blanks, one may separate two numbers, as any other mark.
        var isHyphen: Bool {
            let marks = text.unicodeScalars.filter { !$0.properties.isWhitespace }
            return !marks.isEmpty && marks.allSatisfy(\.properties.isDash)
                && (text.first?.isWhitespace == false || text.last?.isWhitespace == false)
        }
        var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
        /// Blanks, and what is read of guard bars.
        var isOfBars: Bool { text.allSatisfy { $0.isWhitespace || "\"'‘’“”|<>!`".contains($0) } }
        /// Its marks, and whether a blank is beside them.
        var kind: String {
            text.filter { !$0.isWhitespace } + (text.contains(where: \.isWhitespace) ? " " : "")
        }
    }

    private var gaps: [Gap] { layout?.gaps ?? [] }

    private var endsInDash: Bool {
        guard let behind = layout?.behind,
            behind.first?.unicodeScalars.allSatisfy(\.properties.isDash) == true
        else { return false }
        return behind.dropFirst().first?.isNumber != true
    }

    /// Where the number's digits are separated, and the text behind them; `nil` if the text has other digits.
    private var layout: (gaps: [Gap], behind: ArraySlice<Character>)? {
        let number = Array(form == .isbn13 ? isbn.isbn13 : isbn.isbn10 ?? "").dropFirst(form == .sbn ? 1 : 0)
        let text = witness.text.filter { !$0.isInvisible }.map(\.asDigit)
        for start in text.indices where text[start] == number.first {
            var (rest, gaps, gap) = (number, [Gap](), "")
            for place in text.indices[start...] {
                if let digit = rest.first, text[place] == digit {
                    if !gap.isEmpty { gaps.append(Gap(place: number.count - rest.count, text: gap)) }
                    (rest, gap) = (rest.dropFirst(), "")
                } else if text[place].isLetter || text[place].isNumber {
                    break
                } else {
                    gap.append(text[place])
                }
                if rest.isEmpty { return (gaps, text[(place + 1)...]) }
            }
        }
        return nil
    }

    /// Whether it is sufficient if the same print was cropped again and read the same.
    var isSureWhenRepeated: Bool { isLegiblyNamed && !isBroken && !isObscured && isInForm }

    /// Whether its digits are in groups of one, six and six, as below an EAN-13.
    var isGroupedAsBelowBars: Bool {
        guard form == .isbn13 else { return false }
        let groups = witness.text.split(whereSeparator: \.isWhitespace).map { $0.filter(\.isNumber) }
        return groups.indices.dropLast(2).contains { first in
            groups[first...(first + 2)].map(\.count) == [1, 6, 6]
                && groups[first...(first + 2)].joined() == isbn.isbn13
        }
    }
}

extension Character {
    /// Soft hyphens, zero-width and direction marks.
    fileprivate var isInvisible: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// A digit of any script, or a check digit's `X`, as an ISBN has it.
    fileprivate var asDigit: Character {
        wholeNumberValue.flatMap { "\($0)".count == 1 ? Character("\($0)") : nil }
            ?? (self == "x" ? "X" : self)
    }
}
