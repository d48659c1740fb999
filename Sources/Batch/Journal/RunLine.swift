// A line of `FILE.run`: the stamp by which an unchanged photo is recognised, or a move in progress.
import Books
import Foundation

/// A line of `FILE.run` but the first.
enum RunLine: Codable {
    /// A photo whose records are all there.
    case photo(ReadPhoto)
    /// Written before a photo is moved: from then on it may be at the new place.
    case move(PhotoMove)

    private enum CodingKeys: String, CodingKey {
        case movesTo = "moves_to"
    }

    /// `nil` for what is no such line.
    init?(_ line: some Collection<UInt8>) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = read
    }

    init(from decoder: any Decoder) throws {
        let isMove = try decoder.container(keyedBy: CodingKeys.self).contains(.movesTo)
        self = isMove ? .move(try PhotoMove(from: decoder)) : .photo(try ReadPhoto(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .photo(let photo): try photo.encode(to: encoder)
        case .move(let move): try move.encode(to: encoder)
        }
    }
}

/// A photo that was read, and what its file was like then.
struct ReadPhoto: Codable {
    private enum CodingKeys: String, CodingKey { case pages, sha256, tries, book }

    /// Its name is as its records have it.
    var file: NamedStamp
    /// How many records it has, one a page.
    var pages: Int
    var sha256: String?
    /// How often it was read; more than once where it failed.
    var tries: Int
    /// The files of its book when they were read, where the record is a book's.
    var book: [NamedStamp]?

    init(_ file: NamedStamp, pages: Int, sha256: String?, tries: Int, book: [NamedStamp]?) {
        self.file = file
        self.pages = pages
        self.sha256 = sha256
        self.tries = tries
        self.book = book
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: CodingKeys.self)
        file = try NamedStamp(from: decoder)
        pages = try line.decode(Int.self, forKey: .pages)
        sha256 = try line.decodeIfPresent(String.self, forKey: .sha256)
        tries = try line.decode(Int.self, forKey: .tries)
        book = try line.decodeIfPresent([NamedStamp].self, forKey: .book)
    }

    func encode(to encoder: any Encoder) throws {
        try file.encode(to: encoder)
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(pages, forKey: .pages)
        try line.encode(sha256, forKey: .sha256)
        try line.encode(tries, forKey: .tries)
        try line.encodeIfPresent(book, forKey: .book)
    }
}

struct PhotoMove: Codable {
    private enum CodingKeys: String, CodingKey {
        case photo
        case escapedPhoto = "photo_escaped"
        case movesTo = "moves_to"
        case escapedTarget = "moves_to_escaped"
    }

    var photo: String
    var target: String

    init(_ photo: String, to target: String) {
        self.photo = photo
        self.target = target
    }

    init(from decoder: any Decoder) throws {
        let move = try decoder.container(keyedBy: CodingKeys.self)
        photo = try move.decodePhoto(.photo, escaped: .escapedPhoto)
        target = try move.decodePhoto(.movesTo, escaped: .escapedTarget)
    }

    func encode(to encoder: any Encoder) throws {
        var move = encoder.container(keyedBy: CodingKeys.self)
        try move.encodePhoto(photo, .photo, escaped: .escapedPhoto)
        try move.encodePhoto(target, .movesTo, escaped: .escapedTarget)
    }
}

extension NamedStamp: Codable {
    private enum CodingKeys: String, CodingKey {
        case photo, size, modified, nanoseconds, inode
        case escapedPhoto = "photo_escaped"
    }

    package init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try file.decodePhoto(.photo, escaped: .escapedPhoto),
            stamp: FileStamp(
                size: try file.decode(Int.self, forKey: .size),
                modified: try file.decode(Int.self, forKey: .modified),
                nanoseconds: try file.decode(Int.self, forKey: .nanoseconds),
                inode: try file.decode(UInt64.self, forKey: .inode)))
    }

    package func encode(to encoder: any Encoder) throws {
        var file = encoder.container(keyedBy: CodingKeys.self)
        try file.encodePhoto(name, .photo, escaped: .escapedPhoto)
        try file.encode(stamp.size, forKey: .size)
        try file.encode(stamp.modified, forKey: .modified)
        try file.encode(stamp.nanoseconds, forKey: .nanoseconds)
        try file.encode(stamp.inode, forKey: .inode)
    }
}

extension KeyedEncodingContainer {
    /// A photo's name; its escaped form only where the name is no UTF-8.
    fileprivate mutating func encodePhoto(_ name: String, _ plain: Key, escaped: Key) throws {
        try encode(name.withoutStandIns, forKey: plain)
        try encodeIfPresent(name.escapedPath, forKey: escaped)
    }
}
