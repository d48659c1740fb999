#if Server
// The context of a request: client, account, language and secret.
import Accounts
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Translation

/// The context of a request.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: any Channel
    /// The address of the connection's peer.
    var peer: String? { connection.remoteAddress?.ipAddress }
    var client = ClientAddress(peer: nil, forwarded: nil, proxies: [])
    /// The account's language, or the browser's preferred one.
    var language = Language.english
    /// The `User-Agent` field.
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
    static let commaInList: Phrase = "A list's name has no comma."
}

extension Error {
    /// Whether a request could not be received whole: it is malformed, or the client has left.
    var isOfClient: Bool { self is HTTPParserError || self is ChannelError || self is IOError }
}

/// The two cookies: the session and, before sign-in, the browser's form token.
struct SiteCookies: Sendable {
    let isSecure: Bool

    /// Over https, the prefix keeps other hosts and paths from setting or shadowing the cookies.
    private var prefix: String { isSecure ? "__Host-" : "" }
    private var sessionName: String { "\(prefix)bookzone" }
    private var formName: String { "\(prefix)bookzone-form" }

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
    /// In the usual notation; empty if it is unknown.
    let text: String

    /// The network that belongs to one client: an IPv4 address, or the first 64 bits of an IPv6 address.
    var network: String {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return text }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        // An IPv4 address mapped to IPv6, ::ffff:0:0/96.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10..<12].allSatisfy({ $0 == 0xFF }) {
            return bytes[12...].map(String.init).joined(separator: ".")
        }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// - Parameters:
    ///   - peer: the address of the connection's peer.
    ///   - forwarded: the `X-Forwarded-For` values, joined; each proxy appends its client.
    ///   - proxies: the addresses of trusted proxies.
    init(peer: String?, forwarded: String?, proxies: Set<String>) {
        var current = peer ?? ""
        var addresses = (forwarded ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        while proxies.contains(current), let before = addresses.popLast(), Self.isAddress(before) {
            current = before
        }
        text = current
    }

    /// Whether a text is an IPv4 or IPv6 address.
    public static func isAddress(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }
}
#endif
