// What can go wrong with results on their way out. The words are left to whoever shows it.

/// Why results could not be written.
package enum OutputError: Error, Equatable {
    /// Nobody reads any more (`| head`): the end, but nothing is wrong.
    case closed
    /// Another process is writing the same file.
    case busy(String)
    /// A line that was to be replaced is another by now.
    case changed(String)
    /// A folder that is to be filled holds other things.
    case occupied(String)
    /// Its records were read with other settings.
    case otherSettings(String, RunSettings, asked: RunSettings)
    /// `FILE.run` is lost, and its records were read with something else or don't say with what.
    case unlikeRecords(String, ShownOptions, asked: RunSettings)
    /// A line of it is no record of a photo.
    case noRecord(String, line: Int)
    /// Its records are of books of several photos.
    case holdsBooks(String)
    /// It is not what a run wrote beside its records.
    case notARun(String)
    /// What the system said of the file.
    case failed(String, code: Int32)
}
