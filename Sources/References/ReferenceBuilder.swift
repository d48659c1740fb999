// Makes a reference out of files: reads their rows into sorted runs, and the runs into a file that gets its name when it
// is whole. Interrupted, it goes on where the last run ends.
import Foundation

/// What is to be told while a reference is made.
public enum BuildEvent: Hashable, Sendable {
    /// The file is read now; its bytes, `nil` for a pipe, and what it holds.
    case reading(path: String, bytes: UInt64?, InputForm)
    /// An interrupted run is gone on with, after so many rows.
    case resumed(rows: Int)
    /// An interrupted run can't be gone on with: it had other files, or another filter.
    case begunAnew
    /// So many rows are read, of all files; how much of this file that is, `nil` where its size is not known.
    case rows(Int, share: Double?)
    /// How many bytes the reference is likely to take, and how many more while it is made; how many are free.
    case estimate(bytes: Int, onTheWay: Int, free: Int)
    /// All rows are read; so many entries of so many are in the file.
    case writing(Int, of: Int)
    case broken(BrokenRow)
    /// The file ends in the middle of a row, or of what gzip packed.
    case torn(path: String)
}

public struct ReferenceBuilder: Sendable {
    public let name: String
    public let files: [String]
    public let filter: ReferenceFilter
    public let folder: ReferenceFolder
    let isReplacing: Bool
    /// Bytes of memory that fill a run.
    let runSize: Int

    /// Broken rows that are told, of all files.
    static let named = 5
    /// Pieces of a file that are in work at a time.
    private static let pieces = 16

    /// - Parameters:
    ///   - files: read one after another; `-` is standard input.
    ///   - isReplacing: whether a reference of that name may go, when the new one is whole.
    /// - Throws: `name`; `exists`.
    public init(
        name: String, files: [String], filter: ReferenceFilter = ReferenceFilter(), in folder: ReferenceFolder,
        isReplacing: Bool = false
    ) throws(ReferenceError) {
        try self.init(
            name: name, files: files, filter: filter, in: folder, isReplacing: isReplacing,
            runSize: SortedRun.size)
    }

    init(
        name: String, files: [String], filter: ReferenceFilter, in folder: ReferenceFolder, isReplacing: Bool,
        runSize: Int
    ) throws(ReferenceError) {
        try ReferenceFolder.check(name)
        self.name = name
        self.files = files
        self.filter = filter
        self.folder = folder
        self.isReplacing = isReplacing
        self.runSize = runSize
        if !isReplacing, access(folder.file(of: name), F_OK) == 0 { throw .exists(name: name) }
    }

    /// - Parameters:
    ///   - isStopped: is asked now and then; what has been read is kept when it is so.
    ///   - tell: is called from one place at a time.
    /// - Throws: `stopped`, `busy`, `nothingKept`, and what is wrong with a file or the disk.
    public func build(
        isStopped: @Sendable () -> Bool = { false }, tell: @Sendable (BuildEvent) -> Void = { _ in }
    ) async throws(ReferenceError) -> ReferenceFile {
        var readers: [RowReader] = []
        for file in files { readers.append(try RowReader(file)) }
        if mkdir(folder.path, 0o755) != 0, errno != EEXIST { throw .writing(folder.path, errno) }
        let partial = try BuildFolder(folder.partialFolder(of: name), name: name)
        do throws(ReferenceError) {
            var state = try begin(readers.map(\.identity), partial, tell)
            if state.stage == .reading {
                try await read(readers, &state, partial, isStopped, tell)
            }
            if state.stage == .sorted {
                let info = info(readers, state)
                try write(info, &state, partial, isStopped, tell)
            }
            for path in state.torn { tell(.torn(path: path)) }
            return try putInPlace(partial)
        } catch {
            if error.leavesNothing {
                try? partial.remove()
                rmdir(folder.path)
            }
            throw error
        }
    }

