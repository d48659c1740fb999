#if Server
import Logging
import Synchronization

/// The errors that are logged; with another level of the logger, other events, too.
final class EventLog: Sendable {
    private let known = Mutex<[LogEvent]>([])

    var events: [LogEvent] { known.withLock(\.self) }

    var messages: [String] { events.map { $0.message.description } }
    var handler: some LogHandler { Handler(log: self) }
    var logger: Logger { Logger(label: "test") { _ in handler } }

    private struct Handler: LogHandler {
        let log: EventLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.known.withLock { $0.append(event) } }
    }
}
#endif
