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
        var parts: [String] = []
        if let total, total > 0 {
            let full = min(done, total) * ProgressBar.barWidth / total
            parts.append(
                String(repeating: "█", count: full)
                    + String(repeating: "░", count: ProgressBar.barWidth - full))
            parts.append("\(done)/\(total)")
        } else {
            parts.append("\(done)")
        }
        let rate = seconds > 0 ? Double(done) / seconds : 0
        if done > 0 { parts.append("\((rate * 10).rounded() / 10)/s") }
        parts.append("\(tally.found) found")
        parts.append("\(tally.uncertain) uncertain")
        parts.append("\(tally.none) none")
        if tally.failed > 0 { parts.append("\(tally.failed) failed") }
        if let total, rate > 0, done < total {
            parts.append("\(ProgressBar.clock(Double(total - done) / rate)) left")
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
