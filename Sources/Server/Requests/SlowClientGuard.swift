#if Server
// Closes connections of clients that send or receive too slowly.
import NIOCore
import NIOHTTPTypes

/// Wants a request's head within a time, its body at a rate, and its answer taken at a rate.
///
/// Stands behind the HTTP decoder, and so knows of a head only when it is whole: one that comes byte by byte is none.
final class SlowClientGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    struct Limits: Sendable {
        /// From the connection's beginning, or the last answer's end.
        var head = TimeAmount.seconds(20)
        /// So many bytes of a body come in each period, once it begins; and so many of an answer are taken, while more of it
        /// waits than the channel is to hold.
        var period = TimeAmount.seconds(15)
        var leastBytes = 15_000
    }

    /// Bytes that the system may hold of an answer. With more it takes seconds until a slow client's progress is seen here.
    private static let sendBuffer: SocketOptionValue = 128 << 10

    private let limits: Limits
    private var timer: Scheduled<Void>?
    private var received = 0
    private var stall: Scheduled<Void>?

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
        if !context.channel.isWritable { waitForTaking(context, of: Self.waiting(context)) }
        context.fireChannelWritabilityChanged()
    }

    /// Bytes of answers that the client is still to take.
    private static func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func waitForTaking(_ context: ChannelHandlerContext, of bytes: Int) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        stall = context.eventLoop.scheduleTask(in: limits.period) {
            let (guardian, context) = bound.value
            let left = Self.waiting(context)
            // More may have been written meanwhile: that counts as nothing taken, which it hardly ever is.
            if left > bytes - guardian.limits.leastBytes {
                context.close(promise: nil)
            } else {
                guardian.waitForTaking(context, of: left)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: waitForBody(context)
        case .body(let bytes): received += bytes.readableBytes
        case .end: timer?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { waitForHead(context) }
        context.write(data, promise: promise)
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
