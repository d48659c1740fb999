#if Server
// The program of a site, which `bookzone serve` starts.
import Accounts
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import HTTP
import Logging
import Lookup
import Output
import Providers
import Reading
import References
import Sandbox
import Server

@main
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookzone serve",
        abstract: "Serves a catalogue as a web site for many readers.", version: ProgramVersion.current,
        subcommands: [Run.self, Invite.self, Reset.self],
        defaultSubcommand: Run.self)

    static func main() async {
        if CommandLine.arguments.dropFirst() == Run.workerArguments[...] { ForkServer.serve() }
        signal(SIGPIPE, SIG_IGN)
        // A catalogue of accounts is nobody else's to open.
        umask(0o077)
        // Who asks for help wants the options of the site, not the names of the commands.
        if ["--help", "-h", "help"].contains(CommandLine.arguments.dropFirst().joined(separator: " ")) {
            print(helpMessage(for: Run.self))
            Foundation.exit(0)
        }
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as CatalogueError {
            fail(error.message, error.isPassing ? Self.tryAgain : Self.unusable)
        } catch let error as ScanError {
            fail(PhotoFailure(error).message, Self.unusable)
        } catch let error as BackupPlan.Problem {
            fail(error.description, Self.settings)
        } catch let error as ServingFailure {
            fail(error.description, error.code)
        } catch let error as any (Error & CustomStringConvertible) where exitCode(for: error) == .failure {
            fail(error.description, Self.unusable)
        } catch {
            exit(withError: error)
        }
    }

    /// Codes as `bookzone` has them.
    static let (unknown, settings, unusable, tryAgain) = (Int32(1), Int32(64), Int32(70), Int32(75))

    static func fail(_ message: String, _ code: Int32) -> Never {
        note(message.printable)
        Foundation.exit(code)
    }

    static func note(_ line: String) {
        FileHandle.standardError.write(Data("bookzone serve: \(line)\n".utf8))
    }
}

