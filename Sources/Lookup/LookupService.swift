// Looks books up, at sources or through a site.
import Books
import Catalogue
import Providers
import References

public protocol LookupService: Sendable {
    /// See `BookLookup.lookUp(_:asking:answer:)`.
    func lookUp(
        _ isbns: [ISBN], asking: BookLookup.LookupScope, answer: (LookupAnswer) throws -> Void
    ) async throws
    /// See `BookLookup.lookUp(_:asking:)`.
    func lookUp(
        _ isbns: [ISBN], asking: BookLookup.LookupScope
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer]
    /// See `BookLookup.search(title:author:limit:answer:)`.
    func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws
    /// See `BookLookup.editions(lccn:)`.
    func editions(lccn: String) async throws(CatalogueError) -> NumberAnswer
    /// See `BookLookup.editions(titleLines:)`.
    func editions(titleLines: [TitleLine]) -> [TitleMatch]
    /// The ISBNs that are pending, the longest first.
    func pending() throws(CatalogueError) -> [ISBN]
    /// How many those are, and how many books no source knows.
    func unnamed() throws(CatalogueError) -> UnnamedBooks
    /// `nil` if the book is not in the catalogue.
    func card(of book: BookSpecifier) throws(CatalogueError) -> BookCard?
    /// Whether there are offline references to search.
    var hasReferences: Bool { get }
    /// See `BookLookup.wantsContact(asking:)`.
    func wantsContact(asking isbns: [ISBN]) throws(CatalogueError) -> Bool
    /// Waits for the covers of the books that were looked up.
    ///
    /// - Parameters:
    ///   - missing: whether to fetch those of other books in the store, too.
    ///   - progress: called with how many are left.
    func finishCovers(
        andMissing missing: Bool, progress: @escaping @Sendable (Int) -> Void
    ) async throws(CatalogueError)
}

/// Called with the name of a reference that can't be used, and why.
public typealias UnusableReference = (_ name: String, ReferenceError) -> Void

/// A catalogue that can look books up.
public protocol LookupCatalogue: BookCatalogue {
    /// Throws `CatalogueError.refused` if the catalogue does not allow such a choice, and `ProviderError` for invalid
    /// settings.
    func lookupService(_ request: LookupRequest) throws -> any LookupService
    /// `nil` for a shared catalogue, whose site has references of its own, and if there are none.
    ///
    /// - Parameter unusable: called for each reference that can't be used.
    func referenceNames(unusable: UnusableReference) -> ReferenceNames?
    /// Looks up those of these books that have no title in the references on this machine; `nil` means all pending
    /// books. Like other look-ups, this is not recorded as anybody's change.
    ///
    /// - Parameter unusable: called for each reference that can't be used.
    func nameByReferences(
        _ books: [BookSpecifier]?, unusable: UnusableReference
    ) throws(CatalogueError)
    /// Books that are identified only by other providers' numbers, as in the catalogue or its references. A shared
    /// catalogue is asked for ISBNs only, and returns none.
    func books(numbered numbers: [Identifier]) throws(CatalogueError) -> [Identifier: Book]
}

/// The options of a look-up.
public struct LookupRequest {
    /// The current user, whose private comments are included in the answers.
    public var person: String
    public var isOffline: Bool
    /// Whether answers are stored: see `BookLookup`.
    public var savesResults: Bool
    /// The option that chose the sources, for messages; `nil` if there was none.
    public var choice: String?
    public var sources: () throws(ProviderError) -> SourceSet
    /// Returns the references of the store at a path.
    public var references: (_ store: String) -> [ReferenceFile]
    /// By which covers are made; `nil` fetches none.
    public var covers: CoverMaker?

    public init(
        person: String, isOffline: Bool = false, savesResults: Bool = true, choice: String? = nil,
        sources: @escaping () throws(ProviderError) -> SourceSet,
        references: @escaping (_ store: String) -> [ReferenceFile] = { _ in [] }, covers: CoverMaker? = nil
    ) {
        self.person = person
        self.isOffline = isOffline
        self.savesResults = savesResults
        self.choice = choice
        self.sources = sources
        self.references = references
        self.covers = covers
    }
}

extension Store: LookupCatalogue {
    public func lookupService(_ request: LookupRequest) throws -> any LookupService {
        let sources = try request.sources()
        return BookLookup(
            store: self, sources: sources, references: request.references(path),
            person: request.person, isOffline: request.isOffline, savesResults: request.savesResults,
            covers: request.covers.flatMap { CoverQueue(self, sources, make: $0) })
    }
}

extension LookupService {
    public func lookUp(_ isbns: [ISBN]) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        try await lookUp(isbns, asking: .missing)
    }

    public func lookUp(
        _ isbns: [ISBN], asking: BookLookup.LookupScope
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        try await collectAnswers(isbns, asking: asking)
    }

    /// Collects what `lookUp(_:asking:answer:)` answers.
    func collectAnswers(
        _ isbns: [ISBN], asking: BookLookup.LookupScope
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        var answers: [ISBN: LookupAnswer] = [:]
        do {
            try await lookUp(isbns, asking: asking) { answers[$0.isbn] = $0 }
        } catch let error as CatalogueError {
            throw error
        } catch {
            // Only `answer` could throw another error.
        }
        return answers
    }

    /// A site fetches its covers itself.
    public func finishCovers(
        andMissing missing: Bool, progress: @escaping @Sendable (Int) -> Void
    ) async throws(CatalogueError) {}
}

extension BookLookup: LookupService {
    public var hasReferences: Bool { !references.isEmpty }

    public func card(of book: BookSpecifier) throws(CatalogueError) -> BookCard? {
        try store.card(of: book, for: person)
    }

    public func finishCovers(
        andMissing missing: Bool, progress: @escaping @Sendable (Int) -> Void
    ) async throws(CatalogueError) {
        guard let covers else { return }
        if missing { for book in try store.booksWithoutCover() { await covers.add(.id(book)) } }
        await covers.finish(progress: progress)
    }
}
