// Walks the inputs once, in order. It blocks while a disk or a pipe is slow, so it runs on a thread of its own.
import Books
import Documents
import Foundation
import Reading

/// Returns one input after another.
struct InputCursor: ~Copyable {
    /// Found earlier, and returned first.
    private var found: ArraySlice<PhotoInput> = []
    /// Paths that have not been opened yet, in reverse order.
    private var paths: [PhotoPath] = []
    private var list: PathList?
    private var listName = ""
    /// Whether standard input is the list, and so has no photos.
    private var listIsStandardInput = false
    private var listed = 0
    private var walk: FolderWalk?
    private var stream: PhotoStream?
    private var archive: ArchiveWalk?
    private var records: RecordFile?
    private let rules: WalkRules
    /// `nil` if no path can occur twice.
    private var seen: SeenPaths?
    /// The photos in archives on standard input.
    private var streamed = SeenPaths(from: "")

    /// All parameters but the first are those of `WalkRules`.
    init(
        _ inputs: PhotoInputs, caches: [any ScanCache] = [], leavingOut left: PhotoPath? = nil,
        _ grouping: PhotoGrouping? = nil, archives opener: (any ArchiveOpener)? = nil
    ) throws(ScanError) {
        rules = WalkRules(
            inputs.selection, caches: caches, leavingOut: left, grouping, archives: opener)
        switch inputs.all {
        case .selected: break
        case .paths(let paths):
            self.paths = paths.reversed()
            if paths.count > 1 { seen = SeenPaths(from: String.workingFolder) }
        case .list(let path, let endedByNUL):
            listIsStandardInput = path == .standardInput
            listName = path.name
            seen = SeenPaths(from: String.workingFolder)
            list = try PathList(opening: path, endedByNUL: endedByNUL)
        }
    }

    /// For inputs that were found earlier.
    init(_ found: [PhotoInput]) {
        self.found = found[...]
        rules = WalkRules()
    }

    /// `nil` at the end.
    mutating func next() -> PhotoInput? {
        let input = following()
        let path: PhotoPath
        switch input {
        case .photo(let photo):
            switch photo.content {
            case .file, .address, .member(_, of: .some): path = PhotoPath(photo.name)
            case .member(_, of: nil): return .photo(distinguished(photo))
            case .streamed, .fetched: return input
            }
        case .known(let name, _): path = PhotoPath(name)
        default: return input
        }
        return seen?.insert(path) == false ? .repeated(path.name) : input
    }

    /// Several archives on standard input may have photos of one name; their records must not be taken for those of one
    /// photo: `-/a.jpg`, `-/2/a.jpg`.
    private mutating func distinguished(_ photo: Photo) -> Photo {
        let (path, archive) = (PhotoPath(photo.name), PhotoPath.standardInput.bytes + [UInt8(ascii: "/")])
        guard path.bytes.starts(with: archive), !streamed.insert(path) else { return photo }
        var (number, other) = (1, path)
        repeat {
            number += 1
            other = PhotoPath(bytes: archive + Array("\(number)/".utf8) + path.bytes.dropFirst(archive.count))
        } while !streamed.insert(other)
        return Photo(name: other.name, content: photo.content)
    }

    private mutating func following() -> PhotoInput? {
        while true {
            if let input = found.popFirst() { return input }
            if let input = walk?.next() { return input }
            walk = nil
            if let input = archive?.next() { return input }
            archive = nil
            while let input = records?.next() {
                if case .recorded(let record, _) = input, !rules.share.holds(record.photo) { continue }
                return input
            }
            records = nil
            if let input = nextOfStream() { return input }
            stream = nil
            if let path = paths.popLast() {
                if let input = begin(path) { return input }
            } else if let input = takeListed() {
                return input
            } else if paths.isEmpty {
                return nil
            }
        }
    }

    private mutating func nextOfStream() -> PhotoInput? {
        do throws(ScanError) {
            while let file = try stream?.next() {
                switch file {
                case .photo(let bytes):
                    return .photo(Photo(name: PhotoPath.standardInput.name, content: .streamed(bytes)))
                case .archive(let spool, let isWhole):
                    // Its photos come before what is left of the stream.
                    archive = ArchiveWalk(
                        FoundArchive(path: .standardInput), rules, spool: spool, isWhole: isWhole)
                    if let input = archive?.next() { return input }
                case .failed(let error): return .failed(name: PhotoPath.standardInput.name, error)
                }
            }
            return nil
        } catch {
            stream = nil
            return .failed(name: PhotoPath.standardInput.name, error)
        }
    }

    /// Returns a photo as an input; opens folders, results of earlier runs and standard input, whose photos follow.
    private mutating func begin(_ path: PhotoPath) -> PhotoInput? {
        if path == .standardInput {
            if listIsStandardInput {
                return .failed(name: path.name, .listNamesItself)
            }
            stream = PhotoStream(.standardInput)
            return nil
        }
        if path.address != nil {
            guard rules.share.holds(path.name) else { return nil }
            return rules.caches.contains { $0.isKnown(address: path.name) }
                ? .known(path.name) : .photo(Photo(at: path))
        }
        if rules.leaveOut(path) { return nil }
        if path.isFolder {
            walk = FolderWalk(path, rules)
            return nil
        }
        let isShared = rules.share.holds(path.name)
        if isShared, rules.know(path, path.fileStamp) { return .known(path.name) }
        if let file = RecordFile.opened(path) {
            records = consume file
            return nil
        }
        if isShared || ArchiveFormat.isNamed(path.name), let format = path.archiveFormat {
            return begin(path, format)
        }
        return isShared ? .photo(Photo(name: path.name, content: .file(path))) : nil
    }

    private mutating func begin(_ path: PhotoPath, _ format: ArchiveFormat) -> PhotoInput? {
        if seen?.insert(path) == false { return .repeated(path.name) }
        archive = ArchiveWalk(FoundArchive(path, format), rules)
        return archive?.next()
    }

    /// Makes the list's next entry the next path; an invalid entry is an input that failed.
    private mutating func takeListed() -> PhotoInput? {
        do throws(ScanError) {
            guard let entry = try list?.next() else { return nil }
            listed += 1
            if entry.isEmpty { throw .emptyName }
            paths = [PhotoPath(bytes: entry)]
            return nil
        } catch {
            if error != .emptyName { list = nil }
            if error == .listHoldsNUL { listed += 1 }
            return .unreadable(name: "\(listName):\(listed)", error)
        }
    }
}
