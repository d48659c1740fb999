#if Server
// Rejects ambiguous request heads, which a proxy and this site may interpret differently (RFC 9112, sections 3.2 and
// 6.1).
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Answers 400 to a head with several hosts, with a target on another host or with an unknown transfer coding, and
/// closes the connection. If an earlier request is still being answered, the connection is closed without a response.
///
/// Placed before the codec, which converts the HTTP decoder's parts to other types.
final class RequestHeadGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isRefused = false
    /// The number of requests without a complete response.
    private var open = 0

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if !Self.isClear(head) {
            isRefused = true
            guard open == 0 else { return context.close(promise: nil) }
            var answer = HTTPResponseHead(version: .http1_1, status: .badRequest)
            answer.headers = ["connection": "close", "content-length": "0"]
            context.write(wrapOutboundOut(.head(answer)), promise: nil)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
                bound.value.close(promise: nil)
            }
            return
        }
        open += 1
        context.fireChannelRead(data)
    }

    private static func isClear(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        let codings = head.headers["transfer-encoding"]
        guard hosts.count <= 1, hosts.first?.contains(",") != true,
            codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked"
        else { return false }
        if head.uri.first == "/" || head.uri == "*" { return true }
        // A target in absolute form, as sent to proxies.
        guard let rest = head.uri.firstRange(of: "://").map({ head.uri[$0.upperBound...] }) else {
            return false
        }
        return rest.prefix { $0 != "/" && $0 != "?" }.lowercased() == hosts.first?.lowercased()
    }
}

/// Inserts a `RequestHeadGuard` before the codec, since the server only accepts handlers after it.
final class RequestHeadGuardInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestHeadGuard(), position: .before(codec))
        } catch {
            context.close(promise: nil)
        }
    }
}
#endif
