// What every source can be asked, and the three different things it can answer.
import Books
import Foundation

public protocol BookSource: Sendable {
    /// For settings and the command line; lower-case ASCII letters and digits.
    var key: String { get }
    /// For people.
    var name: String { get }

    /// Answers each ISBN, whatever happens, as soon as it can: once, or twice where the first answer's details are
    /// still coming.
    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async

    /// Editions that words of a title and of an author's name fit, the source's likeliest first. What is said of each
    /// belongs to it alone: `isbn` is the first that the edition's own record names, if any. Only books with a title.
    /// `nil` from a source that has no such search.
    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> [Book]?
}
