// The books that an uncertain photo may show: by the candidates' numbers, or by a title that the reviewer typed.
import Batch
import Books
import Catalogue
import Formatting
import Lookup
import Output
import Providers
import References

struct ReviewedBooks: Sendable {
    /// A book that matches a title.
    struct Edition: Sendable {
        var book: Book
        /// For people.
        var line: String
    }

    let store: any BookCatalogue
    private let lookupService: any LookupService
    private let person: String

    /// The maximum from the store, and from each reference and source.
    private static let limit = 10

    init(store: any LookupCatalogue, sources: SourceOptions, person: String) throws {
        self.store = store
        self.person = person
        lookupService = try sources.lookupService(in: store, for: person, savesResults: false)
    }

    /// What may be known of a photo without an ISBN.
    func editions(of record: PhotoRecord) async throws(CatalogueError) -> PhotoEditions {
        try await lookupService.editions(of: record)
    }

    /// The editions that have the photo's Library of Congress Control Number.
    func editions(numberedIn photo: ReviewedPhoto) async throws(CatalogueError) -> [Edition] {
        guard let lccn = photo.record.lccn else { return [] }
        var answer = photo.numbered ?? NumberAnswer()
        if photo.numbered == nil { answer = try await lookupService.editions(lccn: lccn.value) }
        return answer.editions.prefix(Self.limit).map { Self.edition($0, from: answer.source ?? "") }
    }

    private static func edition(_ book: Book, from source: String) -> Edition {
        Edition(book: book, line: BookRow(candidate: book, from: source).tableLines(width: nil).joined())
    }

    /// Not stored, because most candidates are wrong.
    func answers(_ candidates: [ISBN]) async throws(CatalogueError) -> LookupAnswers {
        try await lookupService.lookUp(candidates)
    }

    /// Those of the store first, then of references, then of sources.
    ///
    /// - Returns: also whether all sources answered.
    func editions(title: String, author: String?) async throws -> (found: [Edition], areAll: Bool) {
        let query = SearchQuery(words: title, author: author, person: person, limit: Self.limit)
        var (editions, areAll): ([Edition], Bool) = ([], true)
        try store.forEachCard(of: store.ids(found: query), for: person) { card in
            editions.append(Edition(book: card.book, line: card.numberedLine))
        }
        try await lookupService.search(title: title, author: author, limit: Self.limit) { source, answer in
            switch answer {
            case .editions(let books):
                for book in books
                where book.isbn == nil || !editions.contains(where: { $0.book.isbn == book.isbn }) {
                    editions.append(Self.edition(book, from: source))
                }
            case .unable: break
            case .unusable(let error):
                areAll = false
                Console.note(error.message.printable)
            case .notAsked(let error):
                areAll = false
                Console.note("\(source): \(error.message)".printable)
            case .message(let words): Console.note("\(source): \(words)".printable)
            }
        }
        return (editions, areAll)
    }

    /// Stores the chosen book, and returns the decision for the photo.
    func decision(for book: Book) throws(CatalogueError) -> PhotoDecision? {
        // A site looks up the book itself.
        if let isbn = book.isbn, !store.takesBookData { return .confirmed(isbn) }
        let kept = try book.id == nil ? store.save(book: book) : book
        return kept.isbn.map(PhotoDecision.confirmed) ?? kept.id.map(PhotoDecision.book)
    }

    /// Creates a book manually, without an ISBN, although the catalogue may have one of the same title and author: the
    /// reviewer has seen that one, and the photo shows another.
    func added(title: String, author: String?) throws -> Book {
        let edit = try BookEdit([.title: [title], .authors: [author].compactMap(\.self)])
        return try store.catalogueRecording(.add, nil, by: person).add(new: edit)
    }

    /// `nil` for a decision without a book.
    func card(of decision: PhotoDecision) throws(CatalogueError) -> BookCard? {
        guard case .book(let id) = decision else { return nil }
        return try store.card(of: .id(id), for: person)
    }
}

/// One page of a photo, or its record from an earlier run.
struct ReviewedPhoto {
    /// As in the run that read it.
    let record: PhotoRecord
    /// `nil` for a photo that has just been read.
    let place: RecordPosition?
    /// What is known of its Library of Congress Control Number; `nil` if nobody was asked.
    let numbered: NumberAnswer?

    init(_ record: PhotoRecord, at place: RecordPosition? = nil, numbered: NumberAnswer? = nil) {
        self.record = record
        self.place = place
        self.numbered = numbered
    }

    /// With a path that leads to the photo from here.
    var shown: PhotoRecord { place.map(record.located) ?? record }
}
