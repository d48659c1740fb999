// From words of a title to editions, asked at the same pace as everything else.
import Books
import Providers

/// What a source says to words of a title.
public enum TitleAnswer: Sendable {
    /// The likeliest first, each with what is its own. None that an earlier source named.
    case editions([Book])
    /// The source has no such search.
    case unable
    case notAsked(ProviderError)
}

extension BookLookup {
    /// Asks the sources with the widest holdings, or those that were chosen, one after the other; nobody where it is
    /// offline. Nothing of it is kept.
    ///
    /// - Parameters:
    ///   - limit: editions of one source, at most.
    ///   - answer: gets a source's name, for people, and what it says; what it throws ends the search.
    /// - Throws: `CatalogueError`, and what `answer` throws.
    public func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws {
        guard !isOffline else { return }
        try await keepingManners {
            var seen: Set<ISBN> = []
            for source in sources.searched {
                let said: TitleAnswer
                do throws(ProviderError) {
                    let found = try await source.search(title: title, author: author, limit: limit)
                    said =
                        found.map { books in
                            let new = books.filter { $0.isbn.map { seen.insert($0).inserted } ?? true }
                            return .editions(new.map { $0.withoutEntities() })
                        } ?? .unable
                } catch {
                    said = .notAsked(error)
                }
                try answer(source.name, said)
            }
        }
    }
}
