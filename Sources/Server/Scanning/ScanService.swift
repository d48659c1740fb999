#if Server
// Reads the photos of a request as `bookzone scan` does, and stores neither photos nor records.
import AsyncAlgorithms
import Batch
import Books
import Formatting
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import Output
import Reading
import Sandbox
import Synchronization

struct ScanService: Sendable {
    /// Looks ISBNs up for the requesting account.
    typealias Lookup = @Sendable ([ISBN]) async throws -> LookupAnswers

    /// Seconds after which a request may be accepted.
    static let retryAfter: TimeInterval = 5

    let room: SpoolRoom
    let workers: WorkerQueue<PhotoWorker>
    let archives: any ArchiveOpener
    let blocking: BlockingTasks
    /// Whose photos are on the disk.
    let requests: ListenerLimit
    let metrics = ScanMetrics()

    init(
        room: SpoolRoom, workers: WorkerQueue<PhotoWorker>, archives: any ArchiveOpener,
        blocking: BlockingTasks
    ) {
        (self.room, self.workers, self.archives, self.blocking) = (room, workers, archives, blocking)
        requests = ListenerLimit(most: room.options.scansHeld, ofAll: room.options.allScansHeld)
    }

    /// One record as JSON, or several as JSON Lines as they become available.
    ///
    /// - Parameters:
    ///   - lookup: `nil` if no books are to be shown.
    ///   - check: see `BodySpool`.
    /// - Throws: what `records` throws before the first record.
    func response(
        to request: Request, _ context: SiteContext, for account: Int64, _ parameters: ScanParameters,
        lookup: Lookup?
    ) async throws -> Response {
        let (task, lines, areSeveral) = try await records(
            of: request, context, for: account, parameters, line: { try await row($0, lookup) })
        var iterator = lines.makeAsyncIterator()
        guard let first = try await iterator.next() else { return Response("", "application/jsonl") }
        var begun = first
        // Until it is known whether there are several, the type of the response is not.
        if !areSeveral {
            guard let second = try await iterator.next() else { return Response(first, "application/json") }
            begun += second
        }
        let text = begun
        let body = ResponseBody { writer in
            defer { task.cancel() }
            try await writer.write(ByteBuffer(string: text))
            for try await line in lines { try await writer.write(ByteBuffer(string: line)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "application/jsonl", .accelBuffering: "no"], body: body)
    }

    private func row(_ record: PhotoRecord, _ lookup: Lookup?) async throws -> String {
        var style = ScanRow.Style()
        style.showsBooks = lookup != nil
        let answers = try await lookup?(record.isbns.map(\.isbn)) ?? [:]
        return try JSONLine.line(ScanRow(record, answers: answers, style: style))
    }

    /// The records of a request's photos in order, each as soon as it is available.
    ///
    /// - Parameter line: converts each record.
    /// - Returns: the lines, and the task that reads the photos, which ends when the client disconnects; and whether it is
    ///   certain that there are several records.
    /// - Throws: `tooOften` if too many requests are waiting; `malformed` without a file; what
    ///   `BodySpool.receive` throws.
    func records<Line: Sendable>(
        of request: Request, _ context: SiteContext, for account: Int64, _ parameters: ScanParameters,
        check: (@Sendable (Form) throws -> Void)? = nil,
        line: @escaping @Sendable (PhotoRecord) async throws -> Line
    ) async throws -> (
        task: Task<Void, Never>, lines: AsyncThrowingChannel<Line, any Error>, areSeveral: Bool
    ) {
        guard let place = requests.place(for: account) else {
            metrics.countRefused()
            throw SiteError.tooOften(Self.retryAfter)
        }
        let spool = BodySpool(room: room, account: account, check: check)
        try spool.checkHead(of: request)
        try await context.askForBody(of: request)
        let files = try await withTaskExecutorPreference(blocking) { try await spool.receive(request) }
        guard !files.files.isEmpty else { throw SiteError.malformed }
        let lines = AsyncThrowingChannel<Line, any Error>()
        let client = OpenConnections.client
        let task = Task {
            defer { withExtendedLifetime((place, files)) {} }
            let read = { @Sendable in
                try await run(files.files, for: account, parameters) { await lines.send(try await line($0)) }
            }
            do {
                if let client { try await client.whileConnected(read) } else { try await read() }
                lines.finish()
            } catch {
                lines.fail(error)
            }
        }
        // An archive may be empty, and a book has one record.
        let photos = parameters.grouping == nil ? files.files.count { !$0.isArchive } : 0
        return (task, lines, areSeveral: photos > 1)
    }

    private func run(
        _ files: [ReceivedFile], for account: Int64, _ parameters: ScanParameters,
        _ receive: @escaping @Sendable (PhotoRecord) async throws -> Void
    ) async throws {
        let photos = try await photos(in: files, for: account, parameters.grouping)
        let reader = QueuedPhotoReader(
            workers: workers, metrics: metrics, account: account, isAwaited: photos.count == 1,
            options: parameters.options)
        let batch = ScanBatch(
            photos, workers: (0..<workers.jobs).map { _ in reader }, grouping: parameters.grouping,
            isStrict: parameters.options.isStrict)
        let failure = Mutex<(any Error)?>(nil)
        await batch.run { result in
            guard failure.withLock({ $0 == nil }) else { return }
            do {
                for record in result.records { try await receive(record) }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock(\.self) { throw error }
        try Task.checkCancellation()
    }

    /// Waits for a worker's turn before it opens archives, since each is opened in a process of its own, and there must
    /// not be more of them than workers.
    ///
    /// - Throws: `tooLarge` if there are more photos than one request may have.
    private func photos(
        in files: [ReceivedFile], for account: Int64, _ grouping: PhotoGrouping?
    ) async throws -> ReceivedPhotos {
        let (most, archives) = (room.options.photosScanned, archives)
        @Sendable func look() -> ReceivedPhotos? {
            try? ReceivedPhotos(files, most: most, grouping: grouping, archives: archives)
        }
        let photos: ReceivedPhotos?
        if files.contains(where: \.isArchive) {
            photos = try await workers.withWorker(for: account, isAwaited: files.count == 1) {
                _ async throws(CancellationError) in
                await withTaskExecutorPreference(blocking) { look() }
            }
        } else {
            photos = look()
        }
        guard let photos else { throw SiteError.tooLarge(limit: most) }
        return photos
    }
}

/// Reads photos of a request in the queue for the workers, when it is the account's turn.
private struct QueuedPhotoReader: PhotoReader {
    let workers: WorkerQueue<PhotoWorker>
    let metrics: ScanMetrics
    let account: Int64
    let isAwaited: Bool
    let options: ScanOptions

    func read(_ photo: Photo) async throws(CancellationError) -> [PageReading] {
        try await workers.withWorker(for: account, isAwaited: isAwaited) {
            worker async throws(CancellationError) in
            let start = ContinuousClock.now
            let pages = try await worker.read(photo, asking: options)
            metrics.count(pages.map(\.record), seconds: (.now - start) / .seconds(1))
            return pages
        }
    }
}

extension ScanResult {
    fileprivate var records: [PhotoRecord] {
        switch self {
        case .photo(let records): records
        case .book(let record, _): [record]
        case .known, .passed, .recorded, .repeated, .skipped: []
        }
    }
}

extension SiteContext {
    /// Answers `Expect: 100-continue` (RFC 9110, section 10.1.1). Clients such as curl would otherwise wait a second.
    fileprivate func askForBody(of request: Request) async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        try await connection.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }
}
#endif