    /// The state to go on from.
    private func begin(
        _ inputs: [InputIdentity], _ partial: BuildFolder, _ tell: (BuildEvent) -> Void
    ) throws(ReferenceError) -> BuildState {
        let kept = partial.state()
        if let kept, kept.inputs == inputs, kept.filter == filter,
            kept.stage != .written || access(partial.database, F_OK) == 0
        {
            try partial.clear(except: kept)
            tell(.resumed(rows: kept.counts.rows))
            return kept
        }
        if kept != nil { tell(.begunAnew) }
        try partial.clear()
        return BuildState(inputs: inputs, filter: filter)
    }

    private func read(
        _ readers: [RowReader], _ state: inout BuildState, _ partial: BuildFolder, _ isStopped: () -> Bool,
        _ tell: (BuildEvent) -> Void
    ) async throws(ReferenceError) {
        var entries = EntryBuffer()
        for (number, reader) in readers.enumerated().dropFirst(state.input) {
            if number > state.input { (state.input, state.place, state.rowsOfInput) = (number, 0, 0) }
            tell(.reading(path: reader.path, bytes: reader.size, reader.form))
            if !state.forms.contains(reader.form) { state.forms.append(reader.form) }
            if state.place > 0 { try await reader.skip(to: state.place) }
            let parser = RowParser(form: reader.form, filter: filter)
            var chunks = try await reader.next(Self.pieces)
            while !chunks.isEmpty {
                let (parsed, next) = await Self.parse(chunks, parser, while: reader)
                for rows in parsed { take(rows, &state, &entries, tell, reader.path) }
                if let last = chunks.last {
                    state.place = last.end
                    let share = reader.size.map { Double(last.used) / Double(max($0, 1)) }
                    tell(.rows(state.counts.rows, share: share))
                    if entries.bytes.count + 16 * entries.places.count > runSize {
                        try flush(&entries, &state, partial)
                        if state.runs == 1 { tell(estimate(readers, state.input, last.used, partial)) }
                    }
                }
                if isStopped() {
                    try flush(&entries, &state, partial)
                    throw .stopped(rows: state.counts.rows)
                }
                chunks = try next.get()
            }
            if await reader.isTorn, state.torn.last != reader.path { state.torn.append(reader.path) }
        }
        try flush(&entries, &state, partial, stage: .sorted)
    }

