#if Server
// The website: what all controllers share, and which paths they serve.
import Accounts
import Books
import Catalogue
import Foundation
import Hummingbird
import Logging
import Lookup
import Providers
import Reading
import Sandbox

/// What all controllers share.
public final class Site: Sendable {
    let options: SiteOptions
    let passwords: PasswordHasher
    let rateLimiter = FailureRateLimiter()
    /// Limits requests for e-mails in the same way.
    let emailRateLimiter = FailureRateLimiter()
    let mailer: Mailer
    let provider: OpenIDProvider?
    let requests = SignInRequests()
    let cookies: SiteCookies
    let pages: Pages
    let feed: EventFeed
    let scanQueue: ScanQueue
    let pageGaps: PageGapClearing
    /// Reads photos for programs.
    let scans: ScanService
    let lookupScheduler: LookupScheduler
    /// Fetches covers; `nil` if none are fetched.
    let covers: CoverQueue?
    let backups: BackupService?
    private let catalogue: Store
    private let blocking: BlockingTasks
    /// What only reads never waits for what writes, of which one at a time has the store's lock.
    private let reading: SharedThreads
    private let writing = SharedThreads(2, ofOne: 1)
    /// Dry runs of imports, which take seconds.
    private let rehearsing = SharedThreads(1, ofOne: 1)
    /// A separate thread for event streams: they all wake at the same time, and would delay page requests.
    private let listening = BlockingTasks(threads: 1)
    private let connections = OpenConnections()
    let reservations = UploadReservations()
    let listeners = ListenerLimit(most: 50)
    let exports = ListenerLimit(most: ExportController.most)
    let importing = ListenerLimit(most: 1)
    let imports: UnconfirmedUploads<PendingImport>
    let confirmedImports: UnconfirmedUploads<ConfirmedImport>
    let pendingCovers: UnconfirmedUploads<PendingCover>
    let workers: WorkerQueue<PhotoWorker>

    /// - Parameters:
    ///   - store: should allow several threads to read.
    ///   - sources: the sources from which covers are fetched; `nil` fetches none.
    ///   - lookup: makes a look-up for nobody: an account may be renamed before it has ended, and another one have its
    ///     name. The flag says whether results are saved in the store.
    ///   - threads: the most threads that read the store; one client can use half of them.
    public init(
        _ options: SiteOptions, store: Store, workers: ForkServer, threads: Int = 8,
        sources: SourceSet? = nil,
        lookup: @escaping @Sendable (Store, Bool) -> BookLookup
    ) throws {
        self.options = options
        catalogue = store
        blocking = BlockingTasks(threads: threads)
        reading = SharedThreads(threads, ofOne: max(1, threads / 2))
        passwords = try PasswordHasher()
        mailer = Mailer(options.mail)
        provider = try options.provider.map {
            try OpenIDProvider($0, redirectURI: options.address(ProviderController.redirectPath))
        }
        imports = UnconfirmedUploads(hold: options.importsHold)
        confirmedImports = UnconfirmedUploads(hold: options.importsHold)
        pendingCovers = UnconfirmedUploads(hold: options.importsHold)
        cookies = SiteCookies(options.address)
        pages = try Pages(base: options.address.base, languages: options.languages)
        feed = EventFeed(store, listening)
        pageGaps = PageGapClearing(store)
        let queue = WorkerQueue((0..<max(1, options.jobs)).map { _ in PhotoWorker(workers) })
        self.workers = queue
        scanQueue = try ScanQueue(options, store, queue, blocking, lookup(store, false).offline)
        let room = SpoolRoom(options: options, reservations: reservations) { try store.held(of: $0) }
        scans = ScanService(
            room: room, workers: queue, archives: ArchiveWorkers(workers), blocking: blocking)
        let coverWorker = PhotoWorker(workers)
        covers = sources.flatMap { [blocking] sources in
            CoverQueue(store, sources, executor: blocking) { file in
                await coverWorker.cover(.whole, of: Photo(name: "cover", content: .streamed(file)))
            }
        }
        lookupScheduler = LookupScheduler(store, blocking, covers, lookup)
        backups = options.backup.map { BackupService($0, store: store.path) }
    }

    /// Reads the store on a thread that may block, when it is the client's turn.
    ///
    /// - Parameter factor: multiplies the time limit for queries.
    /// - Throws: `busy` if too many requests of the client are waiting; what `body` throws.
    func store<Value: Sendable>(
        times factor: Int = 1, _ body: @Sendable (Store) throws -> Value
    ) async throws -> Value {
        try await run(on: reading, times: factor, body)
    }

