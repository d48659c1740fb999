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

    /// Creates the folder if there is none.
    ///
    /// - Parameter inputs: the files and folders that are read.
    package init(folder: String, inputs: PhotoInputs) throws(ScanError) {
        self.folder = folder
        self.inputs = inputs
        let roots = if case .paths(let paths) = inputs.all { paths } else { [PhotoPath]() }
        self.roots = roots.map { $0.bytes }.map { $0.last == Self.slash ? $0 : $0 + [Self.slash] }
        try Self.makeFolder(folder)
        links = PhotoLinks(among: inputs, leavingOut: PhotoPath(folder))
    }

    /// Looks for links among the inputs again.
    package mutating func findLinks() { links = PhotoLinks(among: inputs, leavingOut: PhotoPath(folder)) }

    /// Whether it is a symbolic link; links are not moved.
    package static func isLink(_ photo: String) -> Bool {
        PhotoPath(photo).linkTarget != nil
    }

    /// Moves a photo and returns its new path; `nil` if there is nothing to move: no file, or a link to one. Links
    /// among the inputs that lead to the photo lead to its new path afterwards.
    ///
    /// - Parameters:
    ///   - photo: its path.
    ///   - status: decides on the folder.
    ///   - willMove: called with each path that the photo may have next; if it returns false, the photo stays.
    /// - Throws: `system`; the photo is then at its old path.
    package mutating func move(
        _ photo: String, _ status: ScanStatus, willMove: (String) -> Bool
    ) throws(ScanError) -> String? {
        guard PhotoPath(photo).isPlainFile else { return nil }
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
                try FileMove.rename(photo, to: target, &links)
                return target
            } catch {
                if error != .system(EEXIST) { throw error }
            }
        }
    }

    /// Completes the move of a photo that was interrupted: removes its old name.
    ///
    /// - Parameter links: the links among the inputs, which are changed to the new name.
    /// - Returns: whether the photo now has its new name only.
    package static func completeInterruptedMove(
        of photo: String, to target: String, sha256: String, _ links: inout PhotoLinks
    ) -> Bool {
        let isThere = access(photo.systemPath, F_OK) == 0
        let names = isThere ? [photo, target] : [target]
        let areCopies = names.allSatisfy {
            (try? Photo(name: $0, content: .file(PhotoPath($0))).sha256()) == sha256
        }
        guard areCopies else { return false }
        return !isThere || (try? FileMove.forget(photo, for: target, &links)) != nil
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
