#if Server
// How a site is run: what the command line's options become.
import Foundation
import HTTP

public struct SiteOptions: Sendable {
    /// Who may create an account.
    public enum SignUp: String, CaseIterable, Sendable {
        case open, invitation, closed
    }

    /// Where browsers find the site: scheme, host, port and base path. All links and cookies go by it, and no request's
    /// `Host` does.
    public var address: SiteAddress
    /// Further names that it is found by, with their ports, such as a machine's address in a home network.
    public var hosts: Set<String>
    public var listen: (host: String, port: Int)
    public var signUp: SignUp
    /// Addresses of trusted proxies, whose `X-Forwarded-For` counts.
    public var proxies: Set<String>
    /// Whether photos stay, without what the camera wrote into them.
    public var keepsPhotos: Bool
    /// How many photos are read at a time.
    public var jobs: Int
    /// The folder of photos that were sent.
    public var photos: String

    /// Through which letters go; `nil` sends none.
    public var mail: MailServer?

    /// By which readers may sign in, too; `nil` for none.
    public var provider: OpenIDOptions?
    /// Whether they sign in with passwords of this site.
    public var takesPasswords = true

    /// What pages and letters are written in, of which the first is for those who wish for none of them; `nil` for all that
    /// there are translations for.
    var languages: [Language]?

    /// When and where the catalogue is backed up; `nil` for never.
    public var backup: BackupPlan?

    /// Bytes of one photo.
    public var photoLimit = 64 << 20
    /// Photos of one account that are held at a time.
    public var photosHeld = 100
    /// Bytes of one account's photos that are held at a time.
    public var bytesHeld = 1 << 30
    /// The same of all accounts.
    public var allBytesHeld = 16 << 30
    /// Bytes of the disk that photos must leave free.
    public var diskLeft = 256 << 20
    /// Bytes of one request to read photos.
    public var scanLimit = 256 << 20
    /// Photos of one such request.
    public var photosScanned = 1000
    /// Such requests of one account that are under way at a time, and of all.
    public var (scansHeld, allScansHeld) = (256, 1024)
    /// Seconds for which a photo is held.
    public var photosHold: TimeInterval = 3600
    /// Bytes of a file to import, and books in it.
    public var (importLimit, importRows) = (16 << 20, 10_000)
    /// Seconds for which such a file waits to be confirmed.
    var importsHold: TimeInterval = 3600
    /// How long a page or an answer may read from the store.
    var readingTime = Duration.seconds(2)
    /// Connections at a time, fewer than the files that the process may have open: the store and photos need some, too.
    public var connections = 4096
    /// Limits for slow clients.
    var slowClients = SlowClientGuard.Limits()

    /// Whether there is room for so many bytes besides the space that must stay free.
    func hasRoom(for bytes: Int) -> Bool {
        var disk = statvfs()
        guard statvfs(photos, &disk) == 0 else { return true }
        let free = Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
        return free > diskLeft + bytes
    }

    /// Whether others in the network can read what is sent: without encryption, but from this machine to itself.
    public var isUnencrypted: Bool {
        !address.isSecure && ([address.host] + hosts).contains { !SiteAddress.isHere($0) }
    }

    public init(
        address: SiteAddress, hosts: Set<String> = [], listen: (host: String, port: Int),
        signUp: SignUp = .invitation,
        proxies: Set<String> = [], keepsPhotos: Bool = false, jobs: Int = 1, photos: String
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

/// The address of a site.
public struct SiteAddress: Hashable, Sendable {
    /// `https://club.example`, as browsers send it with a form.
    public let origin: String
    /// `club.example`, with the port where it is not the scheme's own.
    public let host: String
    /// Empty, or `/books`: before every path.
    public let base: String
    public let isSecure: Bool

    /// `nil` unless `text` is an http or https address without query and user.
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
        guard base.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }) else {
            return nil
        }
    }

    /// As people give it.
    var text: String { origin + base }

    /// Whether a name, which may have a port, is this machine's for itself.
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
