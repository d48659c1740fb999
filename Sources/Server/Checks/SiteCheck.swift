#if Server
// What is wrong with a site's surroundings, before readers find out: `bookzone serve check`.
import Catalogue
import Formatting
import Foundation
import HTTP

/// Checks the disk, the address, the proxy, mail, the provider, backups and the clock, for a site that runs or is to
/// run. Changes nothing; of a site that does not run, it answers requests itself for the time of the check.
public struct SiteCheck: Sendable {
    public struct Finding: Hashable, Sendable {
        public enum Subject: String, CaseIterable, Sendable {
            case disk, address, proxy, mail, provider, backup, clock
        }

        public enum Verdict: String, Sendable {
            case fine = "ok"
            /// Not set up, or not to be checked now; nothing is wrong.
            case open = "-"
            case wrong
        }

        public var subject: Subject
        public var verdict: Verdict
        /// What was found; of what is wrong, also what to do.
        public var words: String
    }

    /// A host's clock against this one.
    struct HostDate: Sendable {
        var host: String
        /// How far it is ahead, at least: an answer may have been dated at any time since its request was sent.
        var seconds: Int

        init(host: String, _ date: Date, sent: Date, received: Date) {
            self.host = host
            let (behind, ahead) = (date.timeIntervalSince(sent), date.timeIntervalSince(received))
            seconds = Int((behind < 0 ? behind : max(0, ahead)).rounded())
        }
    }

    let options: SiteOptions
    let store: String
    let mailTo: MailAddress?
    var networkDisk: @Sendable (String) -> NetworkDisk? = { NetworkDisk(of: $0) }
    /// How long event streams are held open.
    var hold = Duration.seconds(3)
    /// Of requests to the site and the provider.
    var timeout = Duration.seconds(15)
    var now: @Sendable () -> Date = { .now }

    /// - Parameters:
    ///   - options: as the site is run with.
    ///   - store: the path of its store.
    ///   - mailTo: who gets a letter; `nil` sends none.
    public init(_ options: SiteOptions, store: String, mailTo: MailAddress? = nil) {
        (self.options, self.store, self.mailTo) = (options, store, mailTo)
    }

    /// In the order of the subjects, at least one for each.
    public func findings() async -> [Finding] {
        var findings = disk()
        var dates: [HostDate] = []
        findings += await reach(&dates)
        findings.append(await mail())
        findings.append(await provider(&dates))
        findings.append(await backup())
        findings += clock(dates)
        return findings
    }

    private func clock(_ dates: [HostDate]) -> [Finding] {
        guard let most = dates.max(by: { abs($0.seconds) < abs($1.seconds) }) else {
            return [Finding(subject: .clock, verdict: .open, words: "no other clock to compare with")]
        }
        let isWrong = abs(most.seconds) > Int(IDToken.skew)
        return [
            Finding(
                subject: .clock, verdict: isWrong ? .wrong : .fine,
                words: isWrong
                    ? "this machine's clock is \(abs(most.seconds)) s \(most.seconds > 0 ? "behind" : "ahead of") "
                        + "that of \(most.host), and sign-in with a provider fails beyond \(Int(IDToken.skew)) s; "
                        + "switch time synchronisation on (timedatectl set-ntp true)"
                    : "agrees with \(most.host)")
        ]
    }
}

extension SiteCheck {
    /// Mail without a letter, unless one is wanted.
    private func mail() async -> Finding {
        guard let server = options.mail else {
            return Finding(
                subject: .mail, verdict: .open,
                words: "not set up: only administrators can reset passwords; BOOKZONE_SMTP_URL sets it up")
        }
        do throws(HTTPError) {
            guard let mailTo else {
                try server.logIn(timeout: timeout)
                return Finding(
                    subject: .mail, verdict: .fine,
                    words: "\(server.host) lets the site in; --mail-to sends a letter")
            }
            try server.send(
                EmailMessage(
                    to: mailTo, subject: "A letter from \(options.address.text)",
                    text: "The mail server of \(options.address.text) works. Nobody needs to answer.\n"))
            return Finding(
                subject: .mail, verdict: .fine,
                words:
                    "\(server.host) took a letter to \(mailTo.text); see whether it arrives, and not as spam")
        } catch {
            let advice =
                switch error {
                case .refused: "; check BOOKZONE_SMTP_USER, BOOKZONE_SMTP_PASSWORD and BOOKZONE_MAIL_FROM"
                case .handshake: "; use smtps:// or a port with STARTTLS"
                case .timedOut: "; check the port, which a firewall may close"
                default: ""
                }
            return Finding(subject: .mail, verdict: .wrong, words: error.message + advice)
        }
    }

    private func provider(_ dates: inout [HostDate]) async -> Finding {
        guard let provider = options.provider else {
            return Finding(subject: .provider, verdict: .open, words: "not set up")
        }
        do {
            let client = try OpenIDProvider(provider, back: options.address(ProviderController.back))
            let sent = now()
            if let date = try await client.check() {
                dates.append(HostDate(host: provider.name, date, sent: sent, received: now()))
            }
            return Finding(
                subject: .provider, verdict: .fine,
                words:
                    "\(provider.issuer) answers; readers come back to \(options.address(ProviderController.back))"
            )
        } catch OpenIDProvider.Failure.provider(let words) {
            return Finding(
                subject: .provider, verdict: .wrong,
                words:
                    "\(provider.issuer): \(words); check BOOKZONE_OPENID_ISSUER, which must be as the provider writes it"
            )
        } catch {
            return Finding(subject: .provider, verdict: .wrong, words: "\(provider.issuer): \(error)")
        }
    }

    private func backup() async -> Finding {
        guard let plan = options.backup else {
            return Finding(subject: .backup, verdict: .open, words: "none; --backup makes them")
        }
        do {
            let last = try await plan.place.backups().max { $0.name.date < $1.name.date }
            return Finding(
                subject: .backup, verdict: .fine,
                words: "\(plan.place.name) can be read"
                    + (last.map { "; the last one is \($0.name.text)" } ?? ""))
        } catch {
            return Finding(
                subject: .backup, verdict: .wrong,
                words: BackupFailure.message(of: error, place: plan.place.name))
        }
    }
}
#endif
