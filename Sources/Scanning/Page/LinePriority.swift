// Which lines of a page are worth reading: reading them is most of the work, and few can hold an ISBN.
import Imaging
import Recognition

/// What the lines read so far say of those to come.
struct LinePriority {
    /// At most so many lines of a picture are looked at.
    static let mostLines = 40

    private(set) var linesRead = 0
    /// Of them, those of other directions.
    private var linesBefore = 0
    /// How much has read as text, by direction in twelfths of a turn clockwise. Text that stands on its head reads as
    /// letters too, but none of them is sure.
    private var legible = [Double](repeating: 0, count: 12)

    /// What text on its head reaches, as a mean of its characters' confidence.
    private static let chance = 0.93
    /// So much is legible when three or four lines of print were read.
    private static let plenty = 1.5
    /// Lines of so many like letters in a row are read whatever the rest of the page says.
    private static let isDigitsLike = 12.0

    /// - Parameter rank: the line's place among those of its picture, the likeliest first, from 0.
    func isWorthReading(_ line: TextLine, rank: Int) -> Bool {
        guard line.score < LinePriority.isDigitsLike else { return true }
        if rank >= 16, line.score < 4 { return false }
        let most = legible.max() ?? 0
        if most >= LinePriority.plenty { return legible(around: line.direction) > most / 4 }
        // Cloth, leaves and gravel have lines too, and not one that reads.
        return linesRead - linesBefore < 20 || most >= 0.5 || line.score >= 6
    }

    mutating func begin() { linesRead += 1 }

    /// Lines of other directions are next.
    mutating func turn() { linesBefore = linesRead }

    mutating func learn(from characters: [ReadCharacter], in direction: Direction) {
        let letters = characters.filter { $0.scalar != " " && $0.scalar != "*" }
        let gain = letters.reduce(0) { $0 + $1.confidence - LinePriority.chance }
        let twelfth = LinePriority.twelfth(direction)
        legible[twelfth] = max(0, legible[twelfth] + gain)
    }

    /// Whether there is plenty of text along or across the picture, so that none need be sought aslant.
    var isTextStraight: Bool {
        let most = legible.indices.max { legible[$0] < legible[$1] } ?? 0
        return most % 3 == 0 && legible[most] >= LinePriority.plenty
    }

    private func legible(around direction: Direction) -> Double {
        let twelfth = LinePriority.twelfth(direction)
        return [twelfth + 11, twelfth, twelfth + 1].map { legible[$0 % 12] }.max() ?? 0
    }

    private static func twelfth(_ direction: Direction) -> Int { (direction.degrees + 15) / 30 % 12 }
}
