// Small crops of lines: their size and contrast, upside down, dark and light.
import Testing

@testable import Imaging

struct LineThumbnailTests {
    private static func line(length: Double = 253, height: Double = 24, degrees: Double = 0) -> TextLine {
        TextLine(
            x: 320, y: 320, direction: Direction(degrees: degrees), length: length, height: height, sag: 0,
            characters: 13, score: 13)
    }

    /// The number of strokes in the middle row.
    private static func strokes(_ thumbnail: LineThumbnail) -> Int {
        let row = thumbnail.ink[(8 * thumbnail.width)..<(9 * thumbnail.width)].map { $0 > 128 }
        return zip([false] + row, row).count { !$0 && $1 }
    }

    @Test(arguments: [0.0, 14, 90, 180], [Ink.dark, .light])
    func `shows each letter`(degrees: Double, ink: Ink) throws {
        let (letter, paper): (UInt8, UInt8) = ink == .dark ? (20, 220) : (220, 20)
        let picture = try DrawnLine.picture(degrees: degrees, ink: letter, paper: paper)
        let thumbnail = try #require(LineThumbnail(of: Self.line(degrees: degrees), in: picture, ink: ink))
        #expect(thumbnail.ink.count == thumbnail.width * LineThumbnail.height)
        #expect(abs(Double(thumbnail.width) - (253 * 10.4 / 24 + 2 * 6.24)) <= 1)
        #expect(Self.strokes(thumbnail) == 13)
        #expect(thumbnail.ink[..<thumbnail.width].allSatisfy { $0 < 128 })
    }

    @Test func `reads from its other end`() throws {
        let picture = try DrawnLine.picture(degrees: 0)
        let thumbnail = try #require(LineThumbnail(of: Self.line(), in: picture, ink: .dark))
        #expect(
            thumbnail.reversed.ink == thumbnail.ink.reversed() && thumbnail.reversed.width == thumbnail.width)
    }

    @Test(arguments: [(120, 180), (20, 60)] as [(UInt8, UInt8)])
    func `spreads pale print over all greys`(ink: UInt8, paper: UInt8) throws {
        let picture = try DrawnLine.picture(degrees: 0, ink: ink, paper: paper)
        let thumbnail = try #require(LineThumbnail(of: Self.line(), in: picture, ink: .dark))
        #expect(thumbnail.ink.max() ?? 0 > 245 && thumbnail.ink.min() ?? 255 < 10)
        #expect(Self.strokes(thumbnail) == 13)
    }

    @Test(arguments: [(6.0, false), (20, true), (3700, true), (4000, false)])
    func `can't be cut too short or too long`(length: Double, canBeCut: Bool) throws {
        let picture = try DrawnLine.picture(degrees: 0)
        #expect((LineThumbnail(of: Self.line(length: length), in: picture, ink: .dark) != nil) == canBeCut)
    }
}
