// The policy for requests to a host: rate, retries, timeouts.
import HTTP

/// The rules for a host.
struct HostPolicy: Hashable, Sendable {
    /// The pace in the long run: one request in this time.
    var interval: Duration
    /// How many requests may go out at once after a quiet time.
    var burst = 3
    /// How often one question is put before it counts as failed. A host that asks for a longer wait than the time limit is
    /// left alone instead.
    var backOff = BackOff()
    /// How long a host that failed is left alone.
    var cooldown = Duration.seconds(300)
}
