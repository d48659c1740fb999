#if Server
// The catalogue as pages for many readers, put together: what every request may use, and which controller has which paths.
import Accounts
import Books
import Catalogue
import Foundation
import Hummingbird
import Logging
import Lookup
import NIOCore
import Sandbox
import ServiceLifecycle

/// What all controllers share.
public final class Site: Sendable {
    let options: SiteOptions
    let passwords: PasswordHasher
    let brake = SignInBrake()
    /// The same of letters that are asked for.
    let letters = SignInBrake()
    let post: Post
    let provider: OpenIDProvider?
    let requests = SignInRequests()
    let cookies: SiteCookies
    let pages: Pages
    let feed: EventFeed
    let desk: PhotoDesk
    let librarian: Librarian
    private let catalogue: Store
    private let blocking: BlockingTasks
    /// Of its own for pages that listen: they all hear of a change at once, and would stand before who opens a page.
    private let listening = BlockingTasks(threads: 1)
    private let connections = OpenConnections()
    let underWay = UploadsUnderWay()
    let listeners = ListenerLimit()

    /// - Parameters:
    ///   - store: should let several threads read.
    ///   - workers: where photos are read.
    ///   - lookup: asks about books for a person, and keeps what is found, or does not.
    ///   - threads: that wait for the store, at most.
    public init(
        _ options: SiteOptions, store: Store, workers: ForkServer, threads: Int = 8,
        lookup: @escaping @Sendable (Store, String, Bool) -> BookLookup
    ) throws {
        self.options = options
        catalogue = store
        blocking = BlockingTasks(threads: threads)
        passwords = try PasswordHasher()
        post = Post(options.mail)
        provider = try options.provider.map {
            try OpenIDProvider($0, back: options.address(ProviderController.back))
        }
        cookies = SiteCookies(isSecure: options.address.isSecure)
        pages = try Pages(base: options.address.base)
        feed = EventFeed(store, listening)
        desk = try PhotoDesk(options, store, workers, blocking)
        librarian = Librarian(store, blocking, lookup)
    }

    /// Runs `body` where it may wait for the disk.
    func store<Value: Sendable>(_ body: @Sendable (Store) throws -> Value) async throws -> Value {
        let catalogue = catalogue
        let client = OpenConnections.client
        let limit = QueryLimit(options.readingTime) { client?.isGone == true }
        return try await withTaskExecutorPreference(blocking) {
            try QueryLimit.$current.withValue(limit) { try body(catalogue) }
        }
    }

    /// Changes the catalogue on behalf of who asks, as the account that they have at that moment: one that was deleted,
    /// renamed, demoted or signed out since the request began changes nothing as what it was.
    ///
    /// - Parameters:
    ///   - role: what they must be.
    ///   - takesRoom: whether more is kept by it; that leaves a part of the disk to others.
    /// - Throws: `signInNeeded`, `forbidden`; what `body` throws, and then nothing is changed.
    func change<Value: Sendable>(
        _ context: SiteContext, as role: Account.Role = .reader, takesRoom: Bool = true,
        _ body: @Sendable (Store, Account) throws -> Value
    ) async throws -> Value {
        guard let credential = context.credential else { throw SiteError.signInNeeded }
        if takesRoom, !desk.hasRoomForText {
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

    /// For tests and figures.
    var openConnections: Int { connections.count }

    var links: SiteLinks { SiteLinks(options.address, catalogue) }

    /// For who is on such a thread already.
    ///
    /// - Throws: `tooManyPhotos`, `signInNeeded`.
    func keep(_ upload: Upload, as credential: Credential) throws -> Upload {
        let limits = Upload.Limits(
            photos: options.photosHeld, bytes: options.bytesHeld, allBytes: options.allBytesHeld)
        let answer = try catalogue.acting(by: credential) { account -> Upload? in
            try account.id == upload.account ? catalogue.keep(upload, within: limits) : nil
        }
        guard let answer else { throw SiteError.signInNeeded }
        guard let kept = answer else { throw SiteError.tooManyPhotos(limit: options.photosHeld) }
        return kept
    }

    /// Makes room for a photo on its way: `reserve` of `UploadsUnderWay`, for who is on such a thread already.
    func reserve(_ bytes: Int, isNew: Bool, for account: Int64) throws {
        guard desk.hasRoom(for: bytes) else {
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
            .add(middleware: ErrorPages(site: self))
            .add(middleware: HostGuard(hosts: hosts))
            .add(middleware: OriginGuard(address: options.address, hosts: options.hosts))
        AssetController(pages: pages).add(to: site)
        addInterface(to: site)
        let visited = site.group().add(middleware: VisitorGuard(site: self))
        HomeController(site: self).add(to: visited)
        SignInController(site: self).add(to: visited)
        ProviderController(site: self).add(to: visited)
        AccountController(site: self).add(to: visited)
        LetterController(site: self).add(to: visited)
        PeopleController(site: self).add(to: visited)
        PhotoController(site: self).add(to: visited)
        SessionController().add(to: visited)
        ReviewController(site: self).add(to: visited)
        BookController(site: self).add(to: visited)
        CommentController(site: self).add(to: visited)
        ListController(site: self).add(to: visited)
        LiveController(site: self).add(to: visited)
        // What no controller has.
        visited.get("**") { _, _ -> Response in throw SiteError.notFound }
        methods.learn(router)
        return router
    }

    /// Serves until SIGTERM or SIGINT: then what runs may end, for a few seconds.
    public func run(logger: Logger) async throws {
        let services: [any Service] = [application(logger: logger), ShutdownDeadline(connections)]
        let configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// The server, with what runs beside it.
    ///
    /// - Parameter onListening: told of the port, once clients can connect.
    func application(
        logger: Logger, onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        application(logger: logger, router: router(), onListening: onListening)
    }

    func application(
        logger: Logger, router: Router<SiteContext>, onListening: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let (pace, connections) = (options.slowClients, connections)
        var application = Application(
            router: router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        RequestHeadGuardInstaller(), SlowClientGuard(pace),
                        OpenConnections.Entry(connections),
                    ],
                    idleTimeout: .seconds(75),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10,
                        maxHeaderFieldCount: 100))),
            configuration: .init(
                address: .hostname(options.listen.host, port: options.listen.port), serverName: nil,
                backlog: 1024,
                availableConnectionsDelegate: .maximum(options.connections, logger: logger)),
            services: [feed, desk],
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger)
        application.logger.logLevel = logger.logLevel
        return application
    }
}
#endif
