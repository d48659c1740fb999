#if Server
// Pending sign-ins at the provider. Each is bound to a browser, can be used once, and expires after some minutes.
import Accounts
import Catalogue
import Foundation
import Synchronization

final class SignInRequests: Sendable {
    /// The purpose of a sign-in at the provider.
    enum Purpose: Sendable, Equatable {
        /// To sign in, or to make an account by a link.
        case signIn(ticket: String?)
        /// To link an identity to this account.
        case link(account: Int64)
        /// To re-authenticate.
        case prove(account: Int64)
    }

    struct Request: Sendable {
        var purpose: Purpose
        /// The path to lead to afterwards.
        var place: String
        /// The browser's secret, by its hash.
        var browser: String
        var network: String
        var verifier = Secret()
        var nonce = Secret()
        var begun = Date.now
    }

    /// Somebody whom the provider knows and this site does not: they are still to choose a name.
    struct PendingSignUp: Sendable {
        var identity: Identity
        var ticket: String?
        /// What they call themselves there.
        var name: String?
        var place: String
        var begun = Date.now
    }

    /// Seconds.
    static let holds: TimeInterval = 600
    /// Requests from one network, of which the oldest goes for a further one, and of each kind altogether: who begins and
    /// never comes back fills no memory, and keeps nobody else from signing in.
    static let most = (ofOne: 30, ofAll: 10_000)

    private struct Waiting {
        var requests: [String: Request] = [:]
        /// The states of each network's requests, the earliest first.
        var networks: [String: [String]] = [:]
        var pendingSignUps: [String: PendingSignUp] = [:]

        mutating func remove(_ state: String) {
            guard let request = requests.removeValue(forKey: state) else { return }
            networks[request.network]?.removeAll { $0 == state }
            if networks[request.network]?.isEmpty == true { networks[request.network] = nil }
        }

        mutating func removeOld(at now: Date) {
            for (state, request) in requests where now.timeIntervalSince(request.begun) >= holds {
                remove(state)
            }
        }
    }

    private let waiting = Mutex(Waiting())

    /// For tests and figures.
    var count: Int { waiting.withLock(\.requests.count) }

    /// - Returns: what the provider is to send back with its answer.
    func begin(_ request: Request) -> Secret {
        let state = Secret()
        waiting.withLock { waiting in
            if let own = waiting.networks[request.network], own.count >= Self.most.ofOne {
                waiting.remove(own[0])
            }
            if waiting.requests.count >= Self.most.ofAll {
                waiting.removeOld(at: request.begun)
                // A quarter at a time, because sorting is expensive; from the busiest networks first.
                if waiting.requests.count > Self.most.ofAll * 3 / 4 {
                    let crowds = waiting.networks.values.sorted { $0.count > $1.count }
                    for state in crowds.joined().prefix(Self.most.ofAll / 4) { waiting.remove(state) }
                }
            }
            waiting.requests[state.hash] = request
            waiting.networks[request.network, default: []].append(state.hash)
        }
        return state
    }

    /// The request that an answer belongs to, which it uses up; `nil` where this browser made none.
    func take(_ state: Secret, browser: String, at now: Date = .now) -> Request? {
        waiting.withLock { waiting in
            guard let request = waiting.requests[state.hash], request.browser.isSame(as: browser) else {
                return nil
            }
            waiting.remove(state.hash)
            return now.timeIntervalSince(request.begun) < Self.holds ? request : nil
        }
    }

    /// - Throws: `busy`.
    func save(_ pendingSignUp: PendingSignUp, browser: String) throws {
        try waiting.withLock { waiting in
            // Each has an identity at the provider, so one person can't fill this.
            if waiting.pendingSignUps.count >= Self.most.ofAll {
                waiting.pendingSignUps = waiting.pendingSignUps.filter {
                    pendingSignUp.begun.timeIntervalSince($0.value.begun) < Self.holds
                }
            }
            guard waiting.pendingSignUps.count < Self.most.ofAll else { throw SiteError.busy }
            waiting.pendingSignUps[browser] = pendingSignUp
        }
    }

    func pendingSignUp(of browser: String, at now: Date = .now) -> PendingSignUp? {
        waiting.withLock { $0.pendingSignUps[browser] }.flatMap {
            now.timeIntervalSince($0.begun) < Self.holds ? $0 : nil
        }
    }

    func forgetPendingSignUp(of browser: String) { waiting.withLock { $0.pendingSignUps[browser] = nil } }
}
#endif
