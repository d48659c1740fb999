// What a run remembers of a photo beside its record: by this an unchanged file is known without being opened.
import Books

/// A line of `FILE.run` but the first.
struct RunLine: Codable {
    /// As the record has it.
    var photo: String
    /// How many records it has, one a page.
    var pages: Int
    var sha256: String?
    /// How often it was read; more than once where it failed.
    var tries: Int
    /// The files of its book when they were read, where the record is a book's.
    var book: [RunFile]?
    /// Of its file when it was read.
    var size: Int
    var modified: Int
    var nanoseconds: Int
    var inode: UInt64

    init(photo: String, pages: Int, sha256: String?, tries: Int, book: [NamedStamp]? = nil, stamp: FileStamp)
    {
        self.photo = photo
        self.pages = pages
        self.sha256 = sha256
        self.tries = tries
        self.book = book?.map(RunFile.init)
        size = stamp.size
        modified = stamp.modified
        nanoseconds = stamp.nanoseconds
        inode = stamp.inode
    }

    var stamp: FileStamp {
        FileStamp(size: size, modified: modified, nanoseconds: nanoseconds, inode: inode)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(photo, forKey: .photo)
        try object.encode(pages, forKey: .pages)
        try object.encode(sha256, forKey: .sha256)
        try object.encode(tries, forKey: .tries)
        try object.encodeIfPresent(book, forKey: .book)
        try object.encode(size, forKey: .size)
        try object.encode(modified, forKey: .modified)
        try object.encode(nanoseconds, forKey: .nanoseconds)
        try object.encode(inode, forKey: .inode)
    }
}

/// One of a book's files.
struct RunFile: Codable {
    var photo: String
    var size: Int
    var modified: Int
    var nanoseconds: Int
    var inode: UInt64

    init(_ file: NamedStamp) {
        photo = file.name
        size = file.stamp.size
        modified = file.stamp.modified
        nanoseconds = file.stamp.nanoseconds
        inode = file.stamp.inode
    }

    var file: NamedStamp {
        NamedStamp(
            name: photo,
            stamp: FileStamp(size: size, modified: modified, nanoseconds: nanoseconds, inode: inode))
    }
}
