// A folder for a file that another program's library must find by its name.
import Foundation

extension LockedFolder {
    private static let prefix = "bookzone-scratch-"

    /// A new folder in the one for temporary files, readable by its owner only. What processes that were killed left in
    /// such folders goes.
    package static func scratch() throws(Failure) -> LockedFolder {
        let place = FileManager.default.temporaryDirectory.path
        for name in place.folderEntries ?? [] where name.hasPrefix(prefix) {
            let path = "\(place)/\(name)"
            // Nobody else can put another folder in the place of one's own.
            if isOwn(path) { (try? LockedFolder(existing: path))?.remove() }
        }
        return try LockedFolder("\(place)/\(prefix)\(UUID().uuidString)", mode: 0o700)
    }

    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }
}
