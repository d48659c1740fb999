// Builds a reference: an external merge sort of the rows into a file, which gets its name when it is complete. An
// interrupted build continues after its last sorted run.
import Foundation

public struct ReferenceBuilder: Sendable {
    public let name: String
    public let files: [String]
    public let filter: ReferenceFilter
    public let folder: ReferenceFolder
    let isReplacing: Bool
    /// Bytes of memory that fill a run.
    let runSize: Int

    /// - Parameters:
    ///   - files: read one after another; `-` is standard input.
    ///   - isReplacing: whether a reference of that name may go, when the new one is whole.
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
                try write(info(readers, state), &state, partial, isStopped, tell)
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

/// What is to be told while a reference is made.
public enum BuildEvent: Hashable, Sendable {
    /// The file is read now; its bytes, `nil` for a pipe, and what it holds.
    case reading(path: String, bytes: UInt64?, InputFormat)
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
    /// All entries are in the file; so many books of so many can be found by their words.
    case indexing(Int, of: Int)
    case broken(BrokenRow)
    /// The file ends in the middle of a row, or of what gzip packed.
    case torn(path: String)
}
