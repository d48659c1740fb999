// The progress of a long run, in a line that is updated in place.
import Books

/// A line at the bottom of a terminal.
package struct ProgressBar: Sendable {
    private static let barWidth = 20

    /// The number of inputs; `nil` until it is known.
    package var total: Int?

    package init(total: Int?) {
        self.total = total
    }

    /// `████████░░░░░░░░░░░░  120/330  8.2/s  98 found  12 uncertain  10 none  0:25 left`.
    ///
    /// - Parameters:
    ///   - done: the number of inputs that are done.
    ///   - seconds: since the run began.
    ///   - columns: the terminal's width; the line is cut to fit.
    package func line(done: Int, _ tally: ScanTally, seconds: Double, columns: Int) -> String {
        var counts = ["\(tally.found) found", "\(tally.uncertain) uncertain", "\(tally.none) none"]
        if tally.failed > 0 { counts.append("\(tally.failed) failed") }
        let fraction = total.flatMap { $0 > 0 ? Double(min(done, $0)) / Double($0) : nil }
        let name = fraction == nil ? "\(done)" : "\(done)/\(total ?? 0)"
        return ProgressBar.line(
            fraction, name, rate: (done, seconds), counts: counts, columns: columns)
    }

    /// `██████░░░░░░░░░░░░░░  12,000 rows  830.0/s  0:25 left`.
    ///
    /// - Parameters:
    ///   - fraction: how much is done, 0 to 1; `nil` where that is not known.
    ///   - seconds: since the import began.
    package static func line(rows: Int, _ fraction: Double?, seconds: Double, columns: Int) -> String {
        line(fraction, rows.counted("row"), rate: (rows, seconds), counts: [], columns: columns)
    }

    private static func line(
        _ fraction: Double?, _ name: String, rate: (done: Int, seconds: Double), counts: [String],
        columns: Int
    ) -> String {
        var parts: [String] = []
        if let fraction {
            let full = Int(fraction * Double(barWidth))
            parts.append(
                String(repeating: "█", count: full) + String(repeating: "░", count: barWidth - full))
        }
        parts.append(name)
        let (done, seconds) = rate
        if done > 0 {
            let rate = seconds > 0 ? Double(done) / seconds : 0
            parts.append("\((rate * 10).rounded() / 10)/s")
        }
        parts += counts
        if let fraction, fraction > 0, fraction < 1, seconds > 0 {
            parts.append("\(clock(seconds * (1 - fraction) / fraction)) left")
        }
        return parts.joined(separator: "  ").cut(to: columns - 1)
    }

    /// `0:25`, `1:02:03`.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 359_999).rounded(.up))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let ends = String(seconds % 60).count < 2 ? "0\(seconds % 60)" : "\(seconds % 60)"
        guard hours > 0 else { return "\(minutes):\(ends)" }
        return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(ends)"
    }
}
