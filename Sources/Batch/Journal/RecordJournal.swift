// The journal of a resumable run: each photo's records are appended to `FILE.partial`, and the stamp of its file to
// `FILE.run`. At the end, `FILE` contains one record per photo in order.
import Books
import Foundation
import Output
import Reading
import Synchronization

/// The records of a run and of the runs before it, in one file.
package final class RecordJournal: Sendable {
    /// The name of the temporary file.
    package let partialName: String
    /// Whether the run uses records that were read with other settings, or do not state theirs.
    package let isAdopted: Bool
    private let looksUp: Bool
    private let retried: StatusSet
    private let records: Mutex<RunRecords>

    /// All files that a run writes besides its result.
    package static func names(_ file: String) -> [String] {
        [journal(of: file), run(of: file), AtomicFile.temporary(of: file)]
    }

    /// `FILE.partial`.
    package static func journal(of file: String) -> String { file + ".partial" }

    /// `FILE.run`.
    package static func run(of file: String) -> String { file + ".run" }

    /// Where the records of a run, or of a scan that can't be resumed, are until it ends.
    static func unfinished(_ file: String) -> [String] { [journal(of: file), OutputFile.draft(of: file)] }

    /// The result whose run has a file of this name; `nil` for other names.
    package static func result(of name: String) -> String? {
        names("").first { name.hasSuffix($0) }.map { String(path: name.pathBytes.dropLast($0.utf8.count)) }
    }

    /// Loads the result and the journal of earlier runs. An incomplete last line is dropped.
    ///
    /// - Parameters:
    ///   - retried: photos that have a page with one of these statuses are read again.
    ///   - readsRecords: whether the run also reads results, which may be of books of several photos.
    ///   - adoptsOthers: whether records are used even if `FILE.run` is lost.
    package init(
        _ file: String, _ settings: RunSettings, retrying retried: StatusSet, readsRecords: Bool = false,
        adoptsOthers: Bool = false
    ) throws {
        looksUp = settings.options.lookup
        self.retried = retried
        var records = try RunRecords(file)
        partialName = records.journal.path
        do {
            isAdopted = try records.load(
                settings, takesBooks: settings.options.group != nil || readsRecords,
                adoptsOthers: adoptsOthers)
        } catch {
            // An empty journal would look like that of an interrupted run.
            records.journal.removeIfEmpty()
            records.run.removeIfEmpty()
            throw error
        }
        self.records = Mutex(records)
    }

    // MARK: Writing

    /// Stores a photo's records, one per page, each as a line with its end. Photos are passed in order.
    package func take(_ records: [PhotoRecord], lines: [String]) throws(OutputError) {
        guard let first = records.first else { return }
        try changing { (run) throws(OutputError) in
            let photo = RunRecords.StoredPhoto(records, lines: lines, run.pending, in: run.index)
            for photo in first.single {
                let pending = run.pending.removeValue(forKey: RecordIndex.hash(photo.photo))
                if pending?.lacksBooks == true { run.known += 1 }
            }
            if let place = run.index.place(of: photo.name), !run.index[place].isDue,
                try run.bytes(of: run.index[place]) == Array(lines.joined().utf8)
            {
                return run.place(place)
            }
            run.place(try run.store(photo))
        }
    }

    /// Puts a photo that is known, or a book of several, next in the order.
    ///
    /// - Returns: the hash of a photo that is known by another name.
    @discardableResult
    package func keep(_ name: String, photos: Int = 1) throws(OutputError) -> String? {
        try changing { (run) throws(OutputError) -> String? in
            let pending = run.pending.removeValue(forKey: RecordIndex.hash(name))
            guard let pending, let place = pending.cached else {
                guard let place = run.index.place(of: name), !run.index[place].isPlaced else { return nil }
                run.known += photos
                run.place(place)
                return nil
            }
            run.known += photos
            let entry = run.index[place]
            guard entry.name == RecordIndex.hash(name) else {
                try run.store(entry, as: name, pending.stamp)
                run.index[place].isCopied = true
                return run.file(of: entry).sha256
            }
            guard let line = try run.lines(of: entry).first, let head = RecordHead(line) else { return nil }
            run.place(place)
            try run.stamp(place, name, head.sha256, pending.stamp)
            return nil
        }
    }

    /// Whether `allowRetries` has a photo that failed read again.
    package func retries(_ name: String, _ count: Int) -> Bool {
        records.withLock { run in run.index.entry(of: name).map { Int($0.tries) <= count } ?? true }
    }

    /// Has photos that failed read again, up to `count` times each.
    package func allowRetries(_ count: Int) {
        records.withLock { run in
            for (place, entry) in run.index.entries.enumerated()
            where entry.statuses.contains(.failed) && !entry.isReplaced && Int(entry.tries) <= count {
                run.index[place].isDue = true
            }
        }
    }

    /// Writes the complete result and replaces the file. After this, only a new journal can continue the run.
    ///
    /// - Returns: the totals of all records in the file, how many photos of this run were known, and how many recorded
    ///   ones exist no more.
    package func finish() throws(OutputError) -> (tally: ScanTally, known: Int, vanished: Int) {
        try changing { (run) throws(OutputError) in (try run.finish(), run.known, run.vanished) }
    }

    /// The records of photos that this run has stored before their turn.
    package var early: [RecordHead] {
        records.withLock { run in
            run.index.entries.filter { $0.isOfThisRun && !$0.isPlaced && !$0.isReplaced }
                .flatMap { entry in (try? run.lines(of: entry)) ?? [] }.compactMap { RecordHead($0) }
        }
    }

    private func changing<Value: Sendable>(
        _ body: (inout RunRecords) throws(OutputError) -> Value
    ) throws(OutputError) -> Value {
        try records.withLock { (run) throws(OutputError) in try body(&run) }
    }

    // MARK: What is known

    private func isToKeep(_ entry: RecordIndex.Entry) -> Bool {
        !entry.isDue && (entry.statuses.isDisjoint(with: retried) || entry.isPlaced)
    }

    /// Whether the run looks up books, and was interrupted before it did so for this photo, or an earlier one could not.
    private func lacksBooks(_ entry: RecordIndex.Entry) -> Bool {
        looksUp && !entry.hasBooks && !entry.isPlaced
    }
}

