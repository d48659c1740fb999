// Records the events of a builder.
import References
import Synchronization

final class BuildRecorder: Sendable {
    private let all = Mutex<[BuildEvent]>([])

    var events: [BuildEvent] { all.withLock { $0 } }

    var broken: [BrokenRow] {
        events.compactMap { if case .broken(let row) = $0 { row } else { nil } }
    }

    func report(_ event: BuildEvent) { all.withLock { $0.append(event) } }
}
