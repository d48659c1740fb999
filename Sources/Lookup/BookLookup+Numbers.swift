// Finds editions by a Library of Congress Control Number, with the same throttles as look-ups.
import Books
import Catalogue
import Providers

/// What a source knows of a number that is not an ISBN.
public struct NumberAnswer: Hashable, Sendable {
    /// The name of the source that has them, for people; `nil` if none does.
    public var source: String?
    /// With a title and this number each.
    public var editions: [Book] = []
    public var unasked: [LookupAnswer.Unasked] = []

    public init() {}

    mutating func take(_ books: [Book], numbered lccn: String, from source: String) {
        editions = books.map { $0.withoutEntities().tidied() }.filter { $0.title != nil }
        let identifier = Identifier(OtherNumber.Kind.lccn.rawValue, lccn)
        for place in editions.indices where !editions[place].identifiers.contains(identifier) {
            editions[place].identifiers.append(identifier)
        }
        if !editions.isEmpty { self.source = source }
    }
}

extension BookLookup {
    /// Asks the references, then one source after the other, until one has an edition with this number; offline, no source.
    /// Stores nothing.
    ///
    /// - Parameter lccn: in normal form: see `OtherNumber.value`.
    public func editions(lccn: String) async throws(CatalogueError) -> NumberAnswer {
        var answer = NumberAnswer()
        for reference in references where answer.source == nil {
            answer.take((try? reference.books(lccn: lccn)) ?? [], numbered: lccn, from: reference.label)
        }
        guard !isOffline, answer.source == nil else { return answer }
        do {
            try await withSavedThrottles {
                for source in sources.numbered where answer.source == nil {
                    do throws(ProviderError) {
                        let found = try await source.editions(lccn: lccn)
                        answer.take(found?.books ?? [], numbered: lccn, from: source.name)
                        if let fault = found?.fault, answer.source == nil { throw fault }
                    } catch {
                        answer.unasked.append(.init(source: source.name, cause: .failed(error)))
                    }
                }
            }
        } catch let error as CatalogueError {
            throw error
        } catch {
            // Only the store throws other errors than those of sources.
        }
        return answer
    }
}
