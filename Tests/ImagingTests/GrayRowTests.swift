// Pixels by column, independent of their order in memory.
import Testing

@testable import Imaging

struct GrayRowTests {
    /// Widths that are a multiple of Leptonica's words, and others.
    @Test(arguments: [1, 4, 5, 7, 64, 101]) func `has pixels in their order`(width: Int) throws {
        let grey = { (x: Int, y: Int) -> UInt8 in UInt8((x * 7 + y * 50) % 256) }
        let image = try GreyImage.drawn(width, 3, grey)
        var drawn: [UInt8] = []
        for y in 0..<3 { for x in 0..<width { drawn.append(grey(x, y)) } }
        let pixels = image.withRaster { Array($0.pixels) }
        #expect(pixels == drawn)
        for x in 0..<width { #expect(image.row(2)[x] == grey(x, 2)) }
    }

    @Test func `is white when new`() throws {
        let image = try #require(GreyImage(width: 9, height: 2))
        let pixels = image.withRaster { Array($0.pixels) }
        #expect(pixels == [UInt8](repeating: 255, count: 18))
    }
}
