#if Server
// Finds faults in a site's configuration before its readers do: `bookzone serve check`.
import Catalogue
import Formatting
import Foundation
import HTTP
import Translation

/// Checks the disk, the address, the proxy, mail, the provider, backups and the clock. It changes nothing, except that
/// it puts a small object into the bucket for backups, and removes it. If the site is not running, the check answers the
/// requests itself.
public struct SiteCheck: Sendable {
    public struct Finding: Hashable, Sendable {
        public enum Subject: String, CaseIterable, Sendable {
            case disk, address, proxy, mail, provider, backup, clock
        }

        public enum Verdict: String, Sendable {
            case fine = "ok"
            /// Not configured, or can't be checked now; nothing is wrong.
            case open = "-"
            case wrong
        }

        public var subject: Subject
        public var verdict: Verdict
        /// What was found and, if it is wrong, what to do.
        public var words: String
    }

    /// The difference of a host's clock from this one.
    struct HostDate: Sendable {
        var host: String
        /// How far the host's clock is ahead, at least; negative if it is behind. The response may have been dated at any time since
        /// the request was sent.
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
    let faults: [Finding.Subject: String]
    var networkDisk: @Sendable (String) -> NetworkDisk? = { NetworkDisk(of: $0) }
    var freeBytes: @Sendable (String) -> Int? = SiteOptions.freeBytes
    /// Tells the disks of folders apart; `nil` if the folder is missing.
    var device: @Sendable (String) -> UInt64? = { folder in
        var status = stat()
        return stat(folder, &status) == 0 ? UInt64(status.st_dev) : nil
    }
    /// How long event streams are held open.
    var hold = Duration.seconds(3)
    /// For requests to the site, the provider and the bucket, and the login to the mail server; an e-mail may take twice
    /// as long.
    var timeout = Duration.seconds(15)
    var now: @Sendable () -> Date = { .now }

    /// - Parameters:
    ///   - mailTo: the recipient of a test e-mail; `nil` sends none.
    ///   - faults: why mail, the provider or backups could not be set up, and are missing from the options.
    public init(
        _ options: SiteOptions, store: String, mailTo: MailAddress? = nil,
        faults: [Finding.Subject: String] = [:]
    ) {
        (self.options, self.store, self.mailTo, self.faults) = (options, store, mailTo, faults)
    }

    /// In the order of the subjects, with at least one finding for each.
    ///
    /// - Parameter report: gets each finding as soon as it is made.
    public func findings(_ report: (Finding) -> Void = { _ in }) async -> [Finding] {
        var findings: [Finding] = []
        func found(_ more: [Finding]) {
            findings += more
            more.forEach(report)
        }
        var dates: [HostDate] = []
        found(disk())
        found(await reach(&dates))
        found([await mail()])
        found([await provider(&dates)])
        found([await backup()])
        found(clock(dates))
        return findings
    }

