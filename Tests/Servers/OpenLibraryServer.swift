// Responses in Open Library's format, about invented books.
import Foundation

/// An edition in Open Library.
public struct LibraryBook: Sendable {
    /// Empty for an edition that has none.
    public var isbn13: String
    public var isbn10: String?
    public var lccn: String?
    public var title: String
    public var subtitle: String?
    public var authors: [String]
    public var publisher: String
    public var date: String
    public var pages: Int
    /// `OL1M`.
    public var edition: String
    /// `OL1W`.
    public var work: String
    public var average: Double?
    public var count: Int

    public init(
        isbn13: String, isbn10: String? = nil, lccn: String? = nil, title: String, subtitle: String? = nil,
        authors: [String],
        publisher: String, date: String, pages: Int, edition: String, work: String, average: Double? = nil,
        count: Int = 0
    ) {
        self.isbn13 = isbn13
        self.isbn10 = isbn10
        self.lccn = lccn
        self.title = title
        self.subtitle = subtitle
        self.authors = authors
        self.publisher = publisher
        self.date = date
        self.pages = pages
        self.edition = edition
        self.work = work
        self.average = average
        self.count = count
    }

    public static let samples = [
        LibraryBook(
            isbn13: "9780306406157", isbn10: "0306406152", title: "The Lantern Atlas",
            subtitle: "A Field Guide to Harbour Lights", authors: ["Maria Novak", "I. L. Popescu"],
            publisher: "Quayside Press", date: "September 14, 1998", pages: 374, edition: "OL101M",
            work: "OL1W",
            average: 4.31, count: 4780),
        LibraryBook(
            isbn13: "9780456789018", isbn10: "0456789013", title: "The Lantern Atlas",
            authors: ["Maria Novak"],
            publisher: "Quayside Press", date: "2004", pages: 380, edition: "OL102M", work: "OL1W",
            average: 4.31,
            count: 4780),
        LibraryBook(
            isbn13: "9786000000011", title: "Ninety-Nine Kites", authors: ["Ada Okafor"],
            publisher: "Windward",
            date: "May 2021", pages: 96, edition: "OL103M", work: "OL3W"),
    ]
}

extension ServerAnswer {
    /// Open Library's response to `request` if it has `books`.
    public static func openLibrary(_ request: ServerRequest, _ books: [LibraryBook] = LibraryBook.samples)
        -> Self
    {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (parts.first, parts.count) {
        case ("api", 2):
            return json(
                editions(request.query["bibkeys"] ?? "", books, isKept: request.query["jscmd"] == "details"))
        case ("works", 3) where parts[2] == "editions.json":
            let own = books.filter { $0.work == parts[1] }
            guard !own.isEmpty else { break }
            return json(
                [
                    "links": ["self": request.path, "work": "/works/\(parts[1])"], "size": own.count,
                    "entries": own.map(record),
                ])
        case ("search.json", 1):
            let works = request.query["q"].map { rated($0, books) } ?? found(request.query, books)
            return json(["numFound": works.count, "start": 0, "numFoundExact": true, "docs": works])
        default: break
        }
        return html("<!DOCTYPE html><html><body>Page not found</body></html>", status: 404)
    }

    private static func json(_ object: [String: Any]) -> Self {
        let data = try? JSONSerialization.data(withJSONObject: object)
        return json(String(decoding: data ?? Data(), as: UTF8.self))
    }

