#if Server
// Password reset and address verification by e-mail.
import Accounts
import Catalogue
import Foundation
import HTTP
import Hummingbird
import Translation

struct AccountEmailController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("forgot", use: showForgot)
        router.post("forgot", use: forgot)
        router.get("verify", use: showVerify)
        router.post("verify", use: verify)
    }

    @Sendable private func showForgot(_ request: Request, _ context: SiteContext) async throws -> Response {
        site.pages.response(
            "forgot", title: "Forgot your password?", context,
            ["isOpen": site.mailer.canSend && site.options.takesPasswords])
    }

    /// The response is the same whether or not there is such an account.
    @Sendable private func forgot(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        guard site.mailer.canSend, site.options.takesPasswords else { throw SiteError.notFound }
        // Longer than any address, so that queued e-mails stay small.
        let text = String(decoding: (form.text("who") ?? "").utf8.prefix(320), as: UTF8.self)
        if let wait = site.emailRateLimiter.wait(for: text.lowercased(), from: context.client) {
            throw SiteError.tooOften(wait)
        }
        site.emailRateLimiter.failed(text.lowercased(), from: context.client)
        let (links, languages, requestLanguage) = (site.links, site.pages.languages, context.language)
        site.mailer.send {
            try links.resets(reaching: text).compactMap { account, address, link in
                guard let to = MailAddress(address) else { return nil }
                let text: Phrase = """
                    Somebody, probably you, asked to reset the password of the account \(account.name).

                    To set a new password, open this link. It works once, within an hour:
                    \(link)

                    If you did not ask for this, ignore this e-mail. Your password stays the same.
                    """
                let language = account.language.flatMap(languages.named) ?? requestLanguage
                return EmailMessage(
                    to: to, subject: language("Reset your BookZone password"), text: language(text))
            }
        }
        return site.pages.response(
            "forgot", title: "Forgot your password?", context, ["isSent": true, "isOpen": true])
    }

    /// A form, since the link alone must change nothing: mail filters follow links.
    @Sendable private func showVerify(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = request.query.text("ticket") ?? ""
        let ticket = try await site.store { store in
            try Secret(text).flatMap { try store.ticket($0.hash, [.address]) }
        }
        return site.pages.response(
            "verify", title: "Your address", context,
            ["isAllowed": ticket != nil, "ticket": text, "address": ticket?.name ?? ""])
    }

    @Sendable private func verify(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        let isDone = try await site.write { store in
            try form.text("ticket").flatMap(Secret.init).map { try store.verify(by: $0.hash) } ?? false
        }
        return site.pages.response(
            "verify", title: "Your address", context, ["isDone": isDone, "isAllowed": false])
    }
}

extension Site {
    /// Sends the e-mail that verifies an address.
    func prove(_ address: MailAddress, of account: Account, in language: Language) async throws {
        guard mailer.canSend else { return }
        let links = links
        let link = try await write { _ in try links.verification(of: address.text, account: account.id) }
        let text: Phrase = """
            The account \(account.name) gave this e-mail address as its own. To verify it, open this \
            link within 24 hours:
            \(link)

            If this is not your account, ignore this e-mail.
            """
        mailer.send(
            EmailMessage(
                to: address, subject: language("Verify your e-mail address for BookZone"),
                text: language(text)))
    }
}
#endif
