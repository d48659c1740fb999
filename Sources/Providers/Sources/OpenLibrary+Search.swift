// Open Library's search returns works, each with all ISBNs, publishers and years of all its editions. This search
// returns editions instead, so that the ISBN, publisher and year of each belong together.
import Books

extension OpenLibrary {
    /// The maximum number of works for which all editions are requested.
    private static let mostAsked = 3

    /// The best matching edition of each work, then further editions of the best works up to the limit; editions of a
    /// work stay together. Sends one request, and one more for each of at most three works.
    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> FoundEditions? {
        var query = ["title": title, "limit": String(max(1, limit / 2))]
        query["author"] = author
        let own = ["key", "title", "subtitle", "isbn", "publisher", "publish_date", "language"]
        query["fields"] =
            (["key", "author_name", "edition_count", "editions"] + own.map { "editions.\($0)" })
            .joined(separator: ",")
        let found = try await get("/search.json", query)?["docs"].elements ?? []
        var works = found.prefix(limit).map { FoundWork($0, source: self) }
        var failure: ProviderError?
        for place in works.indices.filter({ works[$0].hasMore }).prefix(Self.mostAsked) {
            let room = limit - works.reduce(0) { $0 + $1.editions.count }
            guard room > 0, let key = works[place].key else { continue }
            do throws(ProviderError) {
                let entries = try await get("/works/\(key)/editions.json", ["limit": "50"])?["entries"]
                works[place].add(entries?.elements ?? [], room: room)
            } catch {
                failure = error
            }
        }
        let editions = works.flatMap(\.editions)
        if editions.isEmpty, let failure { throw failure }
        var seen: Set<ISBN> = []
        let new = editions.filter { $0.isbn.map { seen.insert($0).inserted } ?? true }
        return FoundEditions(Array(new.prefix(limit)))
    }
}

/// A work from the search, and those of its editions that are known.
private struct FoundWork {
    let key: String?
    private let source: OpenLibrary
    private let makers: [Contributor]
    private let count: Int?
    private(set) var editions: [Book] = []

    init(_ found: JSONTree, source: OpenLibrary) {
        self.source = source
        key = found["key"].text?.identifier(after: "/works/")
        makers = found["author_name"].elements.compactMap { $0.text.map { Contributor(name: $0) } }
        count = found["edition_count"].int
        editions = found["editions"]["docs"].elements.compactMap(edition)
    }

    /// Whether the search may have omitted editions.
    var hasMore: Bool { key != nil && count.map { $0 > editions.count } ?? true }

    /// Adds editions, those with an ISBN first. An edition that is already there gets the fields that the search
    /// omitted.
    mutating func add(_ entries: [JSONTree], room: Int) {
        var others: [Book] = []
        for book in entries.compactMap(edition) {
            let known = editions.firstIndex { !$0.identifiers.isEmpty && $0.identifiers == book.identifiers }
            if let known {
                editions[known] = book
            } else {
                others.append(book)
            }
        }
        editions += (others.filter { $0.isbn != nil } + others.filter { $0.isbn == nil }).prefix(room)
    }

    /// An edition from the search or from its own record; `nil` if it has no title.
    private func edition(_ record: JSONTree) -> Book? {
        guard let title = record["title"].text else { return nil }
        let isbns = ["isbn_13", "isbn_10", "isbn"].flatMap { record[$0].elements }
            .compactMap { try? ISBN($0.text ?? "") }.uniqued
        var book = Book(isbn: isbns.first, otherISBNs: Array(isbns.dropFirst()), title: title)
        book.subtitle = record["subtitle"].text
        book.contributors = makers
        book.publisher =
            ["publishers", "publisher"].lazy.compactMap { record[$0].firstText }.first
        let date = record["publish_date"]
        book.year = (date.text ?? date.firstText)?.firstYear
        book.pages = record["number_of_pages"].pages
        book.language =
            record["languages"].firstKey(after: "/languages/") ?? record["language"].firstText
        // Covers that were removed have the number -1.
        book.cover = record["covers"].elements.lazy.compactMap(\.int).first { $0 > 0 }
            .map { "https://covers.openlibrary.org/b/id/\($0)-L.jpg" }
        book.works = key.map { [Identifier(source.key, $0)] } ?? []
        book.identifiers = [record["key"].text?.identifier(after: "/books/")].compactMap { id in
            id.map { Identifier(source.key, $0) }
        }
        book.credit(Origin(.fetched, source.name))
        return book
    }
}
