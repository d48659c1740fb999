#if Server
// Sign-in with an OpenID Connect provider.
import Accounts
import Catalogue
import Foundation
import Hummingbird
import Translation

struct ProviderController {
    let site: Site

    static let redirectPath = "/sign-in/provider/return"

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("sign-in/provider", use: signIn)
        router.get("sign-in/provider/again", use: signInAgain)
        router.get("sign-in/provider/return", use: callback)
        router.get("sign-up/provider", use: showSignUp)
        router.post("sign-up/provider", use: signUp)
    }

    private func provider() throws -> OpenIDProvider {
        guard let provider = site.provider else { throw SiteError.notFound }
        return provider
    }

    // MARK: The redirect to the provider

    @Sendable private func signIn(_ request: Request, _ context: SiteContext) async throws -> Response {
        let query = request.query
        return try await leave(.signIn(ticket: query.text("ticket")), to: query.text("to"), context)
    }

    /// Re-authentication.
    @Sendable private func signInAgain(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        return try await leave(.prove(account: account.id), to: request.query.text("to"), context)
    }

    private func leave(
        _ purpose: SignInRequests.Purpose, to place: String?, _ context: SiteContext
    ) async throws -> Response {
        let address = try await site.address(for: purpose, to: place, context)
        var response = Response(status: .seeOther, headers: [.location: address])
        if context.isNew { response.headers.append(site.cookies.form(context.secret)) }
        return response
    }

    // MARK: The callback

    @Sendable private func callback(_ request: Request, _ context: SiteContext) async throws -> Response {
        let provider = try provider()
        let answer = request.query
        guard let state = answer.text("state").flatMap(Secret.init),
            let known = site.requests.take(state, browser: context.secret.hash)
        else {
            throw SiteError.providerFailed(
                "This sign-in has expired or was started in another browser. Try again.")
        }
        guard answer["error"] == nil else {
            throw SiteError.providerFailed("\(provider.options.name) did not confirm who you are.")
        }
        let token: IDToken
        do {
            token = try await provider.token(answer, for: known)
        } catch OpenIDProvider.Failure.stale {
            throw SiteError.providerFailed(
                """
                \(provider.options.name) did not ask you to sign in again. Ask an administrator for a link to \
                set a password, and confirm with that instead.
                """)
        } catch let flaw as IDToken.Flaw {
            context.logger.error("the provider's answer is refused: \(flaw)")
            throw SiteError.providerFailed("What \(provider.options.name) answered could not be verified.")
        }
        let identity = Identity(issuer: provider.options.issuer, subject: token.subject)
        switch known.purpose {
        case .signIn(let ticket): return try await signIn(identity, token.name, ticket, known.place, context)
        case .link(let account): return try await link(identity, to: account, known.place, context)
        case .prove(let account): return try await prove(identity, account, known.place, context)
        }
    }

    private func signIn(
        _ identity: Identity, _ name: String?, _ text: String?, _ place: String, _ context: SiteContext
    ) async throws -> Response {
        if let account = try await site.store({ store in try store.account(of: identity) }) {
            return try await site.begin(account, context, to: place)
        }
        let ticket = try await site.ticket(text, [.setup, .invitation])
        guard site.maySignUp(ticket, text) else {
            throw SiteError.providerFailed(
                """
                No account here is linked to that identity. If you have an account, sign in with its password \
                and link \(try provider().options.name) on your account page. New accounts are by invitation.
                """)
        }
        try site.requests.save(
            .init(identity: identity, ticket: text, name: ticket?.name ?? name, place: place),
            browser: context.secret.hash)
        return site.pages.redirect(to: "/sign-up/provider")
    }

    private func link(
        _ identity: Identity, to id: Int64, _ place: String, _ context: SiteContext
    ) async throws -> Response {
        let isTheirs = try await site.change(context) { store, account in
            guard account.id == id else { throw SiteError.signInNeeded }
            return try store.add(identity, to: id)
        }
        guard isTheirs else {
            throw SiteError.providerFailed("That identity is already linked to another account here.")
        }
        return site.pages.redirect(to: place)
    }

    private func prove(
        _ identity: Identity, _ id: Int64, _ place: String, _ context: SiteContext
    ) async throws -> Response {
        let secret = context.secret
        let isTheirs = try await site.change(context, takesRoom: false) { store, account in
            guard account.id == id, try store.account(of: identity)?.id == id else { return false }
            try store.prove(secret.hash)
            return true
        }
        guard isTheirs else {
            throw SiteError.providerFailed("You signed in as somebody else.")
        }
        return site.pages.redirect(to: place)
    }

    // MARK: Sign-up

    @Sendable private func showSignUp(_ request: Request, _ context: SiteContext) async throws -> Response {
        let pendingSignUp = try pendingSignUp(context)
        return try await page(pendingSignUp, context, name: pendingSignUp.name ?? "")
    }

    /// The sign-up that this browser started at the provider.
    private func pendingSignUp(_ context: SiteContext) throws -> SignInRequests.PendingSignUp {
        _ = try provider()
        guard let pendingSignUp = site.requests.pendingSignUp(of: context.secret.hash) else {
            throw SiteError.signInNeeded
        }
        return pendingSignUp
    }

    private func page(
        _ pendingSignUp: SignInRequests.PendingSignUp, _ context: SiteContext, name: String,
        wrong: Phrase = ""
    ) async throws -> Response {
        let ticket = try await site.ticket(pendingSignUp.ticket, [.setup, .invitation])
        return site.pages.response(
            "sign-up-provider", title: "Create an account", context, wrong: wrong,
            [
                "name": ticket?.name ?? String(name.prefix(AccountName.limit)),
                "isNamed": ticket?.name != nil, "provider": try provider().options.name,
            ])
    }

    @Sendable private func signUp(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        let pendingSignUp = try pendingSignUp(context)
        let ticket = try await site.ticket(toSignUp: pendingSignUp.ticket)
        let given = ticket?.name ?? form.text("name") ?? ""
        func again(_ wrong: Phrase) async throws -> Response {
            try await page(pendingSignUp, context, name: given, wrong: wrong)
        }
        guard let name = AccountName(given), name.isAllowed(by: ticket) else {
            return try await again(AccountName.rule)
        }
        let answer = try await site.write { store in
            try store.makeAccount(
                name, password: nil, identity: pendingSignUp.identity,
                ticket: pendingSignUp.ticket.flatMap(Secret.init)?.hash)
        }
        switch answer {
        case .made(let account):
            site.requests.forgetPendingSignUp(of: context.secret.hash)
            return try await site.begin(account, context, to: pendingSignUp.place)
        case .taken: return try await again("This name is taken. Choose another.")
        case .noTicket: return try await again("This link was already used.")
        case .known:
            // The form was sent twice.
            site.requests.forgetPendingSignUp(of: context.secret.hash)
            throw SiteError.signInNeeded
        }
    }
}

extension Site {
    /// The address to which the browser is sent at the provider.
    ///
    /// - Parameter place: the path to return to afterwards; other sites' addresses are replaced by the home page.
    /// - Throws: `notFound` if there is no provider.
    func address(
        for purpose: SignInRequests.Purpose, to place: String?, _ context: SiteContext
    ) async throws -> String {
        guard let provider else { throw SiteError.notFound }
        let request = SignInRequests.Request(
            purpose: purpose, place: SignInController.local(place, pages.base), browser: context.secret.hash,
            network: context.client.network)
        return try await provider.address(for: request, state: requests.begin(request))
    }
}
#endif
