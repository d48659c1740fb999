// What the person pointed at, turned into photos one at a time: files, folders, lists of paths, standard input.
import Books
import Foundation
import Reading

/// The next thing among the inputs.
enum PhotoInput: Sendable {
    case photo(Photo)
    /// The name of a photo that need not be read, or of one of a book's.
    case known(String, photos: Int = 1)
    /// What an earlier run has read in so many photos of a book, and did not hand out.
    case book(PhotoRecord, photos: Int)
    /// What an earlier run said of a photo.
    case recorded(PhotoRecord, RecordPlace)
    /// A photo that can't be had.
    case failed(name: String, ScanError)
    /// A folder that can't be entered, or a line of a list, or of results, that says nothing.
    case barred(name: String, ScanError)
    /// A file in a folder that is no photo.
    case skipped(String)
    /// A path that came before.
    case repeated(String)
}

/// Where the photos are.
public enum PhotoInputs: Sendable {
    /// Files, folders and addresses; `-` is standard input.
    case paths([PhotoPath])
    /// A file of paths, one a line or each ended by NUL; `-` is standard input.
    case list(PhotoPath, endedByNUL: Bool)
    /// Some of them.
    indirect case selected(PhotoInputs, PathSelection)

    /// Without the selection.
    var all: PhotoInputs { if case .selected(let inputs, _) = self { inputs.all } else { self } }

    var selection: PathSelection {
        if case .selected(_, let selection) = self { selection } else { PathSelection() }
    }

    /// Whether the list can be opened, so that a wrong name is told before work starts.
    public func check() throws(ScanError) {
        guard case .list(let path, _) = all, path != .standardInput else { return }
        let status = path.status
        if status?.isFolder == true { throw .system(EISDIR) }
        // Whoever writes into a named pipe would be left without a reader again.
        if let status, !status.isFile { return }
        _ = try InputFile(opening: path)
    }

    /// How many files there are to look at, some of which may be no photos; `nil` when that can't be known before
    /// they are read. Reads folders and lists, but no photo.
    public func count() -> Int? { count(memories: []) }

    /// - Parameter memories: what need not be opened.
    package func count(memories: [any PhotoMemory]) -> Int? {
        var count = 0
        let share = PhotoShare(selection.shard)
        switch all {
        case .selected: break
        case .paths(let paths):
            guard !paths.contains(.standardInput) else { return nil }
            for path in paths {
                guard let files = PhotoInputs.count(path, selection, share, memories) else { return nil }
                count += files
            }
        case .list(let path, let endedByNUL):
            guard path.status?.isFile == true, let file = try? InputFile(opening: path) else { return nil }
            var list = PathList(file, endedByNUL: endedByNUL)
            while let entry = try? list.next() {
                let path = PhotoPath(bytes: entry)
                guard path != .standardInput else { return nil }
                guard let files = PhotoInputs.count(path, selection, share, memories) else { return nil }
                count += files
            }
        }
        return count
    }

    /// Whether it is all results of earlier runs.
    package var isRecordsOnly: Bool {
        guard case .paths(let paths) = all else { return false }
        return paths.allSatisfy { path in
            guard let file = RecordFile.opened(path) else { return false }
            _ = consume file
            return true
        }
    }

    /// Whether the first of them are results of an earlier run, and of books of several photos.
    package var holdsBooks: Bool {
        guard case .paths(let paths) = all, let path = paths.first, var file = RecordFile.opened(path),
            case .recorded(let record, _) = file.next()
        else { return false }
        return !record.photos.isEmpty
    }

    /// Goes over what comes after the first `seen` inputs, and reads no photo.
    ///
    /// - Parameter body: called with each record of an earlier run.
    /// - Returns: how many photos there are; `nil` where standard input or an archive holds some.
    package func rest(after seen: Int, _ body: (PhotoRecord) -> Void) -> Int? {
        switch all {
        case .paths(let paths) where paths.contains(.standardInput): return nil
        case .list(.standardInput, _): return nil
        default: break
        }
        guard var cursor = try? InputCursor(self) else { return nil }
        var place = 0
        var photos = 0
        while let input = cursor.next() {
            place += 1
            if case .failed(_, .archive) = input { return nil }
            guard place > seen else { continue }
            switch input {
            case .photo, .book, .known: photos += 1
            case .recorded(let record, _): body(record)
            case .failed, .barred, .repeated, .skipped: break
            }
        }
        return photos
    }

    private static func count(
        _ path: PhotoPath, _ selection: PathSelection, _ share: PhotoShare, _ memories: [any PhotoMemory]
    ) -> Int? {
        let isHeld = share.holds(path.name)
        if path.address != nil { return isHeld ? 1 : 0 }
        if isHeld, let status = path.status, memories.know(path, status) { return 1 }
        if var file = RecordFile.opened(path) { return file.count() }
        guard path.status?.isFolder == true else {
            return path.archiveFormat != nil ? nil : isHeld ? 1 : 0
        }
        var walk = FolderWalk(path, selection)
        return walk.count()
    }
}
