#if Server
// One's own account: another password, all that is kept of one, and the end of it.
import Books
import Catalogue
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Reporting

struct AccountController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("account", use: show)
        router.post("account/password", use: changePassword)
        router.post("account/name", use: changeName)
        router.post("account/email", use: changeEmail)
        router.post("account/provider", use: linkProvider)
        router.post("account/provider/remove", use: unlinkProvider)
        router.post("account/tokens", use: makeToken)
        router.post("account/tokens/:id/remove", use: removeToken)
        router.get("account/export", use: export)
        router.post("account/delete", use: delete)
        router.get("mine", use: showMine)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(context, try context.require())
    }

    private func page(
        _ context: SiteContext, _ account: Account, wrong: String = "", done: String = "",
        newToken: String = ""
    ) async throws -> Response {
        let tokens = try await site.store { store in try store.tokens(of: account.id) }
        let owner = try await owner(account, context)
        return site.pages.response(
            "account", title: "Your account", context,
            status: wrong.isEmpty ? .ok : .unprocessableContent,
            [
                "role": account.role.rawValue, "since": account.made.day, "wrong": wrong, "done": done,
                "shortest": PasswordHasher.shortest, "email": account.email ?? "",
                "isVerified": account.isVerified,
                "sendsLetters": site.post.isOpen, "newToken": newToken, "address": site.options.address.text,
                "hasTokens": !tokens.isEmpty, "asksPassword": owner.proof == .password,
                "isToProve": owner.proof == .provider, "isStuck": owner.proof == .impossible,
                "mayChange": [.password, .done].contains(owner.proof), "hasPassword": owner.hasPassword,
                "takesPasswords": site.options.takesPasswords,
                "provider": site.provider?.options.name ?? "", "isLinked": owner.isLinked,
                "tokens": tokens.map { token -> Pages.Values in
                    [
                        "id": String(token.id), "name": token.name, "since": token.made.day,
                        "seen": token.seen?.day ?? "never",
                    ]
                },
            ])
    }

    @Sendable private func changePassword(_ request: Request, _ context: SiteContext) async throws
        -> Response
    {
        let account = try context.require()
        let form = try await request.form(context)
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        guard site.options.takesPasswords else { throw SiteError.notFound }
        let password = form["new"] ?? ""
        if let wrong = SignInController.doubt(password) {
            return try await page(context, account, wrong: wrong)
        }
        let hashed = try await site.passwords.hash(password, for: context.client)
        try await site.store { store in
            try store.set(password: hashed, of: account.id, keeping: context.secret.hash)
        }
        return try await page(
            context, account, done: "The password is changed, and all other sessions have ended.")
    }

    // MARK: Whose it is

    /// How who sits there shows that the account is theirs: a session may be left open on a table.
    private enum Proof {
        case password
        /// By signing in there once more.
        case provider
        /// They have just done that.
        case done
        /// By nothing: an administrator can give them a link for a password.
        case impossible
    }

    private struct Owner {
        var proof: Proof
        var password: String?
        var isLinked: Bool
        var hasPassword: Bool { password != nil }
    }

    /// For so long it is enough to have shown it to the provider.
    private static let proofHolds: TimeInterval = 300

    private func owner(_ account: Account, _ context: SiteContext) async throws -> Owner {
        let issuer = site.provider?.options.issuer
        return try await site.store { store in
            let password = try AccountName(account.name).flatMap { try store.credentials(of: $0) }?.password
            let isLinked = try store.identities(of: account.id).contains { $0.issuer == issuer }
            let proof: Proof =
                if password != nil, site.options.takesPasswords {
                    .password
                } else if !isLinked {
                    .impossible
                } else {
                    try store.isProved(context.secret.hash, since: .now - Self.proofHolds) ? .done : .provider
                }
            return Owner(proof: proof, password: password, isLinked: isLinked)
        }
    }

    /// - Returns: why this is not done; `nil` where it was sent by whose account it is.
    private func doubt(_ form: Form, _ account: Account, _ context: SiteContext) async throws -> String? {
        let owner = try await owner(account, context)
        guard owner.proof == .password else {
            return owner.proof == .done
                ? nil : "Sign in once more first: it may be somebody else who sits there."
        }
        let password = form["password"] ?? ""
        let key = AccountName(account.name)?.key ?? account.name
        let isRight = try await site.brake.attempt(key, from: context.client) {
            guard password.utf8.count <= PasswordHasher.longest else { return false }
            return try await site.passwords.verify(password, against: owner.password, for: context.client)
        }
        return isRight ? nil : "The password is wrong."
    }

    // MARK: The provider

    @Sendable private func linkProvider(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        guard let provider = site.provider else { throw SiteError.notFound }
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        let address = try await site.address(
            for: .link(account: account.id), to: site.pages.base + "/account", context)
        // No redirection: browsers let forms lead to this site alone.
        return site.pages.response(
            "provider", title: "One more step", context,
            ["provider": provider.options.name, "address": address])
    }

    @Sendable private func unlinkProvider(_ request: Request, _ context: SiteContext) async throws -> Response
    {
        let account = try context.require()
        let form = try await request.form(context)
        guard let issuer = site.provider?.options.issuer else { throw SiteError.notFound }
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        guard try await site.store({ store in try store.removeIdentities(of: issuer, from: account.id) })
        else {
            return try await page(
                context, account, wrong: "Set a password first: nothing else would let you in.")
        }
        return site.pages.redirect(to: "/account")
    }

    // MARK: Programs

    /// What a program of this person's signs in with; shown once.
    @Sendable private func makeToken(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        guard let name = form.text("name").map({ String($0.prefix(60)) }) else {
            return try await page(
                context, account, wrong: "Give the token a name, such as that of the device.")
        }
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        let secret = Secret()
        try await site.store { store in
            guard try store.tokens(of: account.id).count < Self.mostTokens else {
                throw SiteError.wrong("There are \(Self.mostTokens) tokens already: take one back first.")
            }
            try store.makeToken(secret.hash, name: name, of: account.id)
        }
        return try await page(context, account, newToken: secret.text)
    }

    private static let mostTokens = 20

    @Sendable private func removeToken(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        _ = try await request.form(context)
        guard let id = context.parameters.get("id", as: Int64.self) else { throw SiteError.notFound }
        try await site.store { store in try store.removeToken(id, of: account.id) }
        return site.pages.redirect(to: "/account")
    }

    /// Under another name from now on, and for all that was said.
    @Sendable private func changeName(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        guard let name = form.text("name").flatMap(AccountName.init), name.isClear else {
            return try await page(
                context, account, wrong: AccountName.rule)
        }
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        guard try await site.store({ store in try store.set(name: name, of: account.id) }) else {
            return try await page(context, account, wrong: "This name is taken. Choose another.")
        }
        return site.pages.redirect(to: "/account")
    }

    @Sendable private func changeEmail(_ request: Request, _ context: SiteContext) async throws -> Response {
        var account = try context.require()
        let form = try await request.form(context)
        guard site.post.isOpen else { throw SiteError.notFound }
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        let text = form.text("email")
        let address = text.flatMap { MailAddress($0) }
        if text != nil, address == nil {
            return try await page(context, account, wrong: "That is no address for letters.")
        }
        let id = account.id
        try await site.store { store in try store.set(email: address?.text, of: id) }
        (account.email, account.isVerified) = (address?.text, false)
        if let address { try await site.prove(address, of: account) }
        let done = address == nil ? "The address is forgotten." : "A letter is on its way: follow its link."
        return try await page(context, account, done: done)
    }

    /// What a person said and kept, for them and for other programs.
    @Sendable private func export(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let export = try await site.store { store in try PersonExport(account, in: store) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let name = account.name.queryPart
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json",
                .contentDisposition:
                    "attachment; filename=\"bookzone.json\"; filename*=UTF-8''bookzone-\(name).json",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(export))))
    }

    @Sendable private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        if let wrong = try await doubt(form, account, context) {
            return try await page(context, account, wrong: wrong)
        }
        guard try await site.remove(account) else {
            return try await page(
                context, account,
                wrong: "The last administrator can't leave: make somebody else one first.")
        }
        var response = site.pages.response(
            "gone", title: "Your account is gone", SiteContext(leaving: context))
        response.headers.append(site.cookies.noSession)
        // Photos that wait there: the page removes its own, and those of others stay.
        response.headers[.clearSiteData] = "\"cache\""
        return response
    }

    @Sendable private func showMine(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let (comments, roles) = try await site.store { store in
            (try store.comments(by: account.name, for: account.name), try store.roles())
        }
        let portion = Portion(request)
        return site.pages.response(
            "mine", title: "Your comments", context,
            [
                "comments": portion.rows(of: comments).map { CommentView($0, account, roles).values },
                "none": comments.isEmpty,
                "portion": portion.links(count: comments.count, path: "/mine?from="),
            ])
    }
}

