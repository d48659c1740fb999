// Where a store or a backup is made, by one process at a time.
import Books
import Foundation

/// A folder beside the file, readable by its owner only. What a process that was killed left in it goes.
package struct DraftFolder: Sendable {
    private let folder: LockedFolder

    package var path: String { folder.path }

    /// For a file that gets its name when it is complete.
    package static func partial(of target: String) throws(CatalogueError) -> DraftFolder {
        try DraftFolder("\(target).partial", for: target)
    }

    /// For what a backup contains that is restored.
    package static func restoring(_ store: String) throws(CatalogueError) -> DraftFolder {
        try DraftFolder("\(Store.resolved(store)).restoring", for: store)
    }

    /// For a backup that is sent elsewhere.
    package static func uploading(_ store: String) throws(CatalogueError) -> DraftFolder {
        try DraftFolder("\(Store.resolved(store)).uploading", for: store)
    }

    /// The names of a store and of an archive in it.
    package static let (store, archive) = ("catalogue.sqlite", "backup.tar")
    /// What the names of all that it may contain begin with: of backups, and of what they contain.
    private static let contents = [archive, store, "photos", "waiting"]

    /// Whether nothing else is in a folder, which would be somebody's.
    private static func isOurs(_ path: String) -> Bool {
        (path.folderEntries ?? []).allSatisfy { name in contents.contains { name.hasPrefix($0) } }
    }

    /// - Parameter target: the file that errors name.
    /// - Throws: `beingWritten` if another process has it, `noFolder`, `cannotWrite`, also if a folder with other files has
    ///   its name, `full`.
    private init(_ path: String, for target: String) throws(CatalogueError) {
        do throws(LockedFolder.Failure) {
            do throws(LockedFolder.Failure) {
                folder = try LockedFolder(path, mode: 0o700)
            } catch .system(ENOTDIR) where FileIdentity(path: path) != nil {
                // The file of an earlier version.
                unlink(path)
                folder = try LockedFolder(path, mode: 0o700)
            }
            guard Self.isOurs(path) else { throw .system(errno: ENOTEMPTY) }
            try folder.clear()
        } catch {
            switch error {
            case .busy: throw .beingWritten(path: target)
            case .system(ENOENT):
                let parent = URL(filePath: target).deletingLastPathComponent().path
                throw .noFolder(path: target, folder: parent)
            // What another user's process left is in the way.
            case .system(let code): throw .writing(access(path, F_OK) == 0 ? path : target, code)
            }
        }
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// With all that is in it.
    package func remove() { folder.remove() }

    /// Removes a folder of a process that was killed; one that is in use stays.
    package static func removeAbandoned(_ path: String) {
        if isOurs(path) { (try? LockedFolder(existing: path))?.remove() }
    }

    /// Those of a store that a process that was killed left behind.
    static func abandoned(besideStore path: String) -> [String] {
        let store = Store.resolved(path)
        return ["\(store).partial", "\(store).restoring", "\(store).uploading"].filter { folder in
            do throws(LockedFolder.Failure) {
                _ = try LockedFolder(existing: folder)
                return isOurs(folder)
            } catch {
                return error == .system(errno: EACCES)
            }
        }
    }
}
