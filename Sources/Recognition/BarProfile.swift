// The grey across a symbol's bars, averaged over many scan lines and laid out by modules: ZBar's results carry no
// widths, so they are measured here.
import Imaging

/// A symbol's darkness along its modules, white about 0 and black about 1.
struct BarProfile {
    /// Samples a module.
    static let density = 4
    /// Modules of quiet zone that are taken along on either side.
    static let margin = 3
    static let count = (EANPattern.width + 2 * margin) * density + 1

    let samples: [Float]
    /// Pixels across the bars.
    let module: Double
    /// How much wider bars seem than drawn, in modules, by their edges alone.
    let spread: Double
    /// Where the bars begin and end on any of the lines, in pixels along them.
    let ends: ClosedRange<Double>

    /// Where a sample is, in modules.
    static func place(of sample: Int) -> Double { Double(sample) / Double(density) - Double(margin) }

    /// The sample at a place or before it.
    static func sample(at place: Double) -> Int {
        Int(((place + Double(margin)) * Double(density)).rounded(.down))
    }

    /// `nil` where the pattern is seen in no line.
    init?(of pattern: EANPattern, in picture: Raster, along lines: ScanLines) {
        var found: [[Float]] = []
        var (modules, spreads, swing) = (0.0, 0.0, 0)
        var (first, last) = (Double.infinity, -Double.infinity)
        for place in lines.places {
            let line = lines.line(place, of: picture)
            guard let scan = BarScan(of: pattern, in: line, swing: &swing) else { continue }
            found.append(scan.samples(of: line))
            modules += scan.module
            spreads += scan.spread
            (first, last) = (min(first, scan.ends.lowerBound), max(last, scan.ends.upperBound))
        }
        guard !found.isEmpty else { return nil }
        module = modules / Double(found.count)
        spread = spreads / Double(found.count)
        ends = first...last
        let average = BarProfile.average(of: found)
        let agreeing = found.filter { BarProfile.distance($0, average) < BarProfile.agreement }
        samples =
            agreeing.isEmpty || agreeing.count == found.count ? average : BarProfile.average(of: agreeing)
    }

    /// The mean difference, in parts of the contrast, up to which lines show the same.
    private static let agreement: Float = 0.12

    /// The mean of the middle half at each place: quieter than the median, and no less safe from a scratch.
    private static func average(of lines: [[Float]]) -> [Float] {
        let (first, last) = (lines.count / 4, max(lines.count / 4, (lines.count - 1) * 3 / 4))
        var sorted = [Float](repeating: 0, count: lines.count)
        return (0..<count).map { index in
            for (line, samples) in lines.enumerated() {
                // Few lines are sorted quickest as they come.
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
