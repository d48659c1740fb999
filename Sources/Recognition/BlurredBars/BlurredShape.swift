// The darkness of an EAN-13 symbol at each position if its bars are blurred.
import Foundation

/// Four samples of one module.
typealias Module = SIMD4<Float>

/// How bars were printed and photographed.
struct BlurredShape {
    /// The standard deviation of the blur, in modules.
    var blur: Float
    /// How much wider a bar is than nominal, in modules; negative if it is thinner.
    var spread: Float

    static let blurs: ClosedRange<Float> = 0.2...2.3
    static let spreads: ClosedRange<Float> = -0.75...0.75

    /// The part of the quiet zone that is included on each side, in modules.
    static let quiet = 3
    /// Modules of a symbol and the quiet zone on both sides.
    static let count = EANPattern.width + 2 * quiet
    static let modules = quiet..<quiet + EANPattern.width

    /// The position of a sample, in modules, from the index of its module.
    static func place(_ module: Int, _ sample: Int) -> Double {
        Double(module - quiet) + (Double(sample) + 0.5) / 4
    }

    /// The darkness of the whole symbol, 0 white, 1 black.
    func darkness(of pattern: EANPattern) -> [Module] {
        darkness(of: pattern.edges, from: -BlurredShape.quiet, count: BlurredShape.count)
    }

    /// - Parameters:
    ///   - edges: the starts and ends of bars, alternating, in modules.
    ///   - first: the position of the first of `count` modules.
    func darkness(of edges: [Double], from first: Int, count: Int) -> [Module] {
        var modules = [Module](repeating: .zero, count: count)
        let reach = BlurredShape.reach * blur
        BlurredShape.table.withUnsafeBufferPointer { table in
            for bar in stride(from: 0, to: edges.count - 1, by: 2) {
                let start = Float(edges[bar] - Double(first)) - spread / 2
                let end = Float(edges[bar + 1] - Double(first)) + spread / 2
                let (low, high) = (max(0, Int(start - reach)), min(count - 1, Int(end + reach)))
                guard low <= high else { continue }
                for module in low...high {
                    let places = Float(module) + BlurredShape.samples
                    let (left, right) = ((places - start) / blur, (places - end) / blur)
                    var dark = Module()
                    for sample in 0..<4 {
                        dark[sample] =
                            BlurredShape.step(left[sample], table) - BlurredShape.step(right[sample], table)
                    }
                    modules[module] += dark
                }
            }
        }
        return modules
    }

    /// The positions of a module's samples in it.
    private static let samples = (Module(0, 1, 2, 3) + 0.5) / 4

    /// In standard deviations of the blur: an edge has no influence beyond.
    private static let reach: Float = 4
    private static let density: Float = 64

    private static let table: [Float] = (0...Int(2 * reach * density)).map { index in
        erfc(-(Float(index) / density - reach) / Float(2).squareRoot()) / 2
    }

    /// The cumulative normal distribution at `z`, from a table.
    @inline(__always)
    private static func step(_ z: Float, _ table: UnsafeBufferPointer<Float>) -> Float {
        let place = (z + reach) * density
        guard place > 0 else { return 0 }
        guard place < 2 * reach * density else { return 1 }
        let index = Int(place)
        return table[index] + (table[index + 1] - table[index]) * (place - Float(index))
    }
}
