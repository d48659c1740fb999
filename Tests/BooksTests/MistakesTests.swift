// How far apart two words are.
import Testing

@testable import Books

struct MistakesTests {
    @Test(
        arguments: [
            ("", "", 0), ("hanf", "hanf", 0), ("hant", "hanf", 1), ("owned", "onwed", 1), ("", "ab", 2),
            ("kitten", "sitting", 3), ("developmental", "deveiopmenta1", 2), ("ревность", "рeвность", 1),
        ])
    func `letters that are wrong, missing, added or swapped are counted up to a limit`(
        one: String, other: String, mistakes: Int
    ) {
        for most in 0...4 {
            #expect(one.mistakes(from: other, atMost: most) == min(mistakes, most + 1))
            #expect(other.mistakes(from: one, atMost: most) == min(mistakes, most + 1))
        }
    }
}
