// What can go wrong with a reference: what happened, to which file, and the code of whoever said so. The words are left
// to whoever shows it.

public enum ReferenceError: Error, Hashable, Sendable {
    /// A file to be read.
    case unreadable(path: String, errno: Int32)
    case empty(path: String)
    /// Packed by a program whose form is not read.
    case packed(path: String, by: Packing)
    /// XML or text in an encoding that is not read, of this name.
    case encoding(path: String, String)
    /// Neither of the three forms that are read.
    case unknownForm(path: String)
    /// What gzip packed does not unpack; zlib's words, and after how many unpacked bytes.
    case damaged(path: String, bytes: UInt64, words: String)
    /// It has changed, or ended early, since the place where an interrupted run is to go on.
    case changed(path: String)
    /// No row gave a book that was asked for.
    case nothingKept(rows: Int)
    /// A name is a file's: letters, digits, spaces and `.`, `_`, `-` after a letter or digit.
    case name(String)
    /// There is a reference of that name.
    case exists(name: String)
    /// Another process is making it.
    case busy(name: String)
    /// There is none of that name.
    case unknown(name: String)
    /// It was to stop; what it has read is kept.
    case stopped(rows: Int)
    /// No room to write.
    case full(path: String)
    case cannotWrite(path: String, errno: Int32)
    /// No reference, though it is called like one.
    case notAReference(path: String)
    /// A later version of the program wrote it.
    case newer(path: String, version: Int)
    /// An earlier version of the program wrote it, which could not search by title.
    case unsearchable(path: String)
    /// SQLite's extended result code and its words.
    case failed(path: String, code: Int32, words: String)

    /// Programs that pack files.
    public enum Packing: String, Hashable, Sendable {
        case bzip2, xz, zstd, zip
    }
}
