#if Server
// Sign-in, sign-out, sign-up and password reset.
import Accounts
import Catalogue
import Foundation
import HTTP
import Hummingbird
import Translation

struct SignInController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("sign-in", use: showSignIn)
        router.post("sign-in", use: signIn)
        router.post("sign-out", use: signOut)
        router.get("sign-up", use: showSignUp)
        router.post("sign-up", use: signUp)
        router.get("reset", use: showReset)
        router.post("reset", use: reset)
    }

    // MARK: Sign-in and sign-out

    @Sendable private func showSignIn(_ request: Request, _ context: SiteContext) async throws -> Response {
        signInPage(context, to: request.query.text("to"), isOpen: request.query.has("open"))
    }

    /// - Parameter isOpen: whether somebody signed out, and the site could not end the session.
    private func signInPage(
        _ context: SiteContext, to place: String?, name: String = "", wrong: Phrase = "", isOpen: Bool = false
    ) -> Response {
        site.pages.response(
            "sign-in", title: "Sign in", context, wrong: wrong,
            [
                "to": place ?? "", "name": name, "isLeftOpen": isOpen,
                "isOpen": site.options.signUp == .open,
                "isPlain": site.options.isUnencrypted, "sendsEmail": site.mailer.canSend,
                "takesPasswords": site.options.takesPasswords, "provider": site.provider?.options.name ?? "",
                "toPart": (place ?? "").queryPart,
            ])
    }

    @Sendable private func signIn(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        try takesPasswords()
        let (text, password) = (form.text("name") ?? "", form["password"] ?? "")
        let name = AccountName(text)
        // Invalid names are rate-limited, too.
        let key = name?.key ?? text.lowercased()
        guard password.utf8.count <= PasswordHasher.longest else {
            return signInPage(context, to: form.text("to"), name: text, wrong: Self.wrong)
        }
        let known = try await site.store { store in try name.flatMap { try store.credentials(of: $0) } }
        let isRight = try await site.rateLimiter.attempt(key, from: context.client) {
            try await site.passwords.verify(password, against: known?.password, for: context.client)
                && known != nil
        }
        guard isRight, let account = known?.account else {
            return signInPage(context, to: form.text("to"), name: text, wrong: Self.wrong)
        }
        return try await site.begin(
            account, by: known?.password, context, to: Self.local(form.text("to"), site.pages.base))
    }

    /// The message does not reveal whether the name or the password is wrong.
    private static let wrong: Phrase = "Name or password is wrong."

    /// A path on this site; the home page in place of any other address.
    static func local(_ place: String?, _ base: String) -> String {
        guard let place, place.hasPrefix(base + "/") else { return "/" }
        let path = String(place.dropFirst(base.count))
        let isSafe =
            !path.hasPrefix("//")
            && path.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }
        return isSafe ? path : "/"
    }

    private func takesPasswords() throws {
        guard site.options.takesPasswords else { throw SiteError.notFound }
    }

    @Sendable private func signOut(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context)
        var place = "/sign-in"
        if case .session(let session) = context.credential {
            // Whoever uses the device next is not signed in, even if the disk is full.
            do {
                try await site.write { store in try store.endSession(session) }
            } catch {
                context.logger.error("a session could not be ended: \(error)")
                place += "?open=1"
            }
        }
        var response = site.pages.redirect(to: place)
        response.headers.append(site.cookies.noSession)
        // Clears cached pages. Queued photos stay for the next sign-in.
        response.headers[.clearSiteData] = "\"cache\""
        return response
    }

    // MARK: Sign-up

    @Sendable private func showSignUp(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await signUpPage(context, ticket: request.query.text("ticket"))
    }

    private func signUpPage(
        _ context: SiteContext, ticket text: String?, name: String = "", wrong: Phrase = ""
    ) async throws -> Response {
        let ticket = try await site.ticket(text, [.setup, .invitation])
        let isAllowed = site.maySignUp(ticket, text)
        return site.pages.response(
            "sign-up", title: ticket?.kind == .setup ? "Create the first account" : "Create an account",
            context, wrong: wrong,
            [
                "isAllowed": isAllowed, "ticket": text ?? "", "isSetup": ticket?.kind == .setup,
                "isOld": text != nil, "name": ticket?.name ?? name, "isNamed": ticket?.name != nil,
                "shortest": PasswordHasher.shortest, "isPlain": site.options.isUnencrypted,
                "sendsEmail": site.mailer.canSend, "takesPasswords": site.options.takesPasswords,
                "provider": site.provider?.options.name ?? "",
            ])
    }

    @Sendable private func signUp(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        try takesPasswords()
        let text = form.text("ticket")
        let ticket = try await site.ticket(toSignUp: text)
        let given = ticket?.name ?? form.text("name") ?? ""
        do {
            return try await signUp(as: given, form, ticket, context)
        } catch let problem as FormProblem {
            return try await signUpPage(context, ticket: text, name: given, wrong: problem.words)
        }
    }

    /// - Throws: `FormProblem`.
    private func signUp(
        as given: String, _ form: Form, _ ticket: Ticket?, _ context: SiteContext
    ) async throws -> Response {
        guard let name = AccountName(given), name.isAllowed(by: ticket) else {
            throw FormProblem(AccountName.rule)
        }
        let password = form["password"] ?? ""
        try Self.check(password)
        let email = site.mailer.canSend ? form.text("email") : nil
        let address = email.flatMap { MailAddress($0) }
        if email != nil, address == nil { throw FormProblem("This is not an e-mail address.") }
        let hashed = try await site.passwords.hash(password, for: context.client)
        let answer = try await site.write { store in
            try store.makeAccount(
                name, password: hashed, ticket: form.text("ticket").flatMap(Secret.init)?.hash)
        }
        switch answer {
        case .made(let account):
            if let address {
                try await site.write { store in try store.set(email: address.text, of: account.id) }
                try await site.prove(address, of: account, in: context.language)
            }
            return try await site.begin(account, context, to: "/")
        case .taken: throw FormProblem("This name is taken. Choose another.")
        case .noTicket, .known: throw FormProblem("This link was already used.")
        }
    }

    /// - Throws: `FormProblem` for a new password that is too short, too long or too simple.
    static func check(_ password: String) throws {
        if password.count < PasswordHasher.shortest {
            throw FormProblem(
                "A password needs at least \(PasswordHasher.shortest) characters. A few words work well.")
        }
        if password.utf8.count > PasswordHasher.longest { throw FormProblem("This password is too long.") }
        if Set(password).count < 4 { throw FormProblem("This password is too simple.") }
    }

    // MARK: Password reset

    @Sendable private func showReset(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await resetPage(context, ticket: request.query.text("ticket"))
    }

    private func resetPage(
        _ context: SiteContext, ticket text: String?, wrong: Phrase = ""
    ) async throws -> Response {
        let ticket = try await site.ticket(text, [.reset])
        return site.pages.response(
            "reset", title: "Set a new password", context, wrong: wrong,
            [
                "isAllowed": ticket != nil && site.options.takesPasswords, "ticket": text ?? "",
                "shortest": PasswordHasher.shortest,
            ])
    }

    @Sendable private func reset(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        try takesPasswords()
        let text = form.text("ticket")
        guard try await site.ticket(text, [.reset]) != nil, let secret = text.flatMap(Secret.init) else {
            return try await resetPage(context, ticket: text)
        }
        let password = form["password"] ?? ""
        do { try Self.check(password) } catch let problem as FormProblem {
            return try await resetPage(context, ticket: text, wrong: problem.words)
        }
        let hashed = try await site.passwords.hash(password, for: context.client)
        let account = try await site.write { store in try store.reset(password: hashed, by: secret.hash) }
        guard let account else { return try await resetPage(context, ticket: text) }
        return try await site.begin(account, context, to: "/")
    }
}