// A batch asks the journal what earlier runs read, and notifies it of photos that are read before their turn: if one
// photo is slow, a kill must not lose the others. If they can't be written then, `take` writes them, or reports the
// error.
extension RecordJournal: ScanCache {
    package func isKnown(_ name: String, _ stamp: FileStamp) -> Bool {
        records.withLock { run in
            guard let entry = run.index.entry(of: name) else { return false }
            return entry.stamp == RecordIndex.hash(stamp) && isToKeep(entry) && !lacksBooks(entry)
        }
    }

    /// A photo that could not be downloaded is not known.
    package func isKnown(address: String) -> Bool {
        records.withLock { run in
            guard let entry = run.index.entry(of: address) else { return false }
            return entry.content != 0 && isToKeep(entry) && !lacksBooks(entry)
        }
    }

    package func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool {
        records.withLock { run in
            run.pending[RecordIndex.hash(name)] = .init(stamp: stamp)
            if let entry = run.index.entry(of: name), !isToKeep(entry) { return false }
            return run.index.mayHold(size: stamp.size)
        }
    }

    /// A photo whose books were not looked up is returned with its records; all others as known.
    package func cached(_ name: String, sha256: String) -> ScanResult? {
        records.withLock { run in
            let key = RecordIndex.hash(name)
            guard let pending = run.pending[key], pending.cached == nil,
                let place = run.index.place(of: name, content: sha256), isToKeep(run.index[place]),
                let lines = try? run.lines(of: run.index[place]),
                lines.first.flatMap({ RecordHead($0) })?.sha256 == sha256
            else { return nil }
            guard lacksBooks(run.index[place]) else {
                run.pending[key]?.cached = place
                return .known(name)
            }
            var records = lines.compactMap { PhotoRecord(line: $0) }
            guard records.count == lines.count else { return nil }
            for page in records.indices {
                records[page].photo = name
                records[page].repeats = nil
            }
            run.pending[key]?.lacksBooks = true
            return .photo(records)
        }
    }