/// Where the catalogue is, and by which address its pages go.
struct SiteArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file. Default: BOOKZONE_STORE, or catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
            valueName: "path"), completion: .file())
    var store: String?

    @Option(
        help: ArgumentHelp(
            "The site's address in browsers, including its base path. Default: http:// and the address of --listen.",
            valueName: "url"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "The address and port to listen on.", valueName: "host:port"))
    var listen = "127.0.0.1:8080"

    func validate() throws {
        guard Self.parts(of: listen) != nil else {
            throw ValidationError("--listen takes HOST:PORT, not \(listen)")
        }
        guard siteAddress != nil else {
            throw ValidationError("--address takes an http or https address, not \(address ?? "")")
        }
    }

    /// Links begin with the address, which must then be one that leads here.
    func requireAddress() throws {
        guard address != nil || !["0.0.0.0", "::"].contains(place.host) else {
            throw ValidationError(
                "--listen \(listen) needs --address, the site's address in browsers")
        }
    }

    private static func parts(of text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
        else {
            return nil
        }
        let host = text[..<colon].trimmingCharacters(in: ["[", "]"])
        return host.isEmpty ? nil : (host, Int(port))
    }

    var place: (host: String, port: Int) { Self.parts(of: listen) ?? ("127.0.0.1", 8080) }

    var siteAddress: SiteAddress? { SiteAddress(address ?? "http://\(listen)") }

    var path: String { store ?? StoreLocation.chosen ?? StoreLocation.usual }

    func open(readers: Int = 1) throws(CatalogueError) -> Store {
        try Store(
            path: path, ifMissing: store ?? StoreLocation.chosen == nil ? .makeWithFolder : .make,
            readers: readers)
    }

    func options() throws -> SiteOptions {
        guard let siteAddress else { throw ValidationError("--address takes an http or https address") }
        return SiteOptions(address: siteAddress, listen: place, photos: path + ".photos")
    }
}

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Serves a catalogue as a web site for many readers.",
        usage: """
            bookzone serve [<options>]
            bookzone serve --reader [--listen <host:port>] [--jobs <number>]
            bookzone serve invite [--as <role>] [<name>]
            bookzone serve reset <name>
            """,
        discussion: """
            On first start it prints a link to create the first administrator. `invite` prints a link for \
            another account, and `reset` one to set a new password; each has its own --help. Ctrl-C or SIGTERM \
            stops the site after running requests have finished.

            With --reader there is no catalogue and no account: a photo is sent to /api/v1/scan, and its record \
            is the answer. BOOKZONE_TOKEN is the token that requests must carry; without it, only this machine \
            can send any.
            """)

    static let workerArguments = ["--make-workers"]

    @OptionGroup var site: SiteArguments

    @Option(help: ArgumentHelp("Who may create an account: open, invitation or closed.", valueName: "who"))
    var signUp = SiteOptions.SignUp.invitation

    @Option(
        name: .customLong("host"), parsing: .singleValue,
        help: ArgumentHelp(
            "Also serve this host name, with its port if it is not the default. May be repeated.",
            valueName: "name"))
    var hosts: [String] = []

    @Option(
        name: .customLong("proxy"), parsing: .singleValue,
        help: ArgumentHelp(
            "Trust the client addresses that a proxy at this address forwards. May be repeated.",
            valueName: "address"))
    var proxies: [String] = []

    @Option(
        name: [.customShort("j"), .long],
        help: ArgumentHelp("Read this many photos at a time.", valueName: "number"))
    var jobs = 1

    @Flag(help: "Keep photos, without camera data, in STORE.photos/kept.")
    var keepPhotos = false

    @Flag(help: "Allow sign-in with the OpenID provider only, without passwords.")
    var providerOnly = false

    @Flag(help: "Ask no sources.")
    var offline = false

    @Option(
        help: ArgumentHelp(
            "Back the catalogue up, while the site runs, to a folder or a bucket of S3: https://HOST/BUCKET, with the access key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
            valueName: "folder|address"), completion: .directory)
    var backup: String?

    @Option(
        help: ArgumentHelp("How often: hour, day, week, or hours and days as 6h or 2d.", valueName: "time"))
    var every = BackupInterval.day

    @Option(help: ArgumentHelp("How many backups to keep.", valueName: "number"))
    var keep = 14

    @Flag(help: "Only read photos, for other programs; keep nothing.")
    var reader = false

    func validate() throws {
        if reader {
            let isAlone = site.store == nil && site.address == nil && signUp == .invitation && hosts.isEmpty
            guard isAlone, proxies.isEmpty, !keepPhotos, !providerOnly, !offline, backup == nil else {
                throw ValidationError("--reader goes with --listen and --jobs only")
            }
        } else {
            try site.requireAddress()
        }
        guard keep >= 1 else { throw ValidationError("--keep takes 1 or more, not \(keep)") }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64, not \(jobs)") }
    }

    func run() async throws {
        // First of all: workers are forked while there is one thread.
        let workers = try ForkServer(
            ForkServer.Program("/proc/self/exe", arguments: Self.workerArguments), options: ScanOptions(),
            limits: ReadingLimits(memory: ReadingLimits.shareOfMemory(jobs: jobs)),
            // Pages come first, where there are pages.
            niceness: reader ? 0 : 5
        ) { layers in
            Serve.note(
                "the processes that read photos are not sandboxed: this system has no \(layers.missing)")
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "bookzone")
        logger.logLevel = .info
        if reader { return try await read(with: workers, logger) }
        let store = try site.open(readers: 8)
        guard !store.isReadOnly else {
            throw CatalogueError.readOnly(path: store.path, .system(errno: EROFS))
        }
        var options = try site.options()
        options.connections = Self.connections()
        options.signUp = signUp
        options.hosts = Set(hosts.map { $0.lowercased() })
        options.proxies = Set(proxies)
        options.keepsPhotos = keepPhotos
        options.jobs = jobs
        options.mail = try Self.mail()
        options.provider = try Self.provider()
        options.takesPasswords = !providerOnly
        options.backup = try backup.map {
            try BackupPlan(place: $0, every: every.seconds, keep: keep, store: store.path)
        }
        guard options.takesPasswords || options.provider != nil else {
            throw ServingFailure(description: "--provider-only needs BOOKZONE_OPENID_ISSUER")
        }
        let sources = try SourceSet.program()
        let references = ReferenceFolder(besideStore: store.path).open { name, error in
            Serve.note("reference \(name): \(error)")
        }
        let isOffline = offline
        let site = try Site(
            options, store: store, workers: workers, sources: isOffline ? nil : sources
        ) { store, person, isKept in
            BookLookup(
                store: store, sources: sources, references: references, person: person,
                isOffline: isOffline, savesResults: isKept)
        }
        if options.isUnencrypted {
            Serve.note(
                "without https, anybody on the network can read requests; use a proxy with https, or a private network"
            )
        }
        if let link = try SiteLinks(options.address, store).setup() {
            print("Create the first administrator here. The link works once, within 24 hours:\n\(link)")
        }
        print("\(options.address("/")) is served, from \(store.path)")
        fflush(nil)
        try await Self.serving(options) { try await site.run(logger: logger) }
    }

    /// The reader alone.
    private func read(with workers: ForkServer, _ logger: Logger) async throws {
        let folder = FileManager.default.temporaryDirectory.path
        var options = SiteOptions(address: try site.options().address, listen: site.place, photos: folder)
        (options.jobs, options.connections) = (jobs, Self.connections())
        let token = ProcessInfo.processInfo.environment["BOOKZONE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        let reader: ReaderSite
        do {
            reader = try ReaderSite(options, token: token, workers: workers)
        } catch is ReaderSite.TokenMissing {
            throw ServingFailure(
                description:
                    "--listen \(site.listen): others could use it; set BOOKZONE_TOKEN, or listen on 127.0.0.1"
            )
        }
        if options.isUnencrypted {
            Serve.note(
                "without https, anybody on the network can read photos and the token; use a proxy with https")
        }
        print("photos are read at \(options.address("/api/v1/scan"))")
        fflush(nil)
        try await Self.serving(options) { try await reader.run(logger: logger) }
    }

    private static func serving(_ options: SiteOptions, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as any CustomStringConvertible & Error {
            throw ServingFailure(
                description: "\(options.listen.host):\(options.listen.port): \(error)", code: Serve.tryAgain)
        }
    }
}

