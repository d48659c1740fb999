// A line of a title page or cover that the line finder sees.
import Imaging

/// A line of print, large or small.
struct PrintedLine {
    let line: TextLine
    /// In which it was found: its letters have the height that the line finder is made for.
    private let picture: GreyImage
    private let ink: Ink
    /// Pixels of that picture for one of the whole.
    private let factor: Double

    /// How many are read at most.
    static let mostRead = 40
    /// The height of a line cut out for reading, in pixels: with room above and below, Tesseract's lines are as tall.
    private static let stripHeight = 40.0
    /// By how much the picture is scaled for lines of which heights.
    private static let scales: [(factor: Double, heights: Range<Double>)] = [
        (1, 10..<40), (0.5, 20..<40), (0.25, 20..<60), (0.125, 30..<1000),
    ]
    /// Lines whose letters are less alike are hardly ever print.
    private static let leastLikeness = 0.25
    /// More letters don't make a line more likely to be one.
    private static let manyLetters = 10

    /// The largest and clearest first.
    static func all(in picture: GreyImage) -> [PrintedLine] {
        scales.flatMap { factor, heights -> [PrintedLine] in
            guard let scaled = picture.scaled(by: factor) else { return [] }
            return [Ink.dark, .light].flatMap { ink in
                TextLineFinder(in: scaled, ink: ink).prints()
                    .filter { heights.contains($0.height) && $0.score >= leastLikeness }
                    .map { PrintedLine(line: $0, picture: scaled, ink: ink, factor: factor) }
            }
        }
        .filter { $0.isWhole(in: picture) }
        .sorted { $0.weight > $1.weight }
    }

    /// Whether the picture's edge cuts nothing off.
    private func isWhole(in picture: GreyImage) -> Bool {
        let (left, top, right, bottom) = box.bounds
        return left >= 0 && top >= 0 && right <= Double(picture.width) && bottom <= Double(picture.height)
    }

    private var weight: Double { line.score * Double(min(line.characters, Self.manyLetters)) * height }

    /// In pixels of the whole picture.
    var height: Double { line.height / factor }

    /// In pixels of the whole picture.
    var box: Quad { line.letters.scaled(by: 1 / factor) }

    /// Cut out, level, dark on light; `nil` if it is too long, or there is no memory.
    var strip: GreyImage? {
        LineStrip(of: line, in: picture, digitHeight: Self.stripHeight, ink: ink)?.image
    }
}
