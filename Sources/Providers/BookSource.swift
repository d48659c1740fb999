// What every source can be asked, and the three different things it can answer.
import Books
import Foundation

public protocol BookSource: Sendable {
    /// For settings and the command line; lower-case ASCII letters and digits.
    var key: String { get }
    /// For people.
    var name: String { get }

    /// One answer for each ISBN, whatever happens.
    func lookUp(_ isbns: [ISBN]) async -> [ISBN: SourceAnswer]

    /// Candidates for words of a title and of an author's name, the source's likeliest first. Only books with
    /// a title; `isbn` is the first the source names, if any. `nil` from a source that has no such search.
    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> [Book]?
}
