#if Server
// Guessing passwords becomes slow for who guesses, and for nobody else.
import Foundation
import Synchronization

/// How often a sign-in failed lately, by pair of account and address: whoever guesses from elsewhere locks nobody out.
final class SignInBrake: Sendable {
    /// So many wrong passwords are nothing; each further one doubles the wait.
    private static let free = 5
    private static let longest: TimeInterval = 900
    /// After so long without a failure all is forgotten.
    private static let memory: TimeInterval = 3600
    /// Pairs; beyond them the oldest are forgotten.
    private static let most = 10_000

    private struct Failures {
        var count = 0
        var last = Date.distantPast
    }

    private struct Pair: Hashable {
        var account: String
        var address: String

        init(_ account: String, _ address: ClientAddress) {
            // Longer than any name: whoever sends books for names is to fill no memory with them.
            self.account = String(decoding: account.utf8.prefix(200), as: UTF8.self)
            self.address = address.network
        }
    }

    private let failures = Mutex<[Pair: Failures]>([:])

    /// Seconds until the next attempt may be made; `nil` for now.
    func wait(for account: String, from address: ClientAddress, at now: Date = .now) -> TimeInterval? {
        failures.withLock { failures in
            guard let known = failures[Pair(account, address)],
                known.count >= Self.free
            else { return nil }
            let wait = min(Self.longest, pow(2, Double(known.count - Self.free)))
            let left = wait - now.timeIntervalSince(known.last)
            return left > 0 ? left : nil
        }
    }

    func failed(_ account: String, from address: ClientAddress, at now: Date = .now) {
        failures.withLock { failures in
            let pair = Pair(account, address)
            if failures.count >= Self.most, failures[pair] == nil {
                failures = failures.filter { now.timeIntervalSince($0.value.last) < Self.memory }
                if failures.count >= Self.most,
                    let oldest = failures.min(by: { $0.value.last < $1.value.last })
                {
                    failures[oldest.key] = nil
                }
            }
            if now.timeIntervalSince(failures[pair]?.last ?? now) > Self.memory { failures[pair] = nil }
            failures[pair, default: Failures()].count += 1
            failures[pair]?.last = now
        }
    }

    /// Pairs that are remembered.
    var count: Int { failures.withLock(\.count) }

    func succeeded(_ account: String, from address: ClientAddress) {
        failures.withLock { $0[Pair(account, address)] = nil }
    }
}
#endif
