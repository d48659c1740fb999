// Searches editions by title, with the same throttles as look-ups.
import Books
import Providers
import References

/// What a reference or a source says to words of a title.
public enum TitleAnswer: Sendable {
    /// The likeliest first, each with what is its own. None that was named before.
    case editions([Book])
    /// The source has no such search.
    case unable
    /// The reference's file can't be searched.
    case unusable(ReferenceError)
    case notAsked(ProviderError)
    /// One of the last two, in the words of a site that asked.
    case message(String)
}

extension BookLookup {
    /// Asks the references, then the sources with the widest holdings, or those that were chosen, one after the other; no
    /// source where it is offline. Nothing of it is kept.
    ///
    /// - Parameters:
    ///   - limit: editions of one reference or source, at most.
    ///   - answer: gets a reference's or a source's name, for people, and what it says; what it throws ends the search.
    /// - Throws: `CatalogueError`, and what `answer` throws.
    public func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws {
        var seen: Set<ISBN> = []
        func new(_ books: [Book]) -> TitleAnswer {
            let new = books.filter { $0.isbn.map { seen.insert($0).inserted } ?? true }
            return .editions(new.map { $0.withoutEntities() })
        }
        for reference in references {
            let said: TitleAnswer
            do throws(ReferenceError) {
                said = new(try reference.search(title: title, author: author, limit: limit))
            } catch {
                said = .unusable(error)
            }
            try answer(reference.label, said)
        }
        guard !isOffline else { return }
        try await withSavedThrottles {
            for source in sources.searched {
                let said: TitleAnswer
                do throws(ProviderError) {
                    let found = try await source.search(title: title, author: author, limit: limit)
                    said = found.map(new) ?? .unable
                } catch {
                    said = .notAsked(error)
                }
                try answer(source.name, said)
            }
        }
    }
}
