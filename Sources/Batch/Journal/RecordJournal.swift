// The journal of a resumable run: each photo's records are appended to `FILE.partial`, and the stamp of its file to
// `FILE.run`. At the end, `FILE` contains one record per photo in order.
import Books
import Foundation
import Output
import Synchronization

/// The records of a run and of those before it, in one file.
package final class RecordJournal: Sendable {
    /// What is kept of a photo between its reading and its record.
    enum PendingPhoto {
        /// It is read; its file's stamp.
        case read(FileStamp)
        /// Its records are those of an entry.
        case cached(Int, FileStamp)
    }

    struct State {
        var index = RecordIndex()
        /// Entries in the order in which this run came to their photos.
        var order: [Int32] = []
        /// By their names' hashes: as texts, names that differ in bytes alone would be one.
        var pending: [UInt64: PendingPhoto] = [:]
        var journalEnd = 0
        var runEnd = 0
        /// Lines of `FILE.run` that say nothing any more.
        var staleLines = 0
        /// Of `FILE`, before the run.
        var kept: PreviousResult
        /// Moves of photos that may not have come to their end.
        var moves: [UInt64: PhotoMove] = [:]
        /// Photos of this run that were not read.
        var known = 0
    }

    let file: String
    /// `file`, links followed.
    let target: String
    let journal: JournalFile
    let run: JournalFile
    let settings: RunSettings
    private let retried: StatusSet
    let state: Mutex<State>

    /// Whether records are taken that were read otherwise, or don't say with what.
    package let isAdopted: Bool

    /// How the unfinished file is called.
    package var partialName: String { target + ".partial" }

    /// Every file that a run writes besides its result.
    package static func names(_ file: String) -> [String] { [".partial", ".run", ".new"].map { file + $0 } }

    /// Takes up what the file and its partial hold. A torn last line is dropped.
    ///
    /// - Parameters:
    ///   - retried: photos with such a page are read again.
    ///   - adoptsOthers: whether such records are taken where `FILE.run` is lost.
    package init(
        _ file: String, _ settings: RunSettings, retrying retried: StatusSet, adoptsOthers: Bool = false
    ) throws {
        self.file = file
        self.settings = settings
        self.retried = retried
        target = OutputFile.resolved(file)
        let kept = try PreviousResult(target, name: file)
        journal = try .locked(target + ".partial", mode: kept.mode, name: file)
        run = try JournalFile(target + ".run", mode: kept.mode, name: file)
        var state = State(kept: kept)
        do {
            isAdopted = try Self.load(&state, file, journal, run, settings, adoptsOthers: adoptsOthers)
        } catch {
            // An empty one would be taken for what an interrupted run has read.
            for made in [journal, run] where made.size == 0 { unlink(made.path.systemPath) }
            throw error
        }
        self.state = Mutex(state)
    }

    /// Whether the photo of this name is known and its file unchanged.
    package func isKnown(_ name: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            guard let place = state.index.place(of: name) else { return false }
            let entry = state.index[place]
            return entry.stamp == RecordIndex.hash(stamp) && isToKeep(entry) && !lacksBooks(entry)
        }
    }

    /// Whether the photo of an address is known. One that gave no bytes is not.
    package func isKnown(address: String) -> Bool {
        state.withLock { state in
            guard let entry = state.index.place(of: address).map({ state.index[$0] }) else { return false }
            return entry.content != 0 && isToKeep(entry) && !lacksBooks(entry)
        }
    }

    /// The name under which a book of just these photos is known, none of them changed.
    ///
    /// - Parameter isLate: whether its record is to warn of photos of its group that came earlier.
    package func recalls(book files: [NamedStamp], isLate: Bool = false) -> String? {
        state.withLock { state in
            guard let book = entry(ofBook: files, state), !lacksBooks(book),
                let line = try? lines(of: book, state).first, let head = RecordHead(line),
                head.isLate == isLate
            else { return nil }
            return head.photo
        }
    }

    /// The record of such a book, of which the run was ended before it looked up what it is.
    package func recallsWithoutLookUp(book files: [NamedStamp], isLate: Bool = false) -> PhotoRecord? {
        state.withLock { state in
            guard let book = entry(ofBook: files, state), lacksBooks(book),
                let line = try? lines(of: book, state).first,
                var record = try? JSONDecoder().decode(PhotoRecord.self, from: Data(line))
            else { return nil }
            record.warnings.removeAll { $0 == PhotoRecord.lateWarning }
            if isLate { record.warnings.append(PhotoRecord.lateWarning) }
            for file in files { state.pending[RecordIndex.hash(file.name)] = .read(file.stamp) }
            record.repeats = nil
            return record
        }
    }

    private func entry(ofBook files: [NamedStamp], _ state: borrowing State) -> RecordIndex.Entry? {
        guard let book = state.index.place(ofBookWith: files[0].name).map({ state.index[$0] }),
            book.book == RecordIndex.hash(files), isToKeep(book), !book.isReplaced
        else { return nil }
        return book
    }

    /// Takes note of a photo that is about to be read; returns whether it may be known by its bytes.
    package func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            state.pending[RecordIndex.hash(name)] = .read(stamp)
            if let place = state.index.place(of: name), !isToKeep(state.index[place]) { return false }
            return state.index.mayHold(size: stamp.size)
        }
    }

    /// What is known of a photo by its bytes, then under this name too.
    package func recalls(_ name: String, sha256: String) -> EarlierResult? {
        state.withLock { state in
            let key = RecordIndex.hash(name)
            guard case .read(let stamp) = state.pending[key] else { return nil }
            let content = RecordIndex.content(sha256)
            let named = state.index.place(of: name).flatMap {
                state.index[$0].content == content ? $0 : nil
            }
            guard let place = named ?? state.index.place(ofContent: sha256), isToKeep(state.index[place]),
                let lines = try? lines(of: state.index[place], state),
                lines.first.flatMap({ RecordHead($0) })?.sha256 == sha256
            else { return nil }
            if lacksBooks(state.index[place]) {
                var records = lines.compactMap { try? JSONDecoder().decode(PhotoRecord.self, from: Data($0)) }
                guard records.count == lines.count else { return nil }
                for page in records.indices {
                    records[page].photo = name
                    records[page].repeats = nil
                }
                return .read(records)
            }
            state.pending[key] = .cached(place, stamp)
            return .complete
        }
    }

    /// What an earlier run left of a photo.
    package enum EarlierResult {
        /// Its records, with all that this run wants of them.
        case complete
        /// Its records, of which the run was ended before it looked up their books.
        case read([PhotoRecord])
    }

    /// Gives a photo that is known, or a book of several, its place in the order.
    package func keep(_ name: String, photos: Int = 1) throws(OutputError) {
        try changing { state throws(OutputError) in
            guard
                case .cached(let place, let stamp) = state.pending.removeValue(forKey: RecordIndex.hash(name))
            else {
                guard let place = state.index.place(of: name), !state.index[place].isPlaced else { return }
                state.known += photos
                return state.place(place)
            }
            state.known += photos
            let entry = state.index[place]
            let lines = try lines(of: entry, state)
            guard let head = lines.first.flatMap({ RecordHead($0) }) else { return }
            if entry.name == RecordIndex.hash(name) {
                state.place(place)
                return try self.stamp(place, name, head.sha256, stamp, &state)
            }
            let renamed = lines.map { RecordLine.replacing(in: $0, .photo(name)) }
            let copy = try append(
                renamed.joined(), head.sha256, entry.statuses, pages: lines.count, name, stamp, &state)
            state.place(copy)
            state.index[place].isCopied = true
        }
    }

    /// Keeps what was read in a photo before its turn in the order comes: one slow photo must not hold up what a kill then
    /// costs. `take` completes it.
    package func keepEarly(_ records: [PhotoRecord]) throws(OutputError) {
        guard let first = records.first, let lines = try? records.map({ try JSONLine.line($0) }) else {
            return
        }
        try changing { state throws(OutputError) in
            var stamp: FileStamp?
            if case .read(let pending) = state.pending[RecordIndex.hash(first.photo)] { stamp = pending }
            let place = try append(
                lines.joined(), first.sha256, StatusSet(records.map(\.status)), pages: records.count,
                first.photo, stamp, &state)
            state.index[place].isOfThisRun = true
            state.index[place].hasBooks = false
        }
    }

    /// The same of a book, when its last photo is read.
    package func keepEarly(book record: PhotoRecord) throws(OutputError) {
        guard let line = try? JSONLine.line(record) else { return }
        try changing { state throws(OutputError) in
            let files = Self.files(of: record, state)
            let place = try append(
                line, record.sha256, StatusSet([record.status]), pages: 1, record.photo, files.stamp,
                book: files.book, &state)
            state.index[place].isOfThisRun = true
            state.index[place].hasBooks = false
        }
    }

    /// What the files of a record were like when they were read, as far as that is known.
    private static func files(
        of record: PhotoRecord, _ state: borrowing State
    ) -> (stamp: FileStamp?, book: Book?) {
        func stamp(_ name: String) -> FileStamp? {
            if case .read(let stamp) = state.pending[RecordIndex.hash(name)] { stamp } else { nil }
        }
        guard !record.photos.isEmpty else { return (stamp(record.photo), nil) }
        var seen: Set<UInt64> = []
        let names = record.photos.map(\.photo).filter { seen.insert(RecordIndex.hash($0)).inserted }
        let files = names.compactMap { name in stamp(name).map { NamedStamp(name: name, stamp: $0) } }
        return (
            stamp(record.photo),
            Book(
                photos: record.photos.map(\.place), files: files.count == names.count ? files : nil)
        )
    }

    /// Takes a photo's records in the photos' order, one a page, each as a line with its end.
    package func take(_ records: [PhotoRecord], lines: [String]) throws(OutputError) {
        guard let first = records.first else { return }
        try changing { state throws(OutputError) in
            let files = Self.files(of: first, state)
            for photo in first.single { state.pending[RecordIndex.hash(photo.photo)] = nil }
            let statuses = StatusSet(records.map(\.status))
            let text = lines.joined()
            if let place = state.index.place(of: first.photo),
                try bytes(of: state.index[place], state) == Array(text.utf8), !state.index[place].isDue
            {
                return state.place(place)
            }
            let place = try append(
                text, first.sha256, statuses, pages: records.count, first.photo, files.stamp,
                book: files.book, &state)
            state.place(place)
        }
    }

    func changing(_ body: (inout State) throws(OutputError) -> Void) throws(OutputError) {
        try state.withLock { state in
            Result { () throws(OutputError) in try body(&state) }
        }.get()
    }

    /// Lets photos that failed be read again, each so many times.
    package func allowRetries(_ count: Int) {
        state.withLock { state in
            for (place, entry) in state.index.entries.enumerated()
            where entry.statuses.contains(.failed) && !entry.isReplaced && Int(entry.tries) <= count {
                state.index[place].isDue = true
            }
        }
    }

    private func isToKeep(_ entry: RecordIndex.Entry) -> Bool {
        !entry.isDue && (entry.statuses.isDisjoint(with: retried) || entry.isPlaced)
    }

    /// Whether the run looks up books, and was ended before it did so for this photo.
    private func lacksBooks(_ entry: RecordIndex.Entry) -> Bool {
        settings.options.lookup && !entry.hasBooks
    }

    /// The photos of a book's record.
    struct Book {
        var photos: [PhotoPage]
        /// `nil` where they are not all known.
        var files: [NamedStamp]?
    }

    /// Records first: a line of `FILE.run` says that they are all there. Returns their entry.
    func append(
        _ text: String, _ sha256: String?, _ statuses: StatusSet, pages: Int, _ name: String,
        _ stamp: FileStamp?, book: Book? = nil, _ state: inout State
    ) throws(OutputError) -> Int {
        try journal.append(text, at: state.journalEnd)
        var entry = RecordIndex.Entry(
            name: RecordIndex.hash(name), content: RecordIndex.content(sha256), start: state.journalEnd,
            length: text.utf8.count, pages: Int32(clamping: pages), statuses: statuses, isInJournal: true)
        state.journalEnd += text.utf8.count
        if let place = state.index.place(of: name) {
            let old = state.index[place]
            if old.hasLine { state.staleLines += 1 }
            if old.content == entry.content, old.statuses.contains(.failed) {
                entry.tries = old.isOfThisRun || old.tries == .max ? old.tries : old.tries + 1
            }
        }
        let place = state.index.add(entry, photos: book?.photos)
        if let stamp { try self.stamp(place, name, sha256, stamp, book: book?.files, &state) }
        return place
    }

    /// Writes down what a photo's file is like.
    private func stamp(
        _ place: Int, _ name: String, _ sha256: String?, _ stamp: FileStamp, book: [NamedStamp]? = nil,
        _ state: inout State
    ) throws(OutputError) {
        let photo = ReadPhoto(
            NamedStamp(name: name, stamp: stamp), pages: Int(state.index[place].pages), sha256: sha256,
            tries: Int(state.index[place].tries), book: book)
        try appendToRun(RunLine.photo(photo), &state)
        if state.index[place].hasLine { state.staleLines += 1 }
        state.index.stamp(place, stamp, book: book)
    }

    func appendToRun(_ line: some Encodable, _ state: inout State) throws(OutputError) {
        guard let text = try? JSONLine.line(line) else { return }
        try run.append(text, at: state.runEnd)
        state.runEnd += text.utf8.count
    }

    func bytes(of entry: RecordIndex.Entry, _ state: borrowing State) throws(OutputError) -> [UInt8] {
        try LineFile.bytes(
            of: entry.isInJournal ? journal.descriptor : state.kept.descriptor,
            entry.start..<entry.start + entry.length, file)
    }

    /// A photo's records, without their ends.
    func lines(of entry: RecordIndex.Entry, _ state: borrowing State) throws(OutputError) -> [ArraySlice<
        UInt8
    >] {
        try bytes(of: entry, state).split(separator: UInt8(ascii: "\n"))
    }
}

extension RecordJournal.State {
    /// Once a run, whatever leads to the photo.
    mutating func place(_ place: Int) {
        guard !index[place].isPlaced else { return }
        index[place].isPlaced = true
        order.append(Int32(place))
    }
}

/// The words are left to whoever shows it.
package enum JournalError: Error, Equatable {
    /// The file's records were read with other settings.
    case otherSettings(String, RunSettings, asked: RunSettings)
    /// `FILE.run` is lost, and its records were read with something else or don't say with what.
    case unlikeRecords(String, ShownOptions, asked: RunSettings)
    /// A line of it is no record of a photo.
    case noRecord(String, line: Int)
    /// Its records are of books of several photos.
    case holdsBooks(String)
    /// It is not what a run wrote beside its records.
    case notARun(String)
}
