// Boxes are in the upright photo's coordinates, however the picture was cropped and rotated.
import Books
import Imaging
import Testing

@testable import Reading

struct PlacementTests {
    /// A photo of 200×100, its right half cropped, rotated clockwise, at half size: the position of the crop's top
    /// left corner.
    @Test(arguments: [(0, 0.0, 0.0), (90, 25, 0), (180, 50, 25), (270, 0, 50)])
    func `maps back to the upright photo`(rotation: Int, x: Double, y: Double) {
        var placement = Placement()
        (placement.scale, placement.left, placement.top) = (2, 100, 50)
        (placement.cutWidth, placement.cutHeight) = (50, 25)
        let swaps = rotation % 180 == 90
        (placement.turnedWidth, placement.turnedHeight) = swaps ? (25, 50) : (50, 25)
        placement.rotation = rotation
        #expect(placement.upright(Point(x: x, y: y)) == PhotoPoint(x: 100, y: 50))
        let (before, behind) = (Point(x: -9, y: -9), Point(x: 99, y: 99))
        let corners = [before, behind].map(placement.upright)
        let areInside = corners.allSatisfy { (100...200).contains($0.x) && (50...100).contains($0.y) }
        #expect(areInside, "\(corners)")
    }

    @Test func `returns the rotation of the upright photo for reading a text`() {
        var placement = Placement()
        #expect(placement.turn(toRead: 0) == 0)
        #expect(placement.turn(toRead: 90) == 270)
        placement.rotation = 90
        #expect(placement.turn(toRead: 90) == 0)
    }

    @Test(arguments: [(0, 0, 100.0, 50.0), (90, 90, 50, 100), (-90, 270, 50, 100), (450, 90, 50, 100)])
    func `cuts a part out and turns it`(
        rotation: Int, normal: Int, width: Double, height: Double
    ) throws {
        let crop = CropRegion(
            x: .init(50, isPercent: true), y: .init(10), width: .init(100), height: .init(50, isPercent: true)
        )
        let placement = try #require(
            Placement(ScanOptions(crop: crop, rotation: rotation), width: 200, height: 100))
        #expect((placement.left, placement.top) == (100, 10))
        #expect((placement.cutWidth, placement.cutHeight) == (100, 50))
        #expect(placement.rotation == normal)
        #expect((placement.turnedWidth, placement.turnedHeight) == (width, height))
    }

    @Test(arguments: [(199.0, 99.0, true), (200, 0, false), (0, 100, false)])
    func `cuts nothing that begins outside`(x: Double, y: Double, isInside: Bool) {
        let crop = CropRegion(x: .init(x), y: .init(y), width: .init(10), height: .init(10))
        #expect((Placement(ScanOptions(crop: crop), width: 200, height: 100) != nil) == isInside)
    }
}
