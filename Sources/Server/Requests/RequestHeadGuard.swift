#if Server
// Rejects ambiguous request heads, which a proxy and this site may interpret differently (RFC 9112, sections 3.2 and
// 6.1), and answers requests of HTTP/1.0 and for HEAD.
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Answers 400 to a head with several hosts, with a target on another host or with an unknown transfer coding, and
/// closes the connection. If an earlier request is still being answered, the connection is closed without a response.
///
/// A request of HTTP/1.0 gets a response that is not chunked, and the connection is closed after it. One for HEAD gets no
/// body, and the length of the body that GET would get only if that is known before it is written.
///
/// Placed before the codec, which converts the HTTP decoder's parts to other types.
final class RequestHeadGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isRefused = false
    /// The requests without a complete response, in order.
    private var open: [Asked] = []

    private struct Asked {
        var isOld: Bool
        var isForHead: Bool
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let asked = open.first
        var part = unwrapOutboundIn(data)
        if case .end = part { open = Array(open.dropFirst()) }
        switch part {
        case .head(var answer):
            // The encoder chunks what has another version and no length.
            if asked?.isOld == true { answer.version = .http1_0 }
            // The router gives all bodies of unknown length this one.
            if asked?.isForHead == true, answer.status == .ok, answer.headers["content-length"] == ["0"] {
                answer.headers.remove(name: "content-length")
            }
            part = .head(answer)
        // Nor may there be the last chunk.
        case .body, .end: if asked?.isForHead == true { part = .body(.byteBuffer(ByteBuffer())) }
        }
        context.write(wrapOutboundOut(part), promise: promise)
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
        open.append(Asked(isOld: head.isOld, isForHead: head.method == .HEAD))
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
