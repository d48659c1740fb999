#if Server
// The program of a site, which `bookzone serve` starts.
import Accounts
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
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
        abstract: "Serves a catalogue as a website for many readers.", version: ProgramVersion.current,
        subcommands: [Run.self, Invite.self, Reset.self, Check.self],
        defaultSubcommand: Run.self)

    static func main() async {
        if CommandLine.arguments.dropFirst() == Run.workerArguments[...] { ForkServer.serve() }
        // A closed pipe or a limit on file sizes is an error of the write.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        // Other users must not be able to read a catalogue with accounts.
        umask(0o077)
        // The help of the default command has the site's options, rather than the names of commands.
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

    /// The same codes as those of `bookzone`.
    static let (unknown, settings, unusable, tryAgain) = (Int32(1), Int32(64), Int32(70), Int32(75))

    static func fail(_ message: String, _ code: Int32) -> Never {
        note(message)
        Foundation.exit(code)
    }

    static func note(_ line: String) {
        FileHandle.standardError.write(Data("bookzone serve: \(line.printable)\n".utf8))
    }
}

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Serves a catalogue as a website for many readers.",
        usage: """
            bookzone serve [<options>]
            bookzone serve --reader [--listen <host:port>] [--jobs <number>]
            bookzone serve invite [--as <role>] [<name>]
            bookzone serve reset <name>
            bookzone serve check [--mail-to <address>] [<options>]
            """,
        discussion: """
            On first start it prints a link to create the first administrator. `invite` prints a link for \
            another account, and `reset` one to set a new password. `check`, with the options of the site, says \
            what is wrong with its address, proxy, mail and disk. Each has its own --help. Ctrl-C or SIGTERM stops \
            the site after running requests have finished.

            With --reader there is no catalogue and no account: a photo is sent to /api/v1/scan, and its record \
            is the answer. BOOKZONE_TOKEN is the token that requests must carry; without it, only this machine \
            can send any.
            """)

    static let workerArguments = ["--make-workers"]

    @OptionGroup var serving: ServingOptions

    @Flag(help: "Only read photos, for other programs; keep nothing.")
    var reader = false

    func validate() throws {
        guard !reader || serving.isReaderAlone else {
            throw ValidationError("--reader goes with --listen and --jobs only")
        }
        if !reader { try serving.site.requireStoreAndAddress() }
    }

    func run() async throws {
        // Workers must be forked before there is a second thread.
        let workers = try ForkServer(
            ForkServer.Program("/proc/self/exe", arguments: Self.workerArguments),
            options: ScanOptions(readers: .usualAndTitles),
            limits: WorkerLimits(memory: WorkerLimits.shareOfMemory(jobs: serving.jobs)),
            // Pages have priority over reading photos.
            niceness: reader ? 0 : 5
        ) { Serve.note($0.warning) }
        LoggingSystem.bootstrap { PrintableLog(StreamLogHandler.standardError(label: $0)) }
        var logger = Logger(label: "bookzone")
        logger.logLevel = .info
        if reader { return try await read(with: workers, logger) }
        // A site that can't be started makes no store.
        var options = try serving.siteOptions()
        options.connections = Self.connections()
        let sources = try SourceSet.program()
        try await Self.serving(options) { [options] in try await options.tryListening() }
        let store = try serving.site.open(readers: 8)
        guard !store.isReadOnly else {
            throw CatalogueError.readOnly(path: store.path, .system(errno: EROFS))
        }
        if let disk = NetworkDisk(of: store.path) { Serve.note(disk.warning(store: store.path)) }
        Self.closeToOthers(store.path)
        let references = ReferenceFolder(besideStore: store.path).open { name, error in
            Serve.note("reference \(name): \(error)")
        }
        let isOffline = serving.offline
        let site = try Site(
            options, store: store, workers: workers, sources: isOffline ? nil : sources
        ) { store, isKept in
            BookLookup(
                store: store, sources: sources, references: references, person: "",
                isOffline: isOffline, savesResults: isKept)
        }
        if options.isUnencrypted {
            Serve.note(
                "without https, anybody on the network can read requests; use a proxy with https, or a private network"
            )
        }
        let link = try SiteLinks(options.address, store).setup()
        let served = "\(options.address("/")) is served, from \(store.path.shownPath)"
        try await Self.serving(options) {
            try await site.run(logger: logger) { _ in
                if let link {
                    print("Create the first administrator here. The link works once, within 24 hours:")
                    print(link)
                }
                print(served)
                fflush(nil)
            }
        }
    }

    /// Runs the reader without a catalogue.
    private func read(with workers: ForkServer, _ logger: Logger) async throws {
        let folder = FileManager.default.temporaryDirectory.path
        var options = SiteOptions(
            address: try serving.site.options().address, listen: serving.site.place, photos: folder)
        (options.jobs, options.connections) = (serving.jobs, Self.connections())
        let token = ProcessInfo.processInfo.environment["BOOKZONE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        guard token?.contains(where: \.isWhitespace) != true else {
            throw ServingFailure(
                description: "BOOKZONE_TOKEN has a blank or a line break in it, which requests can't send")
        }
        let reader: ScanServer
        do {
            reader = try ScanServer(options, token: token, workers: workers)
        } catch is ScanServer.TokenMissing {
            throw ServingFailure(
                description:
                    "--listen \(serving.site.listen): others could use it; set BOOKZONE_TOKEN, or listen on 127.0.0.1"
            )
        } catch let error as FolderFailure {
            throw ServingFailure(
                description: "\(error); set TMPDIR to a folder for them",
                code: error.isFull ? Serve.tryAgain : Serve.settings)
        }
        if options.isUnencrypted {
            Serve.note(
                "without https, anybody on the network can read photos and the token; use a proxy with https")
        }
        // The system may choose the port.
        let listen = serving.site.listen
        let host = listen[..<(listen.lastIndex(of: ":") ?? listen.endIndex)]
        try await Self.serving(options) {
            try await reader.run(logger: logger) { port in
                print("photos are read at http://\(host):\(port)/api/v1/scan")
                fflush(nil)
            }
        }
    }

    /// The store may have been made by a command, readable by everybody.
    private static func closeToOthers(_ store: String) {
        let files = Store.closeToOthers(Store.openFiles(ofStore: store))
        if !files.closed.isEmpty {
            Serve.note(
                "\(files.closed.map(\.shownPath).joined(separator: ", ")): other users of this machine had rights on this, with password hashes and private notes in it; they have none any more"
            )
        }
        for (path, code) in files.failures.sorted(by: { $0.key < $1.key }) {
            Serve.note(
                "\(path.shownPath): other users of this machine have rights on this, with password hashes and private notes in it, and they can't be taken away: \(String(cString: strerror(code))); run `chmod o-rwx` as its owner"
            )
        }
    }

    private static func serving(_ options: SiteOptions, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch is PortInUse {
            throw ServingFailure(
                description: "\(options.listen.host):\(options.listen.port) is in use by another program",
                code: Serve.tryAgain)
        } catch let error as any CustomStringConvertible & Error {
            throw ServingFailure(
                description: "\(options.listen.host):\(options.listen.port): \(error)", code: Serve.tryAgain)
        }
    }
}

