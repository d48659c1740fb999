#if Server
// Lists and ends the sessions of an account.
import Accounts
import Catalogue
import Foundation
import Hummingbird
import Translation

struct AccountSessionController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.post("account/sessions/:id/end", use: end)
        router.post("account/sessions/end-others", use: endOthers)
    }

    /// Needs no password, so that the owner of a lost device can act quickly.
    @Sendable private func end(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context)
        guard let id = context.parameters.get("id") else { throw SiteError.notFound }
        try await site.change(context, takesRoom: false) { store, account in
            try store.endSession(withID: id, of: account.id)
        }
        return site.pages.redirect(to: Self.place)
    }

    @Sendable private func endOthers(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context)
        let session = context.secret.hash
        try await site.change(context, takesRoom: false) { store, account in
            try store.endSessions(of: account.id, keeping: session)
        }
        return site.pages.redirect(to: Self.place)
    }

    private static let place = "/account#sessions"

    /// The values for `account.mustache`.
    static func values(_ sessions: [Session], _ context: SiteContext) -> [Pages.Values] {
        let own = Session.id(ofHash: context.secret.hash)
        return sessions.map {
            [
                "id": $0.id, "device": $0.device ?? "", "since": $0.made ?? "" as any Sendable,
                "seen": Phrase(moment: $0.seen),
                "isThis": $0.id == own,
            ]
        }
    }
}
#endif
