// What was read of one record of a file, and why one could not be read.

/// A record as it was read from a file.
package struct ReadRecord {
    package var fields = MARCRecord()
    /// The library took it out of its catalogue.
    package var isDeleted = false
    /// Some text is in a character set that is not read, and left out.
    package var hasUnreadText = false
}

package enum MARCError: Error {
    /// The first 24 bytes, which say where all else is.
    case leader
    /// The list of fields does not fit the record's bytes.
    case directory
    case xml
}
