// Who says what books are: the sources themselves, or a site that asks them in one's stead.
import Books
import Catalogue
import Providers
import References

public protocol BookInformant: Sendable {
    /// See `BookLookup.lookUp(_:asking:answer:)`.
    func lookUp(
        _ isbns: [ISBN], asking: BookLookup.Asking, answer: (LookupAnswer) throws -> Void
    ) async throws
    /// See `BookLookup.lookUp(_:asking:)`.
    func lookUp(
        _ isbns: [ISBN], asking: BookLookup.Asking
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer]
    /// See `BookLookup.search(title:author:limit:answer:)`.
    func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws
    /// What is still to be asked about, the longest waiting first.
    func pending() throws(CatalogueError) -> [ISBN]
    /// `nil` where the catalogue has no such book.
    func card(of book: BookReference) throws(CatalogueError) -> BookCard?
    /// Whether there are offline references to search.
    var hasReferences: Bool { get }
    /// See `BookLookup.wantsContact(asking:)`.
    func wantsContact(asking isbns: [ISBN]) throws(CatalogueError) -> Bool
}

/// A catalogue that knows whom to ask about its books.
public protocol LookupCatalogue: BookCatalogue {
    /// Throws `CatalogueError.refused` where the catalogue leaves no choice, and `ProviderError` for wrong settings.
    func informant(_ request: LookupRequest) throws -> any BookInformant
    /// `nil` for a shared catalogue, whose site has references of its own, and where there are none.
    var referenceNames: ReferenceNames? { get }
    /// Gives those of these books that have no title what references on this machine know of them; `nil` for all that wait
    /// to be looked up. Not recorded as anybody's change, as look-ups are not.
    func nameByReferences(_ books: [BookReference]?) throws(CatalogueError)
}

/// Whom a person wants asked about books, for a catalogue that has no sources of its own.
public struct LookupRequest {
    /// Who asks, and sees private comments of their own with the answers.
    public var person: String
    public var isOffline: Bool
    /// Whether answers are kept: see `BookLookup`.
    public var keepsFindings: Bool
    /// What chose sources, for messages; `nil` where nothing did.
    public var choice: String?
    public var sources: () throws(ProviderError) -> SourceSet
    /// Those that belong to the store at a path.
    public var references: (_ store: String) -> [ReferenceFile]

    public init(
        person: String, isOffline: Bool = false, keepsFindings: Bool = true, choice: String? = nil,
        sources: @escaping () throws(ProviderError) -> SourceSet,
        references: @escaping (_ store: String) -> [ReferenceFile] = { _ in [] }
    ) {
        self.person = person
        self.isOffline = isOffline
        self.keepsFindings = keepsFindings
        self.choice = choice
        self.sources = sources
        self.references = references
    }
}

extension Store: LookupCatalogue {
    public func informant(_ request: LookupRequest) throws -> any BookInformant {
        BookLookup(
            store: self, sources: try request.sources(), references: request.references(path),
            person: request.person, isOffline: request.isOffline, keepsFindings: request.keepsFindings)
    }
}

extension BookInformant {
    public func lookUp(_ isbns: [ISBN]) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        try await lookUp(isbns, asking: .missing)
    }
}

extension BookLookup: BookInformant {
    public var hasReferences: Bool { !references.isEmpty }

    public func card(of book: BookReference) throws(CatalogueError) -> BookCard? {
        try store.card(of: book, for: person)
    }
}
