// A line of `FILE.run`: the stamp by which an unchanged photo is recognised, or a move in progress.
import Books
import Foundation
import Reading

/// A line of `FILE.run` after the first: a photo whose records are complete, or a photo that is being moved. In the
/// former, the files of the photo's book have the same form.
struct RunLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case photo, size, modified, nanoseconds, inode, pages, sha256, tries, book
        case escapedPhoto = "photo_escaped"
        case movesTo = "moves_to"
        case escapedTarget = "moves_to_escaped"
    }

    private var photo: String
    private var escapedPhoto: String?
    private var movesTo: String?
    private var escapedTarget: String?
    private var size: Int?
    private var modified: Int?
    private var nanoseconds: Int?
    private var inode: UInt64?
    private var book: [RunLine]?
    /// How many records the photo has, one per page.
    private(set) var pages: Int?
    private(set) var sha256: String?
    /// How often the photo was read; more than once if it failed.
    private(set) var tries: Int?

    /// `nil` if the line is not one of these.
    init?(_ line: some Collection<UInt8>) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = read
    }

    /// - Parameter book: the files of the photo's book when they were read, if its record is a book's.
    init(_ file: NamedStamp, pages: Int, sha256: String?, tries: Int, book: [NamedStamp]?) {
        self.init(file)
        self.pages = pages
        self.sha256 = sha256
        self.tries = tries
        self.book = book.map { $0.map(RunLine.init) }
    }

    /// Written before a photo is moved: from then on it may be at the new path.
    ///
    /// - Parameter stamp: of its file until then, if it is needed.
    init(_ photo: String, movesTo target: String, stamp: FileStamp? = nil) {
        (self.photo, escapedPhoto) = (photo.withoutStandIns, photo.escapedPath)
        (movesTo, escapedTarget) = (target.withoutStandIns, target.escapedPath)
        self.stamp = stamp
    }

    private init(_ file: NamedStamp) {
        (photo, escapedPhoto) = (file.name.withoutStandIns, file.name.escapedPath)
        stamp = file.stamp
    }

    /// The photo's name in its records.
    var name: String { escapedPhoto.map(String.init(escapedPath:)) ?? photo }

    /// Where the photo is moved to; `nil` for a photo that was read.
    var target: String? { movesTo.map { escapedTarget.map(String.init(escapedPath:)) ?? $0 } }

    /// The stamp of the photo's file.
    private(set) var stamp: FileStamp? {
        get {
            guard let size, let modified, let nanoseconds, let inode else { return nil }
            return FileStamp(size: size, modified: modified, nanoseconds: nanoseconds, inode: inode)
        }
        set {
            (size, modified) = (newValue?.size, newValue?.modified)
            (nanoseconds, inode) = (newValue?.nanoseconds, newValue?.inode)
        }
    }

    /// The files of the photo's book.
    var files: [NamedStamp]? {
        book?.compactMap { file in file.stamp.map { NamedStamp(name: file.name, stamp: $0) } }
    }

    /// Renames its photo and those of its book.
    ///
    /// - Parameters:
    ///   - names: new names, by the bytes of those in the records.
    ///   - places: the same, but the paths of the files.
    /// - Returns: whether any was renamed.
    mutating func rename(_ names: [[UInt8]: String], at places: [[UInt8]: String]) -> Bool {
        var isChanged = false
        for file in (book ?? []).indices where book?[file].rename(names, at: places) == true {
            isChanged = true
        }
        let key = Array(name.utf8)
        guard target == nil, let new = names[key] else { return isChanged }
        (photo, escapedPhoto) = (new.withoutStandIns, new.escapedPath)
        // A move to a file system without hard links is a copy, which has another stamp but the same content.
        if let found = places[key].flatMap({ PhotoPath($0).fileStamp }),
            (found.size, found.modified, found.nanoseconds) == (size, modified, nanoseconds)
        {
            inode = found.inode
        }
        return true
    }
}
