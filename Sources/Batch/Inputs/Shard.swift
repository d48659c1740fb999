// One machine's share of a list that many machines read at the same time without communicating.
import Books

/// The photos whose paths a fixed hash assigns to one of `count` shards. Adding to the list moves no photo to another
/// shard.
public struct Shard: Hashable, Sendable {
    /// 1…`count`.
    public let number: Int
    public let count: Int
    /// Which photos stay in one shard; `nil` assigns each by its own path. Only groupings that use names are
    /// possible.
    public var grouping: PhotoGrouping?

    /// `nil` unless `number` is in 1…`count`.
    public init?(_ number: Int, of count: Int, keepingTogether grouping: PhotoGrouping? = nil) {
        guard count > 0, (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
        self.grouping = grouping
    }

    /// - Parameter path: as it is in a list, or relative to the folder that was given; for photos that stay together,
    ///   their key.
    public func holds(_ path: String) -> Bool {
        Self.hash(path.pathBytes) % UInt64(count) == UInt64(number - 1)
    }

    /// FNV-1a of 64 bits, finished by the last step of MurmurHash 3. Must never change: machines with an older
    /// program would read other shards.
    static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }
}

/// Decides on one photo after another.
struct ShardFilter {
    private let shard: Shard?
    private let keys: GroupKeys

    /// - Parameter shard: `nil` for all photos.
    init(_ shard: Shard?) {
        self.shard = shard
        keys = GroupKeys(shard?.grouping)
    }

    /// - Parameters:
    ///   - path: as it is in a list, or relative to the folder that was given.
    ///   - name: the whole path; `nil` if it is the same.
    func holds(_ path: String, name: String? = nil) -> Bool {
        shard?.holds(keys.share(of: path, name: name ?? path) ?? path) ?? true
    }
}
