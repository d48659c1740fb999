// Drawn bars of any size and angle in one picture, each found as one region; what is no symbol is none.
import Foundation
import Testing

@testable import Imaging
@testable import Recognition

struct BarRegionTests {
    /// Bars in a picture: sixty modules high, in pixels and degrees.
    private struct Symbol {
        var (x, y, module, degrees) = (0.0, 0.0, 2.0, 0.0)

        /// How black a place is, 0 or 1.
        func ink(_ modules: [Bool], x: Double, y: Double) -> Double {
            let (right, down) = ((x - self.x) / module, (y - self.y) / module)
            let turn = degrees * .pi / 180
            let (along, below) = (right * cos(turn) + down * sin(turn), down * cos(turn) - right * sin(turn))
            let place = Int((along + 47.5).rounded(.down))
            return abs(below) < 30 && modules.indices.contains(place) && modules[place] ? 1 : 0
        }
    }

    private static func picture(_ symbols: [Symbol], width: Int = 1200, height: Int = 700) throws -> GreyImage
    {
        let modules = EAN13.modules("9780306406157")
        let image = try #require(GreyImage(width: width, height: height))
        for y in 0..<height {
            let row = image.row(y)
            for x in 0..<width {
                var ink = 0.0
                for (right, down) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                    for symbol in symbols {
                        ink += symbol.ink(modules, x: Double(x) + right, y: Double(y) + down) / 4
                    }
                }
                row[x] = UInt8(220 - 180 * min(ink, 1))
            }
        }
        return image
    }

    private static func regions(_ picture: GreyImage, isTrimmed: Bool = true) throws -> [BarRegion] {
        try #require(BarField(of: picture)).regions(isTrimmed: isTrimmed)
    }

    @Test func `symbols of any size and angle are a region each`() throws {
        let symbols = [
            Symbol(x: 200, y: 180, module: 1.5, degrees: 0), Symbol(x: 620, y: 200, module: 2.2, degrees: 33),
            Symbol(x: 1000, y: 350, module: 3, degrees: 90),
            Symbol(x: 330, y: 520, module: 2.5, degrees: 140),
        ]
        let regions = try Self.regions(try Self.picture(symbols))
        #expect(regions.count == symbols.count)
        for symbol in symbols {
            let region = try #require(
                regions.min {
                    hypot($0.middle.x - symbol.x, $0.middle.y - symbol.y)
                        < hypot($1.middle.x - symbol.x, $1.middle.y - symbol.y)
                })
            #expect(hypot(region.middle.x - symbol.x, region.middle.y - symbol.y) < 12 * symbol.module)
            #expect(region.direction.isWithin(degrees: 6, of: Direction(degrees: symbol.degrees)))
            #expect(abs(region.module / symbol.module - 1) < 0.2)
        }
    }

    @Test func `its outline is around its middle, along its direction`() {
        let region = BarRegion(
            middle: Point(x: 100, y: 50), direction: Direction(degrees: 90), length: 60, height: 20)
        let bounds = region.quad.bounds
        #expect(abs(bounds.left - 90) < 1e-9 && abs(bounds.right - 110) < 1e-9)
        #expect(abs(bounds.top - 20) < 1e-9 && abs(bounds.bottom - 80) < 1e-9)
    }

    @Test func `plain paper and chequers are no region`() throws {
        #expect(try Self.regions(try Self.picture([])).isEmpty)
        let chequered = try #require(GreyImage(width: 400, height: 400))
        for y in 0..<400 {
            for x in 0..<400 where (x / 6 + y / 6) % 2 == 0 { chequered.row(y)[x] = 40 }
        }
        #expect(try Self.regions(chequered).isEmpty)
    }

    @Test func `the edge of a label beside bars is cut off`() throws {
        let symbol = Symbol(x: 600, y: 350, module: 2, degrees: 0)
        let picture = try Self.picture([symbol])
        for y in 0..<picture.height {
            for x in 705..<708 { picture.row(y)[x] = 30 }
        }
        #expect(try Self.regions(picture, isTrimmed: false).isEmpty)
        let region = try #require(try Self.regions(picture).first)
        #expect(abs(region.middle.y - 350) < 16 && abs(region.height - 120) < 32)
    }
}
