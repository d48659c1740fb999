// The photos below a folder, one after another, without holding more than the folders on the way to them.
import Books
import Documents
import Foundation
import Reading

/// Walks a folder and all below it in natural order, files and folders mixed as their names stand.
///
/// Photos of one book come together where the first of them stands. Hidden entries are left out, and folders of pictures
/// that were made of photos, unless one of them is the folder itself. Links are followed, but no folder is entered twice, so
/// that a loop ends.
package struct FolderWalk {
    /// The file that tells a folder of pictures that were made of photos.
    package static let marker = ".bookzone-pictures"

    private enum Pending {
        case folder(PhotoPath)
        case entry(PhotoPath)
    }

    private let selection: PathSelection
    /// How many bytes of a path lead to the folder that was given, the slash with them.
    private let start: Int

    /// The next to look at is last.
    private var pending: [Pending]
    private var entered: Set<FolderIdentity> = []
    private let caches: [any ScanCache]
    private let opener: (any ArchiveOpener)?
    /// Whose photos come next.
    private var archive: ArchiveWalk?
    private let share: ShardFilter
    private let keys: GroupKeys

    /// - Parameters:
    ///   - caches: what need not be opened.
    ///   - left: a folder that is not entered.
    ///   - grouping: which photos are one book's.
    ///   - opener: opens archives; `nil` has them fail.
    init(
        _ folder: PhotoPath, _ selection: PathSelection = PathSelection(), caches: [any ScanCache] = [],
        leavingOut left: PhotoPath? = nil, grouping: PhotoGrouping? = nil,
        archives opener: (any ArchiveOpener)? = nil
    ) {
        self.selection = selection
        self.caches = caches
        self.opener = opener
        share = ShardFilter(selection.shard)
        keys = GroupKeys(grouping)
        start = folder.appending([]).bytes.count
        pending = [.folder(folder)]
        if let status = left?.status {
            entered = [FolderIdentity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))]
        }
    }

    /// Below the folder that was given.
    private func below(_ path: PhotoPath) -> String { String(path: path.bytes.dropFirst(start)) }

    private func takes(_ path: PhotoPath, isFolder: Bool) -> Bool {
        let below = below(path)
        return selection.takes(below, isFolder: isFolder) && (isFolder || share.holds(below, name: path.name))
    }

    mutating func next() -> PhotoInput? {
        while true {
            if let input = archive?.next() { return input }
            archive = nil
            guard let next = pending.popLast() else { return nil }
            switch next {
            case .folder(let folder):
                if let failure = enter(folder), share.holds(below(folder), name: folder.name) {
                    return .barred(name: folder.name, failure)
                }
            case .entry(let path):
                guard let status = path.status else {
                    let code = errno
                    guard takes(path, isFolder: false) else { continue }
                    // A link may lead nowhere; all else was there when the folder was read.
                    return .failed(name: path.name, path.isThere ? .system(code) : .vanished)
                }
                if let input = look(at: path, status) { return input }
            }
        }
    }

    private mutating func look(at path: PhotoPath, _ status: stat) -> PhotoInput? {
        if status.isFile, ArchiveFormat.isNamed(path.name), selection.takes(below(path), isFolder: true),
            let begun = begin(path, status)
        {
            return begun
        }
        guard takes(path, isFolder: status.isFolder) else { return nil }
        if status.isFolder {
            pending.append(.folder(path))
            return nil
        }
        if caches.know(path, status) { return .known(path.name) }
        return status.isFile ? classify(path, status) : .skipped(path.name)
    }

    /// How many files are left, whatever they hold; `nil` where archives may be among them.
    mutating func count() -> Int? {
        var count = 0
        while let next = pending.popLast() {
            switch next {
            case .folder(let folder): _ = enter(folder)
            case .entry(let path):
                let isFolder = path.status?.isFolder == true
                guard takes(path, isFolder: isFolder) else { continue }
                if !isFolder, ArchiveFormat.isNamed(path.name) { return nil }
                if isFolder { pending.append(.folder(path)) } else { count += 1 }
            }
        }
        return count
    }

    private mutating func enter(_ folder: PhotoPath) -> ScanError? {
        guard let status = folder.status, let stream = opendir(folder.cString) else { return .system(errno) }
        defer { closedir(stream) }
        guard
            entered.insert(FolderIdentity(device: UInt64(status.st_dev), file: UInt64(status.st_ino)))
                .inserted
        else { return nil }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if entered.count > 1, name.elementsEqual(FolderWalk.marker.utf8) { return nil }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        let problem = errno
        names.sort { NaturalOrder.precedes($0, $1) }
        let paths = keys.together(names.map(folder.appending)) {
            $0.status?.isFolder == false ? $0.name : nil
        }
        pending += paths.reversed().map { .entry($0) }
        return problem == 0 ? nil : .system(problem)
    }

    /// An archive whose photos come next, as those of a folder would; `nil` for any other file.
    ///
    /// - Parameter format: `nil` where it was not found out yet.
    private mutating func begin(_ path: PhotoPath, _ status: stat, _ format: ArchiveFormat? = nil)
        -> PhotoInput??
    {
        let (name, below, stamp) = (path.name, below(path), FileStamp(status))
        guard let format = format ?? path.archiveFormat else { return nil }
        if caches.contains(where: { $0.isSettling(name, stamp) }) { return .some(.known(name)) }
        let found = FoundArchive(
            path: path, stamp: stamp, below: below + "/", isNamed: false,
            isShared: ArchiveFormat.isNamed(name), isOpenToAnyMember: format != .gzip)
        let rules = ArchiveRules(
            opener: opener, selection: selection, share: share, caches: caches, keys: keys)
        do throws(ScanError) {
            archive = try ArchiveWalk(found, rules)
            return .some(nil)
        } catch {
            return .some(.failed(name: name, error))
        }
    }

    /// A file of a folder: a photo, or something else that is passed over.
    private mutating func classify(_ path: PhotoPath, _ status: stat) -> PhotoInput? {
        do throws(ScanError) {
            let file = try InputFile(opening: path)
            var head: [UInt8] = []
            try file.read(upTo: FileSignature.length, into: &head)
            if FileSignature.isReadable(head) || (head.isEmpty && path.isNamedLikeAPhoto) {
                return .photo(Photo(name: path.name, content: .file(path), isSeen: true))
            }
            if let format = path.archiveFormat(of: head), let begun = begin(path, status, format) {
                return begun
            }
            return .skipped(path.name)
        } catch {
            return .failed(name: path.name, error == .system(ENOENT) ? .vanished : error)
        }
    }
}

/// Which folder it is, by whatever path it was reached.
private struct FolderIdentity: Hashable {
    var device: UInt64
    var file: UInt64
}
