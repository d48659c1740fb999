#if Server
// Re-authentication before an account is changed, because a session may be left open.
import Accounts
import Catalogue
import Foundation
import Hummingbird
import Translation

/// Why a form is rejected, shown on the page with the form.
struct FormProblem: Error {
    let words: Phrase

    init(_ words: Phrase) { self.words = words }
}

/// How the person at the browser shows again that the account is theirs.
struct Reauthentication: Sendable {
    enum Method: Sendable {
        case password
        /// By signing in with the provider again.
        case provider
        /// Already done, recently enough.
        case done
        /// Not possible: an administrator has to send a link to set a password.
        case impossible
    }

    var method: Method
    /// The hash of the password.
    var password: String?
    var isLinked: Bool
    var hasPassword: Bool { password != nil }
    /// The values for pages with forms that need it.
    var values: Pages.Values {
        [
            "asksPassword": method == .password, "isToProve": method == .provider,
            "isStuck": method == .impossible, "mayChange": [.password, .done].contains(method),
        ]
    }

    /// Seconds for which a re-authentication at the provider is valid.
    fileprivate static let validity: TimeInterval = 300
}

/// Handles a form on a page for accounts with a role.
typealias FormHandler = @Sendable (Form, Account, SiteContext) async throws -> Response

/// - Parameter page: the page with the form, which is shown again with the message of a `FormProblem`.
func handling(
    as role: Account.Role = .reader, _ handler: @escaping FormHandler,
    page: @escaping @Sendable (SiteContext, Account, Phrase) async throws -> Response
) -> @Sendable (Request, SiteContext) async throws -> Response {
    { request, context in
        let account = try context.require(role)
        let form = try await request.form(context)
        do { return try await handler(form, account, context) } catch let problem as FormProblem {
            return try await page(context, account, problem.words)
        }
    }
}

extension Site {
    func reauthentication(of account: Account, _ context: SiteContext) async throws -> Reauthentication {
        let issuer = provider?.options.issuer
        return try await store { store in
            let password = try store.password(of: account.id)
            let isLinked = try store.identities(of: account.id).contains { $0.issuer == issuer }
            let method: Reauthentication.Method =
                if password != nil, options.takesPasswords {
                    .password
                } else if !isLinked {
                    .impossible
                } else {
                    try store.isReauthenticated(context.secret.hash, since: .now - Reauthentication.validity)
                        ? .done : .provider
                }
            return Reauthentication(method: method, password: password, isLinked: isLinked)
        }
    }

    /// - Throws: `FormProblem` unless the account's owner sent the form.
    func reauthenticate(_ form: Form, _ account: Account, _ context: SiteContext) async throws {
        let needed = try await reauthentication(of: account, context)
        guard needed.method == .password else {
            if needed.method == .done { return }
            throw FormProblem("Sign in again first, to confirm that it is you.")
        }
        let password = form["password"] ?? ""
        let key = AccountName(account.name)?.key ?? account.name
        let isRight = try await rateLimiter.attempt(key, from: context.client) {
            guard password.utf8.count <= PasswordHasher.longest else { return false }
            return try await passwords.verify(password, against: needed.password, for: context.client)
        }
        if !isRight { throw FormProblem("The password is wrong.") }
    }
}
#endif
