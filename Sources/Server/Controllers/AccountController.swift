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
        return site.pages.response(
            "account", title: "Your account", context,
            status: wrong.isEmpty ? .ok : .unprocessableContent,
            [
                "role": account.role.rawValue, "since": account.made.day, "wrong": wrong, "done": done,
                "shortest": PasswordHasher.shortest, "email": account.email ?? "",
                "isVerified": account.isVerified,
                "sendsLetters": site.post.isOpen, "newToken": newToken, "address": site.options.address.text,
                "hasTokens": !tokens.isEmpty,
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
        guard try await isOwner(form, account, context) else {
            return try await page(context, account, wrong: "The present password is wrong.")
        }
        let password = form["new"] ?? ""
        if let wrong = SignInController.doubt(password) {
            return try await page(context, account, wrong: wrong)
        }
        let hashed = try await site.passwords.hash(password)
        try await site.store { store in
            try store.set(password: hashed, of: account.id, keeping: context.secret.hash)
        }
        return try await page(
            context, account, done: "The password is changed, and all other sessions have ended.")
    }

    /// Whether who sits there knows the password: a session may be left open on a table.
    private func isOwner(_ form: Form, _ account: Account, _ context: SiteContext) async throws -> Bool {
        let password = form["password"] ?? ""
        let name = AccountName(account.name)
        let key = name?.key ?? account.name
        if let wait = site.brake.wait(for: key, from: context.client) { throw SiteError.tooOften(wait) }
        guard password.utf8.count <= PasswordHasher.longest else { return false }
        let known = try await site.store { store in try name.flatMap { try store.credentials(of: $0) } }
        let isRight = try await site.passwords.verify(password, against: known?.password)
        if isRight {
            site.brake.succeeded(key, from: context.client)
        } else {
            site.brake.failed(key, from: context.client)
        }
        return isRight
    }

    /// What a program of this person's signs in with; shown once.
    @Sendable private func makeToken(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        guard let name = form.text("name").map({ String($0.prefix(60)) }) else {
            return try await page(
                context, account, wrong: "Give the token a name, such as that of the device.")
        }
        guard try await isOwner(form, account, context) else {
            return try await page(context, account, wrong: "The password is wrong.")
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
        guard let name = form.text("name").flatMap(AccountName.init) else {
            return try await page(
                context, account,
                wrong: "A name has 1 to \(AccountName.limit) characters, at least one a letter or a digit.")
        }
        guard try await isOwner(form, account, context) else {
            return try await page(context, account, wrong: "The password is wrong.")
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
        guard try await isOwner(form, account, context) else {
            return try await page(context, account, wrong: "The password is wrong.")
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

    /// All that the catalogue keeps of a person, for them and for other programs.
    @Sendable private func export(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let export = try await site.store { store in try PersonExport(account, in: store) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let name = account.name.pathPart
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
        guard try await isOwner(form, account, context) else {
            return try await page(context, account, wrong: "The password is wrong.")
        }
        guard try await site.remove(account) else {
            return try await page(
                context, account,
                wrong: "The last administrator can't leave: make somebody else one first.")
        }
        var response = site.pages.response(
            "gone", title: "Your account is gone", SiteContext(leaving: context))
        response.headers.append(site.cookies.noSession)
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }

    @Sendable private func showMine(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let comments = try await site.store { store in
            try store.comments(by: account.name, for: account.name)
        }
        return site.pages.response(
            "mine", title: "Your comments", context,
            ["comments": comments.map { CommentView($0, account).values }, "none": comments.isEmpty])
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
            for upload in uploads { desk.remove(PhotoDesk.File.allCases, of: upload.id) }
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
    var comments: [Said]
    /// By name, those of what one reads and has read among them.
    var lists: [String: [Kept]]

    init(_ account: Account, in store: Store) throws {
        (name, role, since, email) = (account.name, account.role.rawValue, account.made, account.email)
        comments = try store.comments(by: account.name, for: account.name).map {
            Said(
                book: Kept(isbn: $0.isbn?.isbn13, title: $0.bookTitle), stars: $0.rating?.stars,
                text: $0.text,
                isPrivate: $0.isPrivate, isSpoiler: $0.isSpoiler, written: $0.written, edited: $0.edited)
        }
        lists = [:]
        func keep(_ ids: [BookID], as list: String) throws {
            var kept: [Kept] = []
            try store.forEachBook(of: ids) { kept.append(Kept(isbn: $0.isbn?.isbn13, title: $0.title)) }
            if !kept.isEmpty { lists[list] = kept }
        }
        for list in try store.lists(of: account.name) {
            try keep(store.ids(on: list.name, of: account.name), as: list.name)
        }
        for state in Reading.State.allCases {
            try keep(store.ids(on: state.rawValue, for: account.name), as: state.rawValue)
        }
    }
}

extension HTTPField.Name {
    static let clearSiteData = Self("Clear-Site-Data")!
}
#endif
