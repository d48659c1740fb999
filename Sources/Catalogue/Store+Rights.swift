// The rights of a machine's other users on a store with accounts, whose hashes and private notes are nobody else's business.
import Foundation
internal import GRDB

extension Store {
    /// Files and folders on which other users have rights: neither the owner nor the group, whose rights somebody has given.
    package struct OpenFiles: Sendable {
        package var paths: [String]
        /// Why the rights could not be taken away, where that is so.
        package var failures: [String: Int32] = [:]

        /// Those of which others have no rights any more.
        package var closed: [String] { paths.filter { failures[$0] == nil } }
    }

    /// Whether the store has accounts. Only their hashes are in it, but nobody else must be able to guess passwords with
    /// them.
    package func hasAccounts() throws(CatalogueError) -> Bool {
        try query { db in try db.number("SELECT 1 FROM account LIMIT 1") != nil }
    }

    /// The files of the store at `path`, of stores that it replaced, and the folder of a site's photos, as far as others
    /// have rights on them.
    package static func openFiles(ofStore path: String) -> OpenFiles {
        let store = resolved(path)
        let former = (folder(of: store).folderEntries ?? []).filter {
            $0.hasPrefix("\(URL(filePath: store).lastPathComponent).replaced-")
        }
        let places = [store, CoverFile.path(besideStore: path)].flatMap { file in
            ["", "-wal", "-shm", "-journal"].map { file + $0 }
        }
        let files = places + former.sorted().map { "\(folder(of: store))/\($0)" }
        return OpenFiles(paths: (files + [photos(besideStore: path)]).filter { rights(on: $0) & others != 0 })
    }

    /// Takes the rights of others on the store's files away.
    package static func closeToOthers(_ open: OpenFiles) -> OpenFiles {
        var open = open
        for path in open.paths where chmod(path, rights(on: path) & ~others) != 0 {
            open.failures[path] = errno
        }
        return open
    }

    /// Whether others can read a file: by its own rights and those of the folders above it.
    package static func isReadableByOthers(_ path: String) -> Bool {
        guard rights(on: path) & 0o004 != 0 else { return false }
        var above = URL(filePath: resolved(path)).standardizedFileURL.deletingLastPathComponent()
        while above.path != "/" {
            if rights(on: above.path) & 0o001 == 0 { return false }
            above.deleteLastPathComponent()
        }
        return true
    }

    /// The rights of users who are neither the owner nor in the group.
    package static let others: mode_t = 0o007

    /// None if there is no such file.
    private static func rights(on path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private static func folder(of file: String) -> String {
        URL(filePath: file).deletingLastPathComponent().path
    }
}