    /// - Parameter isKept: whether the editions are returned as stored, not as displayed.
    private static func editions(_ keys: String, _ books: [LibraryBook], isKept: Bool) -> [String: Any] {
        var answer: [String: Any] = [:]
        for key in keys.split(separator: ",").map(String.init) {
            let found = books.first { book in
                key == "ISBN:\(book.isbn13)" || book.lccn.map { key == "LCCN:\($0)" } ?? false
            }
            guard let book = found else { continue }
            if isKept {
                answer[key] = [
                    "bib_key": key, "info_url": "https://openlibrary.org/books/\(book.edition)",
                    "preview": "noview", "details": record(book),
                ]
                continue
            }
            var edition: [String: Any] = [
                "url": "https://openlibrary.org/books/\(book.edition)", "key": "/books/\(book.edition)",
                "title": book.title,
                "authors": book.authors.map { ["name": $0, "url": "https://openlibrary.org/"] },
                "publishers": [["name": book.publisher]], "publish_date": book.date,
                "number_of_pages": book.pages,
                "subjects": [
                    ["name": "Invented books", "url": "https://openlibrary.org/subjects/invented_books"]
                ],
                "cover": [
                    "small": "https://covers.openlibrary.org/b/id/\(book.pages)-S.jpg",
                    "large": "https://covers.openlibrary.org/b/id/\(book.pages)-L.jpg",
                ],
            ]
            edition["subtitle"] = book.subtitle
            var identifiers = ["openlibrary": [book.edition]]
            identifiers["isbn_13"] = book.isbn13.isEmpty ? nil : [book.isbn13]
            identifiers["lccn"] = book.lccn.map { [$0] }
            identifiers["isbn_10"] = book.isbn10.map { [$0] }
            edition["identifiers"] = identifiers
            answer[key] = edition
        }
        return answer
    }

    /// The works in `key:(/works/OL1W OR /works/OL2W)`; a work without ratings has no average.
    private static func rated(_ query: String, _ books: [LibraryBook]) -> [[String: Any]] {
        guard query.hasPrefix("key:("), query.hasSuffix(")") else { return [] }
        let keys = query.dropFirst(5).dropLast().components(separatedBy: " OR ")
        return keys.compactMap { key in
            guard let book = books.first(where: { "/works/\($0.work)" == key }) else { return nil }
            var work: [String: Any] = ["key": key]
            if let average = book.average {
                (work["ratings_average"], work["ratings_count"]) = (average, book.count)
            }
            return work
        }
    }

    /// Works, each with the data of all its editions, and the best matching edition.
    private static func found(_ query: [String: String], _ books: [LibraryBook]) -> [[String: Any]] {
        let title = (query["title"] ?? "").lowercased()
        let author = (query["author"] ?? "").lowercased()
        let fits = books.filter { book in
            book.title.lowercased().contains(title)
                && (author.isEmpty || book.authors.contains { $0.lowercased().contains(author) })
        }
        var works: [String] = []
        for book in fits where !works.contains(book.work) { works.append(book.work) }
        return works.prefix(Int(query["limit"] ?? "") ?? 100).map { work in
            let all = books.filter { $0.work == work }
            var found: [String: Any] = [
                "key": "/works/\(work)", "title": all[0].title, "author_name": all[0].authors,
                "isbn": all.reversed().flatMap(\.isbns), "publisher": all.reversed().map(\.publisher),
                "first_publish_year": 1890, "edition_count": all.count,
                "edition_key": all.reversed().map(\.edition),
            ]
            if (query["fields"] ?? "").contains("editions") {
                let best = fits.filter { $0.work == work }.prefix(1)
                found["editions"] = [
                    "numFound": all.count, "start": 0, "numFoundExact": true,
                    "docs": best.map { book in
                        [
                            "key": "/books/\(book.edition)", "title": book.title, "isbn": book.isbns,
                            "publisher": [book.publisher], "publish_date": [book.date], "language": ["eng"],
                        ] as [String: Any]
                    },
                ]
            }
            return found
        }
    }

    /// An edition's own record.
    private static func record(_ book: LibraryBook) -> [String: Any] {
        var record: [String: Any] = [
            "key": "/books/\(book.edition)", "type": ["key": "/type/edition"], "title": book.title,
            "works": [["key": "/works/\(book.work)"]], "authors": [["key": "/authors/OL1A"]],
            "publishers": [book.publisher], "publish_date": book.date, "number_of_pages": book.pages,
            "languages": [["key": "/languages/eng"]], "covers": [book.pages, -1],
        ]
        record["subtitle"] = book.subtitle
        record["isbn_13"] = book.isbn13.isEmpty ? nil : [book.isbn13]
        record["isbn_10"] = book.isbn10.map { [$0] }
        return record
    }
}

extension LibraryBook {
    /// As in the search: of either length, in no order.
    fileprivate var isbns: [String] { [isbn10, isbn13].compactMap(\.self).filter { !$0.isEmpty } }
}