    /// Makes sense of pieces, and reads the next ones meanwhile.
    private static func parse(
        _ chunks: [Chunk], _ parser: RowParser, while reader: RowReader
    ) async -> ([ParsedRows], Result<[Chunk], ReferenceError>) {
        enum Outcome: Sendable {
            case read(Result<[Chunk], ReferenceError>)
            case parsed(Int, ParsedRows)
        }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                do throws(ReferenceError) { return .read(.success(try await reader.next(pieces))) } catch {
                    return .read(.failure(error))
                }
            }
            for (place, chunk) in chunks.enumerated() {
                group.addTask { .parsed(place, parser.parse(chunk)) }
            }
            var next: Result<[Chunk], ReferenceError> = .success([])
            var parsed: [ParsedRows?] = Array(repeating: nil, count: chunks.count)
            for await outcome in group {
                switch outcome {
                case .read(let chunks): next = chunks
                case .parsed(let place, let rows): parsed[place] = rows
                }
            }
            return (parsed.compactMap(\.self), next)
        }
    }

    private func take(
        _ rows: ParsedRows, _ state: inout BuildState, _ entries: inout EntryBuffer,
        _ tell: (BuildEvent) -> Void, _ path: String
    ) {
        for (row, reason) in rows.broken where state.broken.count < Self.named {
            let broken = BrokenRow(file: path, number: state.rowsOfInput + row, reason: reason)
            state.broken.append(broken)
            tell(.broken(broken))
        }
        entries.append(contentsOf: rows.entries)
        state.counts += rows.counts
        state.rowsOfInput += rows.counts.rows
        if rows.isTorn { state.torn.append(path) }
    }

    /// Writes a run of what is in memory, if anything, and how far that is.
    private func flush(
        _ entries: inout EntryBuffer, _ state: inout BuildState, _ partial: BuildFolder,
        stage: BuildState.Stage = .reading
    ) throws(ReferenceError) {
        if !entries.places.isEmpty {
            entries.sort()
            try SortedRun.write(entries, to: partial.run(state.runs))
            entries.removeAll()
            state.runs += 1
        }
        state.stage = stage
        try partial.save(state)
    }

    /// By what the first run takes of what has been read.
    private func estimate(
        _ readers: [RowReader], _ number: Int, _ used: UInt64, _ partial: BuildFolder
    ) -> BuildEvent {
        let before = readers[..<number].compactMap(\.size).reduce(0, +) + used
        let all = readers.compactMap(\.size).reduce(0, +)
        let run = ReferenceFolder.bytes(of: partial.run(0))
        let bytes = Int(Double(run) * max(1, Double(all) / Double(max(before, 1))))
        let values = try? URL(filePath: folder.path).resourceValues(forKeys: [.volumeAvailableCapacityKey])
        return .estimate(bytes: bytes, onTheWay: bytes, free: values?.volumeAvailableCapacity ?? 0)
    }

    private func info(_ readers: [RowReader], _ state: BuildState) -> ReferenceInfo {
        ReferenceInfo(
            files: files.map { $0 == "-" ? $0 : URL(filePath: $0).lastPathComponent }, forms: state.forms,
            date: state.inputs.compactMap(\.date).max() ?? .now, made: .now, filter: filter,
            counts: state.counts, torn: state.torn.map { $0 == "-" ? $0 : URL(filePath: $0).lastPathComponent })
    }

    /// Reads all runs into a file. Of books with one ISBN the one of which most is known is taken.
    private func write(
        _ info: ReferenceInfo, _ state: inout BuildState, _ partial: BuildFolder, _ isStopped: () -> Bool,
        _ tell: (BuildEvent) -> Void
    ) throws(ReferenceError) {
        var info = info
        let bytes = (0..<state.runs).reduce(0) { $0 + ReferenceFolder.bytes(of: partial.run($1)) }
        unlink(partial.database)
        let writer = try ReferenceWriter(partial.database)
        var merge = try RunMerge((0..<state.runs).map(partial.run))
        var best: [UInt8] = []
        var (done, steps) = (0, 0)
        while let first = merge.first {
            let key = first.key
            best.removeAll(keepingCapacity: true)
            best.append(contentsOf: first.entry)
            done += best.count + 12
            try merge.advance()
            while let next = merge.first, next.key == key {
                done += next.entry.count + 12
                if key < EntryKey.works, best.withUnsafeBytes(BookPacker.known) < BookPacker.known(next.entry) {
                    best.removeAll(keepingCapacity: true)
                    best.append(contentsOf: next.entry)
                }
                try merge.advance()
            }
            var failure: ReferenceError?
            best.withUnsafeBytes { entry in
                do throws(ReferenceError) { try writer.add(key, entry) } catch { failure = error }
            }
            if let failure { throw failure }
            steps += 1
            if steps.isMultiple(of: 4096) {
                tell(.writing(done, of: bytes))
                if isStopped() { throw .stopped(rows: state.counts.rows) }
            }
        }
        guard writer.books > 0 else { throw .nothingKept(rows: state.counts.rows) }
        info.books = writer.books
        info.authors = writer.authors
        info.languages = writer.languages
        try writer.finish(info)
        try Self.synchronise(partial.database)
        (state.stage, state.runs) = (.written, 0)
        try partial.save(state)
        try partial.clear(except: state)
    }

    /// Gives the finished file its name, and takes all else away.
    private func putInPlace(_ partial: BuildFolder) throws(ReferenceError) -> ReferenceFile {
        let file = folder.file(of: name)
        guard rename(partial.database, file) == 0 else { throw .writing(file, errno) }
        try Self.synchronise(folder.path)
        try partial.remove()
        return try ReferenceFile(path: file, name: name)
    }

    /// Out of the system's memory onto the disk.
    private static func synchronise(_ path: String) throws(ReferenceError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .writing(path, errno) }
    }
}

extension ReferenceError {
    /// What would fail again in the same way leaves nothing behind.
    fileprivate var leavesNothing: Bool {
        switch self {
        case .damaged, .nothingKept: true
        default: false
        }
    }
}
