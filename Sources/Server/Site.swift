#if Server
// The catalogue as pages for many readers, put together: what every request may use, and which controller has which paths.
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
    let rateLimiter = SignInRateLimiter()
    /// The same of letters that are asked for.
    let letters = SignInRateLimiter()
    let mailer: Mailer
    let provider: OpenIDProvider?
    let requests = SignInRequests()
    let cookies: SiteCookies
    let pages: Pages
    let feed: EventFeed
    let scanQueue: ScanQueue
    /// What programs have read.
    let scans: ScanService
    let lookupScheduler: LookupScheduler
    /// The covers that are being fetched; `nil` if none are.
    let covers: CoverQueue?
    let backups: BackupService?
    private let catalogue: Store
    private let blocking: BlockingTasks
    /// A separate pool for event streams: they all wake at once, and would delay page requests.
    private let listening = BlockingTasks(threads: 1)
    private let connections = OpenConnections()
    let underWay = UploadsUnderWay()
    let listeners = ListenerLimit(most: 50)
    let exports = ListenerLimit(most: ExportController.most)
    let importing = ListenerLimit(most: 1)
    let imports: PendingImports

    /// - Parameters:
    ///   - store: should let several threads read.
    ///   - workers: where photos are read.
    ///   - sources: by which covers are fetched; `nil` fetches none.
    ///   - lookup: asks about books for a person, and keeps what is found, or does not.
    ///   - threads: that wait for the store, at most.
    public init(
        _ options: SiteOptions, store: Store, workers: ForkServer, threads: Int = 8,
        sources: SourceSet? = nil,
        lookup: @escaping @Sendable (Store, String, Bool) -> BookLookup
    ) throws {
        self.options = options
        catalogue = store
        blocking = BlockingTasks(threads: threads)
        passwords = try PasswordHasher()
        mailer = Mailer(options.mail)
        provider = try options.provider.map {
            try OpenIDProvider($0, back: options.address(ProviderController.back))
        }
        imports = PendingImports(hold: options.importsHold)
        cookies = SiteCookies(isSecure: options.address.isSecure)
        pages = try Pages(base: options.address.base, languages: options.languages)
        feed = EventFeed(store, listening)
        let queue = WorkerQueue((0..<max(1, options.jobs)).map { _ in PhotoWorker(workers) })
        scanQueue = try ScanQueue(options, store, queue, blocking)
        let room = SpoolRoom(options: options, underWay: underWay) { try store.held(of: $0) }
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

    /// Runs `body` where it may wait for the disk.
    ///
    /// - Parameter factor: how many times as long as usual it may read.
    func store<Value: Sendable>(
        times factor: Int = 1, _ body: @Sendable (Store) throws -> Value
    ) async throws -> Value {
        let catalogue = catalogue
        let client = OpenConnections.client
        let limit = QueryLimit(options.readingTime * factor) { client?.isGone == true }
        return try await withTaskExecutorPreference(blocking) {
            try QueryLimit.$current.withValue(limit) { try body(catalogue) }
        }
    }

    /// Changes the catalogue in a transaction that checks the session or token, name and role again, since the account may
    /// have been deleted, renamed, demoted or signed out since the request began.
    ///
    /// - Parameters:
    ///   - role: what they must be.
    ///   - takesRoom: whether it needs disk space, of which a part must stay free.
    /// - Throws: `signInNeeded`, `forbidden`; what `body` throws, and then nothing is changed.
    func change<Value: Sendable>(
        _ context: SiteContext, as role: Account.Role = .reader, takesRoom: Bool = true,
        _ body: @Sendable (Store, Account) throws -> Value
    ) async throws -> Value {
        guard let credential = context.credential else { throw SiteError.signInNeeded }
        if takesRoom, !scanQueue.hasRoomForText {
            throw CatalogueError.full(path: options.photos, .system(errno: ENOSPC))
        }
        return try await store { store in
            let value = try store.acting(by: credential) { account in
                guard account.role >= role else { throw SiteError.forbidden }
                return try body(store, account)
            }
            guard let value else { throw SiteError.signInNeeded }
            return value
        }
    }

    /// The same for a page that listens.
    func storeForListener<Value: Sendable>(_ body: @Sendable (Store) throws -> Value) async throws -> Value {
        let catalogue = catalogue
        return try await withTaskExecutorPreference(listening) { try body(catalogue) }
    }

    /// Runs what waits for a client on the way there, too.
    func onBlockingThread<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(blocking, operation: body)
    }

    /// What the store holds of an account's photos, for who is on such a thread already.
    func held(of account: Int64) throws -> (photos: Int, bytes: Int, allBytes: Int) {
        try catalogue.held(of: account)
    }

    /// For tests and figures.
    var openConnections: Int { connections.count }

    var links: SiteLinks { SiteLinks(options.address, catalogue) }

    /// For who is on such a thread already.
    ///
    /// - Throws: `tooManyPhotos`, `signInNeeded`.
    func save(_ upload: Upload, as credential: Credential) throws -> Upload {
        let limits = Upload.Limits(
            photos: options.photosHeld, bytes: options.bytesHeld, allBytes: options.allBytesHeld)
        let answer = try catalogue.acting(by: credential) { account -> Upload? in
            try account.id == upload.account ? catalogue.save(upload, within: limits) : nil
        }
        guard let answer else { throw SiteError.signInNeeded }
        guard let kept = answer else { throw SiteError.tooManyPhotos(limit: options.photosHeld) }
        return kept
    }

    /// Makes room for a photo on its way: `reserve` of `UploadsUnderWay`, for who is on such a thread already.
    func reserve(_ bytes: Int, isNew: Bool, for account: Int64) throws {
        guard scanQueue.hasRoom(for: bytes) else {
            throw CatalogueError.full(path: options.photos, .system(errno: ENOSPC))
        }
        let limits = Upload.Limits(
            photos: options.photosHeld, bytes: options.bytesHeld, allBytes: options.allBytesHeld)
        guard
            try underWay.reserve(
                bytes, isNew: isNew, for: account, within: limits,
                held: { try catalogue.held(of: $0) })
        else { throw SiteError.tooManyPhotos(limit: options.photosHeld) }
    }

    /// All names that it is served by.
    private var hosts: Set<String> { options.hosts.union([options.address.host]) }

    func router() -> Router<SiteContext> {
        let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: AccessLog())
        router.add(middleware: HangUpGuard(connections: connections))
        router.add(middleware: PolicyHeaders(isSecure: options.address.isSecure))
        let methods = MethodGuard()
        router.add(middleware: methods)
        let health = HealthController(site: self)
        router.get("healthz", use: health.show)
        let site = router.group(RouterPath(options.address.base))
            .add(middleware: LanguageGuard(languages: pages.languages))
            .add(middleware: ErrorPages(site: self))
            .add(middleware: HostGuard(hosts: hosts))
            .add(middleware: OriginGuard(address: options.address, hosts: options.hosts))
        AssetController(pages: pages).add(to: site)
        ProbeController { secret in
            try await self.store { try $0.ticket(secret.hash, [.check]) != nil }
        }.add(to: site)
        addInterface(to: site)
        ListLinkController(site: self).addGuestPage(to: site)
        let visited = site.group().add(middleware: VisitorGuard(site: self))
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
        BookController(site: self).add(to: visited)
        EditController(site: self).add(to: visited)
        NewBookController(site: self).add(to: visited)
        MergeController(site: self).add(to: visited)
        HistoryController(site: self).add(to: visited)
        CoverController(site: self).add(to: visited)
        CommentController(site: self).add(to: visited)
        ListController(site: self).add(to: visited)
        ListLinkController(site: self).add(to: visited)
        ReaderPageController(site: self).add(to: visited)
        ExportController(site: self).add(to: visited)
        ImportController(site: self).add(to: visited)
        LiveController(site: self).add(to: visited)
        HaveController(site: self).add(to: visited)
        BoxController(site: self).add(to: visited)
        // What no controller has.
        visited.get("**") { _, _ -> Response in throw SiteError.notFound }
        methods.learn(router)
        return router
    }

    /// Serves until SIGTERM or SIGINT: then what runs may end, for a few seconds.
    public func run(logger: Logger) async throws {
        try await server.run(application(logger: logger), logger: logger)
    }

    private var server: SiteServer { SiteServer(options: options, connections: connections) }

    /// The server, with what runs beside it.
    ///
    /// - Parameter onListening: gets the port once clients can connect.
    func application(
        logger: Logger, onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        application(logger: logger, router: router(), onListening: onListening)
    }

    func application(
        logger: Logger, router: Router<SiteContext>, onListening: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        server.application(
            router, services: [feed, scanQueue] + (backups.map { [$0] } ?? []), logger: logger,
            onListening: onListening)
    }
}

