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
    /// What the system said of the file.
    case failed(String, code: Int32)
}
