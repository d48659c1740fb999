// Every photo is in one shard, the same on every machine and in every version.
import Testing

@testable import Batch

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

    /// Machines with other versions of the program work on the same list.
    @Test(
        arguments: [
            ("", 0xEFD0_1F60_BA99_2926), ("a.jpg", 0x57E4_5B66_C4C4_01A7),
            ("box1/IMG_2.HEIC", 0xC802_3372_F84E_31C9),
        ] as [(String, UInt64)]) func `the hash stays what it is`(path: String, hash: UInt64)
    {
        #expect(Shard.hash(Array(path.utf8)) == hash)
    }

    @Test(arguments: [PhotoGrouping.folder, .name, .pattern("/(IMG_[0-9]+)[^/]*$")])
    func `photos of a book are in one share, wherever the folder lies`(grouping: PhotoGrouping) {
        let shares = (1...5).map { ShardFilter(Shard($0, of: 5, keepingTogether: grouping)) }
        var used: Set<Int> = []
        for number in 0..<40 {
            let shots = ["a", "b", "-back"].map { "box\(number)/IMG_\(number)\($0).jpg" }
            let places = Set(
                ["/here", "/there/box"].flatMap { folder in
                    shots.map { path in
                        shares.firstIndex { $0.holds(path, name: "\(folder)/\(path)") }
                    }
                })
            #expect(places.count == 1)
            used.formUnion(places.compactMap(\.self))
        }
        #expect(used.count == 5)
    }

    @Test func `a photo without a group is placed by its path`() throws {
        for number in 1...3 {
            let shard = try #require(Shard(number, of: 3, keepingTogether: .pattern("(x)y")))
            for path in paths.prefix(50) { #expect(ShardFilter(shard).holds(path) == shard.holds(path)) }
        }
    }

    @Test(arguments: [(0, 3), (4, 3), (1, 0), (-1, -1)]) func `there is no other`(number: Int, count: Int) {
        #expect(Shard(number, of: count) == nil)
    }
}
