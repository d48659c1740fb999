// Why a run can't go on with what a file holds. What the system says of the file is an `OutputError`.

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
