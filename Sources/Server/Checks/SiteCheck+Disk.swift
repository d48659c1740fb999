#if Server
// Whether the store and the photos can be written, and have enough space.
import Catalogue
import Formatting
import Foundation

extension SiteCheck {
    func disk() -> [Finding] {
        let problems = [place(), room(), networkDisk(store)?.warning(store: store)].compactMap(\.self)
        guard problems.isEmpty else {
            return problems.map { Finding(subject: .disk, verdict: .wrong, words: $0) }
        }
        return [Finding(subject: .disk, verdict: .fine, words: "\(store): \((freeBytes ?? 0).size) free")]
    }

    /// What is wrong with the store's file and folders; `nil` if nothing is.
    private func place() -> String? {
        let folder = URL(fileURLWithPath: store).deletingLastPathComponent().path
        guard access(folder, F_OK) == 0 else {
            return "\(folder): there is no such folder; make it, or mount its disk"
        }
        let paths: [String] = [store, folder, options.photos].filter { access($0, F_OK) == 0 }
        if let closed = paths.first(where: { access($0, R_OK | W_OK) != 0 }) {
            return
                "\(closed): can't be changed by this user; run the check as the site's user, or change the rights"
        }
        guard access(store, F_OK) == 0 else { return nil }
        do throws(CatalogueError) { _ = try Store.version(at: store) } catch { return error.message }
        return nil
    }

    /// `nil` if the folder is missing.
    private var freeBytes: Int? {
        var disk = statvfs()
        let folder = URL(fileURLWithPath: store).deletingLastPathComponent().path
        guard statvfs(folder, &disk) == 0 else { return nil }
        return Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
    }

    private func room() -> String? {
        guard let freeBytes, freeBytes < options.diskLeft else { return nil }
        return
            "\(store): \(freeBytes.size) of the disk are free, and photos need \(options.diskLeft.size); free some"
    }
}
#endif