/// One-time links; only the hashes of their secrets are stored.
public struct SiteLinks: Sendable {
    private let address: SiteAddress
    private let store: Store

    /// - Parameter address: what links begin with; no request says it.
    public init(_ address: SiteAddress, _ store: Store) {
        self.address = address
        self.store = store
    }

    /// By which the first administrator is made, within a day; `nil` where there is one already.
    public func setup() throws -> String? {
        guard try !store.hasAdministrator() else { return nil }
        return try link(Ticket(.setup, role: .administrator, until: .now + 86_400), to: "/sign-up")
    }

    /// A link to set a new password, valid for an hour; `nil` if there is no such account.
    public func reset(for name: String) throws -> String? {
        guard let name = AccountName(name), let known = try store.credentials(of: name) else {
            return nil
        }
        return try reset(of: known.account.id)
    }

    /// The same for an account that is known already.
    func reset(of account: Int64) throws -> String {
        try link(Ticket(.reset, account: account, until: .now + 3600), to: "/reset")
    }

    /// The same for all whom a name or a proved address reaches, with that address.
    func resets(reaching text: String) throws -> [(account: Account, address: String, link: String)] {
        try store.reachable(as: text).map { account, address in
            (account, address, try reset(of: account.id))
        }
    }

    /// By which somebody makes an account, within seven days.
    ///
    /// - Parameters:
    ///   - name: the only one that it may have, also where the store has words of theirs already.
    ///   - maker: the account that invites; `nil` for the command line.
    public func invitation(
        as role: Account.Role, name: String?, by maker: Int64? = nil
    ) throws -> String {
        try link(
            Ticket(.invitation, name: name, role: role, until: .now + 7 * 86_400), by: maker, to: "/sign-up")
    }

    /// By which somebody proves an address, within a day.
    func proof(of address: String, account: Int64) throws -> String {
        try link(Ticket(.address, account: account, name: address, until: .now + 86_400), to: "/verify")
    }

    private func link(_ ticket: Ticket, by maker: Int64? = nil, to page: String) throws -> String {
        let secret = Secret()
        try store.save(ticket, hash: secret.hash, by: maker)
        return address("\(page)?ticket=\(secret.text)")
    }
}
#endif