extension Run {
    /// Half of the files that this process may have open, and as many as the system lets it have: each connection may have
    /// a photo on its way.
    private static func connections() -> Int {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        let most = min(limit.rlim_max, 1 << 16)
        if limit.rlim_cur < most {
            limit.rlim_cur = most
            setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
        }
        return max(64, Int(limit.rlim_cur / 2) - 64)
    }

    /// The mail server as the environment names it: a password is not for arguments, which others can see.
    private static func mail() throws -> MailServer? {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        guard let url = set["BOOKZONE_SMTP_URL"] else { return nil }
        guard let sender = set["BOOKZONE_MAIL_FROM"].flatMap(MailAddress.init) else {
            throw ServingFailure(
                description: "BOOKZONE_SMTP_URL needs BOOKZONE_MAIL_FROM, the sender's address")
        }
        do throws(HTTPError) {
            return try MailServer(
                url: url, sender: sender, user: set["BOOKZONE_SMTP_USER"],
                password: set["BOOKZONE_SMTP_PASSWORD"])
        } catch {
            throw ServingFailure(
                description: "BOOKZONE_SMTP_URL takes smtps://HOST or smtp://HOST:PORT, not \(url)")
        }
    }

    /// The provider of OpenID Connect, for the same reason.
    private static func provider() throws -> OpenIDOptions? {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        guard let issuer = set["BOOKZONE_OPENID_ISSUER"] else { return nil }
        guard let client = set["BOOKZONE_OPENID_CLIENT"] else {
            throw ServingFailure(
                description:
                    "BOOKZONE_OPENID_ISSUER needs BOOKZONE_OPENID_CLIENT, the client ID of this site at the provider"
            )
        }
        guard
            let options = OpenIDOptions(
                issuer: issuer, client: client, secret: set["BOOKZONE_OPENID_SECRET"],
                name: set["BOOKZONE_OPENID_NAME"])
        else {
            throw ServingFailure(description: "BOOKZONE_OPENID_ISSUER takes an https address, not \(issuer)")
        }
        return options
    }
}

/// How often backups are made.
struct BackupInterval: ExpressibleByArgument {
    static let day = BackupInterval(seconds: 86_400)

    let seconds: TimeInterval

    private init(seconds: TimeInterval) { self.seconds = seconds }

    init?(argument: String) {
        let units: [Character: TimeInterval] = ["h": 3600, "d": 86_400, "w": 604_800]
        switch argument {
        case "hour": seconds = 3600
        case "day": seconds = 86_400
        case "week": seconds = 604_800
        default:
            guard let unit = argument.last.flatMap({ units[$0] }), let number = Int(argument.dropLast()),
                (1...1000).contains(number)
            else { return nil }
            seconds = Double(number) * unit
        }
    }

    var defaultValueDescription: String { "day" }
}

struct ServingFailure: Error, CustomStringConvertible {
    var description: String
    var code = Serve.settings
}

extension CatalogueError {
    fileprivate var isPassing: Bool {
        switch self {
        case .busy, .full: true
        default: false
        }
    }
}

struct Invite: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a link to create an account. It works once, within seven days.")

    @OptionGroup var site: SiteArguments

    @Option(
        name: .customLong("as"), help: ArgumentHelp("reader, librarian or administrator.", valueName: "role")
    )
    var role = Account.Role.reader

    @Argument(
        help: "Reserve this name; needed if the store already has comments under it.")
    var name: String?

    func validate() throws { try site.requireAddress() }

    func run() throws {
        if let name, AccountName(name) == nil {
            throw ValidationError("“\(name.printable)” can't be a name")
        }
        print(try SiteLinks(site.options().address, site.open()).invitation(as: role, name: name))
    }
}

struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a link to set a new password. It works once, within an hour.")

    @OptionGroup var site: SiteArguments

    @Argument(help: "The account's name.")
    var name: String

    func validate() throws { try site.requireAddress() }

    func run() throws {
        guard let link = try SiteLinks(site.options().address, site.open()).reset(for: name) else {
            Serve.fail("\(name): no account has this name", Serve.unknown)
        }
        print(link)
    }
}

extension SiteOptions.SignUp: ExpressibleByArgument {}
extension Account.Role: ExpressibleByArgument {}

extension MissingSandboxLayers {
    fileprivate var missing: String {
        [(MissingSandboxLayers.files, "Landlock"), (.calls, "seccomp")].filter { contains($0.0) }.map(\.1)
            .joined(separator: " and no ")
    }
}
#else
// Without the trait of its name there is no server.
import Foundation

@main
enum Serve {
    static func main() {
        FileHandle.standardError.write(
            Data("bookzone serve: built without it; scripts/bookzone serve builds it\n".utf8))
        exit(69)
    }
}
#endif
