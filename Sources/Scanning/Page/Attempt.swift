// The ways to read a page, in the order in which they pay: bars before text, small pictures before large ones, straight
// lines before slanted ones.
import Books
import Imaging

/// One thing to try on a page.
enum Attempt: Hashable {
    /// Bars anywhere in the picture, scaled first.
    case bars(reduction: Int, scale: Double)
    /// Lines of text no taller than so many pixels, and bars that are cut out level.
    case lines(reduction: Int, TextLineFinder.Lean, Ink, tallest: Double)

    /// Each side of the page is divided by it when it is decoded.
    var reduction: Int {
        switch self {
        case .bars(let reduction, _), .lines(let reduction, _, _, _): reduction
        }
    }
}

/// Which attempts a page is worth, the cheapest and likeliest first.
struct PagePlan {
    /// The long sides, in pixels, at or above which a photo is first read: bars are quick to read in a small picture.
    private static let (barsSide, textSide) = (600, 1600)

    /// Text this tall, in pixels, is read no better with more pixels.
    private static let largestInDetail = 32.0

    let attempts: [Attempt]

    /// - Parameters:
    ///   - longSide: of the part that is read, in pixels.
    ///   - reduction: the largest one by which the page can be decoded with its long side kept at so many pixels.
    init(_ readers: Set<WitnessReader>, longSide: Int, reduction: (_ side: Int) -> Int) {
        let (readsBars, readsText) = (readers.contains(.barcode), readers.contains(.ocr))
        let (small, first) = (reduction(PagePlan.barsSide), reduction(PagePlan.textSide))
        // What can't be decoded small is scaled.
        let divisor = small > 1 ? nil : [8, 4, 2].first { longSide / $0 >= PagePlan.barsSide }
        let scales: [Double] = divisor.map { [1 / Double($0), 1] } ?? [1]
        var attempts: [Attempt] = []
        if readsBars, small > first { attempts.append(.bars(reduction: small, scale: 1)) }
        for reduction in first == 1 ? [1] : [first, 1] {
            if readsBars { attempts += scales.map { Attempt.bars(reduction: reduction, scale: $0) } }
            guard readsText else { continue }
            for lean in TextLineFinder.Lean.allCases {
                attempts += [Ink.dark, .light].map {
                    Attempt.lines(
                        reduction: reduction, lean, $0,
                        tallest: reduction < first ? PagePlan.largestInDetail : .infinity)
                }
            }
        }
        self.attempts = attempts
    }
}
