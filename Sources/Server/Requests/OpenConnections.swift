#if Server
// Interrupts queries of clients that have closed their connection.
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connections whose other end still listens.
final class OpenConnections: Sendable {
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// Who waits for an answer.
    struct Client: Sendable {
        let connections: OpenConnections
        let channel: any Channel

        var isGone: Bool { !connections.contains(channel) }
    }

    /// That of the request that this task answers; `nil` outside of requests.
    @TaskLocal static var client: Client?

    func contains(_ channel: any Channel) -> Bool {
        open.withLock { $0[ObjectIdentifier(channel)] != nil }
    }

    /// For tests and figures.
    var count: Int { open.withLock(\.count) }

    /// Closes connections whose response is still being sent.
    func closeAll() {
        for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    }

    /// Enters its connection, and takes it out once no more can come from the other end.
    final class Entry: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private let connections: OpenConnections

        init(_ connections: OpenConnections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = ObjectIdentifier(context.channel)
            let opened = context.channel
            connections.open.withLock { $0[channel] = opened }
            // Also of a connection that was closed before.
            let connections = connections
            context.channel.closeFuture.whenComplete { _ in connections.remove(channel) }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed {
                connections.remove(ObjectIdentifier(context.channel))
            }
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func remove(_ channel: ObjectIdentifier) { _ = open.withLock { $0.removeValue(forKey: channel) } }
}
#endif
