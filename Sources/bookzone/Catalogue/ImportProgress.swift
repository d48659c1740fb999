// How far an import is, at the bottom of the terminal.
import Catalogue
import Formatting

/// Draws a line a few times a second; nothing without a terminal.
final class ImportProgress {
    private var rows = 0
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var isDrawn = false
    private let isShown = Console.isTerminal

    private static let interval = Duration.milliseconds(250)

    /// - Parameter fraction: how much of the file has been read, 0 to 1.
    func advance(by count: Int = 1, _ fraction: @autoclosure () -> Double?) {
        rows += count
        guard isShown, ContinuousClock.now - last >= Self.interval else { return }
        last = .now
        isDrawn = true
        Console.drawLine(
            ProgressBar.line(
                rows: rows, fraction(), seconds: (last - start) / .seconds(1), columns: Console.columns))
    }

    /// Before something else is printed.
    func clear() {
        if isDrawn { Console.drawLine("") }
        isDrawn = false
    }
}

/// The entries of another reader.
struct ProgressEntries: EntryReader {
    private var reader: any EntryReader
    private let progress: ImportProgress

    init(_ reader: consuming any EntryReader, _ progress: ImportProgress) {
        self.reader = reader
        self.progress = progress
    }

    var header: [String] { reader.header }
    var source: TableSource { reader.source }
    var isPersonal: Bool { reader.isPersonal }
    var leftOut: [String] { reader.leftOut }
    var encoding: String? { reader.encoding }
    var fraction: Double? { reader.fraction }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        let entry = try reader.next()
        if entry == nil { progress.clear() } else { progress.advance(reader.fraction) }
        return entry
    }
}
