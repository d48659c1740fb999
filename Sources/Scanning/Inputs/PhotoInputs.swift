// What the person pointed at, turned into photos one at a time: files, folders, lists of paths, standard input.
import Books
import Foundation

/// The next thing among the inputs.
enum PhotoInput: Sendable {
    case photo(Photo)
    /// A path that can't be followed.
    case failed(name: String, ScanError)
    /// A file in a folder that is no photo.
    case skipped(String)
}

/// Where the photos are.
public enum PhotoInputs: Sendable {
    /// Files and folders; `-` is standard input.
    case paths([PhotoPath])
    /// A file of paths, one a line or each ended by NUL; `-` is standard input.
    case list(PhotoPath, endedByNUL: Bool)

    /// Whether the list can be opened, so that a wrong name is told before work starts.
    public func check() throws(ScanError) {
        guard case .list(let path, _) = self, path != .standardInput else { return }
        _ = try InputFile(opening: path)
        if path.status?.isFolder == true { throw .system(EISDIR) }
    }

    /// How many files there are to look at, some of which may be no photos; `nil` when that can't be known before
    /// they are read. Reads folders and lists, but no photo.
    public func count() -> Int? {
        var count = 0
        switch self {
        case .paths(let paths):
            guard !paths.contains(.standardInput) else { return nil }
            for path in paths { count += PhotoInputs.count(path) }
        case .list(let path, let endedByNUL):
            guard path.status?.isFile == true, let file = try? InputFile(opening: path) else { return nil }
            var list = PathList(file, endedByNUL: endedByNUL)
            while let entry = try? list.next() {
                let path = PhotoPath(bytes: entry)
                guard path != .standardInput else { return nil }
                count += PhotoInputs.count(path)
            }
        }
        return count
    }

    private static func count(_ path: PhotoPath) -> Int {
        guard path.status?.isFolder == true else { return 1 }
        var walk = FolderWalk(path)
        return walk.count()
    }
}
