// Fetches covers in the background, so that nothing waits for a picture.
import Books
import Catalogue
import Foundation
import HTTP
import Providers

/// Makes both sizes of a cover from a file that a server sent; `nil` if it is not a picture that could be a cover. Throws
/// if none can be made now.
public typealias CoverMaker = @Sendable (Data) async throws -> CoverPicture?

/// The covers that are to be fetched. Each address is asked once, at its host's pace.
public actor CoverQueue {
    private let store: Store
    private let client: RateLimitedClient
    private let make: CoverMaker
    private let executor: (any TaskExecutor)?
    private var waiting: [BookSpecifier] = []
    /// Those that wait, and those being fetched.
    private var books: Set<BookSpecifier> = []
    private var running = 0
    private var finished: [CheckedContinuation<Void, Never>] = []
    private var progress: (@Sendable (Int) -> Void)?

    /// Covers that are on their way at a time; the pace is the client's.
    private static let most = 4
    /// What comes when so many wait is left out: it is shown, or looked up, again.
    private static let limit = 20_000

    /// - Parameter executor: on which it may wait for the disk.
    /// - Returns: `nil` if the store can't be written, or no covers are to be fetched.
    public init?(
        _ store: Store, _ sources: SourceSet, executor: (any TaskExecutor)? = nil,
        make: @escaping CoverMaker
    ) {
        guard sources.fetchesCovers, !store.isReadOnly else { return nil }
        self.store = store
        client = sources.client
        self.make = make
        self.executor = executor
    }

    /// Has a book's cover fetched if it has none, and one is known of.
    public func add(_ book: BookSpecifier) {
        guard books.count < Self.limit, books.insert(book).inserted else { return }
        waiting.append(book)
        proceed()
    }

    /// Returns when all are there, or can't be had now.
    ///
    /// - Parameter progress: called with how many are left.
    public func finish(progress: @escaping @Sendable (Int) -> Void = { _ in }) async {
        guard !books.isEmpty else { return }
        self.progress = progress
        await withCheckedContinuation { finished.append($0) }
    }

    private func proceed() {
        while running < Self.most, !waiting.isEmpty {
            let book = waiting.removeFirst()
            running += 1
            Task(executorPreference: executor) { await self.run(book) }
        }
        if books.isEmpty {
            for continuation in finished { continuation.resume() }
            finished = []
        }
    }

    private func run(_ book: BookSpecifier) async {
        await fetch(book)
        running -= 1
        books.remove(book)
        progress?(books.count)
        proceed()
    }

    /// Failures are not reported: the book then has no cover.
    private func fetch(_ book: BookSpecifier) async {
        guard let address = try? store.coverToFetch(of: book) else { return }
        do {
            guard let file = try await client.picture(at: address), let picture = try await make(file) else {
                return remember(miss: address)
            }
            let host = (try? WebAddress(address).host) ?? ""
            _ = try? store.setCover(
                picture, as: BookCover(sha256: picture.sha256, kind: .fetched, source: host), of: book)
        } catch let error as ProviderError where error.isFinal {
            remember(miss: address)
        } catch {
            // It may be there another time.
        }
    }

    private func remember(miss address: String) { try? store.save(coverMiss: address) }
}

extension ProviderError {
    /// Whether asking the address again can't help.
    fileprivate var isFinal: Bool {
        switch self {
        case .http(.tooLarge), .http(.redirect), .http(.privateNetwork), .http(.address), .refused: true
        case .status(_, let status): (400..<500).contains(status) && status != 429
        default: false
        }
    }
}
