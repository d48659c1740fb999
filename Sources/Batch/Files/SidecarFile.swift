// The sidecar of a photo, `photo.jpg.xmp`: created if there is none; otherwise its other content stays. It is
// replaced atomically.
import Books
import Documents
import Foundation
import Output
import Reading

package enum SidecarFile {
    package enum Outcome: Hashable, Sendable {
        case made, updated, unchanged
    }

    /// In bytes; much more than any sidecar, even with years of history.
    private static let sizeLimit = 16 << 20

    /// Named after the whole name of the photo: darktable, digiKam, Immich and PhotoPrism find it so, and photos that
    /// differ only in their extension have sidecars of their own.
    package static func path(of photo: PhotoPath) -> PhotoPath { photo.appendingToName(".xmp") }

    /// Writes into the photo's sidecar which book the photo shows.
    ///
    /// - Parameter isDryRun: whether nothing is written.
    /// - Throws: `XMPSidecar.Fault` for a file that is left as it is, `OutputError` if it can't be read or written.
    package static func write(
        _ book: XMPBook, beside photo: PhotoPath, isDryRun: Bool = false
    ) throws -> Outcome {
        let path = path(of: photo)
        let target = OutputFile.resolved(path.name)
        guard let old = try content(of: path) else {
            let sidecar = try XMPSidecar()
            _ = try sidecar.describe(book)
            if !isDryRun { try replace(target, with: sidecar.bytes, mode: 0o666, path.name) }
            return .made
        }
        let sidecar = try XMPSidecar(old.bytes)
        guard try sidecar.describe(book) else { return .unchanged }
        if isDryRun { return .updated }
        try replace(target, with: sidecar.bytes, mode: old.status.st_mode & 0o777, path.name) {
            path.status.map { FileStamp($0) } == FileStamp(old.status)
        }
        return .updated
    }

    /// `nil` if there is none.
    private static func content(of path: PhotoPath) throws -> (bytes: Data, status: stat)? {
        guard let status = path.status else {
            if errno == ENOENT, !path.entryExists { return nil }
            throw OutputError.failed(path.name, code: errno)
        }
        guard status.isFile, status.st_size <= sizeLimit else { throw XMPSidecar.Fault.notXMP }
        do throws(ScanError) {
            var bytes: [UInt8] = []
            try InputFile(opening: path).read(upTo: sizeLimit, into: &bytes)
            return (Data(bytes), status)
        } catch {
            throw OutputError.failed(path.name, code: errno)
        }
    }

    /// - Parameter isCurrent: whether the file still has the content that was read.
    private static func replace(
        _ target: String, with bytes: Data, mode: mode_t, _ name: String, isCurrent: () -> Bool = { true }
    ) throws {
        let file = try AtomicFile(target, mode: mode, name: name)
        try file.write(bytes)
        guard isCurrent() else { throw OutputError.changed(name) }
        try file.move(to: target)
    }
}
