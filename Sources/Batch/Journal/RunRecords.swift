// The state of a resumable run: the index of its records, and the files that contain them.
import Books
import Foundation
import Output

/// The records of a run and of the runs before it.
struct RunRecords: ~Copyable {
    /// A photo that was read or found, before its record is stored.
    struct PendingPhoto {
        var stamp: FileStamp
        /// The entry that has the photo's records; `nil` if the photo is read, or only its books are looked up.
        var cached: Int?
        /// Whether an earlier run has read it, and this run only looks up its books.
        var lacksBooks = false
    }

    /// What is stored of a photo, or of a book of several.
    struct StoredPhoto {
        var name: String
        var sha256: String?
        var firstPage: Int
        var statuses: StatusSet
        /// One line per page, each with its end.
        var lines: [String]
        /// Of its file; `nil` if unknown.
        var stamp: FileStamp?
        /// The photos of a book.
        var photos: [PhotoPage]?
        /// The files of a book; `nil` if some are unknown.
        var files: [NamedStamp]?
    }

    /// The name of the result in errors.
    let name: String
    /// The path of the result, with links resolved.
    let target: String
    /// The result before the run.
    var result: PreviousResult
    /// `FILE.partial`: the records of this run.
    var journal: AppendedFile
    /// `FILE.run`: the settings, and the stamps of the photos' files.
    var run: AppendedFile

    var index = RecordIndex()
    /// Entries in the order in which this run found their photos.
    var order: [Int32] = []
    /// By the hashes of their names: as strings, names that differ only in their bytes would be equal.
    var pending: [UInt64: PendingPhoto] = [:]
    /// Moves of photos that may be incomplete.
    var moves: [UInt64: (photo: String, target: String)] = [:]
    /// How many lines of `FILE.run` are obsolete.
    var staleLines = 0
    /// How many photos of this run were not read.
    var known = 0
    /// Recorded photos that the run did not find, since they exist no more.
    var vanished = 0

    /// Opens the files; throws `busy` if another run has locked them.
    init(_ file: String) throws(OutputError) {
        let target = OutputFile.resolved(file)
        guard !FileLock.isHeld(OutputFile.draft(of: target)) else { throw .busy(file) }
        let result = try PreviousResult(target, name: file)
        let journal = try AppendedFile(
            RecordJournal.journal(of: target), mode: result.mode, isLocked: true, name: file)
        let run = try AppendedFile(RecordJournal.run(of: target), mode: result.mode, name: file)
        (name, self.target, self.result) = (file, target, result)
        self.journal = journal
        self.run = run
    }

    // MARK: Reading

    /// A photo's records, without line ends.
    func lines(of entry: RecordIndex.Entry) throws(OutputError) -> [ArraySlice<UInt8>] {
        try bytes(of: entry).split(separator: UInt8(ascii: "\n"))
    }

    func bytes(of entry: RecordIndex.Entry) throws(OutputError) -> [UInt8] {
        try LineFile.bytes(
            of: entry.isInJournal ? journal.descriptor : result.descriptor,
            entry.start..<entry.start + entry.length, name)
    }

    func file(of entry: RecordIndex.Entry) -> FileAsRead {
        let head = (try? lines(of: entry))?.first.flatMap { RecordHead($0) }
        return FileAsRead(stamp: entry.stamp, sha256: head?.sha256)
    }

    // MARK: Writing

    /// Stores a photo's records, and then the line of `FILE.run` that says that they are complete; returns their
    /// entry.
    mutating func store(_ photo: StoredPhoto) throws(OutputError) -> Int {
        let text = photo.lines.joined()
        var entry = RecordIndex.Entry(
            name: RecordIndex.hash(photo.name), content: RecordIndex.content(photo.sha256),
            start: try journal.append(text), length: text.utf8.count,
            firstPage: Int32(clamping: photo.firstPage), pages: Int32(clamping: photo.lines.count),
            statuses: photo.statuses, isInJournal: true)
        if let old = index.entry(of: photo.name) {
            if old.hasLine { staleLines += 1 }
            if old.content == entry.content, old.statuses.contains(.failed) {
                entry.tries = old.isOfThisRun || old.tries == .max ? old.tries : old.tries + 1
            }
        }
        let place = index.add(entry, photos: photo.photos)
        if let stamp = photo.stamp {
            try self.stamp(place, photo.name, photo.sha256, stamp, book: photo.files)
        }
        return place
    }

    /// Stores the records of an entry under another name, at its position in the order.
    mutating func store(
        _ entry: RecordIndex.Entry, as name: String, _ stamp: FileStamp?
    ) throws(OutputError) {
        let lines = try lines(of: entry)
        let renamed = StoredPhoto(
            name: name, sha256: lines.first.flatMap { RecordHead($0)?.sha256 },
            firstPage: Int(entry.firstPage), statuses: entry.statuses,
            lines: lines.map { RecordLine.replacing(in: $0, .photo(name)) }, stamp: stamp)
        place(try store(renamed))
    }

    /// Stores the stamp of a photo's file.
    mutating func stamp(
        _ place: Int, _ name: String, _ sha256: String?, _ stamp: FileStamp, book: [NamedStamp]? = nil
    ) throws(OutputError) {
        try store(
            RunLine(
                NamedStamp(name: name, stamp: stamp), pages: Int(index[place].pages), sha256: sha256,
                tries: Int(index[place].tries), book: book))
        if index[place].hasLine { staleLines += 1 }
        index.stamp(place, stamp, book: book)
    }

    /// Stores a line of `FILE.run`.
    mutating func store(_ line: some Encodable) throws(OutputError) {
        if let text = try? JSONLine.line(line) { try run.append(text) }
    }

    /// Puts an entry next in the order, unless it has a position.
    mutating func place(_ place: Int) {
        guard !index[place].isPlaced else { return }
        index[place].isPlaced = true
        order.append(Int32(place))
    }
}

extension RunRecords.StoredPhoto {
    /// - Parameters:
    ///   - records: one per page, at least one, or one of a book.
    ///   - pending: their photos, before they are stored.
    ///   - index: the entries so far.
    init(
        _ records: [PhotoRecord], lines: [String], _ pending: [UInt64: RunRecords.PendingPhoto],
        in index: RecordIndex
    ) {
        let first = records[0]
        let isWhole = pending[RecordIndex.hash(first.photo)] != nil
        func stamp(_ name: String) -> FileStamp? {
            let photo = pending[RecordIndex.hash(name)]
            return photo?.cached == nil ? photo?.stamp : nil
        }
        self.init(
            name: isWhole
                ? first.photo : index.name(of: first.photo, page: first.page, sha256: first.sha256),
            sha256: first.sha256, firstPage: first.page, statuses: StatusSet(records.map(\.status)),
            lines: lines, stamp: stamp(first.photo))
        if first.photos.isEmpty { return }
        photos = first.photos.map(\.place)
        var seen: Set<UInt64> = []
        let names = first.photos.map(\.photo).filter { seen.insert(RecordIndex.hash($0)).inserted }
        let known = names.compactMap { name in stamp(name).map { NamedStamp(name: name, stamp: $0) } }
        files = known.count == names.count ? known : nil
    }
}
