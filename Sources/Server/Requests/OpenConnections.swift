#if Server
// Cancels queries of clients that have closed their connection.
import Accounts
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connections that clients have not closed.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        /// Called when the client disconnects.
        var closeHandlers: [Int: @Sendable () -> Void] = [:]
    }

    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var lastHandler = 0
    }

    private let state = Mutex(State())

    struct Client: Sendable {
        let connections: OpenConnections
        let channel: any Channel
        /// What shares its turns: the network, or once it is known the account.
        var name: String

        var isDisconnected: Bool { !connections.contains(channel) }

        /// Runs `body` in a task that is cancelled when the client disconnects.
        func whileConnected<Value: Sendable>(
            _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            let task = Task { try await body() }
            let id = connections.onClose(of: channel) { task.cancel() }
            defer { connections.forget(id, of: channel) }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// The client of the current request; `nil` outside of requests.
    @TaskLocal static var client: Client?

    /// Runs `body` as the account's part of the current request, or as the network's if it is `nil`.
    static func withClient<Value>(_ account: Account?, _ body: () async throws -> Value) async rethrows
        -> Value
    {
        var client = client
        if let account { client?.name = "account \(account.id)" }
        return try await $client.withValue(client, operation: body)
    }

    func contains(_ channel: any Channel) -> Bool {
        state.withLock { $0.open[ObjectIdentifier(channel)] != nil }
    }

    /// For tests and metrics.
    var count: Int { state.withLock(\.open.count) }

    /// Closes connections whose response is still being sent.
    func closeAll() {
        for channel in state.withLock({ $0.open.values.map(\.channel) }) { channel.close(promise: nil) }
    }

    /// - Parameter body: called when the client disconnects; immediately if it already has.
    /// - Returns: the id for `forget`.
    private func onClose(of channel: any Channel, _ body: @escaping @Sendable () -> Void) -> Int {
        let id: Int? = state.withLock { state in
            guard state.open[ObjectIdentifier(channel)] != nil else { return nil }
            state.lastHandler += 1
            state.open[ObjectIdentifier(channel)]?.closeHandlers[state.lastHandler] = body
            return state.lastHandler
        }
        if id == nil { body() }
        return id ?? 0
    }

    private func forget(_ id: Int, of channel: any Channel) {
        state.withLock { $0.open[ObjectIdentifier(channel)]?.closeHandlers[id] = nil }
    }

    /// Adds a channel's connection, and removes it when the client has closed its side.
    final class Tracker: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private let connections: OpenConnections

        init(_ connections: OpenConnections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = ObjectIdentifier(context.channel)
            let opened = context.channel
            connections.state.withLock { $0.open[channel] = Connection(channel: opened) }
            // The future also completes if the connection was closed before.
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
        for handler in gone.map({ Array($0.closeHandlers.values) }) ?? [] { handler() }
    }
}
#endif
