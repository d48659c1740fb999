#if Server
// Limits the rate of failed sign-ins per account and client.
import Foundation
import Synchronization

/// Counts recent failures for each account and client address, so that an attacker elsewhere can't lock the owner out. Nor
/// does a change of the machine's clock.
final class FailureRateLimiter: Sendable {
    /// Failures without a delay; each further one doubles the delay.
    private static let free = 5
    private static let longest: TimeInterval = 900
    /// Seconds after which failures are forgotten.
    private static let memory: TimeInterval = 3600
    /// The most pairs; beyond that the oldest are forgotten.
    private static let most = 10_000

    private struct Failures {
        var count = 0
        var last: ContinuousClock.Instant
    }

    private struct Pair: Hashable {
        var account: String
        var address: String

        init(_ account: String, _ address: ClientAddress) {
            // Longer than any valid name, so that long ones don't fill the memory.
            self.account = String(decoding: account.utf8.prefix(200), as: UTF8.self)
            self.address = address.network
        }
    }

    private let failures = Mutex<[Pair: Failures]>([:])

    /// Makes an attempt. It counts as failed while `verify` runs, so that parallel attempts are limited like sequential
    /// ones. It does not count if `verify` throws.
    ///
    /// - Returns: the result of `verify`.
    /// - Throws: `SiteError.tooOften` while further attempts are blocked.
    func attempt(
        _ account: String, from address: ClientAddress, _ verify: () async throws -> Bool
    ) async throws -> Bool {
        let pair = Pair(account, address)
        let wait = failures.withLock { failures -> TimeInterval? in
            if let wait = Self.wait(for: failures[pair], at: .now) { return wait }
            Self.count(pair, in: &failures, at: .now)
            return nil
        }
        if let wait { throw SiteError.tooOften(wait) }
        do {
            let isRight = try await verify()
            if isRight {
                succeeded(account, from: address)
            } else {
                // The delay starts when the check has ended.
                failures.withLock { $0[pair]?.last = .now }
            }
            return isRight
        } catch {
            failures.withLock { $0[pair]?.count -= 1 }
            throw error
        }
    }

    /// Seconds until the next attempt is allowed; `nil` if it is allowed now.
    func wait(for account: String, from address: ClientAddress, at now: ContinuousClock.Instant = .now)
        -> TimeInterval?
    {
        failures.withLock { Self.wait(for: $0[Pair(account, address)], at: now) }
    }

    func failed(_ account: String, from address: ClientAddress, at now: ContinuousClock.Instant = .now) {
        failures.withLock { Self.count(Pair(account, address), in: &$0, at: now) }
    }

    private static func wait(for known: Failures?, at now: ContinuousClock.Instant) -> TimeInterval? {
        guard let known, known.count >= free else { return nil }
        let left = min(longest, pow(2, Double(known.count - free))) - (now - known.last) / .seconds(1)
        return left > 0 ? left : nil
    }

    private static func count(
        _ pair: Pair, in failures: inout [Pair: Failures], at now: ContinuousClock.Instant
    ) {
        if failures.count >= most, failures[pair] == nil {
            // A quarter at a time, because sorting is expensive.
            let oldest = failures.values.map(\.last).sorted()[most / 4]
            failures = failures.filter { $0.value.last > max(oldest, now - .seconds(memory)) }
        }
        if now - (failures[pair]?.last ?? now) > .seconds(memory) { failures[pair] = nil }
        failures[pair, default: Failures(last: now)].count += 1
        failures[pair]?.last = now
    }

    /// The number of remembered pairs.
    var count: Int { failures.withLock(\.count) }

    func succeeded(_ account: String, from address: ClientAddress) {
        failures.withLock { $0[Pair(account, address)] = nil }
    }
}
#endif
