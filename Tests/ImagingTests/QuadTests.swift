// The corners of rotated rectangles.
import Testing

@testable import Imaging

struct QuadTests {
    private static let quad = Quad(left: 10, top: 20, right: 110, bottom: 50)

    @Test func `has its corners clockwise`() {
        #expect(Self.quad.corners.map(\.x) == [10, 110, 110, 10])
        #expect(Self.quad.corners.map(\.y) == [20, 20, 50, 50])
    }

    @Test func `maps each corner`() {
        let turned = Self.quad.mapped { Point(x: -$0.y, y: $0.x) }
        #expect(turned.topLeft == Point(x: -20, y: 10) && turned.bottomRight == Point(x: -50, y: 110))
        let (left, top, right, bottom) = turned.bounds
        #expect([left, top, right, bottom] == [-50, 10, -20, 110])
    }
}
