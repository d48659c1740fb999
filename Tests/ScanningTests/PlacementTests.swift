// Boxes fit the upright photo, however the picture was cut and turned to read it.
import Books
import Imaging
import Testing

@testable import Scanning

@Suite struct PlacementTests {
    /// A photo of 200×100, its right half cut out, turned clockwise, at half size: where the cut's top left goes.
    @Test(arguments: [(0, 0.0, 0.0), (90, 25, 0), (180, 50, 25), (270, 0, 50)])
    func `leads back to the upright photo`(rotation: Int, x: Double, y: Double) {
        var placement = Placement()
        (placement.scale, placement.left, placement.top) = (2, 100, 50)
        (placement.cutWidth, placement.cutHeight) = (50, 25)
        let swaps = rotation % 180 == 90
        (placement.turnedWidth, placement.turnedHeight) = swaps ? (25, 50) : (50, 25)
        placement.rotation = rotation
        #expect(placement.upright(Point(x: x, y: y)) == PhotoPoint(x: 100, y: 50))
    }

    @Test func `tells how far the upright photo is turned to read a text`() {
        var placement = Placement()
        #expect(placement.turn(toRead: 0) == 0)
        #expect(placement.turn(toRead: 90) == 270)
        placement.rotation = 90
        #expect(placement.turn(toRead: 90) == 0)
    }
}
