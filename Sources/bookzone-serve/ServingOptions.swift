#if Server
// The options of `bookzone serve` and `bookzone serve check`.
import ArgumentParser
import Catalogue
import Foundation
import HTTP
import Server

/// The store and the address of a site.
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
        if store == "" { throw ValidationError("--store takes the path of a file") }
        guard Self.parts(of: listen) != nil else {
            throw ValidationError("--listen takes HOST:PORT, not \(listen)")
        }
        guard siteAddress != nil else {
            throw ValidationError("--address takes an http or https address, not \(address ?? "")")
        }
    }

    /// A site needs its store's file; and links contain its address, so that must be one that browsers can reach.
    func requireStoreAndAddress() throws {
        guard !["http://", "https://"].contains(where: path.lowercased().hasPrefix) else {
            throw ValidationError(
                "\(store == nil ? "BOOKZONE_STORE" : "--store") is the address of a shared catalogue, and a site needs the path of its store's file: give it with --store"
            )
        }
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

    /// Created if there is none. In place of one that was emptied no site begins anew.
    func open(readers: Int = 1) throws(CatalogueError) -> Store {
        let isUsual = store ?? StoreLocation.chosen == nil
        let isThere = access(path, F_OK) == 0
        return try Store(
            path: path, ifMissing: isThere ? .refuse : isUsual ? .makeWithFolder : .make, readers: readers)
    }

    func openExisting() throws(CatalogueError) -> Store { try Store(path: path, ifMissing: .refuse) }

    func options() throws -> SiteOptions {
        guard let siteAddress else { throw ValidationError("--address takes an http or https address") }
        return SiteOptions(address: siteAddress, listen: place, photos: Store.photos(besideStore: path))
    }
}

struct ServingOptions: ParsableArguments {
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
        help: ArgumentHelp(
            "With --backup: how often: hour, day, week, or hours and days as 6h or 2d. Default: day.",
            valueName: "time"))
    var every: BackupInterval?

    @Option(help: ArgumentHelp("With --backup: how many to keep. Default: 14.", valueName: "number"))
    var keep: Int?

    func validate() throws {
        if let keep, keep < 1 { throw ValidationError("--keep takes 1 or more, not \(keep)") }
        if backup == nil, keep != nil || every != nil {
            throw ValidationError("\(keep != nil ? "--keep" : "--every") requires --backup")
        }
        if let wrong = proxies.first(where: { ClientAddress($0) == nil }) {
            throw ValidationError("--proxy takes an IP address, not \(wrong)")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64, not \(jobs)") }
    }

    /// Whether only the reader's own options were given.
    var isReaderAlone: Bool {
        site.store == nil && site.address == nil && signUp == .invitation && hosts.isEmpty && proxies.isEmpty
            && !keepPhotos && !providerOnly && !offline && backup == nil
    }

    func siteOptions() throws -> SiteOptions {
        let (options, faults) = try checkedOptions()
        if let fault = faults.first { throw fault.error }
        return options
    }

    typealias Fault = (subject: SiteCheck.Finding.Subject, error: any Error)

    /// - Returns: the options without what can't be set up here, and why that can't be.
    func checkedOptions() throws -> (SiteOptions, faults: [Fault]) {
        var options = try site.options()
        var faults: [Fault] = []
        options.signUp = signUp
        options.hosts = Set(hosts.map { $0.lowercased() })
        options.proxies = Set(proxies.compactMap { ClientAddress($0) })
        options.keepsPhotos = keepPhotos
        options.jobs = jobs
        do { options.mail = try Self.mail() } catch { faults.append((.mail, error)) }
        do {
            options.provider = try Self.provider()
            options.takesPasswords = !providerOnly
            if providerOnly, options.provider == nil {
                throw ServingFailure(description: "--provider-only needs BOOKZONE_OPENID_ISSUER")
            }
        } catch {
            faults.append((.provider, error))
        }
        do {
            options.backup = try backup.map {
                try BackupPlan(
                    place: $0, every: (every ?? .day).seconds, keep: keep ?? 14, store: site.path)
            }
        } catch let error as BackupPlan.Problem where !error.isOfValue {
            faults.append((.backup, error))
        }
        return (options, faults)
    }
}

extension ServingOptions {
    /// The mail server from environment variables, because other users can see the arguments, and so a password, of a
    /// process.
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

    /// The OpenID Connect provider, for the same reason from environment variables.
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
}
#endif
