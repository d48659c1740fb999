// Symbolic links among the photos stay where they are when the photos that they lead to are moved: they lead to the new
// place then, at every moment of the move.
import Books
import Foundation
import Reading

/// The links among some inputs, by the photos that they lead to.
package struct PhotoLinks: Sendable {
    private static let slash = UInt8(ascii: "/")
    /// As many links as the system follows one after another.
    private static let longestChain = 40

    /// By the real paths of photos.
    private var links: [PhotoPath: [PhotoPath]] = [:]

    /// - Parameters:
    ///   - inputs: a list on standard input is left alone.
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
        for link in search.links {
            if let photo = Self.photo(behind: link, amid: search.links) {
                links[photo, default: []].append(link)
            }
        }
    }

    /// Those in some folders, but not below these.
    init(in folders: Set<PhotoPath>) {
        var search = Search(leavingOut: nil)
        for folder in folders { _ = search.entries(of: folder) }
        for link in search.links {
            if let photo = Self.photo(behind: link, amid: search.links) {
                links[photo, default: []].append(link)
            }
        }
    }

    /// Has the links to a photo lead to its new place; a relative one stays relative. Throws `system`, and leaves all as it
    /// was, where one of them can't be changed.
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

    /// The real path of the photo that a link leads to, whose place the link names itself; `nil` where another link of these
    /// names it, and where no photo is.
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

    /// What the names of links begin with that are being made; a process's number follows.
    static let draftStart = Array(".bookzone-".utf8)

    /// In one step: it leads to the one or to the other.
    private static func set(_ link: PhotoPath, to target: [UInt8]) throws(ScanError) {
        let draft = link.folder.appending(draftStart + Array("\(getpid()).partial".utf8))
        unlink(draft.cString)
        guard symlink(PhotoPath(bytes: target).cString, draft.cString) == 0 else { throw .system(errno) }
        guard rename(draft.cString, link.cString) == 0 else {
            let code = errno
            unlink(draft.cString)
            throw .system(code)
        }
    }

    /// A real path as it is named from a folder that is one.
    private static func relative(_ path: PhotoPath, from folder: PhotoPath) -> [UInt8] {
        let (target, start) = (path.bytes.split(separator: slash), folder.bytes.split(separator: slash))
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let parts = start.dropFirst(shared).map { _ in Array("..".utf8)[...] } + target.dropFirst(shared)
        return Array(parts.joined(separator: [slash]))
    }

    /// Goes through folders as `FolderWalk` does, by names alone.
    private struct Search {
        /// Real paths of their folders, with their own names.
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

        /// Takes the links in a folder, and returns what in it is no file; nothing of a folder that was entered before.
        mutating func entries(of folder: PhotoPath) -> [PhotoPath] {
            guard let folder = folder.real, entered.insert(folder).inserted else { return [] }
            var others: [PhotoPath] = []
            // Most are files, and these are no further looked at.
            guard let entries = FolderEntries(folder) else { return [] }
            for name in entries.abandonedLinks {
                let draft = folder.appending(name)
                if draft.linkTarget != nil { unlink(draft.cString) }
            }
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
    /// What a link names; `nil` of all else.
    var linkTarget: [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(cString, &target, target.count)
        return count > 0 ? target.prefix(count).map { UInt8(bitPattern: $0) } : nil
    }

    /// Links followed; `nil` where nothing is.
    var real: PhotoPath? {
        guard let real = realpath(cString, nil) else { return nil }
        defer { free(real) }
        return PhotoPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// What the path itself names, in the real path of its folder; a link is not followed.
    var realName: PhotoPath? {
        let bytes = bytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = Array(bytes[start...])
        guard !name.isEmpty, name != Array(".".utf8), name != Array("..".utf8) else { return real }
        return PhotoPath(bytes: start == 0 ? Array(".".utf8) : Array(bytes[..<start])).real?.appending(name)
    }

    /// Of a real path.
    var folder: PhotoPath {
        let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return PhotoPath(bytes: end == 0 ? Array("/".utf8) : Array(bytes[..<end]))
    }

    var isPlainFile: Bool {
        var status = stat()
        return lstat(cString, &status) == 0 && status.isFile
    }
}
