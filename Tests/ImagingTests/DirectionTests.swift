// Directions of lines and bars.
import Testing

@testable import Imaging

struct DirectionTests {
    @Test(arguments: [0, 30, 90, 135, 180, 270, 359]) func `keeps its degrees`(degrees: Int) {
        let direction = Direction(degrees: Double(degrees))
        #expect(direction.degrees == degrees)
        #expect(direction.reversed.degrees == (degrees + 180) % 360)
        #expect(direction.below.degrees == (degrees + 90) % 360)
        #expect(abs(direction.x * direction.x + direction.y * direction.y - 1) < 1e-9)
    }

    @Test func `has a length of 1`() {
        #expect(Direction(x: 3, y: 4) == Direction(x: 30, y: 40))
        #expect(Direction(x: 3, y: 4).x == 0.6)
    }

    @Test(arguments: [
        (0.0, 5.0, 6.0, true), (0, 7, 6, false), (0, 178, 6, true), (90, 272, 3, true), (20, 110, 30, false),
    ])
    func `recognises parallel directions, from either end`(
        one: Double, other: Double, tolerance: Double, isWithin: Bool
    ) {
        let (one, other) = (Direction(degrees: one), Direction(degrees: other))
        #expect(one.isWithin(degrees: tolerance, of: other) == isWithin)
        #expect(other.isWithin(degrees: tolerance, of: one) == isWithin)
    }

    @Test func `maps to a position in the picture`() {
        #expect(Direction.right.place(along: 7, below: 3) == Point(x: 7, y: 3))
        #expect(Direction.down.place(along: 7, below: 3) == Point(x: -3, y: 7))
    }
}