extension SiteContext {
    /// Of somebody who is nobody any more.
    fileprivate init(leaving context: SiteContext) {
        self = context
        account = nil
        secret = Secret()
    }
}

extension Site {
    /// Deletes an account with all that belongs to it, its photos too.
    ///
    /// - Returns: `false` for the last administrator.
    func remove(_ account: Account) async throws -> Bool {
        let desk = desk
        return try await store { store in
            let uploads = try store.uploads(of: account.id)
            guard try store.deleteAccount(account.id) else { return false }
            desk.remove(uploads, of: account.id)
            return true
        }
    }
}

/// What one person said and kept, as JSON.
private struct PersonExport: Encodable {
    struct Kept: Encodable {
        var isbn: String?
        var title: String?
    }

    struct Held: Encodable {
        var name: String
        var sent: Date
        var isbn: String?
    }

    struct Read: Encodable {
        var book: Kept
        var state: String
        var started: String?
        var ended: String?
    }

    struct Said: Encodable {
        var book: Kept
        var stars: Double?
        var text: String
        var isPrivate: Bool
        var isSpoiler: Bool
        var written: Date
        var edited: Date?
    }

    var name: String
    var role: String
    var since: Date
    var email: String?
    /// Who one is for a provider that one signs in with.
    var identities: [Identity]
    var comments: [Said]
    /// By name.
    var lists: [String: [Kept]]
    var readings: [Read]
    /// Photos that the site has now.
    var photos: [Held]

