#if Server
// Backups in a folder.
import Catalogue
import Formats
import Foundation

struct BackupFolder: BackupPlace {
    private let folder: URL

    /// - Parameter path: an existing folder. It is not created, since it may be the mount point of a disk that is
    ///   missing.
    init(path: String) { folder = URL(filePath: path, directoryHint: .isDirectory) }

    var name: String { folder.path }

    func backups() throws -> [BackupFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { text in
            guard let name = BackupName(text) else { return nil }
            let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
            return BackupFile(name: name, bytes: attributes?[.size] as? Int ?? 0)
        }
    }

    func write(_ store: Store, as name: BackupName) throws -> BackupFile {
        try removeParts()
        try StoreArchive.write(store, to: file(name))
        let size = try FileManager.default.attributesOfItem(atPath: file(name))[.size] as? Int
        return BackupFile(name: name, bytes: size ?? 0)
    }

    func remove(_ name: BackupName) throws { try FileManager.default.removeItem(atPath: file(name)) }

    private func file(_ name: BackupName) -> String { folder.appending(path: name.text).path }

    /// Removes what a site that was killed has not completed.
    private func removeParts() throws {
        for text in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let end = text.range(of: ".partial"), BackupName(text[..<end.lowerBound]) != nil else {
                continue
            }
            DraftFolder.removeAbandoned(folder.appending(path: text).path)
        }
    }
}
#endif
