// How the making of a reference goes, for whoever watches.

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
    /// All entries are in the file; so many books of so many can be found by their words.
    case indexing(Int, of: Int)
    case broken(BrokenRow)
    /// The file ends in the middle of a row, or of what gzip packed.
    case torn(path: String)
}
