// A run that can be stopped at any moment and goes on: each photo's records are appended to `FILE.partial` when they are
// there, what its file was like to `FILE.run`. At the end `FILE` holds one record a photo, in the photos' order.
import Books
import Foundation
import Synchronization

/// The records of a run and of those before it, in one file.
package final class RecordJournal: Sendable {
    /// What is kept of a photo between its reading and its record.
    enum Met {
        /// It is read; its file's stamp.
        case read(FileStamp)
        /// Its records are those of an entry.
        case recalled(Int, FileStamp)
    }

    struct State {
        var index = RecordIndex()
        /// Entries in the order in which this run came to their photos.
        var order: [Int32] = []
        var met: [String: Met] = [:]
        var journalEnd = 0
        var runEnd = 0
        /// Lines of `FILE.run` that say nothing any more.
        var staleLines = 0
        /// Of `FILE`, before the run.
        var kept: KeptFile
        /// Moves of photos that may not have come to their end.
        var moves: [String: String] = [:]
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

    /// Whether the settings of what was there are not known, and so taken to be these.
    package let isAdopted: Bool

    /// How the unfinished file is called.
    package var partialName: String { target + ".partial" }

    /// Every file that a run writes besides its result.
    package static func names(_ file: String) -> [String] { [".partial", ".run", ".new"].map { file + $0 } }

    /// Takes up what the file and its partial hold. A torn last line is dropped.
    ///
    /// - Parameters:
    ///   - retried: photos with such a page are read again.
    package init(_ file: String, _ settings: RunSettings, retrying retried: StatusSet) throws(OutputError) {
        self.file = file
        self.settings = settings
        self.retried = retried
        target = OutputFile.resolved(file)
        let kept = try KeptFile(target, name: file)
        journal = try .locked(target + ".partial", mode: kept.mode, name: file)
        run = try JournalFile(target + ".run", mode: kept.mode, name: file)
        var state = State(kept: kept)
        do throws(OutputError) {
            isAdopted = try Self.load(&state, file, journal, run, settings)
        } catch {
            // An empty one would be taken for what an interrupted run has read.
            for made in [journal, run] where made.size == 0 { unlink(made.path) }
            throw error
        }
        self.state = Mutex(state)
    }

    /// Whether the photo of this name is known and its file unchanged.
    package func knows(_ name: String, _ stamp: FileStamp) -> Bool {
        guard name.isWhole else { return false }
        return state.withLock { state in
            guard let place = state.index.place(of: name) else { return false }
            let entry = state.index[place]
            return entry.stamp == RecordIndex.hash(stamp) && isToKeep(entry)
        }
    }

    /// Whether the photo of an address is known. One that gave no bytes is not.
    package func knows(address: String) -> Bool {
        guard address.isWhole else { return false }
        return state.withLock { state in
            guard let place = state.index.place(of: address) else { return false }
            return state.index[place].content != 0 && isToKeep(state.index[place])
        }
    }

    /// The name under which a book of just these photos is known, none of them changed.
    package func recalls(book files: [NamedStamp]) -> String? {
        guard files.allSatisfy(\.name.isWhole) else { return nil }
        return state.withLock { state in
            let book = state.index.place(ofBookWith: files[0].name).map { state.index[$0] }
            guard let book, book.book == RecordIndex.hash(files), isToKeep(book), !book.isReplaced,
                let line = try? lines(of: book, state).first
            else { return nil }
            return RecordHead(line)?.photo
        }
    }

    /// Takes note of a photo that is about to be read; returns whether it may be known by its bytes.
    package func meets(_ name: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            state.met[name] = .read(stamp)
            if let place = state.index.place(of: name), !isToKeep(state.index[place]), name.isWhole {
                return false
            }
            return state.index.mayHold(size: stamp.size)
        }
    }

    /// Whether it is known by its bytes, then under this name too.
    package func recalls(_ name: String, sha256: String) -> Bool {
        state.withLock { state in
            guard case .read(let stamp) = state.met[name] else { return false }
            let content = RecordIndex.content(sha256)
            let named = state.index.place(of: name).flatMap {
                state.index[$0].content == content ? $0 : nil
            }
            guard let place = named ?? state.index.place(ofContent: sha256), isToKeep(state.index[place]),
                let line = try? lines(of: state.index[place], state).first, RecordHead(line)?.sha256 == sha256
            else { return false }
            state.met[name] = .recalled(place, stamp)
            return true
        }
    }

    /// Gives a photo that is known, or a book of several, its place in the order.
    package func keep(_ name: String, photos: Int = 1) throws(OutputError) {
        try changing { state throws(OutputError) in
            guard case .recalled(let place, let stamp) = state.met.removeValue(forKey: name) else {
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
            let renamed = lines.map { RecordLine.replacing(in: $0, [.photo: .text(name)]) }
            try append(renamed.joined(), head.sha256, entry.statuses, pages: lines.count, name, stamp, &state)
            state.index[place].isCopied = true
        }
    }

    /// Takes a photo's records, one a page, each as a line with its end.
    package func take(_ records: [PhotoRecord], lines: [String]) throws(OutputError) {
        guard let first = records.first else { return }
        try changing { state throws(OutputError) in
            var files: [NamedStamp] = []
            let names = Set(first.photos.map(\.photo)).union([first.photo])
            for name in (first.photos.isEmpty ? [first] : first.photos).map(\.photo) {
                guard case .read(let stamp) = state.met.removeValue(forKey: name) else { continue }
                files.append(NamedStamp(name: name, stamp: stamp))
            }
            let stamp = files.first { $0.name == first.photo }?.stamp
            let book =
                first.photos.isEmpty
                ? nil
                : Book(
                    photos: first.photos.map(\.place), files: files.count == names.count ? files : nil)
            let statuses = StatusSet(records.map(\.status))
            let text = lines.joined()
            if let place = state.index.place(of: first.photo),
                try bytes(of: state.index[place], state) == Array(text.utf8), !state.index[place].isDue
            {
                return state.place(place)
            }
            try append(
                text, first.sha256, statuses, pages: records.count, first.photo, stamp, book: book, &state)
        }
    }

    func changing(_ body: (inout State) throws(OutputError) -> Void) throws(OutputError) {
        try state.withLock { state in
            Result { () throws(OutputError) in try body(&state) }
        }.get()
    }

    /// Lets photos that failed be read again, each so many times.
    package func giveChances(_ count: Int) {
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

    /// The photos of a book's record.
    struct Book {
        var photos: [PhotoPage]
        /// `nil` where they are not all known.
        var files: [NamedStamp]?
    }

    /// Records first: a line of `FILE.run` says that they are all there.
    func append(
        _ text: String, _ sha256: String?, _ statuses: StatusSet, pages: Int, _ name: String,
        _ stamp: FileStamp?, book: Book? = nil, _ state: inout State
    ) throws(OutputError) {
        try journal.append(text, at: state.journalEnd)
        var entry = RecordIndex.Entry(
            name: RecordIndex.hash(name), content: RecordIndex.content(sha256), start: state.journalEnd,
            length: text.utf8.count, pages: Int32(clamping: pages), statuses: statuses, isInJournal: true)
        state.journalEnd += text.utf8.count
        if let place = state.index.place(of: name) {
            let old = state.index[place]
            if old.hasLine { state.staleLines += 1 }
            if old.content == entry.content, old.statuses.contains(.failed) {
                entry.tries = old.tries == .max ? old.tries : old.tries + 1
            }
        }
        let place = state.index.add(entry, isWholeName: name.isWhole, photos: book?.photos)
        state.place(place)
        if let stamp { try self.stamp(place, name, sha256, stamp, book: book?.files, &state) }
    }

    /// Writes down what a photo's file is like.
    private func stamp(
        _ place: Int, _ name: String, _ sha256: String?, _ stamp: FileStamp, book: [NamedStamp]? = nil,
        _ state: inout State
    ) throws(OutputError) {
        let line = RunLine(
            photo: name, pages: Int(state.index[place].pages), sha256: sha256,
            tries: Int(state.index[place].tries), book: book, stamp: stamp)
        try appendToRun(line, &state)
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

extension String {
    /// Whether it names one photo alone: bytes that are not UTF-8 all look alike in a record.
    var isWhole: Bool { !unicodeScalars.contains("\u{FFFD}") }
}
