// The ways to read a page.
import Imaging

/// One thing to try on a page.
enum Attempt: Hashable {
    /// Bars anywhere in the picture, scaled first.
    case bars(reduction: Int, scale: Double)
    /// Lines of text, and bars that are cut out level.
    case lines(reduction: Int, TextLineFinder.Lean, Ink)
    /// Whether a picture whose bars answered seems to show another number, as seen in a small copy.
    case glance(reduction: Int)
    /// What is printed in the picture whose bars answered: it may contradict them or be another book's.
    case surroundings(reduction: Int)

    /// Each side of the page is divided by it when it is decoded.
    var reduction: Int {
        switch self {
        case .bars(let reduction, _), .lines(let reduction, _, _), .glance(let reduction),
            .surroundings(let reduction):
            reduction
        }
    }
}
