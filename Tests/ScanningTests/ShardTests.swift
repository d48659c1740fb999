// Every photo is in one shard, the same on every machine and in every version.
import Testing

@testable import Scanning

struct ShardTests {
    private let paths = (0..<10_000).map { "box\($0 / 100)/IMG_\($0).jpg" }

    @Test(arguments: [1, 2, 7, 100]) func `every path is in one shard, and each has its share`(count: Int)
        throws
    {
        let shards = try (1...count).map { try #require(Shard($0, of: count)) }
        for path in paths { #expect(shards.count { $0.holds(path) } == 1) }
        let sizes = shards.map { shard in paths.count(where: shard.holds) }
        let share = Double(paths.count) / Double(count)
        #expect(sizes.allSatisfy { abs(Double($0) - share) < 5 * share.squareRoot() + 1 }, "\(sizes)")
    }

    /// Machines of other versions work on the same list.
    @Test(
        arguments: [
            ("", 0xEFD0_1F60_BA99_2926), ("a.jpg", 0x57E4_5B66_C4C4_01A7),
            ("box1/IMG_2.HEIC", 0xC802_3372_F84E_31C9),
        ] as [(String, UInt64)]) func `the hash stays what it is`(path: String, hash: UInt64)
    {
        #expect(Shard.hash(Array(path.utf8)) == hash)
    }

    @Test(arguments: [(0, 3), (4, 3), (1, 0), (-1, -1)]) func `there is no other`(number: Int, count: Int) {
        #expect(Shard(number, of: count) == nil)
    }
}
