// Covers on a table, drawn, seen from an angle; and pictures without one.
import Foundation
import TestSupport
import Testing

@testable import Imaging

struct CoverFinderTests {
    /// A table with grain, and books on it.
    private static func table(
        width: Int = 400, height: Int = 300, of ground: (Int, Int, Int) = (150, 120, 90), tufts: Int = 0,
        _ books: [(quad: Quad, colour: (Int, Int, Int))] = []
    ) throws -> ColourImage {
        var random = SeededGenerator(seed: 5)
        let shades = Self.shades(tufts, width, height, &random)
        var rows = Data()
        for y in 0..<height {
            for x in 0..<width {
                let grain = Int.random(in: -12...12, using: &random)
                let shade = shades[y * width + x]
                var colour = (ground.0 + shade, ground.1 + shade, ground.2 + shade)
                for book in books where book.quad.contains(Double(x), Double(y)) { colour = book.colour }
                for part in [colour.0, colour.1, colour.2] {
                    rows.append(UInt8(min(255, max(0, part + grain))))
                }
            }
        }
        return try #require(ColourImage(rows: rows, width: width, height: height))
    }

    /// How much lighter or darker tufts of fur make each place.
    private static func shades(
        _ tufts: Int, _ width: Int, _ height: Int, _ random: inout SeededGenerator
    ) -> [Int] {
        var shades = [Int](repeating: 0, count: width * height)
        for _ in 0..<tufts {
            let (x, y) = (
                Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
            )
            let lean = Double.random(in: -0.6...0.6, using: &random)
            let shade = Int.random(in: -45...45, using: &random)
            for step in 0..<30 where y + step < height {
                let left = x + Int(lean * Double(step))
                for place in left..<(left + 4) where (0..<width).contains(place) {
                    shades[(y + step) * width + place] = shade
                }
            }
        }
        return shades
    }

    private static let cover = Quad(
        topLeft: Point(x: 110, y: 40), topRight: Point(x: 270, y: 30), bottomRight: Point(x: 290, y: 260),
        bottomLeft: Point(x: 90, y: 250))

    private static func distance(_ found: FoundCover, _ quad: Quad, width: Double = 400, height: Double = 300)
        -> Double
    {
        zip(found.quad.corners, quad.corners).map { hypot($0.x - $1.x / width, $0.y - $1.y / height) }.max()
            ?? 1
    }

    @Test(arguments: [(200, 30, 40), (20, 40, 90), (235, 235, 235)])
    func `a cover is found at its corners`(_ colour: (Int, Int, Int)) throws {
        let found = try #require(CoverFinder.find(in: Self.table([(Self.cover, colour)])))
        #expect(Self.distance(found, Self.cover) < 0.03)
    }

    @Test(arguments: [(226, 226, 222), (186, 187, 184)])
    func `a cover is found on a ground of nearly its colour`(_ colour: (Int, Int, Int)) throws {
        let photo = try Self.table(of: (206, 207, 204), [(Self.cover, colour)])
        let found = try #require(CoverFinder.find(in: photo))
        #expect(Self.distance(found, Self.cover) < 0.03)
    }

    @Test(arguments: [(200, 30, 40), (235, 235, 235), (30, 30, 35)])
    func `a cover is found on fur, whose edges go on beyond its corners`(_ colour: (Int, Int, Int)) throws {
        let found = try #require(CoverFinder.find(in: Self.table(tufts: 1600, [(Self.cover, colour)])))
        #expect(Self.distance(found, Self.cover) < 0.03)
        #expect(CoverFinder.find(in: try Self.table(tufts: 1600)) == nil)
    }

    @Test(arguments: [(0.0, 14.0), (4.0, 12.0)])
    func `the shadow of a cover on fur is no part of it`(_ right: Double, _ down: Double) throws {
        let shadow = Self.cover.mapped { Point(x: $0.x + right, y: $0.y + down) }
        let photo = try Self.table(tufts: 1600, [(shadow, (95, 75, 58)), (Self.cover, (30, 30, 35))])
        let found = try #require(CoverFinder.find(in: photo))
        #expect(Self.distance(found, Self.cover) < 0.03)
    }

