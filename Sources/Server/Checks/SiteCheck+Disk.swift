#if Server
// Whether the store and the photos can be written, and have enough space.
import Catalogue
import Formatting
import Foundation

extension SiteCheck {
    func disk() -> [Finding] {
        let problems =
            [place(), room(of: folder), networkDisk(store)?.warning(store: store), openStore()].compactMap(
                \.self)
            + photosDisk()
        guard problems.isEmpty else {
            return problems.map { Finding(subject: .disk, verdict: .wrong, words: $0) }
        }
        let free = freeBytes(folder) ?? 0
        return [Finding(subject: .disk, verdict: .fine, words: "\(store): \(free.size) free")]
    }

    /// What is wrong with the store's file and folders; `nil` if nothing is.
    private func place() -> String? {
        guard access(folder, F_OK) == 0 else {
            return "\(folder): there is no such folder; make it, or mount its disk"
        }
        let paths: [String] = [store, folder, options.photos].filter { access($0, F_OK) == 0 }
        if let closed = paths.lazy.compactMap(closed).first { return closed }
        guard access(store, F_OK) == 0 else { return nil }
        do throws(CatalogueError) { _ = try Store.version(at: store) } catch { return error.message }
        return nil
    }

    /// What others can read of the store; `nil` if nothing.
    private func openStore() -> String? {
        let files = Store.openFiles(ofStore: store).paths.filter(Store.isReadableByOthers)
        return files.isEmpty
            ? nil
            : "\(files.joined(separator: ", ")): other users of this machine can read it, with password hashes and private notes; "
                + "run `chmod o-rwx` on it, or start the site, which does that"
    }

    /// How many backups in a folder others can read; `nil` if they can read none.
    func openBackups(_ folder: String) -> String? {
        let names = (folder.folderEntries ?? []).filter { BackupName($0) != nil }
        let count = names.count { Store.isReadableByOthers("\(folder)/\($0)") }
        return count == 0
            ? nil
            : "\(folder): other users of this machine can read \(count.counted("backup")) in it, with password hashes and private notes; "
                + "run `chmod o-rwx` on the folder"
    }

    private func closed(_ path: String) -> String? {
        guard access(path, R_OK | W_OK) != 0 else { return nil }
        return
            "\(path): can't be changed by this user; run the check as the site's user, or change the rights"
    }

    /// Why a backup could not be written to a folder; `nil` if nothing is known to prevent it.
    func backupFault(_ folder: String) -> String? {
        if let closed = closed(folder) { return closed }
        var status = stat()
        guard stat(store, &status) == 0, let free = freeBytes(folder), free < Int(status.st_size) else {
            return nil
        }
        let size = Int(status.st_size).size
        return "\(folder): \(free.size) of the disk are free, and a backup needs about \(size); free some"
    }

    private var folder: String {
        URL(fileURLWithPath: Store.resolved(store)).deletingLastPathComponent().path
    }

    /// The photos' folder, if it is there, may be on a disk of its own.
    private func photosDisk() -> [String] {
        guard access(options.photos, F_OK) == 0, device(options.photos) != device(folder) else { return [] }
        return [room(of: options.photos)].compactMap(\.self)
    }

    private func room(of folder: String) -> String? {
        guard let free = freeBytes(folder), free < options.diskLeft else { return nil }
        return
            "\(folder): \(free.size) of the disk are free, and photos need \(options.diskLeft.size); free some"
    }
}
#endif
