// What a card's page is measured beside: a route that runs the same statements and sends as many bytes, and does nothing else.
// `scripts/bench serve` builds and runs it.
#if Server
import Books
import CCrypto
import Catalogue
import Foundation
import Hummingbird
import NIOPosix

@main
struct ServeBench {
    private let store: Store
    private let blocking: Blocking
    private let page: ByteBuffer

    /// Arguments: the store; the port on this machine; the bytes of a page.
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = Int(arguments[2]), let bytes = Int(arguments[3]) else {
            throw Usage()
        }
        let bench = ServeBench(
            store: try Store(path: arguments[1], readers: 8), blocking: Blocking(),
            page: ByteBuffer(repeating: UInt8(ascii: "a"), count: bytes))
        let router = Router()
        router.get("books/:book", use: bench.show)
        try await Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 1024)
        ).runService()
    }

    @Sendable private func show(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let hash = Self.hash(of: request.cookies["bookzone"]?.value ?? "")
        let book = try BookReference(context.parameters.require("book"))
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

    private static func hash(of text: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(Array(text.utf8), text.utf8.count, &digest)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// The same threads as the site's.
private final class Blocking: TaskExecutor {
    private let pool = NIOThreadPool(numberOfThreads: 8)

    init() { pool.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

struct Usage: Error {}
#else
// Without the trait of its name there is no server.
@main
enum ServeBench {
    static func main() {}
}
#endif
