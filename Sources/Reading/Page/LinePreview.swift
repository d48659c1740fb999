// A preview of a line by the small networks, so that few lines need OCR.
import Books
import Imaging
import Recognition

struct LinePreview {
    private let ranked: RankedLine
    private let digits: [SeenDigit]

    init(of ranked: RankedLine, by scorer: any LineScorer) {
        self.ranked = ranked
        digits = scorer.digits(in: ranked.thumbnail)
    }

    private var hasLabel: Bool { ranked.likelihood.label >= LineRanking.sureLabel }

    var isWorthReading: Bool {
        ranked.line.isBelowBars || hasLabel || digits.count >= LineRanking.fewestDigits
    }

    /// Whether it shows only the beginning or end of an expected number: such a line is cut off or too faint, and
    /// contradicts nothing.
    ///
    /// - Parameter books: those whose barcodes were read.
    func isPart(of books: [ISBN]) -> Bool {
        guard digits.count >= LinePreview.leastPart else { return false }
        return books.flatMap { [$0.isbn13, $0.isbn10].compactMap(\.self) }.contains { number in
            let (number, seen) = (Array(number.unicodeScalars), digits.map(\.scalar))
            return seen.count < number.count
                && (number.starts(with: seen) || number.suffix(seen.count) == seen[...])
        }
    }

    private static let leastPart = 8

    /// An expected number, if the line shows it clearly.
    ///
    /// - Parameter books: those whose barcodes were read.
    func number(of books: [ISBN], on sheet: Sheet) -> Observation? {
        for isbn in books {
            for (form, printed) in [(ISBNForm.isbn13, isbn.isbn13), (.isbn10, isbn.isbn10)] {
                guard let printed = printed.map({ Array($0.unicodeScalars) }),
                    let place = digits.map(\.scalar).firstRange(of: printed)
                else { continue }
                let confidences = digits[place].map(\.confidence)
                let weakest = confidences.min() ?? 0
                guard weakest >= EvidenceRules.previewDigit else { continue }
                let line = ranked.line
                return Observation(
                    isbn: isbn, kind: hasLabel ? .labelled : .unlabelled, form: form, weakest: weakest,
                    witness: Witness(
                        reader: .ocr, text: String(scalars: printed),
                        confidence: confidences.reduce(0, +) / Double(confidences.count),
                        rotation: sheet.placement.turn(toRead: line.direction.degrees),
                        box: sheet.upright(line.corners())))
            }
        }
        return nil
    }
}
