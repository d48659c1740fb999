// Which of the photos that were pointed at are read: by their names, and by the share of a machine among many.
import Books

public struct PathSelection: Hashable, Sendable {
    /// Of the files in folders those that match one of these are read; of no patterns, all.
    public var included: [Glob]
    /// What matches one of these is not, and of a folder nothing below it.
    public var excluded: [Glob]
    /// `nil` for all of them.
    public var shard: Shard?

    public init(included: [Glob] = [], excluded: [Glob] = [], shard: Shard? = nil) {
        self.included = included
        self.excluded = excluded
        self.shard = shard
    }

    /// Whether something in a folder is looked at, as far as patterns go: they are for what nobody named.
    ///
    /// - Parameter path: below the folder that was given.
    func takes(_ path: String, isFolder: Bool) -> Bool {
        if excluded.contains(where: { $0.matches(path, isFolder: isFolder) }) { return false }
        return isFolder || included.isEmpty || included.contains { $0.matches(path, isFolder: false) }
    }
}
