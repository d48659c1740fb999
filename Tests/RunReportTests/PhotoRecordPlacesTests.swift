// Impossible positions in records are harmless.
import Books
import Testing

@testable import RunReport

struct PhotoRecordPlacesTests {
    private static func record(_ width: Int?, _ height: Int?) -> PhotoRecord {
        PhotoRecord(photo: "a", width: width, height: height)
    }

    @Test(arguments: [(nil, 9), (0, 9), (9, -1), (Int.max, 9), (9, 1_000_001)])
    func `absurd dimensions are ignored`(
        width: Int?, height: Int?
    ) {
        #expect(Self.record(width, height).sides == nil)
        let witness = Witness(
            reader: .ocr, text: "", confidence: 1, box: Array(repeating: PhotoPoint(x: 1, y: 1), count: 4))
        #expect(Self.record(width, height).corners(of: witness) == nil)
    }

    @Test(arguments: [Int.max, Int.min, -500, 0, 7, 500]) func `corners stay near the photo`(place: Int)
        throws
    {
        let box = Array(repeating: PhotoPoint(x: place, y: place), count: 9)
        let witness = Witness(reader: .ocr, text: "", confidence: 1, box: box)
        let corners = try #require(Self.record(100, 50).corners(of: witness))
        #expect(corners.count == 4)
        #expect(corners.allSatisfy { (-100...200).contains($0.x) && (-50...100).contains($0.y) })
        if (0...50).contains(place) { #expect(corners[0] == box[0]) }
        #expect(Self.record(100, 50).corners(of: Witness(reader: .ocr, text: "", confidence: 1)) == nil)
    }
}
