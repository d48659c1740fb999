// The index of words, for searches that choose among its spellings themselves.
import Books

extension ReferenceFile {
    /// The numbers of books whose titles and makers have all these words, folded and separated by spaces; the lowest first.
    ///
    /// - Throws: `unsearchable`, `failed`.
    package func postings(_ words: String, limit: Int) throws(ReferenceError) -> [Int] {
        try withReader { reader throws(ReferenceError) in try reader.postings(words, limit: limit) }
    }

    /// The words of the index with this beginning.
    ///
    /// - Throws: `failed`.
    package func terms(beginningWith beginning: String) throws(ReferenceError) -> [String] {
        try withReader { reader throws(ReferenceError) in try reader.terms(beginningWith: beginning) }
    }
}
