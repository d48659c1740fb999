// The grey values across a symbol's bars, averaged over many scan lines and resampled to modules: ZBar does not
// return bar widths, so they are measured here.
import Imaging

/// A symbol's darkness along its modules; white is about 0 and black about 1.
struct BarProfile {
    /// Samples per module.
    static let density = 4
    /// The part of the quiet zone that is included on each side, in modules.
    static let margin = 3
    static let count = (EANPattern.width + 2 * margin) * density + 1

    let samples: [Float]
    /// In pixels per module.
    let module: Double
    /// How much wider bars are than nominal, in modules, according to their edges alone.
    let spread: Double
    /// The first and last edge on any of the lines, in pixels along them.
    let ends: ClosedRange<Double>
    /// The rows, or columns, that show this symbol.
    let rows: Range<Int>

    /// The position of a sample, in modules.
    static func place(of sample: Int) -> Double { Double(sample) / Double(density) - Double(margin) }

    /// The last sample at or before a position.
    static func sample(at place: Double) -> Int {
        Int(((place + Double(margin)) * Double(density)).rounded(.down))
    }

    /// `nil` if the pattern is not found in any line.
    init?(of pattern: EANPattern, in picture: Raster, along lines: ScanLines) {
        var scans: [(scan: BarScan, line: [Float], place: Int, run: Int)] = []
        var (swing, run) = (0, 0)
        for place in lines.places {
            let line = lines.line(place, of: picture)
            if let scan = BarScan(of: pattern, in: line, middles: lines.middles, swing: &swing) {
                scans.append((scan, line, place, run))
            } else {
                run += 1
            }
        }
        guard let (best, _, _, ownRun) = scans.min(by: { $0.scan.fitsBetter(than: $1.scan) }) else {
            return nil
        }
        scans.removeAll { !$0.scan.isOfSymbol(of: best, isAdjacent: $0.run == ownRun) }
        module = scans.reduce(0) { $0 + $1.scan.module } / Double(scans.count)
        spread = scans.reduce(0) { $0 + $1.scan.spread } / Double(scans.count)
        ends = scans.map(\.scan.ends).reduce(best.ends) {
            min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
        }
        let found = scans.map { (samples: $0.scan.samples(of: $0.line), place: $0.place) }
        let average = BarProfile.average(of: found.map(\.samples))
        var agreeing = found.filter { BarProfile.distance($0.samples, average) < BarProfile.agreement }
        if agreeing.isEmpty { agreeing = found }
        samples = agreeing.count == found.count ? average : BarProfile.average(of: agreeing.map(\.samples))
        let places = agreeing.map(\.place)
        rows = lines.range(of: (places.min() ?? 0)...(places.max() ?? 0))
    }

    /// Lines belong together if their mean difference is at most this, relative to the contrast.
    private static let agreement: Float = 0.12

    /// The interquartile mean at each sample: less noise than the median, and as robust against scratches.
    private static func average(of lines: [[Float]]) -> [Float] {
        let (first, last) = (lines.count / 4, max(lines.count / 4, (lines.count - 1) * 3 / 4))
        var sorted = [Float](repeating: 0, count: lines.count)
        return (0..<count).map { index in
            for (line, samples) in lines.enumerated() {
                // Insertion sort is fastest for so few lines.
                var place = line
                while place > 0, sorted[place - 1] > samples[index] {
                    sorted[place] = sorted[place - 1]
                    place -= 1
                }
                sorted[place] = samples[index]
            }
            return sorted[first...last].reduce(0, +) / Float(last - first + 1)
        }
    }

    private static func distance(_ one: [Float], _ other: [Float]) -> Float {
        one.indices.reduce(0) { $0 + abs(one[$1] - other[$1]) } / Float(count)
    }
}
