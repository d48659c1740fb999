#if Server
// Live updates of open pages: server-sent events with the ids of changed books (HTML Standard, section 9.2).
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

    /// The most events in one batch for a page that was disconnected.
    private static let most = 1000

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let secret = context.secret
        guard let place = site.listeners.place(for: account.id) else { throw SiteError.busy }
        // As of an export.
        if request.method == .head { place.leave() }
        // A page sends the last event before it was rendered; a browser that reconnects sends the last one it received.
        let given = (request.headers[.lastEventID] ?? request.query.text("after")).flatMap { Int64($0) }
        let last = try await site.store { store in try store.lastEvent() }
        // A higher number comes from before the store was restored from a backup.
        let start = min(given ?? last, last)
        let site = site
        let body = ResponseBody { writer in
            defer { place.leave() }
            // The event to continue from, if the connection breaks before the first one.
            try await writer.write(ByteBuffer(string: "retry: 1000\nid: \(start)\n\n"))
            var last = start
            // The server waits for open responses, so the feed must end first.
            try await withGracefulShutdownHandler {
                listening: for await wake in site.feed.wakes() {
                    var isMore = true
                    while isMore {
                        let known = last
                        // No events after signing out or deleting the account.
                        let found = try await site.storeForListener { store -> [StoreEvent]? in
                            guard let reader = try store.account(ofSession: secret.hash) else { return nil }
                            return wake == known
                                ? [] : try store.events(after: known, for: reader.name, limit: Self.most)
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
    /// Disables nginx's buffering, so that events arrive when they are sent.
    static let accelBuffering = Self("X-Accel-Buffering")!
}
#endif
