// The relative positions of lines, and the area they cover.
import Testing

@testable import Imaging

struct TextLineTests {
    private static func line(
        x: Double = 300, y: Double = 100, degrees: Double = 0, length: Double = 400, height: Double = 20,
        sag: Double = 0
    ) -> TextLine {
        TextLine(
            x: x, y: y, direction: Direction(degrees: degrees), length: length, height: height, sag: sag,
            characters: 13, score: 0)
    }

    @Test(arguments: [
        (line(y: 130), true), (line(y: 70), true), (line(y: 70, degrees: 180), true), (line(y: 195), true),
        // Too far away, on the same level, beside it, of another size, of another direction.
        (line(y: 205), false), (line(x: 720), false), (line(y: 108), false), (line(x: 750, y: 130), false),
        (line(y: 140, height: 33), false), (line(y: 130, degrees: 90), false),
    ])
    func `knows which lines are next to it`(other: TextLine, isNext: Bool) {
        #expect(Self.line().isNext(to: other) == isNext)
        #expect(other.isNext(to: Self.line()) == isNext)
    }

    @Test(arguments: [
        (line(x: 800), true), (line(x: 800, y: 109), true), (line(x: 1000, y: 115), true),
        // On its other side, overlapping, too far away, in another row, of another size or direction.
        (line(x: -200), false), (line(x: 600), false), (line(x: 1200), false), (line(x: 800, y: 130), false),
        (line(x: 800, height: 40), false), (line(x: 800, degrees: 180), false),
        (line(x: 800, degrees: 90), false),
    ])
    func `knows which line begins behind it`(other: TextLine, isBehind: Bool) {
        #expect(Self.line().isBefore(other) == isBehind)
        if isBehind { #expect(other.isBeside(Self.line()) && Self.line().reversed.isBeside(other)) }
    }

    @Test func `returns how far it is below another line`() {
        #expect(Self.line(y: 130).depth(below: Self.line()) == 30)
        #expect(Self.line(y: 70).depth(below: Self.line()) == -30)
        #expect(abs(Self.line(y: 130).depth(below: Self.line(degrees: 180)) + 30) < 1e-9)
        #expect(abs(Self.line(x: 270, degrees: 90).depth(below: Self.line(degrees: 90)) - 30) < 1e-9)
    }

    @Test func `reads from its other end`() {
        let line = Self.line(degrees: 10, sag: 6)
        #expect(line.reversed.reversed == line)
        #expect(line.reversed.sag == -6 && line.reversed.direction.degrees == 190)
        #expect(!line.reversed.reads(like: line) && line.reads(like: Self.line(degrees: 25)))
        // The same position on the page, from either end.
        let (place, same) = (line.point(along: 50, below: 4), line.reversed.point(along: -50, below: -4))
        #expect(abs(place.x - same.x) < 1e-9 && abs(place.y - same.y) < 1e-9)
    }

    @Test func `covers its height and some more`() {
        let bounds = Self.line().corners().bounds
        #expect((bounds.left, bounds.top, bounds.right, bounds.bottom) == (100, 86, 500, 114))
        let part = Self.line().corners(of: 0.25...0.5)
        #expect(part.topLeft == Point(x: 200, y: 86) && part.bottomRight == Point(x: 300, y: 114))
        #expect(Self.line(degrees: 180).corners().topLeft.x == 500)
    }

    /// Its ends are as far below the centre as `sag` says.
    @Test func `follows its bow`() {
        let line = Self.line(sag: 8)
        #expect(line.point(along: 0, below: 0).y == 96)
        #expect(line.point(along: 200, below: 0).y == 104 && line.point(along: -200, below: 0).y == 104)
        #expect(line.point(along: 0, below: 5).y == 101)
    }
}
