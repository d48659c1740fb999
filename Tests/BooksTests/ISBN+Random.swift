// ISBNs for tests that try many.
import TestSupport

@testable import Books

extension ISBN {
    /// Any valid number, registered or not; one in ten begins with 979.
    static func random(using random: inout SeededGenerator) -> ISBN {
        let body = UInt64.random(in: 0..<1_000_000_000, using: &random)
        guard Int.random(in: 0..<10, using: &random) == 0 else { return ISBN(twelve: 978_000_000_000 + body) }
        return ISBN(twelve: 979_000_000_000 + max(body, 100_000_000))
    }
}
