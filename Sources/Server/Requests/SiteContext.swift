#if Server
// What is known of a request before its page is made.
import Accounts
import Catalogue
import Foundation
import Hummingbird
import Logging
import NIOCore

/// Who asks, and from where.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: any Channel
    /// The connection's other end.
    var peer: String? { connection.remoteAddress?.ipAddress }
    var client = ClientAddress(peer: nil, forwarded: nil, proxies: [])
    /// `nil` for who is not signed in.
    var account: Account?
    /// By what they are.
    var credential: Credential?
    /// Of the session, or, where nobody is signed in, of the forms alone.
    var secret: Secret
    /// Whether the browser is still to be told its secret.
    var isNew = true

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = source.channel
        secret = Secret()
    }

    /// Who is signed in.
    ///
    /// - Throws: a redirection to the sign-in page; `forbidden` where one must be more to do this.
    func require(_ role: Account.Role = .reader) throws -> Account {
        guard let account else { throw SiteError.signInNeeded }
        guard account.role >= role else { throw SiteError.forbidden }
        return account
    }
}

/// What keeps a page from being shown.
enum SiteError: Error, Hashable {
    case signInNeeded
    case forbidden
    case notFound
    /// An invitation that was used, or is too old.
    case usedLink
    /// Something of the form is wrong, in words.
    case wrong(String)
    /// A form of another site's page, or one that is too old.
    case forged
    case tooLarge(limit: Int)
    case tooManyPhotos(limit: Int)
    /// Seconds to wait.
    case tooOften(TimeInterval)
    /// The provider did not say who it is, in words.
    case providerFailed(String)
    case busy
    /// Not of a form that is understood.
    case malformed
    case misdirected
}
#endif