    @Test func `what is printed on a cover is no cover`() throws {
        let print = Quad(left: 140, top: 90, right: 240, bottom: 200)
        let found = try #require(
            CoverFinder.find(in: Self.table([(Self.cover, (30, 60, 160)), (print, (240, 230, 60))])))
        #expect(Self.distance(found, Self.cover) < 0.03)
    }

    @Test func `the label of a barcode is no cover`() throws {
        let label = Quad(left: 100, top: 80, right: 300, bottom: 220)
        func photo(bars: [Quad]) throws -> ColourImage {
            try Self.table(
                of: (30, 60, 160), [(label, (240, 240, 240))] + bars.map { ($0, (20, 20, 20)) })
        }
        let upright = stride(from: 115.0, to: 285, by: 10)
            .map { Quad(left: $0, top: 100, right: $0 + 5, bottom: 200) }
        #expect(CoverFinder.find(in: try photo(bars: upright)) == nil)
        let level = stride(from: 95.0, to: 205, by: 10)
            .map { Quad(left: 120, top: $0, right: 280, bottom: $0 + 5) }
        #expect(CoverFinder.find(in: try photo(bars: level)) == nil)
        let text = stride(from: 95.0, to: 150, by: 10)
            .map { Quad(left: 115, top: $0, right: 285, bottom: $0 + 4) }
        let below = stride(from: 115.0, to: 285, by: 10)
            .map { Quad(left: $0, top: 160, right: $0 + 5, bottom: 208) }
        #expect(CoverFinder.find(in: try photo(bars: text + below)) == nil)
        // Without bars it is a small white book.
        let found = try #require(CoverFinder.find(in: try photo(bars: [])))
        #expect(Self.distance(found, label) < 0.03)
    }

    @Test(arguments: [5.0, 12.0, 20.0])
    func `the label of a barcode is no cover when it is turned`(_ degrees: Double) throws {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        func turned(_ quad: Quad) -> Quad {
            quad.mapped {
                let (x, y) = ($0.x - 200, $0.y - 150)
                return Point(x: 200 + x * cosine - y * sine, y: 150 + x * sine + y * cosine)
            }
        }
        let label = turned(Quad(left: 100, top: 80, right: 300, bottom: 220))
        let bars = stride(from: 115.0, to: 285, by: 6)
            .map { turned(Quad(left: $0, top: 100, right: $0 + 3, bottom: 200)) }
        let photo = try Self.table(
            of: (30, 60, 160), [(label, (240, 240, 240))] + bars.map { ($0, (20, 20, 20)) })
        #expect(CoverFinder.find(in: photo) == nil)
    }

    @Test func `a cover with a band is no label`() throws {
        let label = Quad(left: 100, top: 60, right: 260, bottom: 260)
        let band = Quad(left: 115, top: 190, right: 245, bottom: 220)
        let photo = try Self.table(of: (30, 60, 160), [(label, (240, 240, 240)), (band, (20, 20, 20))])
        #expect(Self.distance(try #require(CoverFinder.find(in: photo)), label) < 0.03)
    }

    @Test func `without a cover none is found`() throws {
        #expect(CoverFinder.find(in: try Self.table()) == nil)
        // Half of a board, and a board that fills the picture.
        let half = Quad(left: -10, top: -10, right: 200, bottom: 310)
        #expect(CoverFinder.find(in: try Self.table([(half, (30, 60, 160))])) == nil)
        let all = Quad(left: -10, top: -10, right: 410, bottom: 310)
        #expect(CoverFinder.find(in: try Self.table([(all, (30, 60, 160))])) == nil)
        #expect(CoverFinder.find(in: try Self.table(width: 40, height: 20)) == nil)
    }

    @Test func `a cover is straightened and levelled`() throws {
        let photo = try Self.table([(Self.cover, (90, 100, 110))])
        let found = try #require(CoverFinder.find(in: photo))
        let straight = try #require(photo.straightened(found.quad))
        #expect(abs(straight.width - 180) < 12 && abs(straight.height - 220) < 12)
        // Its corners show the cover, no table.
        for (x, y) in [
            (6, 6), (straight.width - 7, 6), (6, straight.height - 7),
            (straight.width - 7, straight.height - 7),
        ] {
            let colour = try #require(straight.colour(x: x, y: y))
            #expect(colour.blue > colour.red - 20 && abs(colour.green - 100) < 25, "\(x), \(y)")
        }
        let dark = try Self.table([(Quad(left: 0, top: 0, right: 200, bottom: 300), (60, 60, 60))])
        let level = try #require(dark.levelled)
        let colours = try (#require(level.colour(x: 50, y: 50)), #require(level.colour(x: 300, y: 50)))
        #expect(colours.0.red < 40 && colours.1.red > 190)
        #expect(photo.straightened(Quad(left: 0.5, top: 0.5, right: 0.51, bottom: 0.51)) == nil)
    }
}

extension Quad {
    fileprivate func contains(_ x: Double, _ y: Double) -> Bool {
        zip(corners, corners[1...] + corners[..<1]).allSatisfy { one, next in
            (next.x - one.x) * (y - one.y) - (next.y - one.y) * (x - one.x) >= 0
        }
    }
}
