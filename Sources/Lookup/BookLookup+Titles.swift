// Searches editions by title, with the same throttles as look-ups.
import Books
import Providers
import References

/// The result of a search by title in a reference or at a source.
public enum TitleAnswer: Sendable {
    /// The best match first; none that another reference or source has returned before.
    case editions([Book])
    /// The source has no such search.
    case unable
    /// The reference's file can't be searched.
    case unusable(ReferenceError)
    /// After the editions if the source answered, but not all of its answer could be read.
    case notAsked(ProviderError)
    /// One of the last two, as a message of a site that sent the request.
    case message(String)
}

extension BookLookup {
    /// Asks the references, then the sources with the widest holdings, or those that were chosen, one after the
    /// other; offline, no source. Stores nothing.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of editions per reference or source.
    ///   - answer: called with the name of a reference or source, for people, and its result, rarely twice; an error
    ///     thrown ends the search.
    /// - Throws: `CatalogueError`, and the errors of `answer`.
    public func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws {
        var seen: Set<ISBN> = []
        func new(_ books: [Book]) -> TitleAnswer {
            let new = books.filter { $0.isbn.map { seen.insert($0).inserted } ?? true }
            return .editions(new.map { $0.withoutEntities() })
        }
        for reference in references {
            let result: TitleAnswer
            do throws(ReferenceError) {
                result = new(try reference.search(title: title, author: author, limit: limit))
            } catch {
                result = .unusable(error)
            }
            try answer(reference.label, result)
        }
        guard !isOffline else { return }
        try await withSavedThrottles {
            for source in sources.searched {
                var results: [TitleAnswer] = []
                do throws(ProviderError) {
                    let found = try await source.search(title: title, author: author, limit: limit)
                    results.append(found.map { new($0.books) } ?? .unable)
                    if let fault = found?.fault { results.append(.notAsked(fault)) }
                } catch {
                    results.append(.notAsked(error))
                }
                for result in results { try answer(source.name, result) }
            }
        }
    }
}
