// Open Library: editions, then their works and readers' ratings, for many books per request.
import Books
import Foundation

struct OpenLibrary: BatchSource {
    static let homeAddress = "https://openlibrary.org"

    static let key = "openlibrary"
    var key: String { Self.key }
    static let name = "Open Library"
    var name: String { Self.name }
    let client: RateLimitedClient
    let address: String
    var rules: HostPolicy

    /// - Parameter isContactKnown: whether requests contain a contact address, for which Open Library allows three
    ///   times the rate.
    init(client: RateLimitedClient, address: String, isContactKnown: Bool) {
        self.client = client
        self.address = address
        rules = HostPolicy(interval: .milliseconds(isContactKnown ? 334 : 1000))
    }

    /// With more, the URL is too long for some proxies.
    let batch = 25

    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer] {
        let json = try await editions(isbns.map(Self.key(of:)), "data")
        var answers: [ISBN: SourceAnswer] = [:]
        for isbn in isbns {
            let edition = json[Self.key(of: isbn)]
            if let book = book(edition, of: isbn) {
                var record = SourceRecord(book: book)
                record.details = book.identifiers.isEmpty ? .complete : .coming
                answers[isbn] = .found(record)
            } else {
                // The response to an error is {} as well; only if it contains another book, it is not an error.
                answers[isbn] = .unknown(isFirm: edition.members.isEmpty && !json.members.isEmpty)
            }
        }
        return answers
    }

    func editions(lccn: String) async throws(ProviderError) -> FoundEditions? {
        let key = "LCCN:\(lccn)"
        let edition = try await editions([key], "data")[key]
        let numbers = edition["identifiers"]["lccn"].elements.compactMap {
            OtherNumber(.lccn, $0.text ?? "")?.value
        }
        guard numbers.contains(lccn) else { return FoundEditions([]) }
        return FoundEditions([book(edition, of: isbns(of: edition).first)].compactMap(\.self))
    }

    private func isbns(of edition: JSONTree) -> [ISBN] {
        let identifiers = edition["identifiers"]
        return (identifiers["isbn_13"].elements + identifiers["isbn_10"].elements)
            .compactMap { try? ISBN($0.text ?? "") }
    }

    /// - Parameter isbn: the one to which the record belongs; `nil` if it has none.
    /// - Returns: `nil` if `edition` is not the record of this ISBN.
    private func book(_ edition: JSONTree, of isbn: ISBN?) -> Book? {
        let isbns = isbns(of: edition)
        guard isbn.map(isbns.contains) ?? true, let title = edition["title"].text else { return nil }
        var book = Book(isbn: isbn, title: title)
        book.otherISBNs = isbn.map { isbns.unique(without: $0) } ?? []
        book.subtitle = edition["subtitle"].text
        book.contributors = edition["authors"].elements.compactMap {
            $0["name"].text.map { Contributor(name: $0) }
        }
        book.publisher = edition["publishers"].elements.lazy.compactMap { $0["name"].text }.first
        book.year = edition["publish_date"].text?.firstYear
        book.pages = edition["number_of_pages"].pages
        book.subjects = Array(edition["subjects"].elements.compactMap { $0["name"].text }.prefix(20))
        book.cover = ["large", "medium", "small"].lazy.compactMap { edition["cover"][$0].text }
            .first { (try? RateLimitedClient.host(of: $0)) != nil }
        book.identifiers = [edition["key"].text?.identifier(after: "/books/")].compactMap { id in
            id.map { Identifier(key, $0) }
        }
        book.credit(Origin(.fetched, name))
        return book
    }

    /// Adds works, languages and readers' ratings with two requests for all records; records stay as they are if that
    /// fails.
    func completed(_ records: [ISBN: SourceRecord]) async -> [ISBN: SourceRecord] {
        var records = records.mapValues { record in
            var record = record
            record.details = .complete
            return record
        }
        do {
            let json = try await editions(records.keys.map(Self.key(of:)), "details")
            for isbn in records.keys {
                let edition = json[Self.key(of: isbn)]["details"]
                records[isbn]?.book.language = edition["languages"].firstKey(after: "/languages/")
                let work = edition["works"].firstKey(after: "/works/")
                records[isbn]?.book.works = [work.map { Identifier(key, $0) }].compactMap(\.self)
            }
            let ratings = try await ratings(of: records.values.flatMap(\.book.works).map(\.value))
            for isbn in records.keys {
                let work = records[isbn]?.book.works.first?.value
                records[isbn]?.rating = work.flatMap { ratings[$0] }
            }
        } catch {
            for isbn in records.keys { records[isbn]?.details = .missing(error) }
        }
        for isbn in records.keys { records[isbn]?.book.credit(Origin(.fetched, name)) }
        return records
    }

    /// Only works that have ratings.
    private func ratings(of works: [String]) async throws(ProviderError) -> [String: SourceRating] {
        guard !works.isEmpty else { return [:] }
        let keys = Set(works).sorted().map { "/works/\($0)" }
        let found = try await get(
            "/search.json",
            [
                "q": "key:(\(keys.joined(separator: " OR ")))", "fields": "key,ratings_average,ratings_count",
                "limit": String(keys.count),
            ])
        var ratings: [String: SourceRating] = [:]
        for work in found?["docs"].elements ?? [] {
            guard let id = work["key"].text?.identifier(after: "/works/"),
                let average = work["ratings_average"].double, let count = work["ratings_count"].int,
                (0...5).contains(average), count > 0
            else { continue }
            ratings[id] = SourceRating(source: name, average: average, count: count)
        }
        return ratings
    }

    private static func key(of isbn: ISBN) -> String { "ISBN:\(isbn.isbn13)" }

    /// Data of editions, by the key that was requested.
    ///
    /// - Parameters:
    ///   - keys: such as `ISBN:9780306406157` or `LCCN:67012345`.
    ///   - kind: `data`, prepared for display; `details`, the edition as stored.
    private func editions(_ keys: [String], _ kind: String) async throws(ProviderError) -> JSONTree {
        let bibkeys = keys.joined(separator: ",")
        let json = try await get("/api/books", ["bibkeys": bibkeys, "jscmd": kind, "format": "json"])
        guard let json else {
            throw .malformed(host: try RateLimitedClient.host(of: address), expected: .json)
        }
        return json
    }

    /// `nil` if it does not exist.
    func get(_ path: String, _ query: [String: String] = [:]) async throws(ProviderError)
        -> JSONTree?
    {
        try await client.json(address + path + query.queryString, rules: rules)
    }
}

extension JSONTree {
    /// A plausible number of pages.
    var pages: Int? { int.flatMap { (1...99_999).contains($0) ? $0 : nil } }

    /// `OL1W` from the first `{"key": "/works/OL1W"}` in a list.
    func firstKey(after prefix: String) -> String? {
        elements.lazy.compactMap { $0["key"].text?.identifier(after: prefix) }.first
    }
}

extension String {
    /// `OL1M` from `/books/OL1M`; `nil` unless the rest is letters and digits only.
    func identifier(after prefix: String) -> String? {
        guard hasPrefix(prefix) else { return nil }
        let rest = dropFirst(prefix.count)
        return rest.isEmpty || !rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            ? nil : String(rest)
    }
}
