// Bars drawn too thin or too thick, and what their measured widths say of the number that was read.
import Foundation
import Testing

@testable import Recognition

@Suite struct BarMeasurementTests {
    /// Measures drawn bars, 40 rows of them, as if `read` had been read off them.
    ///
    /// - Parameters:
    ///   - spread: how much wider bars are than drawn, in modules.
    ///   - module: pixels.
    ///   - noise: the largest, in grey levels.
    private static func measure(
        _ drawn: String, as read: String, spread: Double, module: Double = 2.5, noise: Int = 8
    ) throws -> BarMeasurement? {
        let model = BarModel(spread: spread, blur: 0.35)
        let bars = model.darkness(of: try #require(EANPattern(drawn)).edges, in: 0..<BarProfile.count)
        let (width, height) = (Int(115 * module), 40)
        var state: UInt32 = 7
        var pixels: [UInt8] = []
        for _ in 0..<height {
            for x in 0..<width {
                let sample = BarProfile.sample(at: Double(x) / module - 10)
                let darkness = bars.indices.contains(sample) ? bars[sample] : 0
                state = state &* 1_664_525 &+ 1_013_904_223
                let grey = 220 - Int(darkness * 180) + Int(state >> 16) % (2 * noise + 1) - noise
                pixels.append(UInt8(min(max(grey, 0), 255)))
            }
        }
        let pattern = try #require(EANPattern(read))
        return pixels.withUnsafeBufferPointer { pixels in
            BarMeasurement(
                of: pattern, in: GrayRows(pixels: pixels, width: width, height: height),
                along: ScanLines(areColumns: false, range: 0..<height, pivot: 0))
        }
    }

    @Test(arguments: [-0.5, -0.25, 0, 0.25, 0.5])
    func `is sure of the right number and measures its ink spread`(spread: Double) throws {
        for number in ["9780306406157", "9781856190206", "9780425217832"] {
            let measured = try #require(try Self.measure(number, as: number, spread: spread))
            #expect(measured.isSure)
            #expect(measured.likeliest == number)
            #expect(abs(measured.spread - spread) < 0.1)
        }
    }

    @Test(arguments: [
        ("9781856190206", "9781256190806"), ("9780425217832", "9780485277838"),
    ])
    func `finds the right number behind one with digits taken for their twins`(
        drawn: String, read: String
    ) throws {
        for spread in [-0.4, 0, 0.4] {
            let measured = try #require(try Self.measure(drawn, as: read, spread: spread))
            #expect(measured.likeliest == drawn)
        }
    }

    @Test func `measures nothing where other bars stand`() throws {
        #expect(try Self.measure("9780306406157", as: "9787520331661", spread: 0) == nil)
    }
}
