// What a glance at a line tells, so that few lines need reading.
import Books
import Imaging
import Recognition

enum FirstSight {
    /// Hardly any digits, and no label.
    case nothing
    /// A number that is expected on the page.
    case expected(Observation)
    case worthReading

    /// - Parameter expected: the books whose bars were read.
    init(of ranked: RankedLine, on sheet: Sheet, expecting expected: [ISBN] = [], by sense: any LineSense) {
        let line = ranked.line
        let hasLabel = ranked.likelihood.label >= LineRanking.sureLabel
        let digits = sheet.glance(at: line).map(sense.digits) ?? []
        for isbn in expected {
            for (form, printed) in [(ISBNForm.isbn13, isbn.isbn13), (.isbn10, isbn.isbn10)] {
                guard let printed = printed.map({ Array($0.unicodeScalars) }),
                    let place = digits.map(\.scalar).firstRange(of: printed)
                else { continue }
                let confidences = digits[place].map(\.confidence)
                let weakest = confidences.min() ?? 0
                guard weakest >= EvidenceRules.digitAtAGlance else { continue }
                self = .expected(
                    Observation(
                        isbn: isbn, kind: hasLabel ? .labelled : .unlabelled, form: form, weakest: weakest,
                        witness: Witness(
                            reader: .ocr, text: String(String.UnicodeScalarView(printed)),
                            confidence: confidences.reduce(0, +) / Double(confidences.count),
                            rotation: sheet.placement.turn(toRead: line.direction.degrees),
                            box: sheet.upright(line.corners()))))
                return
            }
        }
        let isWorthReading =
            line.isBelowBars || hasLabel || digits.count >= LineRanking.fewestDigits
        self = isWorthReading ? .worthReading : .nothing
    }
}
