// What a walk over folders and archives goes by.
import Books
import Documents
import Foundation
import Reading

/// Which files of folders and archives are inputs, and how.
struct WalkRules {
    let selection: PathSelection
    let share: ShardFilter
    let caches: [any ScanCache]
    let left: PhotoPath?
    let keys: GroupKeys
    let opener: (any ArchiveOpener)?

    /// - Parameters:
    ///   - caches: what need not be opened.
    ///   - left: a folder that is not entered.
    ///   - grouping: which photos are one book's; in folders they come together.
    ///   - opener: opens archives; `nil` has them fail.
    init(
        _ selection: PathSelection = PathSelection(), caches: [any ScanCache] = [],
        leavingOut left: PhotoPath? = nil, _ grouping: PhotoGrouping? = nil,
        archives opener: (any ArchiveOpener)? = nil
    ) {
        (self.selection, self.caches, self.left, self.opener) = (selection, caches, left, opener)
        share = ShardFilter(selection.shard)
        keys = GroupKeys(grouping)
    }

    /// Whether a cache knows the file as it is, so that it needn't be opened.
    func know(_ path: PhotoPath, _ stamp: FileStamp?) -> Bool {
        guard !caches.isEmpty, let stamp else { return false }
        let name = path.name
        return caches.contains { $0.isKnown(name, stamp) }
    }
}
