// Which letters form a line: of similar height, close together, on one level.
import Foundation
import Testing

@testable import Imaging

struct ChainTests {
    private static func lengths(_ parts: [Part]) -> [Int] {
        Chain.find(in: parts).map(\.parts.count).sorted(by: >)
    }

    private static func line(_ parts: [Part], bars: [BarBlock] = []) throws -> TextLine {
        let chains = Chain.find(in: parts)
        #expect(chains.count == 1)
        return try #require(chains.first?.line(.right, bars: bars))
    }

    @Test(arguments: [
        // Gaps of up to 2.4 letter heights.
        (Part.row(6) + Part.row(7, from: 113 + 57), [13]),
        (Part.row(6) + Part.row(7, from: 113 + 58), [7, 6]),
        // Heights that differ by less than 1.8.
        (Part.row(6, height: 20) + Part.row(6, from: 120, height: 34), [12]),
        (Part.row(6, height: 20) + Part.row(6, from: 120, height: 38), [6, 6]),
        // Levels.
        (Part.row(6) + Part.row(6, from: 120, middle: 109), [12]),
        (Part.row(6) + Part.row(6, from: 120, middle: 112), [6, 6]),
        // Two lines, one above the other; a leaning one.
        (Part.row(8) + Part.row(9, middle: 150), [9, 8]), (Part.row(20, slope: 0.3), [20]),
        // Overlapping a little, as italics do.
        (Part.row(9, gap: -6), [9]), ([], []), (Part.row(1), [1]),
    ])
    func `links adjacent letters of similar height`(_ parts: [Part], _ lengths: [Int]) {
        #expect(Self.lengths(parts) == lengths)
        #expect(Self.lengths(parts.reversed()) == lengths)
    }

    @Test func `continues with the nearest of two`() {
        let parts = Part.row(6) + Part.row(6, from: 120) + Part.row(1, from: 130, middle: 107)
        #expect(Self.lengths(parts) == [12, 1])
    }

    @Test(arguments: [(13.0, 1), (18, 1), (26, 1), (28, 2), (36, 2), (54, 3), (180, 10)])
    func `counts the characters of merged components`(width: Double, characters: Int) {
        let chain = Chain(parts: Part.row(4) + Part.row(1, from: 80, width: width))
        #expect(chain.characters == 4 + characters)
    }

    @Test func `returns the position of a line`() throws {
        let line = try Self.line(Part.row(13))
        #expect(line.x == 126.5 && abs(line.y - 100) < 1e-9)
        #expect(abs(line.length - 253) < 1e-9 && line.height == 24)
        #expect(line.direction.degrees == 0 && line.sag == 0 && line.characters == 13)
    }

    @Test(arguments: [-0.25, -0.1, 0.1, 0.25]) func `returns the direction of a line`(slope: Double) throws {
        let line = try Self.line(Part.row(13, slope: slope))
        #expect(abs(line.direction.y / line.direction.x - slope) < 1e-6)
        #expect(abs(line.y - (100 + slope * 126.5)) < 1e-6)
        #expect(abs(line.length - 253 * (1 + slope * slope).squareRoot()) < 1e-6)
    }

    @Test func `returns the curvature of a line`() throws {
        let parts = Part.row(13).map { part in
            let along = ((part.start + part.end) / 2 - 126.5) / 126.5
            let down = 12 * along * along
            return Part(start: part.start, end: part.end, top: part.top + down, bottom: part.bottom + down)
        }
        let line = try Self.line(parts)
        #expect(abs(line.sag - 12) < 1e-6)
        // The centre of the span.
        #expect(abs(line.y - 106) < 1e-6)
        #expect(abs(line.point(along: 0, below: 0).y - 100) < 1e-6)
    }

    @Test(arguments: [(5, 5.0), (13, 13), (17, 17), (30, 17), (46, 15)])
    func `scores the run of digits, and no long lines`(count: Int, score: Double) throws {
        #expect(abs(try Self.line(Part.row(count)).score - score) < 1e-9)
    }

    @Test func `scores letters of mixed heights low`() throws {
        let parts = Part.row(14).enumerated().map { index, part in
            Part(
                start: part.start, end: part.end, top: part.top - (index % 2 == 0 ? 0 : 8),
                bottom: part.bottom)
        }
        #expect(try Self.line(parts).score == 1)
    }

    @Test(arguments: [(22.0, 21.0), (160, 21), (300, 13)])
    func `scores lines beside bars higher`(middle: Double, score: Double) throws {
        let bars = BarBlock.find(in: Part.row(30, width: 3, gap: 5, height: 80, middle: 90), .right)
        #expect(bars.count == 1)
        #expect(try Self.line(Part.row(13, middle: middle), bars: bars).score == score)
    }
}
