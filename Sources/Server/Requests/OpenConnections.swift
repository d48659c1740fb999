#if Server
// Interrupts queries of clients that have closed their connection.
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connections whose client has not closed its end.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        /// What is told when the other end leaves.
        var whenGone: [Int: @Sendable () -> Void] = [:]
    }

    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var told = 0
    }

    private let state = Mutex(State())

    /// The client of a request.
    struct Client: Sendable {
        let connections: OpenConnections
        let channel: any Channel

        var isGone: Bool { !connections.contains(channel) }

        /// Runs `body`; the task that it runs in is cancelled when the client leaves.
        func whileThere<Value: Sendable>(
            _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            let task = Task { try await body() }
            let id = connections.tell(of: channel) { task.cancel() }
            defer { connections.forget(id, of: channel) }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// That of the request that this task answers; `nil` outside of requests.
    @TaskLocal static var client: Client?

    func contains(_ channel: any Channel) -> Bool {
        state.withLock { $0.open[ObjectIdentifier(channel)] != nil }
    }

    /// For tests and figures.
    var count: Int { state.withLock(\.open.count) }

    /// Closes connections whose response is still being sent.
    func closeAll() {
        for channel in state.withLock({ $0.open.values.map(\.channel) }) { channel.close(promise: nil) }
    }

    /// - Parameter body: called once the other end leaves, at once where it has left.
    /// - Returns: by what it is forgotten.
    private func tell(of channel: any Channel, _ body: @escaping @Sendable () -> Void) -> Int {
        let id: Int? = state.withLock { state in
            guard state.open[ObjectIdentifier(channel)] != nil else { return nil }
            state.told += 1
            state.open[ObjectIdentifier(channel)]?.whenGone[state.told] = body
            return state.told
        }
        if id == nil { body() }
        return id ?? 0
    }

    private func forget(_ id: Int, of channel: any Channel) {
        state.withLock { $0.open[ObjectIdentifier(channel)]?.whenGone[id] = nil }
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
            connections.state.withLock { $0.open[channel] = Connection(channel: opened) }
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

    private func remove(_ channel: ObjectIdentifier) {
        let gone = state.withLock { $0.open.removeValue(forKey: channel) }
        for tell in gone.map({ Array($0.whenGone.values) }) ?? [] { tell() }
    }
}
#endif