extension Site {
    /// Starts a new session, to prevent session fixation.
    ///
    /// - Parameter password: the hash with which the password was compared.
    /// - Throws: `signInNeeded` if the account is gone, or its password was changed since.
    func begin(
        _ account: Account, by password: String? = nil, _ context: SiteContext, to place: String
    ) async throws -> Response {
        let (secret, former) = (Secret(), context.account == nil ? nil : context.secret)
        let device = Device.words(context.userAgent)
        let isBegun = try await write { store in
            try store.beginSession(
                secret.hash, of: account.id, by: password, endingSession: former?.hash, device: device)
        }
        guard isBegun else { throw SiteError.signInNeeded }
        var response = pages.redirect(to: place)
        response.headers.append(cookies.session(secret))
        return response
    }

    /// - Parameter text: the secret of a link, from the request.
    func ticket(_ text: String?, _ kinds: Set<Ticket.Kind>) async throws -> Ticket? {
        guard let secret = text.flatMap(Secret.init) else { return nil }
        return try await store { store in try store.ticket(secret.hash, kinds) }
    }

    /// The ticket with which an account is made; `nil` without a link.
    ///
    /// - Throws: `forbidden` or `usedLink` if it may not be made; errors of `checkRoom`.
    func ticket(toSignUp text: String?) async throws -> Ticket? {
        let ticket = try await ticket(text, [.setup, .invitation])
        guard maySignUp(ticket, text) else { throw text == nil ? SiteError.forbidden : .usedLink }
        try checkRoom()
        return ticket
    }

    /// Whether the sign-up setting allows an account with this link, or without a link.
    func maySignUp(_ ticket: Ticket?, _ text: String?) -> Bool {
        switch ticket?.kind {
        case .setup: true
        case .invitation: options.signUp != .closed
        default: options.signUp == .open && text == nil
        }
    }
}

extension AccountName {
    /// The rule for names, as an error message.
    static let rule: Phrase =
        """
        A name has 1 to \(limit) characters: at least one letter or digit, letters of one script only, nothing \
        invisible, and no name of a role.
        """

    /// Whether a new account may have the name. For names in invitations, the administrator is responsible.
    func isAllowed(by ticket: Ticket?) -> Bool {
        ticket?.name != nil || (isClear && !claimsMore(than: ticket?.role ?? .reader))
    }
}

/// The current session, for the queue of photos on a device that may be shared by several accounts.
struct SessionController {
    func add(to router: some RouterMethods<SiteContext>) {
        router.get("session", use: show)
    }

    /// `{"account": …, "token": …}`, with the session's form token; `{}` if nobody is signed in.
    @Sendable private func show(_ request: Request, _ context: SiteContext) throws -> Response {
        struct Session: ResponseEncodable {
            var account: String?
            var token: String?
        }
        let account = context.account
        return try Session(
            account: account?.mark, token: account == nil ? nil : context.secret.formToken
        ).response(from: request, context: context)
    }
}
#endif
