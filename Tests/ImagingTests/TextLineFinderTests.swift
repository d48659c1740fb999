// Lines of digit-like blocks found at every angle, in either ink, and cut out level.
import Foundation
import Testing

@testable import Imaging

@Suite struct TextLineFinderTests {
    @Test(arguments: [0.0, 5, -12, 18, 90, 97, -80])
    func `finds a line at its place, height and angle`(degrees: Double) throws {
        let finder = TextLineFinder(in: try DrawnLine.picture(degrees: degrees))
        let line = try #require(finder.lines.first)
        #expect(line.characters == 13)
        #expect(abs(line.x - 320) < 6 && abs(line.y - 320) < 6)
        // The boxes of tilted letters are a little taller than the letters.
        #expect(line.height > DrawnLine.height * 0.9 && line.height < DrawnLine.height * 1.35)
        let away = (Double(line.direction.degrees) - degrees + 720).truncatingRemainder(dividingBy: 180)
        #expect(min(away, 180 - away) <= 2)
    }

    @Test func `finds light letters on dark`() throws {
        let picture = try DrawnLine.picture(degrees: 0, ink: 230, paper: 30)
        #expect(TextLineFinder(in: picture, ink: .light).lines.first?.characters == 13)
    }

    @Test func `finds nothing on an empty page`() throws {
        let finder = TextLineFinder(in: try .drawn(400, 300) { _, _ in 200 })
        #expect(finder.lines.isEmpty && finder.bars.isEmpty)
    }

    /// Thirty bars in 95 modules of 4 pixels: the digits belong below, and above for bars upside down.
    @Test func `tells where the digits of bars are`() throws {
        let picture = try GrayImage.drawn(600, 400) { x, y in
            let module = (x - 100) / 4
            return (100..<480).contains(x) && (100..<250).contains(y) && module % 3 == 0 ? 15 : 225
        }
        let finder = TextLineFinder(in: picture)
        #expect(finder.bars.count == 1)
        let lines = finder.lines.filter(\.isBelowBars)
        #expect(lines.count == 2)
        let below = try #require(lines.first { $0.direction.degrees == 0 })
        #expect(abs(below.y - 272) < 8)
        #expect(abs(below.height - 33) < 4)
        let above = try #require(lines.first { $0.direction.degrees == 180 })
        #expect(abs(above.y - 78) < 8)
    }

    @Test func `cuts a tilted line out level`() throws {
        let picture = try DrawnLine.picture(degrees: 18)
        let line = try #require(TextLineFinder(in: picture).lines.first)
        let strip = try #require(LineStrip(of: line, in: picture, digitHeight: 28, ink: .dark))
        let middle = strip.image.height / 2
        var changes = 0
        for x in 1..<strip.image.width
        where (strip.image[x, middle] < 128) != (strip.image[x - 1, middle] < 128) {
            changes += 1
        }
        #expect(changes == 26)
        #expect((0..<strip.image.width).allSatisfy { strip.image[$0, 0] > 128 })
    }
}
