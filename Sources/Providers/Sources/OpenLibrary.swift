// Open Library: editions in batches over api/books, then each one's work and its readers' ratings.
import Books
import Foundation

struct OpenLibrary: BatchSource {
    static let homeAddress = "https://openlibrary.org"

    static let key = "openlibrary"
    var key: String { Self.key }
    static let name = "Open Library"
    var name: String { Self.name }
    let client: PoliteClient
    let address: String
    var rules: HostRules

    /// - Parameter isContactKnown: Open Library lets those who say who they are ask three times as often.
    init(client: PoliteClient, address: String, isContactKnown: Bool) {
        self.client = client
        self.address = address
        rules = HostRules(interval: .milliseconds(isContactKnown ? 334 : 1000))
    }

    /// More make the address too long for some servers on the way.
    let batch = 25

    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer] {
        let keys = isbns.map { "ISBN:\($0.isbn13)" }.joined(separator: ",")
        let json = try await get("/api/books", ["bibkeys": keys, "jscmd": "data", "format": "json"])
        guard let json else { throw .malformed(host: try PoliteClient.host(of: address), expected: .json) }
        var answers: [ISBN: SourceAnswer] = [:]
        for isbn in isbns {
            let edition = json["ISBN:\(isbn.isbn13)"]
            if let book = book(edition, of: isbn) {
                var record = SourceRecord(book: book)
                record.details = book.identifiers.isEmpty ? .complete : .coming
                answers[isbn] = .found(record)
            } else {
                // An error is answered with {} too; only an answer that knows another book is no error.
                answers[isbn] = .unknown(isFirm: edition.members.isEmpty && !json.members.isEmpty)
            }
        }
        return answers
    }

    /// `nil` when `edition` is no record of this ISBN.
    private func book(_ edition: JSONValue, of isbn: ISBN) -> Book? {
        let identifiers = edition["identifiers"]
        let isbns = (identifiers["isbn_13"].elements + identifiers["isbn_10"].elements)
            .compactMap { try? ISBN($0.text ?? "") }
        guard isbns.contains(isbn), let title = edition["title"].text else { return nil }
        var book = Book(isbn: isbn, title: title)
        book.otherISBNs = isbns.unique(without: isbn)
        book.subtitle = edition["subtitle"].text
        book.contributors = edition["authors"].elements.compactMap {
            $0["name"].text.map { Contributor(name: $0) }
        }
        book.publisher = edition["publishers"].elements.first?["name"].text
        book.year = edition["publish_date"].text?.firstYear
        book.pages = edition["number_of_pages"].pages
        book.subjects = edition["subjects"].elements.prefix(20).compactMap { $0["name"].text }
        book.cover = ["large", "medium", "small"].lazy.compactMap { edition["cover"][$0].text }
            .first { (try? PoliteClient.host(of: $0)) != nil }
        book.identifiers = [edition["key"].text?.identifier(after: "/books/")].compactMap { id in
            id.map { Identifier(key, $0) }
        }
        book.credit(Origin(.fetched, name))
        return book
    }

    /// With its work, its language and its readers' ratings, as far as they can be had: without them it is still the
    /// book.
    func completed(_ record: SourceRecord) async -> SourceRecord {
        var record = record
        record.details = .complete
        guard let id = record.book.identifiers.first?.value else { return record }
        do {
            let edition = try await get("/books/\(id).json")
            record.book.language = edition?["languages"].elements.first?["key"].text?.identifier(
                after: "/languages/")
            if let work = edition?["works"].elements.first?["key"].text?.identifier(after: "/works/") {
                record.book.works = [Identifier(key, work)]
                record.rating = try await rating(of: work)
            }
        } catch {
            record.details = .missing(error)
        }
        record.book.credit(Origin(.fetched, name))
        return record
    }

    /// `nil` where nobody has rated it.
    private func rating(of work: String) async throws(ProviderError) -> SourceRating? {
        let summary = try await get("/works/\(work)/ratings.json")?["summary"]
        guard let average = summary?["average"].double, let count = summary?["count"].int,
            (0...5).contains(average), count > 0
        else { return nil }
        return SourceRating(source: name, average: average, count: count)
    }

    /// `nil` when there is no such thing.
    func get(_ path: String, _ query: [String: String] = [:]) async throws(ProviderError)
        -> JSONValue?
    {
        try await client.json(address + path + query.queryString, rules: rules)
    }
}

extension JSONValue {
    /// A number of pages that a book can have.
    var pages: Int? { int.flatMap { (1...99_999).contains($0) ? $0 : nil } }
}

extension String {
    /// `OL1M` of `/books/OL1M`; `nil` unless the rest is letters and digits only.
    func identifier(after prefix: String) -> String? {
        guard hasPrefix(prefix) else { return nil }
        let rest = dropFirst(prefix.count)
        return rest.isEmpty || !rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            ? nil : String(rest)
    }
}
