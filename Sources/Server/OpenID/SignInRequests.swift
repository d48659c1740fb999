#if Server
// Pending sign-ins at the provider. Each is bound to a browser, can be used once, and expires after some minutes.
import Accounts
import Catalogue
import Foundation
import Synchronization

final class SignInRequests: Sendable {
    /// The purpose of a sign-in at the provider.
    enum Purpose: Sendable, Equatable {
        /// To sign in, or to create an account with a link.
        case signIn(ticket: String?)
        case link(account: Int64)
        /// To re-authenticate.
        case prove(account: Int64)
    }

    struct Request: Sendable {
        var purpose: Purpose
        /// The path to return to afterwards.
        var place: String
        /// The hash of the browser's secret.
        var browser: String
        var network: String
        var verifier = Secret()
        var nonce = Secret()
        var begun = Date.now
    }

    /// A sign-up of a person who has an identity at the provider, and has yet to choose a name here.
    struct PendingSignUp: Sendable {
        var identity: Identity
        var ticket: String?
        /// The name at the provider.
        var name: String?
        var place: String
        var begun = Date.now
    }

    /// Seconds after which requests expire.
    static let holds: TimeInterval = 600
    /// The most requests from one network and in all. A further one replaces the network's oldest, so that abandoned
    /// requests neither fill the memory nor keep others from signing in.
    static let most = (ofOne: 30, ofAll: 10_000)

    private struct Waiting {
        var requests: [String: Request] = [:]
        /// The states of each network's requests, the oldest first.
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

    /// For tests and metrics.
    var count: Int { waiting.withLock(\.requests.count) }

    /// - Returns: the `state` parameter, which the provider returns.
    func begin(_ request: Request) -> Secret {
        let state = Secret()
        waiting.withLock { waiting in
            if let own = waiting.networks[request.network], own.count >= Self.most.ofOne {
                waiting.remove(own[0])
            }
            if waiting.requests.count >= Self.most.ofAll {
                waiting.removeOld(at: request.begun)
                // A quarter at a time, because sorting is expensive. The busiest networks come first.
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

    /// Removes and returns the request that a callback belongs to; `nil` if this browser made none.
    func take(_ state: Secret, browser: String, at now: Date = .now) -> Request? {
        waiting.withLock { waiting in
            guard let request = waiting.requests[state.hash], request.browser.isSame(as: browser) else {
                return nil
            }
            waiting.remove(state.hash)
            return now.timeIntervalSince(request.begun) < Self.holds ? request : nil
        }
    }

    /// - Throws: `busy` if there are too many.
    func save(_ pendingSignUp: PendingSignUp, browser: String) throws {
        try waiting.withLock { waiting in
            // Each needs an identity at the provider, so one person can't use up the limit.
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
