// Which lines of a page are worth reading: reading them is most of the work, and few can hold an ISBN.
import Imaging
import Recognition

/// What the lines read so far say of those to come.
struct LineChoice {
    /// At most so many lines of a picture are looked at.
    static let mostLines = 40

    private(set) var linesRead = 0
    /// How much has read as text, by quarter turn clockwise. Text that stands on its head reads as letters too, but
    /// none of them is sure.
    private var legible = [0.0, 0, 0, 0]

    /// What text on its head reaches, as a mean of its characters' confidence.
    private static let chance = 0.93
    /// So much is legible when three or four lines of print were read.
    private static let plenty = 1.5
    /// Lines of so many like letters in a row are read whatever the rest of the page says.
    private static let isDigitsLike = 12.0

    /// - Parameter rank: the line's place among those of its picture, the likeliest first, from 0.
    func isWorthReading(_ line: TextLine, rank: Int) -> Bool {
        guard line.promise < LineChoice.isDigitsLike else { return true }
        if rank >= 16, line.promise < 4 { return false }
        let most = legible.max() ?? 0
        if most >= LineChoice.plenty { return legible[LineChoice.quarter(line.direction)] > most / 4 }
        // Cloth, leaves and gravel have lines too, and not one that reads.
        return linesRead < 20 || most >= 0.5 || line.promise >= 6
    }

    mutating func begin() { linesRead += 1 }

    mutating func learn(from characters: [ReadCharacter], in direction: Direction) {
        let letters = characters.filter { $0.scalar != " " && $0.scalar != "*" }
        let gain = letters.reduce(0) { $0 + $1.confidence - LineChoice.chance }
        let quarter = LineChoice.quarter(direction)
        legible[quarter] = max(0, legible[quarter] + gain)
    }

    private static func quarter(_ direction: Direction) -> Int { (direction.degrees + 45) / 90 % 4 }
}
