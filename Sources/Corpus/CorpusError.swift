// What can be wrong with a corpus or with another program's answers. The words are left to whoever shows it.
import Books

package enum CorpusError: Error, Hashable, Sendable {
    /// The folder has neither a manifest nor sidecars.
    case noTruth(folder: String)
    /// No file that can be read as UTF-8 text.
    case unreadable(path: String)
    case column(String, missingIn: String)
    /// A line of a table; lines count from 1.
    case line(Int, of: String, LineProblem)
    case sidecar(path: String, SidecarProblem)

    package enum LineProblem: Hashable, Sendable {
        case columns(Int, expected: Int)
        case isbn(String, ISBNError)
        case milliseconds(String)
        case legibility(String)
        case turn(String)
        /// An own ISBN that is none of the photo's.
        case strangeOwnISBN
        /// A second line of the same photo.
        case repeated(photo: String)
        case notInFolder(photo: String)
        /// An answer to a photo that the corpus does not have.
        case notInCorpus(photo: String, folder: String)
    }

    package enum SidecarProblem: Hashable, Sendable {
        /// There is no photo of its name beside it, or several.
        case withoutPhoto
        /// A value that is missing or wrong: where it stands, keys with dots between them, and what the decoder says of
        /// it, or what keeps it from being an ISBN.
        case value(at: String, said: String, ISBNError?)
    }
}
