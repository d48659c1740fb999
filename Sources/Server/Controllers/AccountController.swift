#if Server
// The account page: password, e-mail, tokens, export and deletion.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Translation

struct AccountController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("account", use: show)
        router.post("account/password", use: form(changePassword))
        router.post("account/name", use: form(changeName))
        router.post("account/email", use: form(changeEmail))
        router.post("account/provider", use: form(linkProvider))
        router.post("account/provider/remove", use: form(unlinkProvider))
        router.post("account/language", use: form(changeLanguage))
        router.post("account/tokens", use: form(makeToken))
        router.post("account/tokens/:id/remove", use: form(removeToken))
        router.get("account/export", use: export)
        router.post("account/delete", use: form(delete))
        router.get("mine", use: showMine)
    }

    private func form(
        _ handler: @escaping FormHandler
    ) -> @Sendable (Request, SiteContext) async throws -> Response {
        handling(handler) { try await page($0, $1, wrong: $2) }
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(context, try context.require())
    }

    private func page(
        _ context: SiteContext, _ account: Account, wrong: Phrase = "", done: Phrase = "",
        newToken: String = ""
    ) async throws -> Response {
        let (tokens, sessions, isShown) = try await site.store { store in
            (
                try store.tokens(of: account.id), try store.sessions(of: account.id),
                try store.isShown(account.id)
            )
        }
        let reauthentication = try await site.reauthentication(of: account, context)
        return site.pages.response(
            "account", title: "Your account", context, wrong: wrong,
            reauthentication.values.merging([
                "role": Phrase(word: account.role.rawValue), "since": account.made, "done": done,
                "shortest": PasswordHasher.shortest, "email": account.email ?? "",
                "isVerified": account.isVerified,
                "sendsEmail": site.mailer.canSend, "newToken": newToken,
                "address": site.options.address.text, "isShown": isShown,
                "page": ReaderPageController.path(of: account.name),
                "formats": ExportController.formats, "hasTokens": !tokens.isEmpty,
                "hasPassword": reauthentication.hasPassword,
                "takesPasswords": site.options.takesPasswords,
                "provider": site.provider?.options.name ?? "", "isLinked": reauthentication.isLinked,
                "sessions": AccountSessionController.values(sessions, context),
                "hasOthers": sessions.count > 1,
                "languages": site.pages.languages.map { language -> Pages.Values in
                    [
                        "code": language.code, "name": language.name,
                        "isChosen": language.code == account.language,
                    ]
                },
                "tokens": tokens.map { token -> Pages.Values in
                    [
                        "id": String(token.id), "name": token.name, "since": token.made,
                        "seen": token.seen.map(Phrase.init(moment:)) ?? ("never" as Phrase),
                    ]
                },
            ]) { $1 })
    }

    @Sendable private func changePassword(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        try await site.reauthenticate(form, account, context)
        guard site.options.takesPasswords else { throw SiteError.notFound }
        let password = form["new"] ?? ""
        try SignInController.check(password)
        let hashed = try await site.passwords.hash(password, for: context.client)
        try await site.change(context, takesRoom: false) { store, account in
            try store.set(password: hashed, of: account.id, keeping: context.secret.hash)
        }
        return try await page(
            context, account, done: "Password changed. All other sessions were signed out.")
    }

    // MARK: The provider

    @Sendable private func linkProvider(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let provider = site.provider else { throw SiteError.notFound }
        try await site.reauthenticate(form, account, context)
        let address = try await site.address(
            for: .link(account: account.id), to: site.pages.base + "/account", context)
        // Not a redirect, because the content security policy lets forms lead to this site only.
        return site.pages.response(
            "provider", title: "Link your account", context,
            ["provider": provider.options.name, "address": address])
    }

    @Sendable private func unlinkProvider(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let issuer = site.provider?.options.issuer else { throw SiteError.notFound }
        try await site.reauthenticate(form, account, context)
        let isRemoved = try await site.change(context, takesRoom: false) { store, account in
            try store.removeIdentities(of: issuer, from: account.id)
        }
        guard isRemoved else {
            throw FormProblem("Set a password first; otherwise you could not sign in.")
        }
        return site.pages.redirect(to: "/account")
    }

    /// Needs no password, since it is harmless.
    @Sendable private func changeLanguage(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        let code = form.text("language")
        guard code == nil || site.pages.languages.contains(where: { $0.code == code }) else {
            throw SiteError.malformed
        }
        try await site.change(context, takesRoom: false) { store, account in
            try store.set(language: code, of: account.id)
        }
        return site.pages.redirect(to: "/account#language")
    }

    // MARK: Access tokens

    /// Makes an access token, which is shown once.
    @Sendable private func makeToken(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let name = form.text("name").map({ String($0.prefix(60)) }) else {
            throw FormProblem("Give the token a name, such as the name of the device.")
        }
        try await site.reauthenticate(form, account, context)
        let secret = Secret()
        try await site.change(context) { store, account in
            guard try store.makeToken(secret.hash, name: name, of: account.id, most: Self.mostTokens) else {
                throw SiteError.wrong("You already have \(Self.mostTokens) tokens. Revoke one first.")
            }
        }
        return try await page(context, account, newToken: secret.text)
    }

    private static let mostTokens = 20

    @Sendable private func removeToken(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let id = context.parameters.get("id", as: Int64.self) else { throw SiteError.notFound }
        try await site.change(context, takesRoom: false) { store, account in
            try store.removeToken(id, of: account.id)
        }
        return site.pages.redirect(to: "/account")
    }

    /// Renames the account, and the author of its comments.
    @Sendable private func changeName(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let name = form.text("name").flatMap(AccountName.init), name.isClear,
            !name.claimsMore(than: account.role)
        else { throw FormProblem(AccountName.rule) }
        try await site.reauthenticate(form, account, context)
        let isFree = try await site.change(context) { store, account in
            try store.set(name: name, of: account.id)
        }
        guard isFree else { throw FormProblem("This name is taken. Choose another.") }
        return site.pages.redirect(to: "/account")
    }

    @Sendable private func changeEmail(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        var account = account
        guard site.mailer.canSend else { throw SiteError.notFound }
        try await site.reauthenticate(form, account, context)
        let text = form.text("email")
        let address = text.flatMap { MailAddress($0) }
        if text != nil, address == nil {
            throw FormProblem("This is not an e-mail address.")
        }
        try await site.change(context, takesRoom: address != nil) { store, account in
            try store.set(email: address?.text, of: account.id)
        }
        (account.email, account.isVerified) = (address?.text, false)
        if let address { try await site.prove(address, of: account, in: context.language) }
        let done: Phrase =
            address == nil
            ? "The address was removed." : "An e-mail is on its way. Open its link to verify the address."
        return try await page(context, account, done: done)
    }

    /// The account's data as JSON.
    @Sendable private func export(_ request: Request, _ context: SiteContext) async throws -> Response {
        let export = try await site.store(for: context) { store, account in
            try AccountExport(account, in: store)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let name = export.name.queryPart
        var response = Response(ByteBuffer(bytes: try encoder.encode(export)), "application/json")
        response.headers[.contentDisposition] =
            "attachment; filename=\"bookzone.json\"; filename*=UTF-8''bookzone-\(name).json"
        return response
    }

    @Sendable private func delete(
        _ form: Form, _ account: Account, _ context: SiteContext
    ) async throws -> Response {
        try await site.reauthenticate(form, account, context)
        guard try await site.remove(account, as: context.credential) else {
            throw FormProblem("You are the last administrator. Make somebody else an administrator first.")
        }
        var response = site.pages.response(
            "gone", title: "Your account was deleted", SiteContext(leaving: context))
        response.headers.append(site.cookies.noSession)
        // Only the cache is cleared: the page removes this account's queued photos, and those of other accounts stay.
        response.headers[.clearSiteData] = "\"cache\""
        return response
    }

    @Sendable private func showMine(_ request: Request, _ context: SiteContext) async throws -> Response {
        let pagination = Pagination(request)
        let (account, found, roles) = try await site.store(for: context) { store, account in
            (
                account,
                try store.comments(
                    by: account.name, for: account.name, from: pagination.from, most: Pagination.size),
                try store.roles()
            )
        }
        return site.pages.response(
            "mine", title: "Your comments", context,
            [
                "comments": found.comments.map { CommentView($0, account, roles).values },
                "none": found.count == 0,
                "pagination": pagination.links(count: found.count, path: "/mine?from="),
            ])
    }
}

extension SiteContext {
    /// For the page after an account was deleted.
    fileprivate init(leaving context: SiteContext) {
        self = context
        account = nil
        secret = Secret()
    }
}

extension Site {
    /// Deletes an account with all its data and photos.
    ///
    /// - Parameter credential: the session or token of the person who requests it.
    /// - Returns: `false` for the last administrator.
    func remove(_ account: Account, as credential: Credential? = nil) async throws -> Bool {
        let (scanQueue, imports, covers, pageGaps) = (scanQueue, imports, pendingCovers, pageGaps)
        let confirmedImports = confirmedImports
        return try await write { store in
            guard let uploads = try store.deleteAccount(account.id, as: credential) else {
                if let credential, try store.withAccount(of: credential, { _ in }) == nil {
                    throw SiteError.signInNeeded
                }
                guard try store.account(account.id) != nil else { throw SiteError.notFound }
                return false
            }
            scanQueue.remove(uploads, of: account.id)
            imports.drop(of: account.id)
            confirmedImports.drop(of: account.id)
            covers.drop(of: account.id)
            pageGaps.begin()
            return true
        }
    }
}

extension HTTPField.Name {
    static let clearSiteData = Self("Clear-Site-Data")!
}
#endif
