// Messages while a reference is built: a progress line on a terminal, and warnings.
import Books
import Formatting
import Foundation
import Output
import References
import Synchronization

final class BuildReport: Sendable {
    private struct State {
        var start = ContinuousClock.now
        var firstRows: Int?
        var drawn: ContinuousClock.Instant?
        var file = ""
    }

    /// Whether the line is shown.
    private let isVerbose: Bool
    private let state = Mutex(State())

    init(isVerbose: Bool) { self.isVerbose = isVerbose }

    func show(_ event: BuildEvent) {
        switch event {
        case .reading(let path, let bytes, let form):
            state.withLock {
                $0.file = path == "-" ? "standard input" : path.pathParts.last ?? path
            }
            let size = bytes.map { ", \(Int($0).size)" } ?? ""
            if isVerbose { note("\(path == "-" ? "standard input" : path): \(form.words)\(size)") }
        case .resumed(let rows): note("continuing after \(rows.grouped) rows of an interrupted run")
        case .begunAnew:
            note("an interrupted run had other files or filters; starting again")
        case .rows(let rows, let share): draw(rows, share)
        case .estimate(let bytes, let more, let free):
            let warning = bytes + more > free ? ", which is not enough" : ""
            note(
                "will take about \(bytes.size), and \(more.size) more while it is made; "
                    + "\(free.size) are free\(warning)")
        case .writing(let done, let all):
            drawShare("writing", done, all, "\(done.size) of \(all.size)")
        case .indexing(let done, let all):
            drawShare("indexing words", done, all, "\(done.grouped) of \(all.grouped) books")
        case .broken(let row):
            note("\(row.file), row \(row.number.grouped): \(row.reason.words)")
        case .torn(let path):
            note("\(path): ends in the middle of a row; the rest is missing")
        }
    }

    /// Clears the line.
    func end() {
        let wasDrawn = state.withLock { state in
            defer { state.drawn = nil }
            return state.drawn != nil
        }
        if wasDrawn { Console.drawLine("") }
    }

    private func note(_ line: String) {
        end()
        Console.note(line.printable)
    }

    private func draw(_ rows: Int, _ share: Double?) {
        let line = state.withLock { state -> String? in
            guard isDue(&state) else { return nil }
            let first = state.firstRows ?? rows
            state.firstRows = first
            let seconds = (ContinuousClock.now - state.start) / .seconds(1)
            let rate = seconds > 0 ? Int(Double(rows - first) / seconds) : 0
            let part = share.map { "  \(Int($0 * 100)) %" } ?? ""
            return "\(state.file)\(part)  \(rows.grouped) rows\(rate > 0 ? "  \(rate.grouped)/s" : "")"
        }
        if let line { write(line) }
    }

    private func drawShare(_ what: String, _ done: Int, _ all: Int, _ words: @autoclosure () -> String) {
        let isNew = state.withLock { isDue(&$0) }
        if isNew { write("\(what)  \(all > 0 ? done * 100 / all : 0) %  \(words())") }
    }

    /// At most four times a second.
    private func isDue(_ state: inout State) -> Bool {
        guard isVerbose else { return false }
        let now = ContinuousClock.now
        if let drawn = state.drawn, now - drawn < .milliseconds(250) { return false }
        state.drawn = now
        return true
    }

    private func write(_ line: String) {
        Console.drawLine(line.printable)
    }
}

extension InputFormat {
    var words: String {
        switch self {
        case .openLibrary: "Open Library dump"
        case .marc: "MARC (ISO 2709)"
        case .marcXML: "MARCXML"
        }
    }
}

extension BrokenRow.Reason {
    fileprivate var words: String {
        switch self {
        case .columns: "does not have the five columns of a dump"
        case .json: "contains invalid JSON"
        case .leader: "has an invalid leader"
        case .directory: "has an invalid directory of fields"
        case .xml: "contains invalid XML"
        case .encoding: "uses an unsupported character set"
        case .overlong: "is larger than 16 MB"
        }
    }
}
