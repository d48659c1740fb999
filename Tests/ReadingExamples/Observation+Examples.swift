// Observations for tests: print of 200 by 20 pixels, barcodes of 240 by 120.
import Books
import Reading

extension Observation {
    /// Clearly read by default.
    ///
    /// - Parameters:
    ///   - digits: ten or thirteen, as printed.
    ///   - label: makes it a labelled number.
    ///   - x: of its top left corner, like `y`.
    package static func printed(
        _ digits: String, label: String? = nil, qualifier: String? = nil, isBelowBars: Bool = false,
        hyphensAgree: Bool? = nil, announcement: Announcement = .plain, provenance: Provenance = .printed,
        isObscured: Bool = false, weakest: Double = 0.99, confidence: Double = 0.995, x: Int = 0, y: Int = 0
    ) throws -> Observation {
        let (isbn, form) = try ISBN.parse(digits)
        return Observation(
            isbn: isbn, kind: label != nil ? .labelled : isBelowBars ? .digitsBelowBars : .unlabelled,
            form: form,
            label: label, qualifier: qualifier, hyphensAgree: hyphensAgree, announcement: announcement,
            provenance: provenance, isObscured: isObscured, weakest: weakest,
            witness: Witness(
                reader: .ocr, text: digits, confidence: confidence,
                box: box(x: x, y: y, width: 200, height: 20)))
    }

    /// - Parameters:
    ///   - isMeasured: whether their widths match this number and no other.
    ///   - size: how many times as large they are.
    package static func bars(
        _ digits: String, isMeasured: Bool = true, scanLines: Int = 20, x: Int = 0, y: Int = 0, size: Int = 1
    ) throws -> Observation {
        Observation(
            isbn: try ISBN(digits), kind: .bars(BarsQuality(scanLines: scanLines, isMeasured: isMeasured)),
            form: .isbn13,
            witness: Witness(
                reader: .barcode, text: digits, confidence: isMeasured ? 0.999 : 0.95,
                box: box(x: x, y: y, width: 240 * size, height: 120 * size)))
    }

    package static func box(x: Int, y: Int, width: Int, height: Int) -> [PhotoPoint] {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map {
            PhotoPoint(x: $0.0, y: $0.1)
        }
    }
}

extension Evidence {
    package init(_ observations: [Observation], isStrict: Bool = false) {
        self.init()
        self.isStrict = isStrict
        for observation in observations { add(observation) }
    }

    /// The thirteen digits of accepted ISBNs, in order.
    package var accepted: [String] { verdict.accepted.map(\.isbn.isbn13) }

    /// Why each candidate was not accepted, by its digits.
    package var doubts: [String: String] {
        Dictionary(
            verdict.candidates.map { ($0.isbn.isbn13, $0.reason ?? "") },
            uniquingKeysWith: { first, _ in first })
    }
}
