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
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await self.remind() } catch {
                    Self.logger.error("reminders of loans could not be sent: \(error)")
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// A loan is marked before its e-mail is sent: a reminder may be lost in a crash, but never comes twice. The mark is
    /// removed if the e-mail certainly was not sent.
    func remind(at now: Date = .now) async throws {
        guard site.mailer.canSend, let day = Day(now + Self.lead) else { return }
        let loans = try await site.store { store in
            let accounts = try store.accounts().filter { $0.isVerified && $0.email != nil }
            let byName = Dictionary(accounts.map { ($0.name, $0) }) { first, _ in first }
            return try store.takeReminders(until: day, of: Set(byName.keys), on: now).compactMap { copy in
                copy.loan.flatMap { loan in byName[loan.person].map { ($0, copy) } }
            }
        }
        let byAccount = Dictionary(grouping: loans) { $0.0.id }
        for (_, loans) in byAccount.sorted(by: { $0.key < $1.key }) {
            let copies = loans.map(\.1)
            let isDone = Task.isCancelled ? false : await send(copies, to: loans[0].0)
            if !isDone {
                try await site.store { store in try store.putBackReminders(of: copies) }
            }
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
