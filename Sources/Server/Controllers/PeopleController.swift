#if Server
// Who is what: for administrators.
import Catalogue
import Foundation
import Hummingbird
import Reporting

struct PeopleController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("people", use: show)
        router.post("people/invite", use: invite)
        router.post("people/:id/role", use: changeRole)
        router.post("people/:id/reset", use: reset)
        router.post("people/:id/delete", use: delete)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.administrator)
        return try await page(context)
    }

    private func page(
        _ context: SiteContext, link: String = "", about: String = "", wrong: String = ""
    ) async throws -> Response {
        let accounts = try await site.store { store in try store.accounts() }
        let people: [Pages.Values] = accounts.map { account in
            [
                "id": String(account.id), "name": account.name, "since": account.made.day,
                "roles": Account.Role.allCases.map { role -> Pages.Values in
                    ["role": role.rawValue, "isTheirs": role == account.role]
                },
            ]
        }
        return site.pages.response(
            "people", title: "People", context, status: wrong.isEmpty ? .ok : .unprocessableContent,
            [
                "people": people, "takesPasswords": site.options.takesPasswords, "link": link, "about": about,
                "wrong": wrong,
                "roles": Account.Role.allCases.map { ["role": $0.rawValue] as Pages.Values },
            ])
    }

    @Sendable private func invite(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.administrator)
        let form = try await request.form(context)
        guard let role = form.text("role").flatMap(Account.Role.init) else { throw SiteError.malformed }
        let name = form.text("name")
        if let name, AccountName(name) == nil {
            return try await page(context, wrong: "A name has 1 to \(AccountName.limit) characters.")
        }
        let site = site
        let link = try await site.store { _ in
            try site.links.invitation(as: role, name: name.flatMap(AccountName.init)?.text)
        }
        return try await page(
            context, link: link,
            about: "Give this link to whom you invite. It works once, within seven days.")
    }

    @Sendable private func changeRole(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.administrator)
        let form = try await request.form(context)
        let account = try await account(context)
        guard let role = form.text("role").flatMap(Account.Role.init) else { throw SiteError.malformed }
        let isDone = try await site.store { store in try store.give(role, to: account.id) }
        if !isDone { return try await page(context, wrong: "There must be an administrator.") }
        return site.pages.redirect(to: "/people")
    }

    @Sendable private func reset(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.administrator)
        _ = try await request.form(context)
        let account = try await account(context)
        let site = site
        let link = try await site.store { _ in try site.links.reset(for: account.name) }
        return try await page(
            context, link: link ?? "",
            about: "Give this link to \(account.name) and nobody else. It works once, within an hour.")
    }

    @Sendable private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.administrator)
        let form = try await request.form(context)
        let account = try await account(context)
        guard form.text("name") == account.name else {
            return try await page(context, wrong: "Type the name of whom to remove: \(account.name)")
        }
        guard try await site.remove(account) else {
            return try await page(context, wrong: "There must be an administrator.")
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
