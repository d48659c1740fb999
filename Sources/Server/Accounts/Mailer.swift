#if Server
// Sends e-mail in the background, so that response times don't reveal whether one was sent.
import Dispatch
import Formatting
import Foundation
import HTTP
import Logging
import Synchronization

final class Mailer: Sendable {
    /// The most e-mails to one address in an hour.
    private static let most = 5
    private static let hour = Duration.seconds(3600)
    /// The most e-mails in the queue; further ones are dropped.
    private static let longestQueue = 100

    private let server: MailServer?
    private let queue = DispatchQueue(label: "bookzone.mail")
    private let waiting = Mutex(0)
    private let sent = Mutex<[MailAddress: [ContinuousClock.Instant]]>([:])
    /// When e-mails under way are given up; `nil` while the site runs.
    private let end = Mutex<ContinuousClock.Instant?>(nil)
    private let logger = Logger(label: "bookzone")

    init(_ server: MailServer?) { self.server = server }

    /// Gives up what has not been sent within a few seconds.
    func stop(within grace: Duration = .seconds(3)) { end.withLock { $0 = .now + grace } }

    private var isStopped: Bool { end.withLock(\.self).map { $0 <= .now } ?? false }

    /// Whether e-mail can be sent at all.
    var canSend: Bool { server != nil }

    /// Queues an e-mail, unless too many were sent to the same address.
    func send(_ message: EmailMessage, at now: ContinuousClock.Instant = .now) { send(at: now) { [message] } }

    /// Queues an e-mail, and waits until the server has taken or refused it.
    ///
    /// - Returns: `false` if it certainly was not sent, but may be another time.
    func deliver(_ message: EmailMessage, at now: ContinuousClock.Instant = .now) async -> Bool {
        await withCheckedContinuation { continuation in
            let isQueued = enqueue { [self] server in
                continuation.resume(
                    returning: isWithinLimit(message, at: now) && send(message, by: server, at: now))
            }
            if !isQueued { continuation.resume(returning: false) }
        }
    }

    /// The same for e-mails that are composed in the background.
    func send(
        at now: ContinuousClock.Instant = .now, _ messages: @escaping @Sendable () throws -> [EmailMessage]
    ) {
        enqueue { [self] server in
            do {
                for message in try messages() where isWithinLimit(message, at: now) {
                    send(message, by: server, at: now)
                }
            } catch {
                logger.error("e-mails could not be written: \(error)")
            }
        }
    }

    /// - Returns: whether it will be done.
    @discardableResult
    private func enqueue(_ work: @escaping @Sendable (MailServer) -> Void) -> Bool {
        guard let server else { return false }
        let hasRoom = waiting.withLock { waiting in
            guard waiting < Self.longestQueue else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else {
            logger.error("the mail queue is full; an e-mail was not sent")
            return false
        }
        queue.async { [self] in
            defer { waiting.withLock { $0 -= 1 } }
            work(server)
        }
        return true
    }

    /// Call it on the queue only, where e-mails are sent one after the other.
    private func isWithinLimit(_ message: EmailMessage, at now: ContinuousClock.Instant) -> Bool {
        sent.withLock { sent in
            sent = sent.compactMapValues { dates in
                let lately = dates.filter { now - $0 < Self.hour }
                return lately.isEmpty ? nil : lately
            }
            return sent[message.to, default: []].count < Self.most
        }
    }

    /// See `deliver(_:at:)`. Counts the e-mail against the limit, unless it certainly was not sent.
    @discardableResult
    private func send(_ message: EmailMessage, by server: MailServer, at now: ContinuousClock.Instant) -> Bool
    {
        if isStopped { return false }
        do throws(MailServer.Failure) {
            try server.send(message) { self.isStopped }
        } catch {
            // The log must not contain the recipient or the text.
            logger.error("an e-mail could not be sent: \(error.cause.message)")
            if error.isPassing { return false }
            if case .refused = error.cause { return true }
        }
        sent.withLock { $0[message.to, default: []].append(now) }
        return true
    }
}
#endif