    package func cached(book files: [NamedStamp], isLate: Bool = false) -> ScanResult? {
        records.withLock { run in
            let found = run.index.entry(ofBook: files) ?? (isLate ? nil : run.index.entry(ofDocument: files))
            guard let book = found, isToKeep(book),
                let line = try? run.lines(of: book).first
            else { return nil }
            guard lacksBooks(book) else {
                guard let head = RecordHead(line), head.isLate == isLate else { return nil }
                return .known(head.photo, photos: files.count)
            }
            guard var record = PhotoRecord(line: line) else { return nil }
            record.warnings.removeAll { $0 == PhotoRecord.lateWarning }
            if isLate { record.warnings.append(PhotoRecord.lateWarning) }
            record.repeats = nil
            for file in files {
                run.pending[RecordIndex.hash(file.name)] = .init(stamp: file.stamp, lacksBooks: true)
            }
            return .book(record, photos: files.count)
        }
    }

    /// Stores the records of a photo or book before its books are looked up, unless the files have them.
    package func willLookUp(_ records: [PhotoRecord]) {
        guard let first = records.first, first.sha256 != nil else { return }
        let isStored = self.records.withLock { run in
            guard let entry = run.index.entry(of: first.photo) else { return false }
            return !entry.hasBooks && !entry.isDue && entry.content == RecordIndex.content(first.sha256)
        }
        if !isStored { didRead(records) }
    }

    package func didRead(_ records: [PhotoRecord]) {
        // Photos on standard input are told apart by their pages, which are counted later.
        guard let first = records.first, first.photo != PhotoPath.standardInput.name,
            let lines = try? records.map({ try JSONLine.line($0) })
        else { return }
        try? changing { (run) throws(OutputError) in
            let place = try run.store(
                RunRecords.StoredPhoto(records, lines: lines, run.pending, in: run.index))
            run.index[place].isOfThisRun = true
            run.index[place].hasBooks = false
        }
    }
}

// Photos that are moved after they were read: whenever the run is interrupted, their records contain their current
// paths.
extension RecordJournal {
    /// The statuses of the photo's pages; `nil` if it is not known.
    package func statuses(of photo: String) -> StatusSet? {
        records.withLock { $0.index.entry(of: photo)?.statuses }
    }

    /// The photo's file as it was read; `nil` if it is not known.
    package func file(of photo: String) -> FileAsRead? {
        records.withLock { run in run.index.entry(of: photo).map { run.file(of: $0) } }
    }

    /// Stores where a photo may be from now on.
    package func willMove(_ photo: String, to target: String) throws(OutputError) {
        try changing { (run) throws(OutputError) in
            try run.store(RunLine(photo, movesTo: target))
            run.staleLines += 1
        }
    }

    /// The photo has been moved: its records are given this name.
    package func moved(_ photo: String, to target: String) throws(OutputError) {
        let stamp = PhotoPath(target).fileStamp
        try changing { (run) throws(OutputError) in
            guard let place = run.index.place(of: photo) else { return }
            try run.store(run.index[place], as: target, stamp)
            run.index.remove(place)
        }
    }

    /// Moves that may or may not have been done, with the files that were read.
    package var unfinishedMoves: [(photo: String, target: String, file: FileAsRead)] {
        records.withLock { run in
            run.moves.values.compactMap { move in
                guard let entry = run.index.entry(of: move.photo), run.index.entry(of: move.target) == nil
                else { return nil }
                let file = run.file(of: entry)
                return file.isKnown ? (move.photo, move.target, file) : nil
            }
        }
    }
}

/// Why a run can't be resumed from a file.
package enum JournalError: Error, Equatable {
    /// The file's records were read with other settings.
    case otherSettings(String, RunSettings, asked: RunSettings)
    /// `FILE.run` is lost, and its records were read with other settings or do not state them.
    case unlikeRecords(String, InferredSettings, asked: RunSettings)
    /// A line is not a record of a photo.
    case noRecord(String, line: Int)
    /// Its records are of books of several photos.
    case holdsBooks(String)
    /// `FILE.run` was not written by a run.
    case notARun(String)
    /// It is the journal of an interrupted run, and no result yet.
    case unfinishedRun(String)
    /// A renaming of its photos was interrupted.
    case unfinishedRenaming(String)
    /// A folder of photos that were being renamed does not exist.
    case folderAway(String)
}
