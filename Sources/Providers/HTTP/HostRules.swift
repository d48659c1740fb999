// What a source asks of those who ask it, and how long we bear with it.
import HTTP

/// The rules for a host.
struct HostRules: Hashable, Sendable {
    /// The pace in the long run: one request in this time.
    var interval: Duration
    /// How many requests may go out at once after a quiet time.
    var burst = 3
    /// How often one question is put before it counts as failed. A host that asks for a longer wait than the patience is
    /// left alone instead.
    var backOff = BackOff()
    /// How long a host that failed is left alone.
    var rest = Duration.seconds(300)
}
