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
    /// Nothing says with what its records were read, and they show that it was something else.
    case unlikeRecords(String, ShownOptions, asked: RunSettings.Options)
    /// A line of it is no record of a photo.
    case noRecord(String, line: Int)
    /// Its records are of books of several photos.
    case holdsBooks(String)
    /// It is not what a run wrote beside its records.
    case notARun(String)
    /// What the system said of the file.
    case failed(String, code: Int32)
}
