// Finding blocks of bars by their shape, and the positions of their digits.
import Testing

@testable import Imaging

struct BarBlockTests {
    private static func bars(
        _ count: Int = 30, from start: Double = 100, gap: Double = 5, height: Double = 80, slope: Double = 0
    ) -> [Part] { Part.row(count, from: start, width: 3, gap: gap, height: height, slope: slope) }

    @Test(arguments: [
        (24.0, 4.0, true), (23, 2, false), (40, 8, true), (40, 9, false), (200, 40, true), (200, 60, false),
    ])
    func `recognises a bar by its shape`(length: Double, width: Double, isBar: Bool) {
        #expect(BarBlock.isBar(length: length, width: width) == isBar)
    }

    @Test(arguments: [
        (bars(), [30]), (bars(BarBlock.fewest), [12]), (bars(BarBlock.fewest - 1), []),
        // Two blocks far apart, and one above the other.
        (bars() + bars(20, from: 500), [30, 20]),
        (
            bars()
                + bars(20).map {
                    Part(start: $0.start, end: $0.end, top: $0.top + 200, bottom: $0.bottom + 200)
                }, [30, 20]
        ),
        // Guard bars are longer; an add-on's bars are shorter.
        (bars(2, height: 90) + bars(28, from: 116), [30]),
        (bars(28) + bars(14, from: 350, height: 40), [28, 14]),
        // Letters among them.
        (bars() + Part.row(20, from: 100, middle: 160), [30]), (Part.row(30), []), ([], []),
    ])
    func `finds adjacent bars`(_ parts: [Part], _ counts: [Int]) {
        let blocks = BarBlock.find(in: parts, .right)
        #expect(blocks.count == counts.count)
        let widths = blocks.map { Int((($0.end - $0.start + 5) / 8).rounded()) }
        #expect(Set(widths) == Set(counts))
    }

    @Test func `returns the position of the bars`() throws {
        let block = try #require(BarBlock.find(in: Self.bars(), .right).first)
        #expect((block.start, block.end) == (100, 335))
        #expect(abs(block.top - 60) < 1e-6 && abs(block.bottom - 140) < 1e-6)
        #expect(abs(block.slope) < 1e-9)
        #expect(abs(block.module - 235.0 / 95) < 1e-9)
        let line = block.line
        #expect(abs(line.x - 217.5) < 1e-6 && abs(line.y - 100) < 1e-6)
        #expect(line.length > 235 && line.height < 80)
    }

    @Test(arguments: [-0.1, 0.2]) func `returns the slope of a block of bars`(slope: Double) throws {
        let block = try #require(BarBlock.find(in: Self.bars(slope: slope), .right).first)
        #expect(abs(block.slope - slope) < 1e-6)
        #expect(abs(block.line.direction.y / block.line.direction.x - slope) < 1e-6)
        let below = try #require(block.digitLines.first)
        #expect(below.reads(like: block.line))
    }

    @Test func `expects digits below the bars, or above if they are upside down`() throws {
        let block = try #require(BarBlock.find(in: Self.bars(), .right).first)
        let lines = block.digitLines
        #expect(lines.map(\.direction.degrees) == [0, 180])
        #expect(lines.allSatisfy { $0.isBelowBars && abs($0.height - 8.3 * block.module) < 1e-6 })
        #expect(lines[0].y - lines[0].height / 2 > block.bottom)
        #expect(lines[1].y + lines[1].height / 2 < block.top)
        // The first digit is before the bars.
        #expect(
            lines[0].x - lines[0].length / 2 < block.start && lines[1].x + lines[1].length / 2 > block.end)
    }

    @Test func `expects no digits too small to read`() throws {
        let block = try #require(BarBlock.find(in: Self.bars(14, gap: 1), .right).first)
        #expect(block.digitLines.isEmpty)
    }

    @Test func `measures along its own direction`() throws {
        let block = try #require(BarBlock.find(in: Self.bars(), .down).first)
        #expect(block.line.direction.degrees == 90)
        #expect(abs(block.line.x + 100) < 1e-6 && abs(block.line.y - 217.5) < 1e-6)
    }
}
