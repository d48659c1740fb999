// A rate-limited HTTP client with retries and cooldowns, for all sources.
import Foundation
import HTTP

/// Shared by all sources of a run.
package actor RateLimitedClient {
    private let loop: CurlLoop
    private let options: HTTPOptions
    /// Addresses of sources that somebody has set.
    private let chosenAddresses: [String]
    /// For addresses that come from others.
    private var guardedLoop: CurlLoop?
    private var hosts: [String: HostThrottle] = [:]
    private let start = ContinuousClock.now
    /// The cooldowns of hosts that asked for one, or timed out. The caller may save these and restore them in a later run.
    package private(set) var cooldowns: [String: Cooldown] = [:]
    /// The next free slots of hosts, from an earlier run.
    private var earlierRequestTimes: [String: Date] = [:]

    /// - Parameter chosenAddresses: of sources that somebody has set, whose hosts may also be asked for pictures if they
    ///   are in a private network.
    init(_ options: HTTPOptions, chosenAddresses: [String] = []) throws(ProviderError) {
        (self.options, self.chosenAddresses) = (options, chosenAddresses)
        do throws(HTTPError) { loop = try CurlLoop(options) } catch { throw .http(error) }
    }

    package func restoreCooldowns(_ cooldowns: [String: Cooldown]) { keep(cooldowns) }

    /// The longer one of a host counts.
    private func keep(_ cooldowns: [String: Cooldown]) {
        self.cooldowns.merge(cooldowns) { $0.until > $1.until ? $0 : $1 }
    }

    /// - Parameter nextRequestTimes: the value of `nextRequestTimes` at the end of an earlier run.
    package func wait(untilRequestTimes nextRequestTimes: [String: Date]) {
        earlierRequestTimes = nextRequestTimes
    }

    /// The next free slot of each host that was asked.
    package var nextRequestTimes: [String: Date] {
        hosts.mapValues { Date.now + ($0.nextFree - now) }
    }

    /// The body of the response to a GET, or `nil` if the host does not have the resource (404, 410).
    ///
    /// - Parameter rules: the host's policy; that of the first request to a host applies.
    func get(_ url: String, accept: String, rules: HostPolicy) async throws(ProviderError) -> HTTPResponse? {
        try await get(url, accept: accept, rules: rules, by: loop)
    }

    /// The bytes of a picture at an address that somebody else gave, or `nil` if there is none. No connection is made to
    /// hosts of a private network, also where a redirect leads to one.
    package func picture(at url: String) async throws(ProviderError) -> Data? {
        try await get(url, accept: "image/*", rules: .pictures, by: guarded())?.body
    }

    /// Apart from the other loop, whose open connections are not checked.
    private func guarded() throws(ProviderError) -> CurlLoop {
        if let guardedLoop { return guardedLoop }
        var options = options
        options.sizeLimit = 8_000_000
        options.stall = .seconds(10)
        options.reach = .publicHosts(and: chosenAddresses)
        do throws(HTTPError) {
            let loop = try CurlLoop(options)
            guardedLoop = loop
            return loop
        } catch { throw .http(error) }
    }

    private func get(
        _ url: String, accept: String, rules: HostPolicy, by loop: CurlLoop
    ) async throws(ProviderError) -> HTTPResponse? {
        let host = try Self.host(of: url)
        for attempt in 1... {
            let rules = try await waitForSlot(host, rules)
            let error: ProviderError
            var retryAfter: Double?
            do throws(HTTPError) {
                let response = try await loop.perform(HTTPRequest(url: url, accept: accept))
                switch response.status {
                case 200..<300: return response
                case 404, 410: return nil
                case 429, 503:
                    retryAfter = response.retryAfter.flatMap { RetryAfter.seconds($0, now: Date()) }
                    error =
                        retryAfter.map { .busy(host: host, retryAfter: Int($0)) }
                        ?? .status(host: host, response.status)
                default: error = .status(host: host, response.status)
                }
            } catch let failure {
                error = .http(failure)
            }
            guard error.isPassing else { throw error }
            // A request that timed out is not repeated.
            let tries = if case .http(.timedOut) = error { rules.backOff.tries } else { attempt }
            let next = hosts[host]?.failed(
                attempt: tries, retryAfter: retryAfter, jitter: .random(in: 0..<1), now: now)
            guard case .tryAgain(let seconds) = next else {
                if let cooldown = Self.cooldown(after: error, retryAfter, rules) {
                    keep([host: cooldown])
                }
                throw error
            }
            try await sleep(seconds)
        }
        throw .http(.cancelled)
    }

    /// Throws if it is not an HTTP URL.
    static func host(of url: String) throws(ProviderError) -> String {
        do throws(HTTPError) { return try WebAddress(url).host } catch { throw .http(error) }
    }

    /// One that later runs observe, too; `nil` for an error that may be over by then.
    private static func cooldown(after error: ProviderError, _ retryAfter: Double?, _ rules: HostPolicy)
        -> Cooldown?
    {
        let until = Date.now + rules.cooldown(retryAfter: retryAfter)
        if let retryAfter {
            return Cooldown(until: until, isAsked: retryAfter >= rules.cooldown / .seconds(1))
        }
        guard case .http(.timedOut) = error else { return nil }
        return Cooldown(until: until, isAsked: false)
    }

    /// - Returns: the rules that apply to the host: those of its first request.
    private func waitForSlot(_ host: String, _ rules: HostPolicy) async throws(ProviderError) -> HostPolicy {
        try checkCooldown(of: host)
        let earlier = earlierRequestTimes[host].map { now + $0.timeIntervalSinceNow }
        let wait = hosts[host, default: HostThrottle(rules, nextFree: earlier)].reserve(now: now)
        try await sleep(wait)
        // Another request may have failed meanwhile.
        try checkCooldown(of: host)
        return hosts[host]?.rules ?? rules
    }

    private func checkCooldown(of host: String) throws(ProviderError) {
        // One that is longer was noted while the machine's clock was ahead.
        if let kept = cooldowns[host], kept.until > .now, kept.until <= .now + RetryAfter.longest {
            let seconds = Int(kept.until.timeIntervalSinceNow.rounded(.up))
            throw kept.isAsked
                ? .busy(host: host, retryAfter: seconds) : .coolingDown(host: host, seconds: seconds)
        }
        let cooldown = (hosts[host]?.cooldownEnd ?? 0) - now
        guard cooldown <= 0 else { throw .coolingDown(host: host, seconds: Int(cooldown.rounded(.up))) }
    }

    private var now: Double { (ContinuousClock.now - start) / .seconds(1) }

    private func sleep(_ seconds: Double) async throws(ProviderError) {
        do {
            try await Task.sleep(for: .seconds(seconds))
        } catch {
            throw .http(.cancelled)
        }
    }
}
