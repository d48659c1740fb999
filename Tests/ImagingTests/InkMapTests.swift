// Detecting ink and its connected components, in drawn shapes, dark and light.
import Foundation
import Testing

@testable import Imaging

struct InkMapTests {
    /// Shapes on a page of 120 by 100, dark or light.
    private static func parts(
        _ ink: Ink, along axis: Direction = .right, contrast: Int = 10, isInk: (_ x: Int, _ y: Int) -> Bool
    ) throws -> [Part] {
        let (letter, paper): (UInt8, UInt8) = ink == .dark ? (30, 220) : (220, 30)
        let image = try GreyImage.drawn(120, 100) { isInk($0, $1) ? letter : paper }
        return InkMap(of: image, ink: ink, window: 61, contrast: contrast).parts(along: axis)
    }

    /// Boxes as `left, top, right, bottom`; a shape is the union of its boxes.
    @Test(
        arguments: [
            ([[30, 40, 40, 60]], [[30, 40, 40, 60]]),
            ([[10, 10, 16, 30], [20, 10, 26, 30]], [[10, 10, 16, 30], [20, 10, 26, 30]]),
            // A `u`, whose arms meet below; an `n`; a ring.
            ([[10, 10, 14, 30], [30, 10, 34, 30], [10, 28, 34, 32]], [[10, 10, 34, 32]]),
            ([[10, 12, 14, 30], [30, 12, 34, 30], [10, 10, 34, 14]], [[10, 10, 34, 30]]),
            (
                [[10, 10, 34, 14], [10, 26, 34, 30], [10, 10, 14, 30], [30, 10, 34, 30]], [[10, 10, 34, 30]]
            ),
            // Corner to corner.
            ([[10, 10, 18, 18], [18, 18, 26, 26]], [[10, 10, 26, 26]]),
            ([[18, 10, 26, 18], [10, 18, 18, 26]], [[10, 10, 26, 26]]),
            // At the edges, and across several words of bits.
            ([[0, 0, 8, 20], [112, 80, 120, 100]], [[0, 0, 8, 20], [112, 80, 120, 100]]),
            ([[2, 50, 118, 53]], [[2, 50, 118, 53]]),
            // Specks.
            ([[10, 10, 15, 15], [60, 60, 66, 61], [80, 20, 81, 25]], [[60, 60, 66, 61]]), ([], []),
        ] as [([[Int]], [[Int]])],
        [Ink.dark, .light])
    func `finds connected components, and drops specks`(_ shapes: ([[Int]], [[Int]]), ink: Ink) throws {
        let parts = try Self.parts(ink) { x, y in
            shapes.0.contains { x >= $0[0] && y >= $0[1] && x < $0[2] && y < $0[3] }
        }
        let boxes = parts.map { [$0.start, $0.top, $0.end, $0.bottom] }
        #expect(Set(boxes) == Set(shapes.1.map { $0.map(Double.init) }))
        #expect(boxes.count == shapes.1.count)
    }

    @Test func `takes only what differs enough for ink`() throws {
        let image = try GreyImage.drawn(120, 100) { x, y in
            guard (40..<60).contains(y) else { return 200 }
            return (20..<30).contains(x) ? 192 : (60..<70).contains(x) ? 180 : 200
        }
        let starts = { (contrast: Int) in
            InkMap(of: image, ink: .dark, window: 61, contrast: contrast).parts(along: .right).map(\.start)
                .sorted()
        }
        #expect(starts(5) == [20, 60])
        #expect(starts(10) == [60])
        #expect(starts(30) == [])
        #expect(InkMap(of: image, ink: .light, window: 61, contrast: 10).parts(along: .right).isEmpty)
    }

    @Test func `finds ink in the shade`() throws {
        let image = try GreyImage.drawn(120, 100) { x, y in
            let isInk = (40..<60).contains(y) && ((16..<24).contains(x) || (88..<96).contains(x))
            return UInt8(60 + x / 2 - (isInk ? 40 : 0))
        }
        let parts = InkMap(of: image, ink: .dark, window: 61, contrast: 10).parts(along: .right)
        #expect(parts.map(\.start).sorted() == [16, 88])
        #expect(parts.map(\.end).sorted() == [24, 96])
    }

    @Test func `measures downwards`() throws {
        let part = try #require(
            try Self.parts(.dark, along: .down) { x, y in (30..<40).contains(x) && (40..<60).contains(y) }
                .first)
        #expect((part.start, part.end) == (40, 60))
        #expect((part.top, part.bottom) == (-40, -30))
    }

    @Test(arguments: [-40.0, -15, 20, 30, 60])
    func `measures along a slanted direction`(degrees: Double) throws {
        let axis = Direction(degrees: degrees)
        let parts = try Self.parts(.dark, along: axis) { x, y in
            let (right, down) = (Double(x) - 59.5, Double(y) - 49.5)
            return abs(right * axis.x + down * axis.y) < 20 && abs(down * axis.x - right * axis.y) < 8
        }
        let part = try #require(parts.first)
        #expect(parts.count == 1)
        #expect(abs(part.width - 40) < 2 && abs(part.height - 16) < 2)
    }

    @Test(arguments: [(11, false), (12, true), (20, true)])
    func `finds the direction of at least twelve bars`(count: Int, isKnown: Bool) throws {
        let image = try GreyImage.drawn(240, 100) { x, y in
            let isBar = x % 10 < 3 && x / 10 < count && (20..<80).contains(y)
            return isBar ? 30 : 220
        }
        let axis = InkMap(of: image, ink: .dark, window: 61, contrast: 10).barAxis
        #expect((axis != nil) == isKnown)
        if let axis { #expect(axis.isWithin(degrees: 1, of: .right)) }
    }

    @Test func `takes letters for no bars`() throws {
        let image = try GreyImage.drawn(400, 100) { x, y in
            x % 20 < 12 && (30..<60).contains(y) ? 30 : 220
        }
        #expect(InkMap(of: image, ink: .dark, window: 61, contrast: 10).barAxis == nil)
    }
}
