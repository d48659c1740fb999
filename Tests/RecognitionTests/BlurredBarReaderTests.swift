// Drawn barcodes without any visible edges are still read; and other patterns are never read as a book's.
import Books
import Foundation
import TestSupport
import Testing

@testable import Imaging
@testable import Recognition

struct BlurredBarReaderTests {
    /// How a symbol was photographed.
    struct Look: CustomTestStringConvertible, Sendable {
        /// In pixels.
        var module = 1.6
        /// The standard deviation of the blur across the bars, in modules.
        var blur = 1.3
        /// How much wider bars are than nominal, in modules.
        var spread = 0.0
        /// How far the centre is from half-way, in modules.
        var bow = 0.0
        /// Pixels across per pixel down.
        var slant = 0.0
        /// The standard deviation of the noise, in grey levels.
        var noise = 1.5
        var contrast = 150.0

        var testDescription: String {
            "\(module) pixels a module, blur \(blur), spread \(spread), bow \(bow), slant \(slant)"
        }
    }

    private static func read(_ picture: GreyImage) -> [BlurredBars] {
        BlurredBarReader().read(picture, regions: BarField(of: picture)?.regions() ?? [])
    }

    /// Bars, exactly integrated and blurred by a normal distribution, in a picture of 320 × 160 pixels.
    ///
    /// - Parameter edges: the starts and ends of bars, alternating, in modules.
    private static func picture(_ edges: [Double], _ look: Look, seed: UInt64 = 1) throws -> GreyImage {
        var chance = SeededGenerator(seed: seed)
        let (width, height) = (320, 160)
        let left = (Double(width) - 95 * look.module) / 2
        var pixels = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let inside = (30..<130).contains(y)
                let across = (Double(x) + 0.5 - left - look.slant * Double(y - height / 2)) / look.module
                let part = 2 * across / 95 - 1
                let place = across - look.bow * (1 - part * part)
                var dark = 0.0
                for bar in stride(from: 0, to: inside ? edges.count - 1 : 0, by: 2) {
                    let (start, end) = (edges[bar] - look.spread / 2, edges[bar + 1] + look.spread / 2)
                    dark += erf((place - start) / look.blur / 2.0.squareRoot())
                    dark -= erf((place - end) / look.blur / 2.0.squareRoot())
                }
                let noise =
                    look.noise * (0..<4).reduce(-2) { sum, _ in sum + .random(in: 0...1, using: &chance) }
                pixels[y * width + x] = UInt8(
                    min(max(200 - look.contrast * dark / 2 + noise * 3.0.squareRoot(), 0), 255))
            }
        }
        let image = try #require(GreyImage(width: width, height: height))
        for y in 0..<height {
            let row = image.row(y)
            for x in 0..<width { row[x] = pixels[y * width + x] }
        }
        return image
    }

    private static func edges(_ digits: String) throws -> [Double] { try #require(EANPattern(digits)).edges }

    static let looks = [
        Look(), Look(module: 2, blur: 1.5), Look(module: 1.3, blur: 1.1), Look(spread: 0.3),
        Look(spread: -0.3),
        Look(bow: 1.2), Look(slant: 0.12), Look(module: 2.2, blur: 0.9, noise: 4), Look(contrast: 100),
    ]

    @Test(arguments: looks) func `reads bars of which no edge is left`(look: Look) throws {
        for digits in ["9780306406157", "9787520331661", "9791034903948"] {
            let found = Self.read(try Self.picture(try Self.edges(digits), look))
            #expect(found.map(\.isbn.isbn13) == [digits])
        }
    }

    /// The odds of one number against others assume that nothing hides a digit.
    @Test(arguments: 1...8) func `bars under a stripe are read right or not at all`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<12 {
            let body = "978" + (0..<9).map { _ in String(Int.random(in: 0...9, using: &chance)) }.joined()
            let check = (0...9).first {
                EANPattern.hasCheckDigit((body + "\($0)").compactMap(\.wholeNumberValue))
            }
            let digits = body + String(try #require(check))
            let start = Double.random(in: 5...85, using: &chance)
            let end = start + Double.random(in: 0.5...2.5, using: &chance)
            let edges = Self.striped(try Self.edges(digits), start, end, isDark: .random(using: &chance))
            let look = Look(blur: .random(in: 1.0...1.8, using: &chance), noise: 1)
            let found = Self.read(try Self.picture(edges, look, seed: seed))
            #expect(found.allSatisfy { $0.isbn.isbn13 == digits }, "\(digits), stripe at \(start)")
        }
    }

    /// With a dark or a light stripe.
    private static func striped(
        _ edges: [Double], _ start: Double, _ end: Double, isDark: Bool
    ) -> [Double] {
        let inside = { (place: Double) in edges.count { $0 <= place } % 2 == 1 }
        let ends = [start, end].filter { inside($0) != isDark }
        return (edges.filter { $0 < start || $0 > end } + ends).sorted()
    }

    @Test(arguments: [90, 180, 200]) func `reads bars that are turned`(degrees: Int) throws {
        let picture = try Self.picture(try Self.edges("9780306406157"), Look(module: 2))
        let turned = try #require(picture.turned(degrees: Double(degrees)))
        let found = try #require(Self.read(turned).first)
        #expect(found.isbn.isbn13 == "9780306406157")
        #expect(abs(found.degrees - degrees) <= 3)
    }

    @Test(arguments: ["4006381333931", "0012345678905", "5901234123457", "9771234567003", "9790001000017"])
    func `never takes another product's bars for a book's`(digits: String) throws {
        for look in Self.looks {
            #expect(Self.read(try Self.picture(try Self.edges(digits), look)).isEmpty)
        }
    }

    @Test(arguments: 1...12) func `never takes bars of no EAN-13 for a book's`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var edges = [0.0]
        while edges[edges.count - 1] < 95 {
            edges.append(edges[edges.count - 1] + Double(Int.random(in: 1...4, using: &chance)))
        }
        #expect(Self.read(try Self.picture(edges, Look(blur: 0.8), seed: seed)).isEmpty)
    }

    @Test(arguments: 1...4) func `never reads noise`(seed: UInt64) throws {
        let look = Look(noise: 40, contrast: 0)
        #expect(Self.read(try Self.picture([], look, seed: seed)).isEmpty)
    }

    @Test func `never guesses where too little is left to see`() throws {
        for digits in ["9780306406157", "9787520331661"] {
            for blur in [2.4, 3] {
                let look = Look(blur: blur, noise: 4)
                let found = Self.read(try Self.picture(try Self.edges(digits), look))
                #expect(found.allSatisfy { $0.isbn.isbn13 == digits })
            }
        }
    }
}
