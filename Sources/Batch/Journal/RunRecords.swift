// All that is known in a resumable run: the index of its records, and the files in which they are.
import Books
import Foundation
import Output

/// The records of a run and of those before it.
struct RunRecords: ~Copyable {
    /// A photo between its reading and its record.
    struct PendingPhoto {
        var stamp: FileStamp
        /// The entry whose records are the photo's; `nil` if it is read.
        var cached: Int?
    }

    /// What is stored of a photo, or of a book of several.
    struct StoredPhoto {
        var name: String
        var sha256: String?
        var statuses: StatusSet
        /// A line a page, each with its end.
        var lines: [String]
        /// Of its file; `nil` where that is not known.
        var stamp: FileStamp?
        /// Of a book.
        var photos: [PhotoPage]?
        /// Of a book; `nil` where they are not all known.
        var files: [NamedStamp]?
    }

    /// What errors call the result.
    let name: String
    /// The path of the result, links followed.
    let target: String
    /// The result before the run.
    var result: PreviousResult
    /// `FILE.partial`: the records of this run.
    var journal: AppendedFile
    /// `FILE.run`: the settings, and the stamps of the photos' files.
    var run: AppendedFile

    var index = RecordIndex()
    /// Entries in the order in which this run came to their photos.
    var order: [Int32] = []
    /// By their names' hashes: as texts, names that differ in bytes alone would be one.
    var pending: [UInt64: PendingPhoto] = [:]
    /// Moves of photos that may not have come to their end.
    var moves: [UInt64: (photo: String, target: String)] = [:]
    /// Lines of `FILE.run` that say nothing any more.
    var staleLines = 0
    /// Photos of this run that were not read.
    var known = 0

    /// Opens the files; throws `busy` if another run has them.
    init(_ file: String) throws(OutputError) {
        let target = OutputFile.resolved(file)
        let result = try PreviousResult(target, name: file)
        let journal = try AppendedFile(target + ".partial", mode: result.mode, isLocked: true, name: file)
        let run = try AppendedFile(target + ".run", mode: result.mode, name: file)
        (name, self.target, self.result) = (file, target, result)
        self.journal = journal
        self.run = run
    }

    // MARK: Reading

    /// A photo's records, without their ends.
    func lines(of entry: RecordIndex.Entry) throws(OutputError) -> [ArraySlice<UInt8>] {
        try bytes(of: entry).split(separator: UInt8(ascii: "\n"))
    }

    func bytes(of entry: RecordIndex.Entry) throws(OutputError) -> [UInt8] {
        try LineFile.bytes(
            of: entry.isInJournal ? journal.descriptor : result.descriptor,
            entry.start..<entry.start + entry.length, name)
    }

    // MARK: Writing

    /// Stores a photo's records, and then the line of `FILE.run` that says that they are all there; returns their entry.
    mutating func store(_ photo: StoredPhoto) throws(OutputError) -> Int {
        let text = photo.lines.joined()
        var entry = RecordIndex.Entry(
            name: RecordIndex.hash(photo.name), content: RecordIndex.content(photo.sha256),
            start: try journal.append(text), length: text.utf8.count,
            pages: Int32(clamping: photo.lines.count), statuses: photo.statuses, isInJournal: true)
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

    /// Stores the records of an entry under another name, and puts them in its place of the order.
    mutating func store(
        _ entry: RecordIndex.Entry, as name: String, _ stamp: FileStamp?
    ) throws(OutputError) {
        let lines = try lines(of: entry)
        let renamed = StoredPhoto(
            name: name, sha256: lines.first.flatMap { RecordHead($0)?.sha256 }, statuses: entry.statuses,
            lines: lines.map { RecordLine.replacing(in: $0, .photo(name)) }, stamp: stamp)
        place(try store(renamed))
    }

    /// Stores what a photo's file is like.
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

    /// Gives an entry the next place in the order, if it has none yet.
    mutating func place(_ place: Int) {
        guard !index[place].isPlaced else { return }
        index[place].isPlaced = true
        order.append(Int32(place))
    }
}

extension RunRecords.StoredPhoto {
    /// - Parameters:
    ///   - records: one a page, at least one, or one of a book.
    ///   - pending: of their photos.
    init(
        _ records: [PhotoRecord], lines: [String], _ pending: [UInt64: RunRecords.PendingPhoto]
    ) {
        let first = records[0]
        func stamp(_ name: String) -> FileStamp? {
            let photo = pending[RecordIndex.hash(name)]
            return photo?.cached == nil ? photo?.stamp : nil
        }
        self.init(
            name: first.photo, sha256: first.sha256, statuses: StatusSet(records.map(\.status)), lines: lines,
            stamp: stamp(first.photo))
        if first.photos.isEmpty { return }
        photos = first.photos.map(\.place)
        var seen: Set<UInt64> = []
        let names = first.photos.map(\.photo).filter { seen.insert(RecordIndex.hash($0)).inserted }
        let known = names.compactMap { name in stamp(name).map { NamedStamp(name: name, stamp: $0) } }
        files = known.count == names.count ? known : nil
    }
}
