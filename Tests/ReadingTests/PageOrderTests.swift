// The first pages, the last ones, and only then those between.
import Testing

@testable import Reading

struct PageOrderTests {
    @Test(arguments: [
        (1, [1], []), (2, [1, 2], []), (3, [1, 2, 3], []), (4, [1, 2, 4, 3], [] as [Int]),
        (6, [1, 2, 6, 5], [3, 4]), (10_000, [1, 2, 10_000, 9_999], [3, 4, 5]),
    ])
    func `both ends come first`(count: Int, near: [Int], others: [Int]) {
        let order = PageOrder(count: count, first: 2, last: 2, most: 7)
        #expect(order.near == near)
        #expect(order.others == others)
    }
}
