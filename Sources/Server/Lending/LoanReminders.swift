#if Server
// Reminds borrowers by e-mail, once for each loan.
import Accounts
import Books
import Catalogue
import Foundation
import HTTP
import Logging
import ServiceLifecycle
import Translation

/// Every hour it looks for loans that are due within two days, or overdue, and whose borrowers have an account with a
/// verified address.
final class LoanReminders: Service {
    private static let lead: TimeInterval = 2 * 86_400
    private static let interval = Duration.seconds(3600)
    private static let logger = Logger(label: "bookzone")

    private let site: Site

    init(_ site: Site) { self.site = site }

    func run() async throws {
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled {
                    do { try await self.remind() } catch {
                        Self.logger.error("reminders of loans could not be sent: \(error)")
                    }
                    try? await Task.sleep(for: Self.interval)
                }
            }
        } onGracefulShutdown: {
            self.site.mailer.stop()
        }
    }

    /// The loans of an account are marked before its e-mail is sent: this reminder may be lost in a crash, but none comes
    /// twice. The marks are removed if the e-mail certainly was not sent.
    func remind(at now: Date = .now) async throws {
        guard site.mailer.canSend, let day = Day(now + Self.lead) else { return }
        let accounts = try await site.store { store in
            let borrowers = try store.borrowersToRemind(until: day)
            return try store.accounts().filter { borrowers.contains($0.name) }.map(\.id).sorted()
        }
        for id in accounts where !Task.isCancelled {
            // Those before may have taken minutes.
            let taken = try await site.write { store in
                try store.withAccount(id) { account in
                    (
                        account,
                        account.isVerified && account.email != nil
                            ? try store.takeReminders(until: day, of: [account.name], on: now) : []
                    )
                }
            }
            guard let (account, copies) = taken, !copies.isEmpty, await !send(copies, to: account) else {
                continue
            }
            try await site.write { store in try store.putBackReminders(of: copies) }
        }
    }

    /// - Returns: `false` if it may be sent another time.
    private func send(_ copies: [BookCopy], to account: Account) async -> Bool {
        guard let to = account.email.flatMap({ MailAddress($0) }) else { return true }
        let language =
            site.pages.language(of: account) ?? site.pages.languages.first ?? .english
        let lines = copies.map { copy in
            "\(copy.loan?.due.map { language(Phrase($0)) } ?? "")  \(copy.heading)"
        }
        let text: Phrase = """
            These books that you borrowed are due:

            \(lines.joined(separator: "\n"))

            What you have borrowed and reserved: \(site.options.address("/loans"))
            """
        return await site.mailer.deliver(
            EmailMessage(to: to, subject: language("Books to return"), text: language(text)))
    }
}
#endif
