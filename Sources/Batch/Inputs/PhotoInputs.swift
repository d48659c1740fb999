// The inputs of a scan, turned into photos one at a time: files, folders, lists of paths, standard input.
import Books
import Documents
import Foundation
import Reading

enum PhotoInput: Sendable {
    case photo(Photo)
    /// A photo, or the photos of a book, that need not be read; with the name.
    case known(String, photos: Int = 1)
    /// A book of several photos that an earlier run has read but not handed out.
    case book(PhotoRecord, photos: Int)
    /// A photo's record from an earlier run.
    case recorded(PhotoRecord, RecordPosition)
    /// A photo that can't be opened.
    case failed(name: String, ScanError)
    /// An archive that can't be opened, or not read as a whole; it is not a photo of a book.
    case failedArchive(name: String, ScanError)
    /// A folder that can't be opened, or an invalid line of a list or results file.
    case unreadable(name: String, ScanError)
    /// A file in a folder that is not a photo.
    case skipped(String)
    /// A path that occurred before.
    case repeated(String)
}

/// Where the photos come from.
public enum PhotoInputs: Sendable {
    /// Files, folders and URLs; `-` is standard input.
    case paths([PhotoPath])
    /// A file of paths, one per line or each terminated by NUL; `-` is standard input.
    case list(PhotoPath, endedByNUL: Bool)
    /// Inputs filtered by a selection.
    indirect case selected(PhotoInputs, PathSelection)

    /// Without the selection.
    var all: PhotoInputs { if case .selected(let inputs, _) = self { inputs.all } else { self } }

    var selection: PathSelection {
        if case .selected(_, let selection) = self { selection } else { PathSelection() }
    }

    /// Checks that the list can be opened, so that a wrong name is reported before any work starts.
    public func check() throws(ScanError) {
        guard case .list(let path, _) = all, path != .standardInput else { return }
        let status = path.status
        if status?.isFolder == true { throw .system(EISDIR) }
        // Opening a named pipe here and closing it again would leave its writer without a reader.
        if let status, !status.isFile { return }
        _ = try InputFile(opening: path)
    }

    /// How many files there are to look at, some of which may not be photos; `nil` if this can't be known before they
    /// are read. Reads folders and lists, but no photo.
    public func count() -> Int? { count(caches: []) }

    /// - Parameters:
    ///   - caches: what they know is not opened.
    ///   - archives: opens archives to count their members, if that needs no unpacking; `nil` if archives can't be counted.
    package func count(caches: [any ScanCache], archives: (any ArchiveOpener)? = nil) -> Int? {
        var count = 0
        let rules = WalkRules(selection, caches: caches, archives: archives)
        switch all {
        case .selected: break
        case .paths(let paths):
            guard !paths.contains(.standardInput) else { return nil }
            for path in paths {
                guard let files = PhotoInputs.count(path, rules) else { return nil }
                count += files
            }
        case .list(let path, let endedByNUL):
            guard path.status?.isFile == true, var list = try? PathList(opening: path, endedByNUL: endedByNUL)
            else { return nil }
            while let entry = try? list.next() {
                let path = PhotoPath(bytes: entry)
                guard path != .standardInput else { return nil }
                guard let files = PhotoInputs.count(path, rules) else { return nil }
                count += files
            }
        }
        return count
    }

    /// Whether all inputs are results of earlier runs.
    package var isRecordsOnly: Bool {
        guard case .paths(let paths) = all else { return false }
        return paths.allSatisfy(Self.isResult)
    }

    /// Whether some input is the result of an earlier run.
    package var holdsRecords: Bool {
        guard case .paths(let paths) = all else { return false }
        return paths.contains(where: Self.isResult)
    }

    private static func isResult(_ path: PhotoPath) -> Bool {
        guard let file = RecordFile.opened(path) else { return false }
        _ = consume file
        return true
    }

    /// Whether the first input is the result of an earlier run with books of several photos.
    package var holdsBooks: Bool {
        guard case .paths(let paths) = all, let path = paths.first, var file = RecordFile.opened(path) else {
            return false
        }
        while let input = file.next() {
            if case .recorded(let record, _) = input { return !record.photos.isEmpty }
        }
        return false
    }

    /// What follows the inputs that were seen.
    package enum Rest: Equatable {
        /// How many photos there are.
        case photos(Int)
        /// Some are on standard input or in an archive.
        case uncountable
        /// Results are no longer what they were, or some input can't be opened.
        case changed
    }

    /// Walks the inputs after the first `seen`, without reading photos.
    ///
    /// - Parameters:
    ///   - last: the record that was the last of those seen; `nil` if that was no record.
    ///   - body: called with each record of an earlier run.
    package func rest(after seen: Int, last: PhotoRecord?, _ body: (PhotoRecord) -> Void) -> Rest {
        switch all {
        case .paths(let paths) where paths.contains(.standardInput): return .uncountable
        case .list(.standardInput, _): return .uncountable
        default: break
        }
        guard var cursor = try? InputCursor(self) else { return .changed }
        var place = 0
        var photos = 0
        while let input = cursor.next() {
            place += 1
            if case .failedArchive(_, .archive) = input { return .uncountable }
            if place == seen, let last {
                guard case .recorded(let record, _) = input, record.place == last.place,
                    record.sha256 == last.sha256
                else { return .changed }
            }
            guard place > seen else { continue }
            switch input {
            case .photo(let photo):
                // Without a file, it is unknown whether it was a photo or results.
                if case .file(let path) = photo.content, path.status == nil { return .changed }
                photos += 1
            case .book, .known: photos += 1
            case .recorded(let record, _): body(record)
            case .failed: return .changed
            case .failedArchive, .unreadable, .repeated, .skipped: break
            }
        }
        return place < seen ? .changed : .photos(photos)
    }

