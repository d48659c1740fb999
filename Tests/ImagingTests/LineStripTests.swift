// Cropped lines: their size, margins and contrast, dark and light.
import Testing

@testable import Imaging

struct LineStripTests {
    private static func line(
        x: Double = 320, y: Double = 320, length: Double = 253, height: Double = 24, degrees: Double = 0
    ) -> TextLine {
        TextLine(
            x: x, y: y, direction: Direction(degrees: degrees), length: length, height: height, sag: 0,
            characters: 13, score: 13)
    }

    /// The runs of dark pixels in the middle row, as columns.
    private static func runs(_ strip: LineStrip) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        let row = strip.image.row(strip.image.height / 2)
        for x in 0..<strip.image.width where row[x] < 128 {
            if let last = runs.last, last.upperBound == x {
                runs[runs.count - 1] = last.lowerBound..<x + 1
            } else {
                runs.append(x..<x + 1)
            }
        }
        return runs
    }

    @Test(arguments: [10.0, 24, 26, 48]) func `is as tall as asked for, with a margin`(digitHeight: Double)
        throws
    {
        let picture = try DrawnLine.picture(degrees: 0)
        let strip = try #require(
            LineStrip(of: Self.line(), in: picture, digitHeight: digitHeight, ink: .dark))
        #expect(abs(Double(strip.image.height) - digitHeight * LineStrip.heights) <= 0.5)
        #expect(strip.margin == digitHeight * 0.6)
        let scale = digitHeight / 24
        #expect(abs(Double(strip.image.width) - 253 * scale - 2 * strip.margin) <= 0.5)
        #expect(strip.line == Self.line())
    }

    @Test func `knows the line's part at a column`() throws {
        let strip = try #require(
            LineStrip(of: Self.line(), in: try DrawnLine.picture(degrees: 0), digitHeight: 26, ink: .dark))
        #expect(abs(strip.part(atColumn: strip.margin)) < 1e-9)
        #expect(abs(strip.part(atColumn: Double(strip.image.width) - strip.margin) - 1) < 1e-9)
        #expect(abs(strip.part(atColumn: Double(strip.image.width) / 2) - 0.5) < 1e-9)
    }

    /// In dark and light, at any angle, thirteen blocks are where they should be.
    @Test(arguments: [0.0, 14, 90, 180, -60], [Ink.dark, .light])
    func `is level, dark on light`(degrees: Double, ink: Ink) throws {
        let picture =
            ink == .dark
            ? try DrawnLine.picture(degrees: degrees)
            : try DrawnLine.picture(degrees: degrees, ink: 210, paper: 40)
        let strip = try #require(
            LineStrip(of: Self.line(x: 320, y: 320, degrees: degrees), in: picture, digitHeight: 24, ink: ink)
        )
        let runs = Self.runs(strip)
        try #require(runs.count == 13)
        for (run, box) in zip(runs, DrawnLine.boxes) {
            // Boxes are relative to the centre of the picture, which is the centre of the strip.
            let left = box.left + Double(strip.image.width) / 2
            #expect(abs(Double(run.lowerBound) - left) <= 2 && abs(Double(run.count) - box.width) <= 2)
        }
        #expect((0..<strip.image.width).allSatisfy { strip.image[$0, 1] > 128 })
    }

    @Test(arguments: [(120, 180), (90, 250), (20, 60)] as [(UInt8, UInt8)])
    func `spreads pale print over all greys`(ink: UInt8, paper: UInt8) throws {
        let picture = try DrawnLine.picture(degrees: 0, ink: ink, paper: paper)
        let strip = try #require(LineStrip(of: Self.line(), in: picture, digitHeight: 24, ink: .dark))
        let greys = (0..<strip.image.width).map { strip.image[$0, strip.image.height / 2] }
        #expect(greys.min() ?? 255 < 10 && greys.max() ?? 0 > 245)
    }

    @Test func `evens a shadow out`() throws {
        let picture = try GreyImage.drawn(640, 640) { x, y in
            let isInk =
                abs(y - 320) <= 12
                && DrawnLine.boxes.contains {
                    Double(x) - 320 >= $0.left && Double(x) - 320 < $0.left + $0.width
                }
            // From 240 at the left to 80 at the right.
            let paper = 240 - x / 4
            return UInt8(isInk ? paper / 2 : paper)
        }
        let strip = try #require(LineStrip(of: Self.line(), in: picture, digitHeight: 24, ink: .dark))
        #expect(Self.runs(strip).count == 13)
    }

    @Test(arguments: [
        (6.0, 24.0, false), (24, 24, true), (3700, 24, true), (4000, 24, false), (90, 300, false),
    ])
    func `can't be cut too short or too long`(length: Double, height: Double, canBeCut: Bool) throws {
        let line = Self.line(length: length, height: height)
        let picture = try DrawnLine.picture(degrees: 0)
        #expect((LineStrip(of: line, in: picture, digitHeight: 26, ink: .dark) != nil) == canBeCut)
    }

    /// The first block is ten pixels inside the picture, and the line begins ten pixels outside.
    @Test func `draws the picture's edge out`() throws {
        let picture = try #require(
            try DrawnLine.picture(degrees: 0).cropped(x: 180, y: 0, width: 460, height: 640))
        let line = Self.line(x: 140, length: 300)
        let strip = try #require(LineStrip(of: line, in: picture, digitHeight: 24, ink: .dark))
        #expect(Self.runs(strip).count == 13)
    }
}
