// The progress bar at the bottom of the terminal: drawn, cleared when something is printed, and drawn again.
import Books
import Formatting
import Foundation

struct ProgressLine {
    var bar = ProgressBar(total: nil)
    /// The number of inputs that are done.
    var done = 0
    private let start = ContinuousClock.now
    private var isDrawn = false
    private var wasDrawn = false

    mutating func draw(_ tally: ScanTally) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let line = bar.line(done: done, tally, seconds: seconds, columns: Console.columns)
        Console.drawLine(line)
        isDrawn = true
        wasDrawn = true
    }

    /// Draws the bar again after it was cleared; nothing before the first `draw`, so that a short run shows no bar.
    mutating func redraw(_ tally: ScanTally) {
        if wasDrawn { draw(tally) }
    }

    mutating func clear() {
        if isDrawn { Console.drawLine("") }
        isDrawn = false
    }
}
