// Inventaire: an open catalogue with Wikidata's properties (CC0). Names are separate entities, which are requested in
// further rounds for all books together.
import Books
import Foundation

struct Inventaire: BatchSource {
    static let key = "inventaire"
    static let homeAddress = "https://inventaire.io"

    var key: String { Self.key }
    static let name = "Inventaire"
    var name: String { Self.name }
    let client: RateLimitedClient
    let address: String
    var rules = HostPolicy(interval: .milliseconds(1000))
    let batch = 25

    private enum Property {
        static let title = "wdt:P1476"
        static let subtitle = "wdt:P1680"
        static let isbns = ["wdt:P212", "wdt:P957"]
        static let publisher = "wdt:P123"
        static let date = "wdt:P577"
        static let pages = "wdt:P1104"
        static let work = "wdt:P629"
        static let authors = "wdt:P50"
    }

    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer] {
        let json = try await entities(isbns.map { "isbn:\($0.isbn13)" })
        let editions = json["entities"].members
        let notFound = Set(json["notFound"].elements.compactMap(\.text))
        // The book is useful even if the names of its makers can't be requested.
        let works = (try? await entities(editions.values.flatMap { $0.claims(Property.work) })) ?? .null
        let authors = works["entities"].members.values.flatMap { $0.claims(Property.authors) }
        let publishers = editions.values.flatMap { $0.claims(Property.publisher) }
        let named = (try? await entities(authors + publishers)) ?? .null
        var answers: [ISBN: SourceAnswer] = [:]
        for isbn in isbns {
            let edition = editions.values.first { $0.isbns(Property.isbns).contains(isbn) }
            if var book = edition.flatMap({ book($0, of: isbn, works["entities"], named["entities"]) }) {
                book.credit(Origin(.fetched, name))
                answers[isbn] = .found(SourceRecord(book: book))
            } else {
                answers[isbn] = .unknown(isFirm: notFound.contains("isbn:\(isbn.isbn13)"))
            }
        }
        return answers
    }

    /// `nil` if it has no title.
    private func book(_ edition: JSONTree, of isbn: ISBN, _ works: JSONTree, _ named: JSONTree) -> Book? {
        guard let title = edition.claims(Property.title).first else { return nil }
        let work = edition.claims(Property.work).first
        var book = Book(isbn: isbn, title: title)
        book.otherISBNs = edition.isbns(Property.isbns).unique(without: isbn)
        book.subtitle = edition.claims(Property.subtitle).first
        book.contributors = (work.map { works[$0].claims(Property.authors) } ?? [])
            .compactMap { named[$0].label.map { Contributor(name: $0) } }
        book.publisher = edition.claims(Property.publisher).first.flatMap { named[$0].label }
        book.year = edition.claims(Property.date).first?.firstYear
        book.pages = edition["claims"][Property.pages].elements.lazy.compactMap(\.pages).first
        book.works = work.map { [Identifier(key, $0)] } ?? []
        return book
    }

    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> FoundEditions? {
        nil  // its search finds works, not editions
    }

    private func entities(_ uris: [String]) async throws(ProviderError) -> JSONTree {
        guard !uris.isEmpty else { return .null }
        let query = ["uris": Set(uris).sorted().joined(separator: "|")].queryString
        let url = address + "/api/entities/by-uris" + query
        let json = try await client.json(url, rules: rules)
        guard let json, ["entities", "notFound"].contains(where: { json.members[$0] != nil }) else {
            throw .malformed(host: try RateLimitedClient.host(of: url), expected: .json)
        }
        return json
    }
}

extension JSONTree {
    /// The values of a property.
    fileprivate func claims(_ property: String) -> [String] {
        self["claims"][property].elements.compactMap(\.text)
    }

    fileprivate func isbns(_ properties: [String]) -> [ISBN] {
        properties.flatMap { claims($0) }.compactMap { try? ISBN($0) }
    }

    /// The English label, or else any.
    fileprivate var label: String? {
        let labels = self["labels"].members
        return labels["en"]?.text ?? labels.sorted { $0.key < $1.key }.lazy.compactMap(\.value.text).first
    }
}
