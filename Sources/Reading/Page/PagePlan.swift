// The order of attempts on a page: barcodes before text, small pictures before large ones, horizontal lines before
// slanted ones.
import Books
import Imaging

/// The attempts worth making on a page, the cheapest and most promising first.
struct PagePlan {
    /// The minimum long sides, in pixels, at which a photo is first read: barcodes are read quickly in a small
    /// picture.
    static let (barsSide, textSide) = (600, 1600)

    let attempts: [Attempt]
    /// The largest reduction at which print is legible.
    let textReduction: Int

    /// - Parameters:
    ///   - longSide: of the part to be read, in pixels.
    ///   - reduction: the largest one that the decoder supports, for a minimum long side in pixels.
    init(_ readers: Set<WitnessReader>, longSide: Int, reduction: (_ side: Int) -> Int) {
        let (readsBars, readsText) = (readers.contains(.barcode), readers.contains(.ocr))
        let (small, first) = (reduction(PagePlan.barsSide), reduction(PagePlan.textSide))
        textReduction = first
        // Formats that can't be decoded at a reduced size are scaled.
        let divisor = small > 1 ? 1 : Reduction.largest(of: longSide, keeping: PagePlan.barsSide)
        let scales: [Double] = divisor > 1 ? [1 / Double(divisor), 1] : [1]
        var attempts: [Attempt] = []
        func add(reduction: Int, scales: [Double]) {
            guard readsBars else { return }
            for scale in scales {
                attempts.append(.bars(reduction: reduction, scale: scale))
                if readsText {
                    attempts += [.thumbnail(reduction: reduction), .surroundings(reduction: reduction)]
                }
            }
        }
        if small > first { add(reduction: small, scales: [1]) }
        for reduction in first == 1 ? [1] : [first, 1] {
            add(reduction: reduction, scales: scales)
            // Slanted or small barcodes are found by their shape, together with the lines.
            let searches: [TextLineFinder.Directions] =
                readsText && reduction == first ? [.straight, .slanted] : [.straight]
            let inks: [Ink] = readsText && reduction == first ? [.dark, .light] : [.dark]
            for directions in searches {
                attempts += inks.map { Attempt.lines(reduction: reduction, directions, $0) }
            }
            if readsBars {
                attempts.append(.otherBars(reduction: reduction))
                if reduction == first { attempts.append(.blurredBars(reduction: reduction)) }
            }
            if readsText, reduction == 1 {
                attempts += [.straight, .slanted].map { .otherLines(reduction: reduction, $0) }
            }
        }
        if readers.contains(.label) {
            attempts += (first == 1 ? [1] : [first, 1]).map { .labels(reduction: $0) }
        }
        if readers.contains(.title) { attempts.append(.title(reduction: first)) }
        self.attempts = attempts
    }
}

/// One attempt on a page.
enum Attempt: Hashable {
    /// Barcodes anywhere in the scaled picture.
    case bars(reduction: Int, scale: Double)
    /// Lines of text, and barcodes that are cropped and levelled.
    case lines(reduction: Int, TextLineFinder.Directions, Ink)
    /// Barcodes that are too blurred for their edges to be visible, which takes long.
    case blurredBars(reduction: Int)
    /// Whether a picture with a decoded barcode seems to contain another number, according to a small copy.
    case thumbnail(reduction: Int)
    /// Text in a picture with a decoded barcode: it may contradict the barcode, or be another book's.
    case surroundings(reduction: Int)
    /// Barcodes that were not found before, of other books or too small, each at its own size and angle.
    case otherBars(reduction: Int)
    /// Lines of other books than those that were found.
    case otherLines(reduction: Int, TextLineFinder.Directions)
    /// House labels anywhere.
    case labels(reduction: Int)
    /// The largest lines of a page on which no ISBN was found.
    case title(reduction: Int)

    var readsSmallBars: Bool { if case .otherBars = self { true } else { false } }

    /// The divisor of each side when the page is decoded.
    var reduction: Int {
        switch self {
        case .bars(let reduction, _), .lines(let reduction, _, _), .blurredBars(let reduction),
            .thumbnail(let reduction), .surroundings(let reduction), .otherBars(let reduction),
            .otherLines(let reduction, _), .labels(let reduction), .title(let reduction):
            reduction
        }
    }
}
