#if Server
// Rejects ambiguous request heads, which a proxy and this site may interpret differently (RFC 9112, sections 3.2 and
// 6.1), and answers requests of HTTP/1.0.
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Answers 400 to a head with several hosts, with a target on another host or with an unknown transfer coding, and
/// closes the connection. If an earlier request is still being answered, the connection is closed without a response.
///
/// A request of HTTP/1.0 gets a response that is not chunked, and the connection is closed after it.
///
/// Placed before the codec, which converts the HTTP decoder's parts to other types.
final class RequestHeadGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isRefused = false
    /// Whether each request without a complete response is of HTTP/1.0 or older, in order.
    private var open: [Bool] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var answer) where open.first == true:
            // The encoder chunks what has another version and no length.
            answer.version = .http1_0
            return context.write(wrapOutboundOut(.head(answer)), promise: promise)
        case .end: open = Array(open.dropFirst())
        default: break
        }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if !Self.isClear(head) {
            isRefused = true
            guard open.isEmpty else { return context.close(promise: nil) }
            var answer = HTTPResponseHead(version: .http1_1, status: .badRequest)
            answer.headers = ["connection": "close", "content-length": "0"]
            context.write(wrapOutboundOut(.head(answer)), promise: nil)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
                bound.value.close(promise: nil)
            }
            return
        }
        open.append(head.isOld)
        if head.isOld {
            head.headers.replaceOrAdd(name: "connection", value: "close")
            // Such a client does not know the status 100 (RFC 9110, section 10.1.1).
            head.headers.remove(name: "expect")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isClear(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        let codings = head.headers["transfer-encoding"]
        guard hosts.count <= 1, hosts.first?.contains(",") != true,
            codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" && !head.isOld
        else { return false }
        if head.uri.first == "/" || head.uri == "*" { return true }
        // A target in absolute form, as sent to proxies.
        guard let rest = head.uri.firstRange(of: "://").map({ head.uri[$0.upperBound...] }) else {
            return false
        }
        return rest.prefix { $0 != "/" && $0 != "?" }.lowercased() == hosts.first?.lowercased()
    }
}

extension HTTPRequestHead {
    /// Whether the client does not know chunks, nor the status 100.
    fileprivate var isOld: Bool { version.major == 0 || version == .http1_0 }
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
