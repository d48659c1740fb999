// Builds a reference: an external merge sort of the rows into a file, which gets its name when it is complete. An
// interrupted build continues after its last sorted run.
import Foundation

public struct ReferenceBuilder: Sendable {
    public let name: String
    public let files: [String]
    public let filter: ReferenceFilter
    public let folder: ReferenceFolder
    let isReplacing: Bool
    /// In bytes: how much memory a run takes.
    let runSize: Int

    /// - Parameters:
    ///   - files: read one after another; `-` is standard input.
    ///   - isReplacing: whether the new reference may replace one of the same name.
    /// - Throws: `name`; `exists`.
    public init(
        name: String, files: [String], filter: ReferenceFilter = ReferenceFilter(),
        in folder: ReferenceFolder,
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
    ///   - isStopped: called from time to time; if true, building stops and keeps what has been read.
    ///   - report: called with events, never concurrently.
    /// - Throws: `stopped`, `busy`, `nothingKept`, and errors of files or the disk.
    public func build(
        isStopped: @escaping @Sendable () -> Bool = { false },
        report: @Sendable (BuildEvent) -> Void = { _ in }
    ) async throws(ReferenceError) -> ReferenceFile {
        var readers: [RowReader] = []
        for file in files { readers.append(try RowReader(file, isStopped: isStopped)) }
        if mkdir(folder.path, 0o755) != 0, errno != EEXIST { throw .writing(folder.path, errno) }
        let partial = try BuildFolder(folder.partialFolder(of: name), name: name)
        do throws(ReferenceError) {
            var state = try begin(readers.map(\.identity), partial, report)
            if state.stage == .reading {
                try await read(readers, &state, partial, isStopped, report)
            }
            for path in state.torn { report(.torn(path: path)) }
            if state.stage == .sorted {
                try write(info(readers, state), &state, partial, isStopped, report)
            }
            return try putInPlace(partial)
        } catch {
            if error.discardsProgress {
                try? partial.remove()
                rmdir(folder.path)
            }
            throw error
        }
    }

    /// The state from which to continue.
    private func begin(
        _ inputs: [InputIdentity], _ partial: BuildFolder, _ report: (BuildEvent) -> Void
    ) throws(ReferenceError) -> BuildState {
        let kept = partial.state()
        if let kept, kept.inputs == inputs, kept.filter == filter,
            kept.stage != .written || access(partial.database, F_OK) == 0
        {
            try partial.clear(except: kept)
            report(.resumed(rows: kept.counts.rows))
            return kept
        }
        if kept != nil { report(.begunAnew) }
        try partial.clear()
        return BuildState(inputs: inputs, filter: filter)
    }
}

extension ReferenceError {
    /// Whether the same error would occur again, so that nothing is kept.
    fileprivate var discardsProgress: Bool {
        switch self {
        case .damaged, .nothingKept: true
        default: false
        }
    }
}

/// Events while a reference is built.
public enum BuildEvent: Hashable, Sendable {
    /// A file is being read; its size in bytes, `nil` for a pipe, and its format.
    case reading(path: String, bytes: UInt64?, InputFormat)
    /// An interrupted build continues after this many rows.
    case resumed(rows: Int)
    /// An interrupted build can't be continued, because it had other files or another filter.
    case begunAnew
    /// How many rows of all files have been read, and how much of this file that is, 0…1; `nil` if its size is
    /// unknown.
    case rows(Int, share: Double?)
    /// How many bytes the reference will probably take, how many more while it is built, and how many are free.
    case estimate(bytes: Int, onTheWay: Int, free: Int)
    /// All rows have been read; how many entries of how many have been written.
    case writing(Int, of: Int)
    /// All entries have been written; how many books of how many have been indexed by words.
    case indexing(Int, of: Int)
    case broken(BrokenRow)
    /// The file ends in the middle of a row, or of its gzip data.
    case torn(path: String)
}