    init(_ account: Account, in store: Store) throws {
        (name, role, since, email) = (account.name, account.role.rawValue, account.made, account.email)
        identities = try store.identities(of: account.id)
        comments = try store.comments(by: account.name, for: account.name).map {
            Said(
                book: Kept(isbn: $0.isbn?.isbn13, title: $0.bookTitle), stars: $0.rating?.stars,
                text: $0.text,
                isPrivate: $0.isPrivate, isSpoiler: $0.isSpoiler, written: $0.written, edited: $0.edited)
        }
        (lists, readings, photos) = ([:], [], [])
        func keep(_ ids: [BookID], as list: String) throws {
            var kept: [Kept] = []
            try store.forEachBook(of: ids) { kept.append(Kept(isbn: $0.isbn?.isbn13, title: $0.title)) }
            if !kept.isEmpty { lists[list] = kept }
        }
        for list in try store.lists(of: account.name) {
            try keep(store.ids(on: list.name, of: account.name), as: list.name)
        }
        for state in Reading.State.allCases {
            let ids = try store.ids(on: state.rawValue, for: account.name)
            try store.forEachBook(of: ids) { book in
                let reading = try book.id.flatMap { try store.reading(of: $0, by: account.name) }
                readings.append(
                    Read(
                        book: Kept(isbn: book.isbn?.isbn13, title: book.title), state: state.rawValue,
                        started: reading?.started?.description, ended: reading?.ended?.description))
            }
        }
        photos = try store.uploads(of: account.id).map {
            Held(name: $0.name, sent: $0.made, isbn: $0.isbn?.isbn13)
        }
    }
}

extension HTTPField.Name {
    static let clearSiteData = Self("Clear-Site-Data")!
}
#endif