    /// Reads what the account of a request may see. The account is read again, since it may have been deleted, renamed,
    /// demoted or signed out while the request was received or waited, and another one may have its former name.
    ///
    /// - Throws: `signInNeeded`, `forbidden`; `busy` if the account is renamed meanwhile; what `store` throws.
    func store<Value: Sendable>(
        for context: SiteContext, as role: Account.Role = .reader, times factor: Int = 1,
        _ body: @Sendable (Store, Account) throws -> Value
    ) async throws -> Value {
        try await run(on: reading, times: factor) { store in
            let account = try store.account(of: context, as: role)
            let value = try body(store, account)
            guard try store.account(of: context, as: role).name == account.name else { throw SiteError.busy }
            return value
        }
    }

    /// The same as the other `store` for a `body` that writes, and so waits for whoever else does.
    func write<Value: Sendable>(_ body: @Sendable (Store) throws -> Value) async throws -> Value {
        try await run(on: writing, body)
    }

    private func run<Value: Sendable>(
        on threads: SharedThreads, times factor: Int = 1, _ body: @Sendable (Store) throws -> Value
    ) async throws -> Value {
        let client = OpenConnections.client
        return try await threads.run(for: client?.name ?? "") {
            // Waiting does not count against the time limit.
            let limit = QueryLimit(options.readingTime * factor) { client?.isDisconnected == true }
            return try QueryLimit.$current.withValue(limit) { try body(catalogue) }
        }
    }

    /// Changes the catalogue in a transaction. It checks the session or token, the name and the role again, since the
    /// account may have been deleted, renamed, demoted or signed out since the request began.
    ///
    /// - Parameter takesRoom: whether the change needs disk space, some of which must stay free.
    /// - Throws: `signInNeeded`, `forbidden`; what `body` throws. Nothing is changed then.
    func change<Value: Sendable>(
        _ context: SiteContext, as role: Account.Role = .reader, takesRoom: Bool = true,
        _ body: @Sendable (Store, Account) throws -> Value
    ) async throws -> Value {
        guard let credential = context.credential else { throw SiteError.signInNeeded }
        if takesRoom { try checkRoom() }
        return try await write { store in
            let value = try store.withAccount(of: credential) { account in
                guard account.role >= role else { throw SiteError.forbidden }
                return try body(store, account)
            }
            guard let value else { throw SiteError.signInNeeded }
            return value
        }
    }

    /// Some of the disk must stay free, so that people can still sign in and remove something.
    ///
    /// - Throws: `full`.
    func checkRoom() throws {
        guard scanQueue.hasRoomForText else {
            throw CatalogueError.full(path: options.photos, .system(errno: ENOSPC))
        }
    }

    /// Finds out what a change of many books would do. `body` changes a copy of the store only, and nobody waits for it but
    /// those who do the same.
    ///
    /// - Throws: `signInNeeded`, `forbidden`; what `body` throws.
    func rehearse<Value: Sendable>(
        _ context: SiteContext, as role: Account.Role, _ body: @Sendable (Store, Account) throws -> Value
    ) async throws -> Value {
        try await run(on: rehearsing) { store in
            try body(store, store.account(of: context, as: role))
        }
    }

    /// The same as `store`, for event streams.
    func storeForListener<Value: Sendable>(_ body: @Sendable (Store) throws -> Value) async throws -> Value {
        let catalogue = catalogue
        return try await withTaskExecutorPreference(listening) { try body(catalogue) }
    }

