// One machine's share of a list that many machines read at the same time, without a word between them.
import Books

/// The photos whose paths a fixed hash gives to one of so many: what is added to the list moves none.
public struct Shard: Hashable, Sendable {
    /// 1…`count`.
    public let number: Int
    public let count: Int
    /// What keeps photos in one share; `nil` puts each where its own path does. Only what goes by names can.
    public var grouping: PhotoGrouping?

    /// `nil` unless it is one of them.
    public init?(_ number: Int, of count: Int, keepingTogether grouping: PhotoGrouping? = nil) {
        guard count > 0, (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
        self.grouping = grouping
    }

    /// - Parameter path: as it stands in a list, or below the folder that was given; of photos that stay together what they
    ///   have in common.
    public func holds(_ path: String) -> Bool {
        Self.hash(path.pathBytes) % UInt64(count) == UInt64(number - 1)
    }

    /// FNV-1a of 64 bits, stirred by the last step of MurmurHash 3. Never to be changed: machines with an older program
    /// would read other shares.
    static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }
}

/// Asked about one photo after another.
struct ShardFilter {
    private let shard: Shard?
    private let keys: GroupKeys

    /// - Parameter shard: `nil` for all photos.
    init(_ shard: Shard?) {
        self.shard = shard
        keys = GroupKeys(shard?.grouping)
    }

    /// - Parameters:
    ///   - path: as it stands in a list, or below the folder that was given.
    ///   - name: the whole path; `nil` where it is the same.
    func holds(_ path: String, name: String? = nil) -> Bool {
        shard?.holds(keys.share(of: path, name: name ?? path) ?? path) ?? true
    }
}
