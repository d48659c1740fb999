// Moves photos into folders by their results. An existing file is never overwritten.
import Books
import Foundation
import Reading

/// Moves photos into `found`, `uncertain`, `none` and `failed` below a folder.
package struct PhotoSorter: Sendable {
    private let folder: String
    private let inputs: PhotoInputs
    private var links: PhotoLinks
    /// Photos keep their paths relative to these; each ends with a slash.
    private let roots: [[UInt8]]

    /// - Parameters:
    ///   - folder: must exist; copies that a killed run left unfinished in it are removed.
    ///   - inputs: the files and folders that are read.
    package init(folder: String, inputs: PhotoInputs) {
        self.folder = folder
        self.inputs = inputs
        let roots = if case .paths(let paths) = inputs.all { paths } else { [PhotoPath]() }
        self.roots = roots.map { $0.bytes }.map { $0.last == Self.slash ? $0 : $0 + [Self.slash] }
        PhotoLinks.removeDrafts(in: PhotoPath(folder))
        links = PhotoLinks(among: inputs, leavingOut: PhotoPath(folder))
    }

    /// Looks for links among the inputs again.
    package mutating func findLinks() { links = PhotoLinks(among: inputs, leavingOut: PhotoPath(folder)) }

    /// Whether it is a symbolic link; links are not moved.
    package static func isLink(_ photo: String) -> Bool {
        PhotoPath(photo).linkTarget != nil
    }

    /// Moves a photo and returns its new path; `nil` if there is nothing to move: a link, a folder, a photo from the
    /// network or standard input, no file if none could be read, or a file of which nothing is known. Links among
    /// the inputs that lead to the photo lead to its new path afterwards.
    ///
    /// - Parameters:
    ///   - photo: its path.
    ///   - file: what was read.
    ///   - status: decides on the folder.
    ///   - willMove: called with each path that the photo may have next; if it returns false, the photo stays.
    /// - Throws: `changed` if the file is another one by now or gone, or `system`; what is at its old path stays there.
    package mutating func move(
        _ photo: String, as file: FileAsRead, _ status: ScanStatus, willMove: (String) -> Bool
    ) throws(ScanError) -> String? {
        let path = PhotoPath(photo)
        guard path.address == nil, !path.isStreamed, file.isKnown,
            path.isPlainFile || file.sha256 != nil && !path.entryExists
        else { return nil }
        guard let stamp = try file.found(at: path) else { throw .changed }
        let file = FileAsRead(stamp: stamp, sha256: file.sha256)
        let wanted = Array("\(folder)/\(status.rawValue)/".pathBytes) + relative(photo)
        if let slash = wanted.lastIndex(of: Self.slash) {
            try Self.makeFolder(String(path: wanted[..<slash]))
        }
        var number = 1
        while true {
            let target = String(path: number == 1 ? wanted : Self.numbered(wanted, number))
            number += 1
            guard access(target.systemPath, F_OK) != 0 else { continue }
            guard willMove(target) else { return nil }
            do throws(ScanError) {
                try FileMove.rename(photo, to: target, as: file, &links)
                return target
            } catch {
                if error != .system(EEXIST) { throw error }
            }
        }
    }

    /// Completes the move of a photo that was interrupted: removes its old name, unless that leads to another file by
    /// now.
    ///
    /// - Parameters:
    ///   - file: what was read.
    ///   - links: the links among the inputs, which are changed to the new name.
    /// - Returns: whether the photo now has its new name only.
    package static func completeInterruptedMove(
        of photo: String, to target: String, as file: FileAsRead, _ links: inout PhotoLinks
    ) -> Bool {
        do throws(ScanError) {
            guard try file.found(at: PhotoPath(target)) != nil else { return false }
            let hasOldName = try file.found(at: PhotoPath(photo)) != nil
            if hasOldName { try FileMove.forget(photo, for: target, &links) }
            return true
        } catch { return false }
    }

    /// The path relative to an input folder, else the name alone.
    private func relative(_ photo: String) -> [UInt8] {
        let path = photo.pathBytes
        if let root = roots.filter({ path.starts(with: $0) }).max(by: { $0.count < $1.count }) {
            return Array(path.dropFirst(root.count).drop { $0 == Self.slash })
        }
        return path.split(separator: Self.slash).last.map { Array($0) } ?? path
    }

    /// `a/b-2.jpg`.
    private static func numbered(_ path: [UInt8], _ number: Int) -> [UInt8] {
        let name = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
        let point = path[name...].lastIndex(of: UInt8(ascii: ".")) ?? path.count
        let end = point > name ? point : path.count
        return Array(path[..<end] + "-\(number)".utf8 + path[end...])
    }

    private static let slash = UInt8(ascii: "/")

    /// Creates the folder and its parents.
    private static func makeFolder(_ path: String) throws(ScanError) {
        let code = path.makeFolder()
        if code != 0 { throw .system(code) }
    }
}
