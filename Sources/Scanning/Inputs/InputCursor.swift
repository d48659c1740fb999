// Walks the inputs once, in order. Blocks while a disk or a pipe is slow, so it runs on a thread of its own.
import Books
import Foundation

/// Hands out one input after another.
struct InputCursor: ~Copyable {
    /// Named and not yet begun, the next one last.
    private var paths: [PhotoPath] = []
    private var list: PathList?
    private var listName = ""
    /// Whether standard input holds the list, and so no photos.
    private var listIsStandardInput = false
    private var listed = 0
    private var walk: FolderWalk?
    private var stream: PhotoStream?
    private var records: RecordFile?
    private let memories: [any PhotoMemory]
    private let left: PhotoPath?
    private let selection: PathSelection
    private let share: PhotoShare
    /// Folders are walked so that the photos of one book come together.
    private let grouping: PhotoGrouping?
    /// `nil` where no path can come twice.
    private var seen: SeenPaths?

    /// - Parameters:
    ///   - memories: what need not be opened.
    ///   - left: a folder that is not entered.
    init(
        _ inputs: PhotoInputs, memories: [any PhotoMemory] = [], leavingOut left: PhotoPath? = nil,
        _ grouping: PhotoGrouping? = nil
    ) throws(ScanError) {
        self.memories = memories
        self.left = left
        self.grouping = grouping
        selection = inputs.selection
        share = PhotoShare(selection.shard)
        switch inputs.all {
        case .selected: break
        case .paths(let paths):
            self.paths = paths.reversed()
            if paths.count > 1 { seen = SeenPaths(from: FileManager.default.currentDirectoryPath) }
        case .list(let path, let endedByNUL):
            listIsStandardInput = path == .standardInput
            listName = path.name
            seen = SeenPaths(from: FileManager.default.currentDirectoryPath)
            list = PathList(
                listIsStandardInput ? .standardInput : try InputFile(opening: path), endedByNUL: endedByNUL)
        }
    }

    /// `nil` when there is nothing left.
    mutating func next() -> PhotoInput? {
        let input = following()
        let path: PhotoPath
        switch input {
        case .photo(let photo):
            switch photo.content {
            case .file(let file): path = file
            case .address: path = PhotoPath(photo.name)
            case .streamed, .fetched: return input
            }
        case .known(let name, _): path = PhotoPath(name)
        default: return input
        }
        return seen?.insert(path) == false ? .repeated(path.name) : input
    }

    private mutating func following() -> PhotoInput? {
        while true {
            if let input = walk?.next() { return input }
            walk = nil
            while let input = records?.next() {
                if case .recorded(let record, _) = input, !share.holds(record.photo) { continue }
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
            guard let bytes = try stream?.next() else { return nil }
            return .photo(Photo(name: PhotoPath.standardInput.name, content: .streamed(bytes)))
        } catch {
            stream = nil
            return .failed(name: PhotoPath.standardInput.name, error)
        }
    }

    /// A photo is an input of its own; folders, results of earlier runs and standard input are opened and give theirs
    /// later.
    private mutating func begin(_ path: PhotoPath) -> PhotoInput? {
        if path == .standardInput {
            if listIsStandardInput {
                return .failed(name: path.name, .listNamesItself)
            }
            stream = PhotoStream(.standardInput)
            return nil
        }
        if path.address != nil {
            guard share.holds(path.name) else { return nil }
            return memories.contains { $0.knows(address: path.name) }
                ? .known(path.name) : .photo(Photo(at: path))
        }
        let status = path.status
        if let status, status.isFolder {
            walk = FolderWalk(path, selection, memories: memories, leavingOut: left, grouping: grouping)
        } else if let status, share.holds(path.name), memories.know(path, status) {
            return .known(path.name)
        } else if let file = RecordFile.opened(path) {
            records = consume file
        } else if share.holds(path.name) {
            return .photo(Photo(name: path.name, content: .file(path)))
        }
        return nil
    }

    /// Takes the list's next entry for the next path; an entry that is none is an input that failed.
    private mutating func takeListed() -> PhotoInput? {
        do throws(ScanError) {
            guard let entry = try list?.next() else { return nil }
            listed += 1
            if entry.isEmpty { throw .emptyName }
            paths = [PhotoPath(bytes: entry)]
            return nil
        } catch {
            if error != .emptyName { list = nil }
            return .barred(name: "\(listName):\(listed)", error)
        }
    }
}
