// What a walk over folders and archives includes.
import Books
import Documents
import Foundation
import Reading

/// Which files in folders and archives are inputs, and in what order.
struct WalkRules {
    let selection: PathSelection
    let share: ShardFilter
    let caches: [any ScanCache]
    let left: PhotoPath?
    let keys: GroupKeys
    let opener: (any ArchiveOpener)?

    /// - Parameters:
    ///   - caches: what they know is not opened.
    ///   - left: a folder that is not entered, and whose files are not read.
    ///   - grouping: which photos belong to one book; in folders they are returned together.
    ///   - opener: opens archives; with `nil`, archives fail.
    init(
        _ selection: PathSelection = PathSelection(), caches: [any ScanCache] = [],
        leavingOut left: PhotoPath? = nil, _ grouping: PhotoGrouping? = nil,
        archives opener: (any ArchiveOpener)? = nil
    ) {
        (self.selection, self.caches, self.left, self.opener) = (selection, caches, left, opener)
        share = ShardFilter(selection.shard)
        keys = GroupKeys(grouping)
    }

    /// Whether a file or folder is in the folder that is left out, or is that folder.
    func leaveOut(_ path: PhotoPath) -> Bool {
        guard let left = left?.real, let name = path.realName else { return false }
        let slash = [UInt8(ascii: "/")]
        return (name.bytes + slash).starts(with: left.bytes + slash)
    }

    /// Whether a cache knows the unchanged file, so that it need not be opened.
    func know(_ path: PhotoPath, _ stamp: FileStamp?) -> Bool {
        guard !caches.isEmpty, let stamp else { return false }
        let name = path.name
        return caches.contains { $0.isKnown(name, stamp) }
    }
}
