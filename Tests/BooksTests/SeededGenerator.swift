// Random numbers and ISBNs that are the same in every run, so that a failure can be seen again.
@testable import Books

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension ISBN {
    /// Any valid number, registered or not; one in ten begins with 979.
    static func random(using random: inout SeededGenerator) -> ISBN {
        let body = UInt64.random(in: 0..<1_000_000_000, using: &random)
        guard Int.random(in: 0..<10, using: &random) == 0 else { return ISBN(twelve: 978_000_000_000 + body) }
        return ISBN(twelve: 979_000_000_000 + max(body, 100_000_000))
    }
}