    private func fault(_ subject: Finding.Subject) -> Finding? {
        faults[subject].map { Finding(subject: subject, verdict: .wrong, words: $0) }
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
    /// Logs in to the mail server; sends an e-mail only if there is a recipient.
    private func mail() async -> Finding {
        if let fault = fault(.mail) { return fault }
        guard let server = options.mail else {
            return Finding(
                subject: .mail, verdict: mailTo == nil ? .open : .wrong,
                words: "not set up: "
                    + (mailTo.map { "no test e-mail was sent to \($0.text)" }
                        ?? "only administrators can reset passwords")
                    + "; BOOKZONE_SMTP_URL sets it up")
        }
        do throws(HTTPError) {
            guard let mailTo else {
                try server.logIn(timeout: timeout)
                return Finding(
                    subject: .mail, verdict: .fine,
                    words: "\(server.host) accepts the login; --mail-to sends a test e-mail")
            }
            let message = EmailMessage(
                to: mailTo, subject: "Test e-mail from \(options.address.text)",
                text: "The mail server of \(options.address.text) works. Nobody needs to answer.\n")
            do throws(MailServer.Failure) { try server.send(message, timeout: timeout * 2) } catch {
                throw error.cause
            }
            return Finding(
                subject: .mail, verdict: .fine,
                words:
                    "\(server.host) accepted an e-mail to \(mailTo.text); see whether it arrives, and not as spam"
            )
        } catch {
            let words =
                switch error {
                case .notHTTP(let host, let failure):
                    "\(host) does not answer as a mail server does (\(failure.words)); check BOOKZONE_SMTP_URL"
                case .loginDenied: "\(error.message); check BOOKZONE_SMTP_USER and BOOKZONE_SMTP_PASSWORD"
                case .refused:
                    "\(error.message); check BOOKZONE_MAIL_FROM, the recipient, and whether the server wants a login"
                case .handshake: "\(error.message); use smtps:// or a port with STARTTLS"
                case .timedOut: "\(error.message); check the port, which a firewall may close"
                case .stalled: "\(error.message); see whether an e-mail arrives, and the mail server's log"
                case .unreachable, .hungUp, .cutOff:
                    "\(error.message); check the name and the port in BOOKZONE_SMTP_URL"
                default: error.message
                }
            return Finding(subject: .mail, verdict: .wrong, words: words)
        }
    }

    private func provider(_ dates: inout [HostDate]) async -> Finding {
        if let fault = fault(.provider) { return fault }
        guard let provider = options.provider else {
            return Finding(subject: .provider, verdict: .open, words: "not set up")
        }
        do {
            let client = try OpenIDProvider(
                provider, redirectURI: options.address(ProviderController.redirectPath))
            let sent = now()
            if let date = try await client.check() {
                dates.append(HostDate(host: provider.name, date, sent: sent, received: now()))
            }
            return Finding(
                subject: .provider, verdict: .fine,
                words:
                    "\(provider.issuer) answers; readers come back to \(options.address(ProviderController.redirectPath))"
            )
        } catch OpenIDProvider.Failure.provider(let words) {
            return Finding(
                subject: .provider, verdict: .wrong,
                words:
                    "\(provider.issuer): \(words); check BOOKZONE_OPENID_ISSUER, which must be as the provider writes it, and whether this machine reaches it"
            )
        } catch OpenIDProvider.Failure.certificate(let words) {
            return Finding(subject: .provider, verdict: .wrong, words: "\(provider.issuer): \(words)")
        } catch {
            return Finding(subject: .provider, verdict: .wrong, words: "\(provider.issuer): \(error)")
        }
    }

    /// What will go wrong with the next backup; `nil` if nothing is known to.
    ///
    /// - Throws: why nothing can be written there.
    private func backupFault(_ place: any BackupPlace) async throws -> String? {
        guard let bucket = place as? BackupBucket else {
            return backupFault(place.name) ?? openBackups(place.name)
        }
        return try await bucket.probe().map { error in
            "backups can be made, but old ones can't be removed: "
                + Language.english(BackupFailure.reason(of: error, place: place.name))
        }
    }

    private func backup() async -> Finding {
        if let fault = fault(.backup) { return fault }
        guard let plan = options.backup else {
            return Finding(subject: .backup, verdict: .open, words: "none; --backup makes them")
        }
        do {
            let place = try (plan.place as? BackupBucket)?.checked(within: timeout) ?? plan.place
            let last = try await place.backups().max { $0.name.date < $1.name.date }
            if let fault = try await backupFault(place) {
                return Finding(subject: .backup, verdict: .wrong, words: fault)
            }
            return Finding(
                subject: .backup, verdict: .fine,
                words: "\(plan.place.name) can be read and written"
                    + (last.map { "; the last one is \($0.name.text)" } ?? ""))
        } catch {
            return Finding(
                subject: .backup, verdict: .wrong,
                words: Language.english(BackupFailure.reason(of: error, place: plan.place.name)))
        }
    }
}
#endif
