// Covers that a person outlines: which outlines are taken, and that the cut is straight.
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Reading

struct CoverCutterTests {
    private static func outline(_ places: [(Double, Double)]) throws -> CoverOutline {
        try CoverOutline(places.map { .init(x: $0.0, y: $0.1) })
    }

    @Test(
        arguments: [
            [(0, 0), (1, 0), (1, 1), (0, 1)], [(0.3, 0.1), (0.8, 0.2), (0.9, 0.9), (0.1, 0.8)],
            // Upside down, and on a corner.
            [(0.9, 0.9), (0.1, 0.9), (0.1, 0.1), (0.9, 0.1)], [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
        ] as [[(Double, Double)]])
    func `an outline is any quadrilateral with its corners clockwise`(_ places: [(Double, Double)]) throws {
        #expect(try Self.outline(places).corners.map(\.x) == places.map(\.0))
    }

    @Test(
        arguments: [
            ([(0, 0), (1, 0), (1, 1)], .outside), ([(0, 0), (1.01, 0), (1, 1), (0, 1)], .outside),
            ([(0, -0.01), (1, 0), (1, 1), (0, 1)], .outside),
            ([(0, 0), (.nan, 0), (1, 1), (0, 1)], .outside),
            // A bow, a mirrored outline, one that bends inwards, and three corners in a line.
            ([(0, 0), (1, 1), (1, 0), (0, 1)], .crossing), ([(1, 0), (0, 0), (0, 1), (1, 1)], .crossing),
            ([(0, 0), (1, 0), (0.2, 0.2), (0, 1)], .crossing),
            ([(0, 0), (0.5, 0), (1, 0), (0, 1)], .crossing),
            ([(0, 0), (0.04, 0), (0.04, 1), (0, 1)], .tooSmall),
            ([(0, 0), (0, 0), (1, 1), (0, 1)], .tooSmall),
            ([(0, 0.5), (0.5, 0.498), (1, 0.5), (0.5, 0.502)], .tooSmall),
        ] as [([(Double, Double)], CoverOutline.Failure)])
    func `other outlines are refused`(_ places: [(Double, Double)], _ failure: CoverOutline.Failure) {
        #expect(throws: failure) { try Self.outline(places) }
    }

    @Test func `an outline from elsewhere is checked`() throws {
        let outline = try Self.outline([(0.3, 0.1), (0.8, 0.2), (0.9, 0.9), (0.1, 0.8)])
        let sent = try JSONEncoder().encode(outline)
        #expect(try JSONDecoder().decode(CoverOutline.self, from: sent) == outline)
        let forged = Data(String(decoding: sent, as: UTF8.self).replacing("0.9", with: "9").utf8)
        #expect(throws: CoverOutline.Failure.outside) {
            try JSONDecoder().decode(CoverOutline.self, from: forged)
        }
    }

    @Test func `a picture that is cut off or damaged is no cover`() throws {
        let url = Repository.root.appending(path: "testimages/cover-same-book-dark.jpg")
        let whole = try Data(contentsOf: url)
        #expect(CoverCutter.cover(of: whole, .whole) != nil)
        let outline = try Self.outline([(0.2, 0.2), (0.8, 0.2), (0.8, 0.5), (0.2, 0.5)])
        for share in [0.1, 0.5, 0.9, 0.99] {
            let cut = whole.prefix(Int(Double(whole.count) * share))
            for request in [CoverRequest.whole, .found, CoverRequest(.outline(outline))] {
                #expect(CoverCutter.cover(of: cut, request) == nil, "\(share)")
            }
        }
        // An end in the middle.
        var damaged = whole
        damaged.replaceSubrange(whole.count / 2..<whole.count / 2 + 2, with: [0xFF, 0xD9])
        #expect(CoverCutter.cover(of: damaged, .whole) == nil)
    }

    /// A white trapezium on black, 400 by 300 pixels.
    private static let trapezium = BMPFile.data(width: 400, height: 300) { x, y in
        // From 120…280 at 60 below the top to 80…320 at 240, and two pixels more.
        let below = 299 - y
        let widening = Double(below - 60) / 180 * 40
        let isInside = (58..<242).contains(below) && abs(Double(x) - 200) < 82 + widening
        return [UInt8](repeating: isInside ? 255 : 0, count: 3)
    }

    @Test func `what is outlined is cut straight`() throws {
        let outline = try Self.outline([(0.3, 0.2), (0.7, 0.2), (0.8, 0.8), (0.2, 0.8)])
        let cut = try #require(CoverCutter.cover(of: Self.trapezium, CoverRequest(.outline(outline))))
        #expect(cut.outline == outline)
        var picture: ColourImage?
        try PhotoFile(cut.large).forEachPage(only: 1) { picture = try? $0.get().colour(reduction: 1) }
        let straight = try #require(picture)
        // 200 pixels wide at the middle, and 184 along the sides.
        #expect(abs(straight.width - 200) < 3 && abs(straight.height - 184) < 3)
        let bytes = [UInt8](straight.rows)
        let dark = stride(from: 0, to: bytes.count, by: 3).count { bytes[$0] < 128 }
        #expect(dark * 100 < straight.width * straight.height * 2, "nothing of the black around it")
    }
}
