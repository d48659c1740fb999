// The order in which ways to read a page pay: bars before text, small pictures before large ones, straight lines before
// slanted ones.
import Books
import Imaging

/// Which attempts a page is worth, the cheapest and likeliest first.
struct PagePlan {
    /// The long sides, in pixels, at or above which a photo is first read: bars are quick to read in a small picture.
    static let (barsSide, textSide) = (600, 1600)

    let attempts: [Attempt]
    /// The largest reduction at which print can be read.
    let textReduction: Int

    /// - Parameters:
    ///   - longSide: of the part that is read, in pixels.
    ///   - reduction: the largest one by which the page can be decoded with its long side kept at so many pixels.
    init(_ readers: Set<WitnessReader>, longSide: Int, reduction: (_ side: Int) -> Int) {
        let (readsBars, readsText) = (readers.contains(.barcode), readers.contains(.ocr))
        let (small, first) = (reduction(PagePlan.barsSide), reduction(PagePlan.textSide))
        textReduction = first
        // What can't be decoded small is scaled.
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
            // Bars that lean or are small are found by their shape, among the lines.
            let leans: [TextLineFinder.Lean] =
                readsText && reduction == first ? [.straight, .slanted] : [.straight]
            let inks: [Ink] = readsText && reduction == first ? [.dark, .light] : [.dark]
            for lean in leans {
                attempts += inks.map { Attempt.lines(reduction: reduction, lean, $0) }
            }
            if readsBars, reduction == first { attempts.append(.blurredBars(reduction: reduction)) }
        }
        self.attempts = attempts
    }
}

/// One thing to try on a page.
enum Attempt: Hashable {
    /// Bars anywhere in the picture, scaled first.
    case bars(reduction: Int, scale: Double)
    /// Lines of text, and bars that are cut out level.
    case lines(reduction: Int, TextLineFinder.Lean, Ink)
    /// Bars that are too blurred for their edges to be seen, which takes long.
    case blurredBars(reduction: Int)
    /// Whether a picture whose bars answered seems to show another number, as seen in a small copy.
    case thumbnail(reduction: Int)
    /// What is printed in the picture whose bars answered: it may contradict them or be another book's.
    case surroundings(reduction: Int)

    /// Each side of the page is divided by it when it is decoded.
    var reduction: Int {
        switch self {
        case .bars(let reduction, _), .lines(let reduction, _, _), .blurredBars(let reduction),
            .thumbnail(let reduction), .surroundings(let reduction):
            reduction
        }
    }
}
