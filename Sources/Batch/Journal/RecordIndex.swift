// An index of a run's records: positions, stamps and hashes in a few bytes per photo.
import Books
import Reading

/// What is known of the photos in a run's files.
struct RecordIndex {
    struct Entry {
        /// Hash of the photo's name.
        var name: UInt64
        /// The first digits of its SHA-256; 0 if it has none.
        var content: UInt64
        /// Hash of its file's stamp; 0 if unknown.
        var stamp: UInt64 = 0
        /// Hash of its book's files; 0 if the record is a photo's, or the files are unknown.
        var book: UInt64 = 0
        /// In bytes; -1 if unknown.
        var size = -1
        /// The offset of its records.
        var start: Int
        /// The length of its records, in bytes.
        var length: Int
        var firstPage: Int32
        var pages: Int32
        var statuses: StatusSet
        var isInJournal: Bool
        /// Another entry has replaced it.
        var isReplaced = false
        /// It has a position in this run's order.
        var isPlaced = false
        /// Its photo was found under another name.
        var isCopied = false
        /// `FILE.run` has a line for it.
        var hasLine = false
        /// How often it was read; more than once if it failed.
        var tries: UInt8 = 1
        /// It is to be read again.
        var isDue = false
        /// Its photo was read in this run.
        var isOfThisRun = false
        /// Its records contain the result of a look-up of the books, even if none was found.
        var hasBooks = true
    }

    private(set) var entries: [Entry] = []
    private var byName: [UInt64: Int32] = [:]
    /// The books of several photos, by each of their photos.
    private var booksByPhoto: [UInt64: Int32] = [:]
    /// Built on first use: a run with nothing to do needs neither.
    private var byContent: [UInt64: Int32]?
    private var sizes: Set<Int>?

    subscript(place: Int) -> Entry {
        get { entries[place] }
        set { entries[place] = newValue }
    }

    /// The name of an entry for records that begin with this page. Records of a photo that come one by one, as those of an
    /// earlier run or of standard input, have entries of their own; the first record of a document may be of any page.
    func name(of photo: String, page: Int, sha256: String?) -> String {
        guard page > 1 else { return photo }
        let isFurther =
            photo == PhotoPath.standardInput.name
            || entry(of: photo).map { $0.content == Self.content(sha256) && $0.firstPage < page } ?? false
        return isFurther ? "\(photo)\u{0}\(page)" : photo
    }

    func place(of name: String) -> Int? { byName[Self.hash(name)].map(Int.init) }

    func entry(of name: String) -> Entry? { place(of: name).map { entries[$0] } }

    /// The entry of a book that consists of exactly these files, none of them changed.
    func entry(ofBook files: [NamedStamp]) -> Entry? {
        guard let place = booksByPhoto[Self.hash(files[0].name)] else { return nil }
        let book = entries[Int(place)]
        return book.book == Self.hash(files) && !book.isReplaced ? book : nil
    }

    /// The entry of a file that is a book by itself, such as a PDF, and has not changed.
    func entry(ofDocument files: [NamedStamp]) -> Entry? {
        guard files.count == 1, booksByPhoto[Self.hash(files[0].name)] == nil else { return nil }
        return entry(of: files[0].name).flatMap { $0.stamp == Self.hash(files[0].stamp) ? $0 : nil }
    }

    /// The index of an entry with this content: the one with this name, if it has the content.
    mutating func place(of name: String, content sha256: String) -> Int? {
        if let place = place(of: name), entries[place].content == Self.content(sha256) { return place }
        if byContent == nil {
            var index: [UInt64: Int32] = [:]
            for (place, entry) in entries.enumerated() where !entry.isReplaced && entry.content != 0 {
                index[entry.content] = Int32(place)
            }
            byContent = index
        }
        return byContent?[Self.content(sha256)].map(Int.init)
    }

    /// Whether a photo has this size, or some photo's size is unknown.
    mutating func mayHold(size: Int) -> Bool {
        let known =
            sizes ?? Set(entries.lazy.filter { !$0.isReplaced && $0.content != 0 }.map(\.size))
        sizes = known
        return known.contains(size) || known.contains(-1)
    }

    /// Adds an entry, and replaces an earlier one with its name; returns the index.
    ///
    /// - Parameter photos: of a book; replaces all earlier entries of these photos.
    mutating func add(_ entry: Entry, photos: [PhotoPage]? = nil) -> Int {
        let names = Set((photos ?? []).map { Self.hash($0.photo) })
        for name in names {
            for place in [byName[name], booksByPhoto[name]].compactMap(\.self) { remove(Int(place)) }
        }
        defer { for name in names { booksByPhoto[name] = Int32(entries.count - 1) } }
        if let old = byName[entry.name].map(Int.init) { entries[old].isReplaced = true }
        entries.append(entry)
        let place = entries.count - 1
        byName[entry.name] = Int32(place)
        if entry.content != 0 { byContent?[entry.content] = Int32(place) }
        return place
    }

    /// Stores the stamp of a photo's file, or those of a book.
    mutating func stamp(_ place: Int, _ stamp: FileStamp, book files: [NamedStamp]?) {
        entries[place].book = files.map { Self.hash($0) } ?? 0
        entries[place].hasLine = true
        entries[place].stamp = Self.hash(stamp)
        entries[place].size = stamp.size
        if entries[place].content != 0 { sizes?.insert(stamp.size) }
    }

    mutating func remove(_ place: Int) {
        entries[place].isReplaced = true
        if byName[entries[place].name] == Int32(place) { byName[entries[place].name] = nil }
    }

    /// A photo that was moved has its records twice, unless another photo took its path.
    ///
    /// - Returns: `false` if it has no records with its new path yet.
    @discardableResult
    mutating func dropMoved(_ photo: String, to target: String) -> Bool {
        guard let old = place(of: photo) else { return true }
        guard let new = place(of: target), new > old else { return false }
        if entries[new].content == entries[old].content { remove(old) }
        return true
    }

    mutating func reserve(_ count: Int) {
        entries.reserveCapacity(count)
        byName.reserveCapacity(count)
    }

    /// By bytes, because names that differ only in their Unicode normalization are different files.
    static func hash(_ name: String) -> UInt64 {
        var hasher = Hasher()
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Never 0.
    static func hash(_ file: some Hashable) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(file)
        return UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }

    static func content(_ sha256: String?) -> UInt64 {
        sha256.flatMap { UInt64($0.prefix(16), radix: 16) } ?? 0
    }
}

/// The statuses of a photo's pages.
package struct StatusSet: OptionSet, Sendable {
    static let failed = StatusSet([ScanStatus.failed])

    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ statuses: some Sequence<ScanStatus>) {
        rawValue = statuses.reduce(0) { set, status in
            set | 1 << UInt8(ScanStatus.allCases.firstIndex(of: status) ?? 0)
        }
    }
}
