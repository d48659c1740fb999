// The photos below a folder, one after another, without holding more than the folders on the way to them.
import Books
import Foundation

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
    private let memories: [any PhotoMemory]
    private let share: PhotoShare
    private let keys: GroupKeys

    /// - Parameters:
    ///   - memories: what need not be opened.
    ///   - left: a folder that is not entered.
    ///   - grouping: which photos are one book's.
    init(
        _ folder: PhotoPath, _ selection: PathSelection = PathSelection(), memories: [any PhotoMemory] = [],
        leavingOut left: PhotoPath? = nil, grouping: PhotoGrouping? = nil
    ) {
        self.selection = selection
        self.memories = memories
        share = PhotoShare(selection.shard)
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
        while let next = pending.popLast() {
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
                guard takes(path, isFolder: status.isFolder) else { continue }
                if status.isFolder {
                    pending.append(.folder(path))
                } else {
                    if memories.know(path, status) { return .known(path.name) }
                    return status.isFile
                        ? FolderWalk.classify(path, size: Int(status.st_size)) : .skipped(path.name)
                }
            }
        }
        return nil
    }

    /// How many files are left, whatever they hold.
    mutating func count() -> Int {
        var count = 0
        while let next = pending.popLast() {
            switch next {
            case .folder(let folder): _ = enter(folder)
            case .entry(let path):
                let isFolder = path.status?.isFolder == true
                guard takes(path, isFolder: isFolder) else { continue }
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
        pending += ordered(names.map(folder.appending)).reversed().map { .entry($0) }
        return problem == 0 ? nil : .system(problem)
    }

    /// Files with one key stand where the first of them does.
    private func ordered(_ paths: [PhotoPath]) -> [PhotoPath] {
        guard keys.areSorted else { return paths }
        var places: [String: Int] = [:]
        let ranked = paths.enumerated().map { place, path in
            guard let key = keys.key(of: path.name), path.status?.isFolder == false else {
                return (place, place, path)
            }
            places[key] = places[key] ?? place
            return (places[key] ?? place, place, path)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// A file of a folder: a photo, or something else that is passed over.
    private static func classify(_ path: PhotoPath, size: Int) -> PhotoInput {
        do throws(ScanError) {
            let file = try InputFile(opening: path)
            var head: [UInt8] = []
            try file.read(upTo: FileHead.length, into: &head)
            if FileHead.isReadable(head) || (head.isEmpty && isNamedLikeAPhoto(path)) {
                return .photo(Photo(name: path.name, content: .file(path), isSeen: true))
            }
            return .skipped(path.name)
        } catch {
            return .failed(name: path.name, error == .system(ENOENT) ? .vanished : error)
        }
    }

    /// An empty file has no content to tell its kind by; one that was to be a photo is worth a word.
    private static func isNamedLikeAPhoto(_ path: PhotoPath) -> Bool {
        let name = path.name.lowercased()
        return [
            ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic", ".heif", ".avif", ".webp", ".gif", ".bmp",
            ".jp2", ".pdf", ".epub",
        ].contains { name.hasSuffix($0) }
    }
}

/// Which folder it is, by whatever path it was reached.
private struct FolderIdentity: Hashable {
    var device: UInt64
    var file: UInt64
}
