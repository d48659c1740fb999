#if Server
import Logging
import Output

/// Makes each event one line that steers no terminal: errors quote what people, providers and other servers sent.
public struct PrintableLog: LogHandler {
    private var handler: any LogHandler

    /// - Parameter handler: gets the events.
    public init(_ handler: any LogHandler) { self.handler = handler }

    public var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    public var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.printable }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue?.printable }
    }

    public func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.printable)"
        var metadata = event.metadata ?? [:]
        if let error = event.error { metadata["error"] = "\(error)" }
        event.error = nil
        event.metadata = metadata.printable
        handler.log(event: event)
    }
}

extension Logger.Metadata {
    fileprivate var printable: Self { mapValues(\.printable) }
}

extension Logger.MetadataValue {
    fileprivate var printable: Self { .string(description.printable) }
}
#endif
