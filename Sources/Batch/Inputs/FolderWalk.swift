// The photos below a folder, one after another. Only the folders on the current path are in memory.
import Books
import Documents
import Foundation
import Reading

/// Walks a folder and everything below it in natural order, files and folders mixed.
///
/// Photos of one book are moved to the first of them. Hidden entries are skipped, and so are folders that contain a
/// report's pictures, unless one of them is the folder itself. Links are followed, but no folder is entered twice, so
/// that loops end.
package struct FolderWalk {
    /// The file that marks a folder of pictures made from photos.
    package static let marker = ".bookzone-pictures"

    private enum Pending {
        case folder(PhotoPath)
        case entry(PhotoPath)
    }

    private let rules: WalkRules
    /// The length in bytes of the prefix that paths share with the folder that was given, including the slash.
    private let start: Int
    /// In reverse order.
    private var pending: [Pending]
    private var entered: Set<FolderIdentity> = []
    /// The archive whose photos come next.
    private var archive: ArchiveWalk?

    init(_ folder: PhotoPath, _ rules: WalkRules = WalkRules()) {
        self.rules = rules
        start = folder.appending([]).bytes.count
        pending = [.folder(folder)]
        if let status = rules.left?.status { entered = [FolderIdentity(status)] }
    }

    /// The path relative to the folder that was given.
    private func below(_ path: PhotoPath) -> String { String(path: path.bytes.dropFirst(start)) }

    private func isShared(_ path: PhotoPath) -> Bool { rules.share.holds(below(path), name: path.name) }

    private func takes(_ path: PhotoPath, isFolder: Bool) -> Bool {
        rules.selection.takes(below(path), isFolder: isFolder) && (isFolder || isShared(path))
    }

    mutating func next() -> PhotoInput? {
        while true {
            if let input = archive?.next() { return input }
            archive = nil
            guard let next = pending.popLast() else { return nil }
            switch next {
            case .folder(let folder):
                if let failure = enter(folder), isShared(folder) {
                    return .unreadable(name: folder.name, failure)
                }
            case .entry(let path):
                guard let status = path.status else {
                    let code = errno
                    guard takes(path, isFolder: false) else { continue }
                    // A link may be dangling; everything else existed when the folder was read.
                    return .failed(name: path.name, path.entryExists ? .system(code) : .vanished)
                }
                if let input = look(at: path, status) { return input }
            }
        }
    }

    private mutating func look(at path: PhotoPath, _ status: stat) -> PhotoInput? {
        if let found = archive(at: path, status) {
            archive = ArchiveWalk(found, rules)
            return archive?.next()
        }
        guard takes(path, isFolder: status.isFolder) else { return nil }
        if status.isFolder {
            pending.append(.folder(path))
            return nil
        }
        guard status.isFile else { return .skipped(path.name) }
        return rules.know(path, FileStamp(status)) ? .known(path.name) : classify(path, status)
    }

    /// How many files are left, whatever they contain; `nil` if the members of an archive can't be counted.
    mutating func count() -> Int? {
        var count = 0
        while let next = pending.popLast() {
            switch next {
            case .folder(let folder): _ = enter(folder)
            case .entry(let path):
                let status = path.status
                if let found = status.flatMap({ archive(at: path, $0) }) {
                    guard let members = ArchiveWalk.count(found, rules) else { return nil }
                    count += members
                    continue
                }
                let isFolder = status?.isFolder == true
                guard takes(path, isFolder: isFolder) else { continue }
                if isFolder { pending.append(.folder(path)) } else { count += 1 }
            }
        }
        return count
    }

    private mutating func enter(_ folder: PhotoPath) -> ScanError? {
        guard let status = folder.status, let entries = FolderEntries(folder) else { return .system(errno) }
        guard entered.insert(FolderIdentity(status)).inserted else { return nil }
        if entered.count > 1, entries.holds(FolderWalk.marker) { return nil }
        let names = entries.visible.map(\.name).sorted { NaturalOrder.precedes($0, $1) }
        // An archive is a folder, whatever its name is.
        let paths = rules.keys.together(names.map(folder.appending)) { path in
            guard path.status?.isFolder == false, path.isNamedLikeAPhoto || path.archiveFormat == nil else {
                return nil
            }
            return path.name
        }
        pending += paths.reversed().map { .entry($0) }
        return entries.problem == 0 ? nil : .system(entries.problem)
    }

    /// A file that is an archive by its name and by its content; `nil` for all others, and for excluded ones.
    private func archive(at path: PhotoPath, _ status: stat) -> FoundArchive? {
        guard status.isFile, ArchiveFormat.isNamed(path.name),
            rules.selection.takes(below(path), isFolder: true)
        else { return nil }
        return path.archiveFormat.map { found(path, status, $0) }
    }

    private func found(_ path: PhotoPath, _ status: stat, _ format: ArchiveFormat) -> FoundArchive {
        FoundArchive(
            path: path, stamp: FileStamp(status), below: below(path) + "/", isNamed: false,
            isShared: ArchiveFormat.isNamed(path.name), isOpenToAnyMember: format != .gzip)
    }

    /// A file in a folder: a photo by its content or its name, or something else, which is skipped.
    private mutating func classify(_ path: PhotoPath, _ status: stat) -> PhotoInput? {
        do throws(ScanError) {
            let file = try InputFile(opening: path)
            var head: [UInt8] = []
            try file.read(upTo: FileSignature.length, into: &head)
            if let format = path.archiveFormat(of: head) {
                archive = ArchiveWalk(found(path, status, format), rules)
                return archive?.next()
            }
            // A damaged photo is reported, not skipped.
            guard FileSignature.isReadable(head) || path.isNamedLikeAPhoto else { return .skipped(path.name) }
            return .photo(Photo(name: path.name, content: .file(path), isSeen: true))
        } catch {
            return .failed(name: path.name, error == .system(ENOENT) ? .vanished : error)
        }
    }
}

/// Identifies a folder, independent of the path.
private struct FolderIdentity: Hashable {
    private let device: UInt64
    private let file: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
    }
}