extension Run {
    /// Half of the files that this process may open, after raising the limit as far as the system allows: each
    /// connection may also need a file for a photo.
    private static func connections() -> Int {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        let most = min(limit.rlim_max, 1 << 16)
        if limit.rlim_cur < most {
            limit.rlim_cur = most
            setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
        }
        return max(8, Int(limit.rlim_cur / 2) - 64)
    }
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

    func validate() throws { try site.requireStoreAndAddress() }

    func run() throws {
        if let name, AccountName(name) == nil {
            throw ValidationError("“\(name.printable)” can't be a name")
        }
        let address = try site.options().address
        do {
            print(try SiteLinks(address, site.openExisting()).invitation(as: role, name: name))
        } catch let taken as NameTaken {
            throw ServingFailure(
                description: taken.isSame
                    ? "\(taken.account) has an account; `bookzone serve reset` prints a link to set a new password"
                    : "\(taken.account) has an account, and \(name ?? "") can be confused with it; choose another name"
            )
        }
        site.noteLinkIsLocal(address)
    }
}

struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a link to set a new password. It works once, within an hour.")

    @OptionGroup var site: SiteArguments

    @Argument(help: "The account's name.")
    var name: String

    func validate() throws { try site.requireStoreAndAddress() }

    func run() throws {
        let address = try site.options().address
        guard let link = try SiteLinks(address, site.openExisting()).reset(for: name) else {
            Serve.fail("\(name): no account has this name", Serve.unknown)
        }
        print(link)
        site.noteLinkIsLocal(address)
    }
}

extension SiteArguments {
    /// Says so if nobody else can open a link that begins with this address.
    fileprivate func noteLinkIsLocal(_ address: SiteAddress) {
        guard address.isLoopback else { return }
        Serve.note("the link works on this computer only; --address sets the site's address for others")
    }
}

extension SiteOptions.SignUp: ExpressibleByArgument {}
extension Account.Role: ExpressibleByArgument {}
#else
// Built without the package trait `Server`.
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