    /// Runs `body`, which waits for a client as well as for the disk, on a thread that may block.
    func onBlockingThread<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(blocking, operation: body)
    }

    /// What the store holds of an account's photos. Blocks the thread.
    func held(of account: Int64) throws -> (photos: Int, bytes: Int, allBytes: Int) {
        try catalogue.held(of: account)
    }

    /// For tests and metrics.
    var openConnections: Int { connections.count }

    var links: SiteLinks { SiteLinks(options.address, catalogue) }

    /// Saves an upload. Blocks the thread.
    ///
    /// - Parameter sha256: see `Store.save(_:sha256:within:)`.
    /// - Throws: `tooManyPhotos`, `signInNeeded`; `reusedKey`; `busy` while the store's file is rewritten.
    func save(_ upload: Upload, sha256: String?, as credential: Credential) throws -> Upload {
        if catalogue.isBeingRewritten { throw SiteError.busy }
        let limits = Upload.Limits(
            photos: options.photosHeld, bytes: options.bytesHeld, allBytes: options.allBytesHeld)
        let answer = try catalogue.withAccount(of: credential) { account -> Upload? in
            try account.id == upload.account ? catalogue.save(upload, sha256: sha256, within: limits) : nil
        }
        guard let answer else { throw SiteError.signInNeeded }
        guard let kept = answer else { throw SiteError.tooManyPhotos(limit: options.photosHeld) }
        return kept
    }

    /// Whether an account has sent a photo with this key before. Blocks the thread.
    func knowsUpload(of account: Int64, key: String) throws -> Bool {
        try catalogue.upload(of: account, key: key) != nil
    }

    /// Reserves space for a photo that is being received (`UploadReservations.reserve`). Blocks the thread.
    func reserve(_ bytes: Int, isNew: Bool, for account: Int64) throws {
        guard scanQueue.hasRoom(for: bytes) else { throw FolderFailure(full: options) }
        let limits = Upload.Limits(
            photos: options.photosHeld, bytes: options.bytesHeld, allBytes: options.allBytesHeld)
        guard
            try reservations.reserve(
                bytes, isNew: isNew, for: account, within: limits,
                held: { try catalogue.held(of: $0) })
        else { throw SiteError.tooManyPhotos(limit: options.photosHeld) }
    }

    private var hosts: Set<String> { options.hosts.union([options.address.host]) }

    func router() -> Router<SiteContext> {
        let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: AccessLog())
        router.add(middleware: ClientMiddleware(connections: connections, proxies: options.proxies))
        router.add(middleware: SecurityHeaders(isSecure: options.address.isSecure))
        let methods = MethodGuard()
        router.add(middleware: methods)
        router.get("healthz", use: HealthController(site: self).show)
        let site = router.group(RouterPath(options.address.base))
            .add(middleware: LanguageMiddleware(languages: pages.languages))
            .add(middleware: ErrorPages(site: self))
            .add(middleware: HostGuard(hosts: hosts))
            .add(middleware: OriginGuard(address: options.address, hosts: options.hosts))
        AssetController(pages: pages).add(to: site)
        ProbeController { secret in
            try await self.store { try $0.ticket(secret.hash, [.check]) != nil }
        }.add(to: site)
        addAPI(to: site)
        ListLinkController(site: self).addGuestPage(
            to: site.group().add(middleware: AccountLanguageMiddleware(site: self)).add(
                middleware: ErrorPages(site: self)))
        // Errors of what follows the session are told in the account's language.
        let visited = site.group().add(middleware: SessionMiddleware(site: self)).add(
            middleware: ErrorPages(site: self))
        HomeController(site: self).add(to: visited)
        SignInController(site: self).add(to: visited)
        ProviderController(site: self).add(to: visited)
        AccountController(site: self).add(to: visited)
        AccountEmailController(site: self).add(to: visited)
        AccountSessionController(site: self).add(to: visited)
        PeopleController(site: self).add(to: visited)
        PhotoController(site: self).add(to: visited)
        SessionController().add(to: visited)
        ReviewController(site: self).add(to: visited)
        BrowseController(site: self).add(to: visited)
        FiguresController(site: self).add(to: visited)
        BookController(site: self).add(to: visited)
        EditController(site: self).add(to: visited)
        NewBookController(site: self).add(to: visited)
        MergeController(site: self).add(to: visited)
        HistoryController(site: self).add(to: visited)
        CoverController(site: self).add(to: visited)
        CoverEditController(site: self).add(to: visited)
        CommentController(site: self).add(to: visited)
        ListController(site: self).add(to: visited)
        ListLinkController(site: self).add(to: visited)
        ReaderPageController(site: self).add(to: visited)
        ExportController(site: self).add(to: visited)
        ImportController(site: self).add(to: visited)
        LiveController(site: self).add(to: visited)
        HaveController(site: self).add(to: visited)
        BoxController(site: self).add(to: visited)
        CopyController(site: self).add(to: visited)
        LoanController(site: self).add(to: visited)
        InventoryController(site: self).add(to: visited)
        // All other paths.
        visited.get("**") { _, _ -> Response in throw SiteError.notFound }
        methods.learn(router)
        return router
    }

    /// Serves until SIGTERM or SIGINT. Requests under way then have a few seconds to end.
    ///
    /// - Parameter onListening: called with the port when clients can connect.
    public func run(logger: Logger, onListening: @escaping @Sendable (Int) -> Void) async throws {
        try await server.run(application(logger: logger, onListening: onListening), logger: logger)
    }

    private var server: SiteServer { SiteServer(options: options, connections: connections) }

    /// The server, with its background services.
    ///
    /// - Parameter onListening: called with the port when clients can connect.
    func application(
        logger: Logger, router: Router<SiteContext>? = nil,
        onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        server.application(
            router ?? self.router(),
            services: [feed, scanQueue, pageGaps] + (backups.map { [$0] } ?? [])
                + (mailer.canSend ? [LoanReminders(self)] : []), logger: logger,
            onListening: onListening)
    }
}

extension Store {
    /// The account of a request as it is now.
    ///
    /// - Throws: `signInNeeded`, `forbidden`.
    fileprivate func account(of context: SiteContext, as role: Account.Role) throws -> Account {
        guard let account = try context.credential.flatMap({ try account(of: $0) }) else {
            throw SiteError.signInNeeded
        }
        guard account.role >= role else { throw SiteError.forbidden }
        return account
    }
}
#endif
