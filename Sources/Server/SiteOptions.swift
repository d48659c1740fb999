#if Server
// The configuration of a site.
import Foundation
import HTTP
import Translation

public struct SiteOptions: Sendable {
    /// Who may create an account.
    public enum SignUp: String, CaseIterable, Sendable {
        case open, invitation, closed
    }

    /// Where browsers find the site: scheme, host, port and base path. Links and cookies are made with it, and never
    /// with a request's `Host`.
    public var address: SiteAddress
    /// Further host names, with their ports, such as a machine's address in a home network.
    public var hosts: Set<String>
    public var listen: (host: String, port: Int)
    public var signUp: SignUp
    /// The addresses of trusted proxies, whose `X-Forwarded-For` is used.
    public var proxies: Set<ClientAddress>
    /// Whether photos are kept, without the camera's metadata.
    public var keepsPhotos: Bool
    /// The number of photos that are read at the same time.
    public var jobs: Int
    /// The folder for uploaded photos.
    public var photos: String

    /// The server that sends e-mails; `nil` sends none.
    public var mail: MailServer?

    /// A provider for sign-in; `nil` for none.
    public var provider: OpenIDOptions?
    /// Whether accounts can sign in with a password.
    public var takesPasswords = true

    /// The languages of pages and e-mails. The first one is for visitors who prefer none of them; `nil` for all
    /// languages that have translations.
    var languages: [Language]?

    /// When and where the catalogue is backed up; `nil` for never.
    public var backup: BackupPlan?

    /// The largest size of a photo, in bytes.
    public var photoLimit = 64 << 20
    /// The most photos of an account at a time.
    public var photosHeld = 100
    /// The most bytes of an account's photos at a time.
    public var bytesHeld = 1 << 30
    /// The same for all accounts together.
    public var allBytesHeld = 16 << 30
    /// The free disk space that photos must leave, in bytes.
    public var diskLeft = 256 << 20
    /// The largest size of a request to read photos, in bytes.
    public var scanLimit = 256 << 20
    /// The most photos in such a request.
    public var photosScanned = 1000
    /// The most such requests under way, for one account and in all.
    public var (scansHeld, allScansHeld) = (256, 1024)
    /// Seconds for which a photo is held.
    public var photosHold: TimeInterval = 3600
    /// The largest size of a file to import, in bytes, and the most books in it.
    public var (importLimit, importRows) = (16 << 20, 10_000)
    /// Seconds for which such a file is held before it is confirmed.
    var importsHold: TimeInterval = 3600
    /// The time limit for reading from the store in a request.
    var readingTime = Duration.seconds(2)
    /// The most connections. They must be fewer than the process's open files, of which the store and photos need some,
    /// too.
    public var connections = 4096
    var slowClients = SlowClientGuard.Limits()

    /// Whether the disk has room for this many bytes in addition to the space that must stay free.
    func hasRoom(for bytes: Int) -> Bool {
        Self.freeBytes(photos).map { $0 > diskLeft + bytes } ?? true
    }

    /// The free space of a folder's disk; `nil` if the folder is missing.
    @Sendable static func freeBytes(_ folder: String) -> Int? {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return nil }
        return Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
    }

    /// Whether others on the network can read requests and responses: without https, unless all host names are this
    /// machine's own.
    public var isUnencrypted: Bool {
        !address.isSecure && ([address.host] + hosts).contains { !SiteAddress.isHere($0) }
    }

    public init(
        address: SiteAddress, hosts: Set<String> = [], listen: (host: String, port: Int),
        signUp: SignUp = .invitation,
        proxies: Set<ClientAddress> = [], keepsPhotos: Bool = false, jobs: Int = 1, photos: String
    ) {
        self.address = address
        self.hosts = hosts
        self.listen = listen
        self.signUp = signUp
        self.proxies = proxies
        self.keepsPhotos = keepsPhotos
        self.jobs = jobs
        self.photos = photos
    }
}

public struct SiteAddress: Hashable, Sendable {
    /// The origin as browsers send it: `https://club.example`.
    public let origin: String
    /// The host, with the port unless it is the scheme's default: `club.example`.
    public let host: String
    /// The base path of all paths: empty, or for example `/books`.
    public let base: String
    public let isSecure: Bool
    /// What tells the sites of a host apart: the port unless it is the scheme's default, and the base path.
    let place: String

    /// `nil` unless `text` is an http or https address without a user and a query.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let name = parts.host?.lowercased(), !name.isEmpty,
            parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
        else { return nil }
        isSecure = scheme == "https"
        let isUsual = parts.port == nil || parts.port == (isSecure ? 443 : 80)
        host = isUsual ? name : "\(name):\(parts.port ?? 0)"
        origin = "\(scheme)://\(host)"
        base = String(parts.path.reversed().drop { $0 == "/" }.reversed())
        place = (isUsual ? "" : ":\(parts.port ?? 0)") + base
        guard base.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }) else {
            return nil
        }
    }

    /// The address as people write it.
    var text: String { origin + base }

    /// Whether only browsers on this machine find it.
    public var isLoopback: Bool { Self.isHere(host) }

    /// Whether a host name, which may have a port, is a loopback name or address.
    static func isHere(_ host: String) -> Bool {
        let name = host.split(separator: ":").first.map(String.init) ?? ""
        var four = in_addr()
        return name == "localhost" || (name.hasPrefix("127.") && inet_pton(AF_INET, name, &four) == 1)
            || host == "[::1]" || host.hasPrefix("[::1]:")
    }

    /// The address of a path.
    public func callAsFunction(_ path: String) -> String { origin + base + path }
}
#endif
