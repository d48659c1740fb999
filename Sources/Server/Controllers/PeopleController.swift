#if Server
// Accounts and their roles, for administrators.
import Accounts
import Catalogue
import Formatting
import Foundation
import Hummingbird
import Translation

struct PeopleController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("people", use: show)
        router.post("people/invite", use: form(invite))
        router.post("people/invitations/:id/remove", use: form(removeInvitation))
        router.post("people/:id/role", use: form(changeRole))
        router.post("people/:id/reset", use: form(reset))
        router.post("people/:id/delete", use: form(delete))
    }

    private func form(
        _ handler: @escaping FormHandler
    ) -> @Sendable (Request, SiteContext) async throws -> Response {
        handling(as: .administrator, handler) { try await page($0, $1, wrong: $2) }
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(context, context.require(.administrator), pagination: Pagination(request))
    }

    private func page(
        _ context: SiteContext, _ administrator: Account, link: String = "", about: Phrase = "",
        wrong: Phrase = "", pagination: Pagination = Pagination(from: 0)
    ) async throws -> Response {
        let (all, invitations) = try await site.store { store in
            (try store.accounts(), try store.invitations())
        }
        let accounts = pagination.rows(of: all)
        let reauthentication = try await site.reauthentication(of: administrator, context)
        let people: [Pages.Values] = accounts.map { account in
            [
                "id": String(account.id), "name": account.name, "since": account.made,
                "role": Phrase(word: account.role.rawValue),
                "roles": Account.Role.allCases.map { role -> Pages.Values in
                    [
                        "value": role.rawValue, "role": Phrase(word: role.rawValue),
                        "isTheirs": role == account.role,
                    ]
                },
            ]
        }
        let values: Pages.Values = [
            "invitations": invitations.map { Self.values(of: $0) }, "isInviting": !invitations.isEmpty,
            "people": people, "pagination": pagination.links(count: all.count, path: "/people?from="),
            "takesPasswords": site.options.takesPasswords, "link": link, "about": about,
            "provider": site.provider?.options.name ?? "",
            "roles": Account.Role.allCases.map {
                ["value": $0.rawValue, "role": Phrase(word: $0.rawValue)] as Pages.Values
            },
            "backups": site.backups.map { [Self.values(of: $0)] } ?? [Pages.Values](),
        ]
        return site.pages.response(
            "people", title: "People", context, wrong: wrong,
            reauthentication.values.merging(values) { $1 })
    }

    private static func values(of backups: BackupService) -> Pages.Values {
        let state = backups.state
        return [
            "place": backups.plan.place.name, "keep": String(backups.plan.keep),
            "date": state.last.map { Phrase(moment: $0.name.date) } ?? "",
            "size": state.last.map { Phrase(bytes: $0.bytes) } ?? "",
            "failure": state.failure?.reason ?? "",
            "failed": state.failure.map { Phrase(moment: $0.date) } ?? "",
            "removalFailure": state.removalFailure ?? "",
        ]
    }

    @Sendable private func invite(
        _ form: Form, _ administrator: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let role = form.text("role").flatMap(Account.Role.init) else { throw SiteError.malformed }
        try await site.reauthenticate(form, administrator, context)
        let name = form.text("name")
        if let name, AccountName(name) == nil {
            throw FormProblem("A name has 1 to \(AccountName.limit) characters.")
        }
        let site = site
        let link: String
        do {
            link = try await site.change(context, as: .administrator) { _, account in
                try site.links.invitation(
                    as: role, name: name.flatMap(AccountName.init)?.text, by: account.id)
            }
        } catch let taken as NameTaken {
            throw FormProblem(
                taken.isSame
                    ? "\(taken.account) has an account already. “Password reset link” gives access to it again."
                    : "\(taken.account) has an account, and this name can be confused with it. Choose another."
            )
        }
        return try await page(
            context, administrator, link: link,
            about: "Send this link to the person you invite. It works once, within seven days.")
    }

    @Sendable private func removeInvitation(
        _ form: Form, _ administrator: Account, _ context: SiteContext
    ) async throws -> Response {
        guard let id = context.parameters.get("id") else { throw SiteError.notFound }
        try await site.reauthenticate(form, administrator, context)
        try await site.change(context, as: .administrator, takesRoom: false) { store, _ in
            try store.removeInvitation(id)
        }
        return site.pages.redirect(to: "/people")
    }

    private static func values(of invitation: Invitation) -> Pages.Values {
        [
            "id": invitation.id, "role": Phrase(word: invitation.role.rawValue),
            "name": invitation.name ?? "",
            "made": invitation.made ?? "" as any Sendable, "maker": invitation.maker ?? "",
            "until": invitation.until,
        ]
    }

    @Sendable private func changeRole(
        _ form: Form, _ administrator: Account, _ context: SiteContext
    ) async throws -> Response {
        let account = try await account(context)
        guard let role = form.text("role").flatMap(Account.Role.init) else { throw SiteError.malformed }
        try await site.reauthenticate(form, administrator, context)
        let isDone = try await site.change(context, as: .administrator, takesRoom: false) { store, _ in
            try store.give(role, to: account.id)
        }
        if !isDone { throw FormProblem("The site needs at least one administrator.") }
        return site.pages.redirect(to: "/people")
    }

    @Sendable private func reset(
        _ form: Form, _ administrator: Account, _ context: SiteContext
    ) async throws -> Response {
        let account = try await account(context)
        try await site.reauthenticate(form, administrator, context)
        let site = site
        let link = try await site.change(context, as: .administrator, takesRoom: false) { _, maker in
            try site.links.reset(of: account.id, by: maker.id)
        }
        return try await page(
            context, administrator, link: link,
            about: "Send this link to \(account.name) only. It works once, within an hour.")
    }

    @Sendable private func delete(
        _ form: Form, _ administrator: Account, _ context: SiteContext
    ) async throws -> Response {
        let account = try await account(context)
        guard form.text("name") == account.name else {
            throw FormProblem("Type the person's name to confirm: \(account.name)")
        }
        try await site.reauthenticate(form, administrator, context)
        guard try await site.remove(account, as: context.credential) else {
            throw FormProblem("The site needs at least one administrator.")
        }
        return site.pages.redirect(to: "/people")
    }

    private func account(_ context: SiteContext) async throws -> Account {
        guard let id = context.parameters.get("id", as: Int64.self),
            let account = try await site.store({ store in try store.account(id) })
        else { throw SiteError.notFound }
        return account
    }
}
#endif
