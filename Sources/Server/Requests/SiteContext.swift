#if Server
// The context of a request: client, account, language and secret.
import Accounts
import Books
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Translation

struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: any Channel
    /// The address of the connection's peer.
    var peer: ClientAddress? { connection.remoteAddress?.ipAddress.flatMap { ClientAddress($0) } }
    var client = ClientAddress(peer: nil, forwarded: nil, proxies: [])
    /// The account's language, or the browser's preferred one.
    var language = Language.english
    var userAgent: String?
    /// `nil` unless signed in.
    var account: Account?
    var credential: Credential?
    /// The secret of the session or, without one, of the form token.
    var secret: Secret
    /// Whether the secret's cookie has yet to be set.
    var isNew = true

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = source.channel
        secret = Secret()
    }

    /// The account that is signed in.
    ///
    /// - Throws: `signInNeeded`; `forbidden` without the required role.
    func require(_ role: Account.Role = .reader) throws -> Account {
        guard let account else { throw SiteError.signInNeeded }
        guard account.role >= role else { throw SiteError.forbidden }
        return account
    }
}

/// Why a request can't be answered.
enum SiteError: Error, Hashable {
    case signInNeeded
    case forbidden
    case notFound
    /// A link that was used or has expired.
    case usedLink
    /// A link to a list that was taken back, or never existed.
    case removedLink
    /// A form has an invalid value; with a message.
    case wrong(Phrase)
    /// The form's token is missing or belongs to another session.
    case forged
    case tooLarge(limit: Int)
    case tooManyPhotos(limit: Int)
    /// With the seconds to wait.
    case tooOften(TimeInterval)
    /// Sign-in with the provider failed; with a message.
    case providerFailed(Phrase)
    case busy
    case malformed
    /// The body has a `Content-Encoding`.
    case encoded
    case misdirected
}

// What is wrong both in forms and in messages of programs.
extension Phrase {
    static let futureDate: Phrase = "A date must not be in the future: 2021, 2021-03 or 2021-03-14."
    static let wrongDate: Phrase = "A date is written as 2026, 2026-03 or 2026-03-14."
    static let commaInList: Phrase = "A list's name has no comma."

    static func notISBN(_ error: ISBNError) -> Phrase { "Not an ISBN: \(Phrase(message: error.words))." }
}

extension ISBN {
    /// - Parameter text: as typed into a form; `nil` if nothing was.
    /// - Throws: `SiteError.wrong`.
    init(typed text: String?) throws {
        guard let text else { throw SiteError.wrong("Type the ISBN.") }
        do throws(ISBNError) { try self.init(given: text) } catch { throw SiteError.wrong(.notISBN(error)) }
    }
}

extension Error {
    /// Whether a request could not be received whole: it is malformed, or the client has left.
    var isOfClient: Bool { self is HTTPParserError || self is ChannelError || self is IOError }
}

/// The two cookies: the session and, before sign-in, the browser's form token.
struct SiteCookies: Sendable {
    private let isSecure: Bool
    private let sessionName: String
    private let formName: String

    init(_ address: SiteAddress) {
        isSecure = address.isSecure
        // Over https, the prefix keeps other hosts and paths from setting or shadowing the cookies.
        let prefix = isSecure ? "__Host-" : ""
        // Browsers send cookies to all ports of a host, and with this prefix to all paths. Sites there must not share them.
        let place = address.place.queryPart.replacing(":", with: "%3A")
        (sessionName, formName) = ("\(prefix)bookzone\(place)", "\(prefix)bookzone-form\(place)")
    }

    /// The lifetime of a session, in seconds.
    private static let sessionAge = 30 * 86_400

    func session(in request: Request) -> Secret? { secret(sessionName, request) }

    func form(in request: Request) -> Secret? { secret(formName, request) }

    private func secret(_ name: String, _ request: Request) -> Secret? {
        request.cookies[name].flatMap { Secret($0.value) }
    }

    func session(_ secret: Secret) -> HTTPField {
        field(sessionName, secret.text, "Max-Age=\(Self.sessionAge)")
    }

    var noSession: HTTPField { field(sessionName, "", "Max-Age=0") }

    func form(_ secret: Secret) -> HTTPField { field(formName, secret.text, nil) }

    /// Lax, not Strict: with Strict, a link from an e-mail would open a page without the session.
    private func field(_ name: String, _ value: String, _ age: String?) -> HTTPField {
        let parts = [
            "\(name)=\(value)", "Path=/", "HttpOnly", "SameSite=Lax", age, isSecure ? "Secure" : nil,
        ]
        return HTTPField(name: .setCookie, value: parts.compactMap(\.self).joined(separator: "; "))
    }
}

/// The client's address: the peer of the connection, or the address that a trusted proxy forwards.
public struct ClientAddress: Hashable, Sendable {
    /// 4 or 16 bytes; none if the address is unknown.
    private let bytes: [UInt8]

    /// Of an IPv4 or IPv6 address in any notation; `nil` of another text.
    public init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            let all = withUnsafeBytes(of: six) { Array($0) }
            // On a socket for both, an IPv4 address is mapped to ::ffff:0:0/96.
            let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10..<12].allSatisfy { $0 == 0xFF }
            bytes = isMapped ? Array(all[12...]) : all
        } else {
            return nil
        }
    }

    /// In the usual notation; empty if it is unknown.
    var text: String {
        guard !bytes.isEmpty else { return "" }
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &name, socklen_t(name.count))
        return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// The network that belongs to one client: an IPv4 address, or the first 64 bits of an IPv6 address.
    var network: String {
        bytes.count == 16 ? bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") : text
    }

    /// - Parameters:
    ///   - peer: the address of the connection's peer.
    ///   - forwarded: the `X-Forwarded-For` values, joined; each proxy appends its client.
    ///   - proxies: the addresses of trusted proxies.
    init(peer: ClientAddress?, forwarded: String?, proxies: Set<ClientAddress>) {
        var addresses = (forwarded ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard var current = peer else {
            bytes = []
            return
        }
        while proxies.contains(current), let before = addresses.popLast().flatMap({ ClientAddress($0) }) {
            current = before
        }
        self = current
    }
}
#endif
