// Barcodes drawn too thin or too thick, and the evidence of their measured widths.
import Foundation
import Testing

@testable import Imaging
@testable import Recognition

struct BarMeasurementTests {
    /// Measures drawn bars, 40 rows of them, as if `read` had been decoded.
    ///
    /// - Parameters:
    ///   - spread: how much wider bars are than nominal, in modules.
    ///   - module: in pixels.
    ///   - blur: the standard deviation, in modules.
    ///   - noise: the maximum, in grey levels.
    private static func measure(
        _ drawn: String, as read: String, spread: Double = 0, module: Double = 2.5, blur: Double = 0.35,
        noise: Int = 8
    ) throws -> BarMeasurement? {
        let model = BarModel(spread: spread, blur: blur)
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
                of: pattern, in: Raster(pixels: pixels, width: width, height: height),
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
    func `corrects digits that were read as their twins`(
        drawn: String, read: String
    ) throws {
        for spread in [-0.4, 0, 0.4] {
            let measured = try #require(try Self.measure(drawn, as: read, spread: spread))
            #expect(measured.likeliest == drawn)
        }
    }

    @Test(arguments: [0.2, 0.35, 0.5], [0, 10, 25])
    func `distinguishes twins in blurred and noisy bars`(blur: Double, noise: Int) throws {
        for spread in [-0.3, 0, 0.3] {
            let measured = try #require(try Self.measureTwin(spread, blur, noise))
            #expect(measured.likeliest == "9781856190206")
            #expect(measured.isSure)
            #expect(abs(measured.blur - blur) < 0.1)
            #expect(abs(measured.spread - spread) < 0.12)
        }
    }

    @Test(arguments: [0.5, 0.65, 0.8, 1.0], [4, 25])
    func `is never sure of the wrong twin, however bad the bars`(blur: Double, noise: Int) throws {
        for spread in [-0.5, 0, 0.5] {
            let measured = try Self.measureTwin(spread, blur, noise)
            #expect(measured?.isSure != true || measured?.likeliest == "9781856190206")
        }
    }

    private static func measureTwin(_ spread: Double, _ blur: Double, _ noise: Int) throws -> BarMeasurement?
    {
        try measure("9781856190206", as: "9781256190806", spread: spread, blur: blur, noise: noise)
    }

    @Test(arguments: [1.5, 2, 4]) func `measures how wide a module is`(module: Double) throws {
        let number = "9780306406157"
        let measured = try #require(try Self.measure(number, as: number, module: module))
        #expect(abs(measured.module - module) < 0.03 * module)
        #expect(measured.likeliest == number)
    }

    @Test func `lists the likeliest numbers, each with a valid check digit`() throws {
        let measured = try #require(try Self.measure("9781856190206", as: "9781256190806"))
        #expect(measured.numbers.first?.digits == "9781856190206")
        #expect(measured.numbers.count > 1 && measured.margin > 0)
        #expect(measured.numbers.map(\.odds) == measured.numbers.map(\.odds).sorted())
        for number in measured.numbers {
            let sum = number.digits.compactMap(\.wholeNumberValue).enumerated()
                .reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
            #expect(sum % 10 == 0)
        }
    }

    @Test func `measures nothing for other bars`() throws {
        #expect(try Self.measure("9780306406157", as: "9787520331661", spread: 0) == nil)
    }
}
