#if Server
// The program of a site, which `bookzone serve` starts.
import ArgumentParser
import Books
import Catalogue
import Foundation
import HTTP
import Logging
import Lookup
import Providers
import References
import Reporting
import Scanning
import Server
import Workers

@main
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookzone serve",
        abstract: "Shares a catalogue as pages for many readers.", version: ProgramVersion.current,
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
            "The store's file. If not given: BOOKZONE_STORE, or catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
            valueName: "path"), completion: .file())
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Where browsers find the site, with the path below which it is. If not given: http://, and what --listen has.",
            valueName: "url"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Where to take connections.", valueName: "host:port"))
    var listen = "127.0.0.1:8080"

    func validate() throws {
        guard let place = Self.parts(of: listen) else {
            throw ValidationError("--listen takes HOST:PORT, not \(listen)")
        }
        guard address != nil || !["0.0.0.0", "::"].contains(place.host) else {
            throw ValidationError(
                "--listen \(listen) needs --address: what browsers are to call this machine")
        }
        guard siteAddress != nil else {
            throw ValidationError("--address takes an http or https address, not \(address ?? "")")
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

    var path: String { store ?? StorePlace.chosen ?? StorePlace.usual }

    func open(readers: Int = 1) throws(CatalogueError) -> Store {
        try Store(
            path: path, ifMissing: store ?? StorePlace.chosen == nil ? .makeWithFolder : .make,
            readers: readers)
    }

    func options() throws -> SiteOptions {
        guard let siteAddress else { throw ValidationError("--address takes an http or https address") }
        return SiteOptions(address: siteAddress, listen: place, photos: path + ".photos")
    }
}

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Shares a catalogue as pages for many readers.",
        usage: """
            bookzone serve [<options>]
            bookzone serve invite [--as <role>] [<name>]
            bookzone serve reset <name>
            """,
        discussion: """
            The first time it prints a link that makes the first administrator. `invite` prints a link by which somebody \
            else makes an account, `reset` one by which somebody sets a new password; each has a --help of its own. \
            Ctrl-C or SIGTERM ends the site when what runs is done.
            """)

    static let workerArguments = ["--make-workers"]

    @OptionGroup var site: SiteArguments

    @Option(help: ArgumentHelp("Who may make an account: open, invitation or closed.", valueName: "who"))
    var signUp = SiteOptions.SignUp.invitation

    @Option(
        name: .customLong("host"), parsing: .singleValue,
        help: ArgumentHelp(
            "Serve this name, too, with its port; repeat it for several.", valueName: "name"))
    var hosts: [String] = []

    @Option(
        name: .customLong("proxy"), parsing: .singleValue,
        help: ArgumentHelp(
            "Believe what a proxy at this address says of where requests come from; repeat it for several.",
            valueName: "address"))
    var proxies: [String] = []

    @Option(
        name: [.customShort("j"), .long],
        help: ArgumentHelp("How many photos to read at a time.", valueName: "number"))
    var jobs = 1

    @Flag(help: "Keep photos, without what the camera wrote into them, in STORE.photos/kept.")
    var keepPhotos = false

    @Flag(help: "Let readers sign in with the OpenID provider alone, without passwords of this site.")
    var providerOnly = false

    @Flag(help: "Ask no library about books.")
    var offline = false

    func validate() throws {
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64, not \(jobs)") }
    }

    func run() async throws {
        // First of all: workers are forked while there is one thread.
        let workers = try ForkServer(
            ForkServer.Program("/proc/self/exe", arguments: Self.workerArguments), options: ScanOptions(),
            limits: ReadingLimits(memory: ReadingLimits.shareOfMemory(jobs: jobs)), niceness: 5
        ) { doors in
            Serve.note(
                "the processes that read photos are not locked up: this system has no \(doors.missing)")
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "bookzone")
        logger.logLevel = .info
        let store = try site.open(readers: 8)
        guard !store.isReadOnly else {
            throw CatalogueError.readOnly(path: store.path, .system(errno: EROFS))
        }
        var options = try site.options()
        options.signUp = signUp
        options.hosts = Set(hosts.map { $0.lowercased() })
        options.proxies = Set(proxies)
        options.keepsPhotos = keepPhotos
        options.jobs = jobs
        options.mail = try Self.mail()
        options.provider = try Self.provider()
        options.takesPasswords = !providerOnly
        guard options.takesPasswords || options.provider != nil else {
            throw ServingFailure(description: "--provider-only needs BOOKZONE_OPENID_ISSUER")
        }
        let sources = try SourceSet.program()
        let references = ReferenceFolder(besideStore: store.path).open { name, error in
            Serve.note("reference \(name): \(error)")
        }
        let isOffline = offline
        let site = try Site(options, store: store, workers: workers) { store, person, isKept in
            BookLookup(
                store: store, sources: sources, references: references, person: person,
                isOffline: isOffline, keepsFindings: isKept)
        }
        if !options.address.isSecure {
            Serve.note(
                "without https whoever shares the network can read along; put a proxy with https before it, or use it at home alone"
            )
        }
        if let link = try SiteLinks(options.address, store).setup() {
            print("The first administrator is made here, once, within a day:\n\(link)")
        }
        print("\(options.address("/")) is served, from \(store.path)")
        fflush(nil)
        do {
            try await site.application(logger: logger).runService()
        } catch let error as any CustomStringConvertible & Error {
            throw ServingFailure(
                description: "\(options.listen.host):\(options.listen.port): \(error)", code: Serve.tryAgain)
        }
    }
}

extension Run {
    /// The mail server as the environment names it: a password is not for arguments, which others can see.
    private static func mail() throws -> MailServer? {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        guard let url = set["BOOKZONE_SMTP_URL"] else { return nil }
        guard let sender = set["BOOKZONE_MAIL_FROM"].flatMap(MailAddress.init) else {
            throw ServingFailure(
                description: "BOOKZONE_SMTP_URL needs BOOKZONE_MAIL_FROM, the address that letters are from")
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
                    "BOOKZONE_OPENID_ISSUER needs BOOKZONE_OPENID_CLIENT, what the provider calls this site")
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
        abstract: "Prints a link by which somebody makes an account, once, within seven days.")

    @OptionGroup var site: SiteArguments

    @Option(
        name: .customLong("as"), help: ArgumentHelp("reader, keeper or administrator.", valueName: "role")
    )
    var role = Account.Role.reader

    @Argument(
        help: "The name that they are to have: needed where the store holds words of theirs already.")
    var name: String?

    func run() throws {
        if let name, AccountName(name) == nil {
            throw ValidationError("“\(name.printable)” can't be a name")
        }
        print(try SiteLinks(site.options().address, site.open()).invitation(as: role, name: name))
    }
}

struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a link by which somebody sets a new password, once, within an hour.")

    @OptionGroup var site: SiteArguments

    @Argument(help: "Whose.")
    var name: String

    func run() throws {
        guard let link = try SiteLinks(site.options().address, site.open()).reset(for: name) else {
            Serve.fail("\(name): nobody is called so", Serve.unknown)
        }
        print(link)
    }
}

extension SiteOptions.SignUp: ExpressibleByArgument {}
extension Account.Role: ExpressibleByArgument {}

extension OpenDoors {
    fileprivate var missing: String {
        [(OpenDoors.files, "Landlock"), (.calls, "seccomp")].filter { contains($0.0) }.map(\.1)
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
