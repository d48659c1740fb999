#if Server
import Logging
import Server
import Synchronization
import Testing

/// What others wrote comes into the log, of which each line must be the site's own.
struct PrintableLogTests {
    private static let forged = "no\nerror: forged\u{202E}\u{1B}[31m"
    private static let printable = "no error: forged\u{FFFD}\u{FFFD}[31m"

    @Test func `neither a message nor its metadata add a line or steer a terminal`() throws {
        let log = EventLog()
        var logger = Logger(label: "test") { _ in PrintableLog(log.handler) }
        logger.logLevel = .info
        logger[metadataKey: "asked"] = "\(Self.forged)"
        #expect(logger[metadataKey: "asked"] == "\(Self.printable)")
        logger.debug("below the level")
        logger.error(
            "refused: \(Self.forged)", error: Quoted(description: Self.forged),
            metadata: ["path": "\(Self.forged)"])
        let event = try #require(log.events.first)
        #expect(log.events.count == 1)
        #expect(event.level == .error && event.message == "refused: \(Self.printable)")
        #expect(event.error == nil)
        #expect(event.metadata == ["path": "\(Self.printable)", "error": "\(Self.printable)"])
    }

    private struct Quoted: Error, CustomStringConvertible {
        let description: String
    }
}
#endif
