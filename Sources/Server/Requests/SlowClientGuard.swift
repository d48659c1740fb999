#if Server
// Closes connections of clients that send or receive too slowly.
import NIOCore
import NIOHTTPTypes

/// Requires a request's head within a time limit, its body at a minimum rate, and its response to be read at a minimum
/// rate.
///
/// Placed after the HTTP decoder, it sees only complete heads: a head that arrives byte by byte does not reset the
/// timer.
final class SlowClientGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    struct Limits: Sendable {
        /// The time limit for a head, from the start of the connection or from when the last response was sent.
        var head = TimeAmount.seconds(20)
        /// The least number of bytes for each period: of a body once it begins, and of a response while more of it is
        /// waiting than the channel's buffer holds.
        var period = TimeAmount.seconds(15)
        var leastBytes = 15_000
    }

    /// The size of the socket's send buffer, in bytes. With a larger one, it takes seconds until a slow client's
    /// progress is visible here.
    private static let sendBuffer: SocketOptionValue = 128 << 10

    private let limits: Limits
    private var timer: Scheduled<Void>?
    private var received = 0
    private var stall: Scheduled<Void>?
    /// Whether a response was written whole, a part of it is still to be sent, and no other request has begun.
    private var isEnding = false

    init(_ limits: Limits = Limits()) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.remoteAddress != nil {
            context.channel.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
                .whenFailure { _ in }
        }
        if context.channel.isActive { waitForHead(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        waitForHead(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
        timer?.cancel()
        stall?.cancel()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        if !context.channel.isWritable || isEnding { waitForTaking(context, of: Self.waiting(context)) }
        context.fireChannelWritabilityChanged()
    }

    /// The number of response bytes that the client has not read yet.
    private static func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func waitForTaking(_ context: ChannelHandlerContext, of bytes: Int) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        stall = context.eventLoop.scheduleTask(in: limits.period) {
            let (guardian, context) = bound.value
            let left = Self.waiting(context)
            // Bytes written meanwhile hide what was read. That is acceptable, because they are hardly ever so many.
            if left > max(0, bytes - guardian.limits.leastBytes) {
                context.close(promise: nil)
            } else if left > 0 {
                guardian.waitForTaking(context, of: left)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isEnding = false
            waitForBody(context)
        case .body(let bytes): received += bytes.readableBytes
        case .end: timer?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let sent = promise ?? context.eventLoop.makePromise()
        isEnding = true
        sent.futureResult.whenSuccess {
            let (guardian, context) = bound.value
            guardian.stall?.cancel()
            // A request that was sent along with the one before it has begun by then.
            if guardian.isEnding { guardian.waitForHead(context) }
            guardian.isEnding = false
        }
        context.write(data, promise: sent)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if isEnding, context.channel.isWritable {
            stall?.cancel()
            waitForTaking(context, of: Self.waiting(context))
        }
    }

    private func waitForHead(_ context: ChannelHandlerContext) {
        timer?.cancel()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: limits.head) { bound.value.close(promise: nil) }
    }

    private func waitForBody(_ context: ChannelHandlerContext) {
        timer?.cancel()
        received = 0
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: limits.period) {
            let (guardian, context) = bound.value
            if guardian.received < guardian.limits.leastBytes {
                context.close(promise: nil)
            } else {
                guardian.waitForBody(context)
            }
        }
    }
}
#endif
