// The baseline for a card's page: a route that runs the same statements and sends as many bytes, and does nothing
// else.
#if Server
import Accounts
import ArgumentParser
import Books
import Catalogue
import Foundation
import Hummingbird
import NIOPosix

struct ServeBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves a route that runs a card's statements, and nothing else.")

    @Argument(help: "A store.")
    var store: String

    @Argument(help: "A port of this machine.")
    var port: Int

    @Argument(help: "How many bytes a page has.")
    var bytes: Int

    func run() async throws {
        let route = BareRoute(
            store: try Store(path: store, readers: 8), blocking: Blocking(),
            page: ByteBuffer(repeating: UInt8(ascii: "a"), count: bytes))
        let router = Router()
        router.get("books/:book", use: route.show)
        try await Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 1024)
        ).runService()
    }
}

private struct BareRoute {
    let store: Store
    let blocking: Blocking
    let page: ByteBuffer

    @Sendable func show(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let hash = Array((request.cookies["bookzone"]?.value ?? "").utf8).sha256.hexadecimal
        let book = try BookSpecifier(context.parameters.require("book"))
        let store = store
        try await withTaskExecutorPreference(blocking) {
            guard let account = try store.account(ofSession: hash) else { throw HTTPError(.unauthorized) }
            _ = try store.lastEvent()
            guard let id = try store.card(of: book, for: account.name)?.book.id else {
                throw HTTPError(.notFound)
            }
            _ = try store.lists(of: account.name, with: id)
            _ = try store.stock(of: id)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: page))
    }
}

/// The same kind of threads as the site's.
private final class Blocking: TaskExecutor {
    private let pool = NIOThreadPool(numberOfThreads: 8)

    init() { pool.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
#endif
