// Compares a run's records with the files they describe.
import Books
import Foundation
import Output
import Reading

/// Finds differences between records and files.
package struct RunCheck {
    package enum Finding: Equatable, Sendable {
        /// The photo of a record does not exist.
        case missing(String)
        /// The file is not the one that was read.
        case changed(String)
        /// A photo in a folder of the run's photos has no record.
        case noRecord(String)
        /// The file can't be read now.
        case unread(String, ScanError)
    }

    private let file: String
    private let opener: any ArchiveOpener
    private var findings: [Finding] = []
    /// Hashes of photos in archives, by the photos' paths, grouped by the archives' real paths.
    private var archives:
        [PhotoPath: (located: PhotoPath, members: [PhotoPath: (name: String, sha256: String?)])] = [:]
    private var recorded: Set<PhotoPath> = []
    /// Names of folders as the records have them, by their real paths.
    private var folders: [PhotoPath: String] = [:]
    /// How many photos are unchanged.
    package private(set) var unchanged = 0
    /// How many photos came from the network or standard input, and so are not files.
    package private(set) var skipped = 0

    /// - Parameters:
    ///   - file: the run's file, as given.
    ///   - opener: opens archives.
    package init(_ file: String, archives opener: any ArchiveOpener) {
        (self.file, self.opener) = (file, opener)
    }

    private mutating func report(_ finding: Finding) { findings.append(finding) }

    /// Compares a photo; photos in archives are compared by `finish`.
    package mutating func add(_ photo: RunPhoto) -> [Finding] {
        compare(photo)
        defer { findings = [] }
        return findings
    }

    private mutating func compare(_ photo: RunPhoto) {
        let path = PhotoPath(photo.name)
        guard path.address == nil, !path.isStreamed else {
            skipped += 1
            return
        }
        let located = PhotoPath(photo.name.located(beside: file))
        if let archive = located.archived?.archive, let real = archive.real {
            recorded.insert(real)
            archives[real, default: (archive, [:])].members[located] = (photo.name, photo.sha256)
            return
        }
        note(located, photo.name)
        guard let status = located.status else {
            let code = errno
            return report(
                code == ENOENT || code == ENOTDIR ? .missing(photo.name) : .unread(photo.name, .system(code)))
        }
        guard status.isFile else { return report(.changed(photo.name)) }
        guard let sha256 = photo.sha256 else {
            // The inode is another in a copy.
            let (now, then) = (located.fileStamp, photo.stamp)
            let isSame = then.map { $0.size == now?.size && $0.modified == now?.modified } ?? true
            if isSame { unchanged += 1 } else { report(.changed(photo.name)) }
            return
        }
        do throws(ScanError) {
            let isSame = try Photo(name: photo.name, content: .file(located)).sha256() == sha256
            if isSame { unchanged += 1 } else { report(.changed(photo.name)) }
        } catch { report(.unread(photo.name, error)) }
    }

    private mutating func note(_ located: PhotoPath, _ name: String) {
        if let real = located.real { recorded.insert(real) }
        guard let own = located.realName else { return }
        recorded.insert(own)
        folders[own.folder] = String(name[..<name.nameStart])
    }

    /// Compares the photos in archives, and looks in the folders of the run's photos for photos without a record.
    package mutating func finish() -> [Finding] {
        for archive in archives.values.sorted(by: { $0.located.name < $1.located.name }) {
            compare(archive.located, archive.members)
        }
        for (folder, shown) in folders.sorted(by: { $0.value < $1.value }) {
            for entry in entries(of: folder) { report(.noRecord(shown + String(path: entry.ownName))) }
        }
        return findings
    }

    private mutating func compare(
        _ archive: PhotoPath, _ members: [PhotoPath: (name: String, sha256: String?)]
    ) {
        var left = members
        do throws(ScanError) {
            var cursor = try InputCursor(.paths([archive]), archives: opener)
            while let input = cursor.next() {
                switch input {
                case .photo(let photo):
                    guard let known = left.removeValue(forKey: PhotoPath(photo.name)) else {
                        report(.noRecord(photo.name))
                        continue
                    }
                    let isSame = known.sha256 == nil || (try? photo.sha256()) == known.sha256
                    if isSame { unchanged += 1 } else { report(.changed(known.name)) }
                case .failed(let name, let error), .failedArchive(let name, let error),
                    .unreadable(let name, let error):
                    if PhotoPath(name) == archive { throw error }
                    guard let known = left.removeValue(forKey: PhotoPath(name)) else { continue }
                    if known.sha256 == nil { unchanged += 1 } else { report(.unread(known.name, error)) }
                default: continue
                }
            }
            for known in left.values.sorted(by: { $0.name < $1.name }) { report(.missing(known.name)) }
        } catch { report(.unread(archive.name, error)) }
    }

    /// Photos and archives in a folder that no record names.
    private func entries(of folder: PhotoPath) -> [PhotoPath] {
        let found = (FolderEntries(folder)?.visible ?? []).map { folder.appending($0.name) }.filter { path in
            !recorded.contains(path) && path.real.map(recorded.contains) == false && path.holdsAPhoto
        }
        return found.sorted { NaturalOrder.precedes($0.ownName, $1.ownName) }
    }
}
