// Selects the photos of one shard, by path or by group key.

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
