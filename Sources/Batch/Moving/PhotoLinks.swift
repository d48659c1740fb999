// Symbolic links among the photos stay in place when their targets are moved, and lead to the new paths, at every
// moment of the move.
import Books
import Foundation
import Reading

/// The links among some inputs, by the photos that they lead to.
package struct PhotoLinks: Sendable {
    private static let slash = UInt8(ascii: "/")
    /// As many links as Linux follows in a row.
    private static let longestChain = 40

    /// By the real paths of the photos.
    private var links: [PhotoPath: [PhotoPath]] = [:]

    /// - Parameters:
    ///   - inputs: a list on standard input is not read.
    ///   - left: a folder that is not entered.
    package init(among inputs: PhotoInputs, leavingOut left: PhotoPath?) {
        var search = Search(leavingOut: left)
        switch inputs.all {
        case .paths(let paths): for path in paths { search.add(path) }
        case .list(let list, let endedByNUL):
            guard list != .standardInput, list.status?.isFile == true,
                var entries = try? PathList(opening: list, endedByNUL: endedByNUL)
            else { return }
            while let entry = try? entries.next() { search.add(PhotoPath(bytes: entry)) }
        case .selected: break
        }
        add(search.links)
    }

    /// The links in some folders, but not below them.
    init(in folders: Set<PhotoPath>) {
        var search = Search(leavingOut: nil)
        for folder in folders { _ = search.entries(of: folder) }
        add(search.links)
    }

    private mutating func add(_ found: Set<PhotoPath>) {
        for link in found {
            if let photo = Self.photo(behind: link, amid: found) { links[photo, default: []].append(link) }
        }
    }

    /// Removes the temporary links and copies that a killed run left in a folder or below it.
    static func removeDrafts(in folder: PhotoPath) {
        var search = Search(leavingOut: nil)
        search.add(folder)
    }

    /// Makes the links to a photo lead to its new path; relative links stay relative. Throws `system`, and leaves all
    /// links as they were, if one of them can't be changed.
    mutating func lead(from old: PhotoPath, to new: PhotoPath) throws(ScanError) {
        guard let moved = links[old] else { return }
        var changed: [(link: PhotoPath, target: [UInt8])] = []
        do throws(ScanError) {
            for link in moved {
                guard let target = link.linkTarget else { throw .system(errno) }
                let isRelative = target.first != Self.slash
                try Self.set(link, to: isRelative ? Self.relative(new, from: link.folder) : new.bytes)
                changed.append((link, target))
            }
        } catch {
            for (link, target) in changed { try? Self.set(link, to: target) }
            throw error
        }
        links[old] = nil
        links[new, default: []] += moved
    }

    /// The real path of the photo to which a link leads directly; `nil` if it leads to another of these links, or to
    /// no photo.
    private static func photo(behind link: PhotoPath, amid links: Set<PhotoPath>) -> PhotoPath? {
        var place = link
        for _ in 0..<longestChain {
            guard let target = place.linkTarget else { return place.isPlainFile ? place : nil }
            let path = target.first == slash ? PhotoPath(bytes: target) : place.folder.appending(target)
            guard let next = path.realName else { return nil }
            if links.contains(next) { return nil }
            place = next
        }
        return nil
    }

    /// The start of the names of temporary links and copies; the process number follows.
    static let draftStart = Array(".bookzone-".utf8)

    /// Their name while a process makes them.
    static func draftName(of process: pid_t) -> [UInt8] { draftStart + Array("\(process).partial".utf8) }

    /// Atomically: the link leads either to the old target or to the new one.
    private static func set(_ link: PhotoPath, to target: [UInt8]) throws(ScanError) {
        let draft = link.folder.appending(draftName(of: getpid()))
        unlink(draft.cString)
        guard symlink(PhotoPath(bytes: target).cString, draft.cString) == 0 else { throw .system(errno) }
        guard rename(draft.cString, link.cString) == 0 else {
            let code = errno
            unlink(draft.cString)
            throw .system(code)
        }
    }

    /// A real path relative to a folder, which is a real path too.
    private static func relative(_ path: PhotoPath, from folder: PhotoPath) -> [UInt8] {
        let (target, start) = (path.bytes.split(separator: slash), folder.bytes.split(separator: slash))
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let parts = start.dropFirst(shared).map { _ in Array("..".utf8)[...] } + target.dropFirst(shared)
        return Array(parts.joined(separator: [slash]))
    }

    /// Walks folders like `FolderWalk`, but looks at names only.
    private struct Search {
        /// The real paths of their folders, with the links' own names.
        private(set) var links: Set<PhotoPath> = []
        private var entered: Set<PhotoPath> = []

        init(leavingOut left: PhotoPath?) {
            if let left = left?.real { entered = [left] }
        }

        mutating func add(_ path: PhotoPath) {
            guard path != .standardInput, path.address == nil else { return }
            if let name = path.realName, name.linkTarget != nil { links.insert(name) }
            if path.isFolder { enter(path) }
        }

        private mutating func enter(_ folder: PhotoPath) {
            var pending = [folder]
            while let folder = pending.popLast() {
                pending += entries(of: folder).filter(\.isFolder)
            }
        }

        /// Adds the links in a folder, and returns its entries that are not files; nothing if the folder was entered
        /// before.
        mutating func entries(of folder: PhotoPath) -> [PhotoPath] {
            guard let folder = folder.real, entered.insert(folder).inserted else { return [] }
            var others: [PhotoPath] = []
            // Most entries are files, and need no further look.
            guard let entries = FolderEntries(folder) else { return [] }
            for name in entries.abandoned { unlink(folder.appending(name).cString) }
            for entry in entries.visible where entry.kind != DT_REG {
                let path = folder.appending(entry.name)
                if entry.kind != DT_DIR, path.linkTarget != nil { links.insert(path) }
                others.append(path)
            }
            return others
        }
    }
}

extension PhotoPath {
    /// The target of a link; `nil` for everything else.
    var linkTarget: [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(cString, &target, target.count)
        return count > 0 ? target.prefix(count).map { UInt8(bitPattern: $0) } : nil
    }

    /// With links resolved; `nil` if nothing is there.
    var real: PhotoPath? {
        guard let real = realpath(cString, nil) else { return nil }
        defer { free(real) }
        return PhotoPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// The path with the links in its folder resolved, but not the last name.
    var realName: PhotoPath? {
        let bytes = bytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = Array(bytes[start...])
        guard !name.isEmpty, name != Array(".".utf8), name != Array("..".utf8) else { return real }
        return PhotoPath(bytes: start == 0 ? Array(".".utf8) : Array(bytes[..<start])).real?.appending(name)
    }

    /// The folder of a real path.
    var folder: PhotoPath {
        let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return PhotoPath(bytes: end == 0 ? Array("/".utf8) : Array(bytes[..<end]))
    }

    var isPlainFile: Bool {
        var status = stat()
        return lstat(cString, &status) == 0 && status.isFile
    }
}