    private static func count(_ path: PhotoPath, _ rules: WalkRules) -> Int? {
        let isShared = rules.share.holds(path.name)
        if path.address != nil { return isShared ? 1 : 0 }
        if isShared, let status = path.status, status.isFile, rules.know(path, FileStamp(status)) { return 1 }
        if var file = RecordFile.opened(path) { return file.count() }
        guard path.isFolder else {
            if isShared || ArchiveFormat.isNamed(path.name), let format = path.archiveFormat {
                return ArchiveWalk.count(FoundArchive(path, format), rules)
            }
            return isShared ? 1 : 0
        }
        var walk = FolderWalk(path, WalkRules(rules.selection, archives: rules.opener))
        return walk.count()
    }
}

/// Which photos are read: by name patterns, and by shard.
public struct PathSelection: Hashable, Sendable {
    /// Files in folders are read only if they match one of these; if there are none, all are read.
    public var included: [Glob]
    /// Files and folders that match one of these are not read, nor is anything below such a folder.
    public var excluded: [Glob]
    /// `nil` for all photos.
    public var shard: Shard?

    public init(included: [Glob] = [], excluded: [Glob] = [], shard: Shard? = nil) {
        self.included = included
        self.excluded = excluded
        self.shard = shard
    }

    /// Whether the patterns select an entry of a folder. They don't apply to paths named explicitly.
    ///
    /// - Parameter path: relative to the folder that was given.
    func takes(_ path: String, isFolder: Bool) -> Bool {
        if excluded.contains(where: { $0.matches(path, isFolder: isFolder) }) { return false }
        return isFolder || included.isEmpty || included.contains { $0.matches(path, isFolder: false) }
    }
}

/// Remembers paths by hashes of eight bytes, so that a hundred thousand take little memory.
struct SeenPaths {
    private var hashes: Set<Int> = []
    /// The working folder with a trailing slash; empty if unknown.
    private let folder: [UInt8]

    /// - Parameter folder: the path of the working folder.
    init(from folder: String) {
        self.folder = folder.pathBytes + [Self.slash]
    }

    /// Whether a path occurs for the first time. `a.jpg`, `./a.jpg` and `/box//a.jpg` are one path, and so is a URL
    /// with different signatures.
    @discardableResult
    mutating func insert(_ path: PhotoPath) -> Bool { hashes.insert(hash(path)).inserted }

    /// Whether the path has occurred.
    func holds(_ path: PhotoPath) -> Bool { hashes.contains(hash(path)) }

    /// Equal for the names of one path.
    func hash(_ path: PhotoPath) -> Int {
        if path.address != nil { return path.name.hashValue }
        let bytes = path.bytes.first == Self.slash ? path.bytes : folder + path.bytes
        return bytes.split(separator: Self.slash).filter { !$0.elementsEqual(".".utf8) }.hashValue
    }

    private static let slash = UInt8(ascii: "/")
}

/// Reads the entries of `--files-from` and `--files0-from`.
struct PathList: ~Copyable {
    /// In bytes; much longer than any path the system accepts.
    private static let longestEntry = 1 << 16

    private let file: InputFile
    private let endedByNUL: Bool
    private var lines: LineBuffer
    private var isAtStart = true

    /// - Parameter endedByNUL: whether entries end in NUL, as `find -print0` writes; else there is one per line.
    init(_ file: consuming InputFile, endedByNUL: Bool) {
        self.file = file
        self.endedByNUL = endedByNUL
        lines = LineBuffer(separator: endedByNUL ? 0 : UInt8(ascii: "\n"))
    }

    init(opening path: PhotoPath, endedByNUL: Bool) throws(ScanError) {
        self.init(
            path == .standardInput ? .standardInput : try InputFile(opening: path), endedByNUL: endedByNUL)
    }

    /// `nil` at the end. An empty entry between NULs is returned as it is; an empty line is skipped, and a byte order
    /// mark before the first line and a carriage return before a line end are removed. The system takes a path for ended at
    /// a NUL, so that a line with one is no path.
    mutating func next() throws(ScanError) -> [UInt8]? {
        while let line = try nextLine() {
            if endedByNUL { return Array(line) }
            var entry = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if entry.contains(0) { throw .listHoldsNUL }
            if isAtStart { entry = entry.withoutByteOrderMark }
            isAtStart = false
            if !entry.isEmpty { return Array(entry) }
        }
        return nil
    }

    private mutating func nextLine() throws(ScanError) -> ArraySlice<UInt8>? {
        try lines.next { (bytes, _) throws(ScanError) in
            guard bytes.count < PathList.longestEntry else { throw .noList }
            _ = try file.read(PathList.longestEntry, into: &bytes)
        }?.bytes
    }
}
