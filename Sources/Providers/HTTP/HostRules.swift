// What a source asks of those who ask it, and how long we bear with it.

/// The rules for a host.
struct HostRules: Hashable, Sendable {
    /// The pace in the long run: one request in this time.
    var interval: Duration
    /// How many requests may go out at once after a quiet time.
    var burst = 3
    /// How often one question is put before it counts as failed.
    var tries = 3
    /// The wait before the second try, on average; it doubles with each further one.
    var backOff = Duration.milliseconds(500)
    /// The longest wait that is still sat out; a host that asks for more is left alone instead.
    var patience = Duration.seconds(10)
    /// How long a host that failed is left alone.
    var rest = Duration.seconds(300)
}
