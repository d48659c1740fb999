// Which lines are read, in which order and direction.
import Imaging
import Testing

@testable import Books
@testable import Reading
@testable import Recognition

struct LineRankingTests {
    private static func rank(
        _ lines: [TextLine], on sheet: Sheet? = nil, _ likelihood: @escaping (LineThumbnail) -> LineLikelihood
    ) throws -> [RankedLine] {
        LineRanking.rank(lines, on: try sheet ?? .blank(), by: FakeScorer(likelihood: likelihood))
    }

    /// A sheet with bold letters where lines at 100 begin, and thin ones where they end.
    private static func sheet() throws -> Sheet {
        let sheet = try Sheet.blank()
        for y in 90..<110 {
            for x in 300..<700 where x % 20 < (x < 500 ? 14 : 5) { sheet.picture.row(y)[x] = 0 }
        }
        return sheet
    }

    /// Whether the bold letters are at the line's beginning.
    private static func isUpright(_ thumbnail: LineThumbnail) -> Bool {
        let row = thumbnail.ink[(8 * thumbnail.width)..<(9 * thumbnail.width)].map(Int.init)
        return row.prefix(thumbnail.width / 2).reduce(0, +) > row.suffix(thumbnail.width / 2).reduce(0, +)
    }

    /// Lines are distinguished by their lengths.
    @Test func `reads the likeliest first, a label helping`() throws {
        let likelihoods = [(0.5, 0.0), (0.9, 0), (0.5, 0.9), (0.6, 0)]
        let ranked = try Self.rank((0..<4).map { .at(100, length: 200 + 50 * Double($0)) }) { thumbnail in
            let (number, label) = likelihoods[min(max((thumbnail.width - 85) / 20, 0), 3)]
            return LineLikelihood(number: number, label: label)
        }
        #expect(ranked.map(\.line.length) == [300, 250, 350, 200])
    }

    @Test func `leaves unlikely lines unread`() throws {
        let ranked = try Self.rank([.at(100), .at(200, length: 200)]) { thumbnail in
            LineLikelihood(number: LineRanking.least + (thumbnail.width > 120 ? 0.01 : -0.01), label: 0)
        }
        #expect(ranked.map(\.line.y) == [100])
    }

    @Test(arguments: [true, false]) func `turns a line the way it seems to read`(isUpright: Bool) throws {
        let ranked = try Self.rank([.at(100)], on: Self.sheet()) {
            LineLikelihood(number: Self.isUpright($0) == isUpright ? 0.9 : 0.2, label: 0)
        }
        #expect(ranked.map(\.line) == [isUpright ? TextLine.at(100) : TextLine.at(100).reversed])
        #expect(ranked.first?.likelihood.number == 0.9)
    }

    @Test func `finds the reading direction of digits below bars`() throws {
        var line = TextLine.at(100)
        line.isBelowBars = true
        let ranked = try Self.rank([line], on: Self.sheet()) {
            LineLikelihood(number: Self.isUpright($0) ? 0.5 : 0.9, label: 0)
        }
        #expect(ranked.map(\.line) == [line])
    }

    @Test func `leaves out what can't be cut out`() throws {
        #expect(try Self.rank([.at(100, length: 2)]) { _ in LineLikelihood(number: 1, label: 1) }.isEmpty)
    }

    @Test(arguments: [(16, 4, true), (16, 3, false), (15, 9, false)])
    func `recognises print by its many long lines`(characters: Int, count: Int, isPrint: Bool) {
        var line = TextLine.at(100)
        line.characters = characters
        let lines = Array(repeating: line, count: count) + [TextLine.at(600)]
        #expect(LineRanking.isPrint(lines) == isPrint)
    }
}
