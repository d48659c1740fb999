// Names are in the order of their numbers.
import Testing

@testable import Books

struct NaturalOrderTests {
    @Test(arguments: [
        ["IMG_2.HEIC", "IMG_10.HEIC"], ["img_9", "IMG_10"], ["a1b2", "a1b10", "a02b1"], ["7", "007x", "8"],
        ["a", "a1", "ab"], ["007", "7"], ["B", "b", "c"], ["photo", "photo 2", "photo 10"],
        ["é1", "é2", "é10"],
        ["99999999999999999999998", "99999999999999999999999"],
    ])
    func `orders names as a person does`(names: [String]) {
        let shuffled = names.reversed().map { Array($0.utf8) }
        #expect(
            shuffled.sorted(by: NaturalOrder.precedes).map { String(decoding: $0, as: UTF8.self) } == names)
    }
}
