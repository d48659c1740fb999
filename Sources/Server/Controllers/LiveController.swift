#if Server
// What others add appears on open pages: server-sent events, each a book's number (HTML Standard, section 9.2).
import Accounts
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

struct LiveController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("live", use: show)
    }

    /// Of one answer to a page that was away.
    private static let most = 1000

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let secret = context.secret
        guard !site.listeners.isFull(account.id) else { throw SiteError.busy }
        // A page says what it knows already; a browser that lost its line says what it heard last.
        let given = (request.headers[.lastEventID] ?? request.query.text("after")).flatMap { Int64($0) }
        let last = try await site.store { store in try store.lastEvent() }
        // More than there is was heard of a store that an earlier one took the place of.
        let start = min(given ?? last, last)
        let site = site
        let body = ResponseBody { writer in
            // Here and not before: the body of an answer to HEAD is never written, and would never leave.
            guard site.listeners.enter(account.id) else { return try await writer.finish(nil) }
            defer { site.listeners.leave(account.id) }
            // The page knows from where to go on, should the line break before the first event.
            try await writer.write(ByteBuffer(string: "retry: 1000\nid: \(start)\n\n"))
            var last = start
            // The server waits for its answers before the feed is told to end.
            try await withGracefulShutdownHandler {
                listening: for await wake in site.feed.wakes() {
                    var isMore = true
                    while isMore {
                        let known = last
                        // Who signed out, or is no more, hears nothing.
                        let found = try await site.storeForListener { store -> [StoreEvent]? in
                            guard try store.account(ofSession: secret.hash) != nil else { return nil }
                            return wake == known
                                ? [] : try store.events(after: known, for: account.name, limit: Self.most)
                        }
                        guard let events = found else { break listening }
                        var text = events.map { "id: \($0.id)\nevent: book\ndata: \($0.book.value)\n\n" }
                            .joined()
                        if text.isEmpty { text = ":\n\n" }
                        last = events.last?.id ?? last
                        isMore = events.count == Self.most
                        try await writer.write(ByteBuffer(string: text))
                    }
                }
            } onGracefulShutdown: {
                site.feed.end()
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
            ], body: body)
    }
}

extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID")!
    /// Has nginx hand events on as they come.
    static let accelBuffering = Self("X-Accel-Buffering")!
}
#endif
