// Answers in the shape of Open Library's, about books that do not exist.
import Foundation

/// One edition as Open Library would hold it.
public struct LibraryBook: Sendable {
    public var isbn13: String
    public var isbn10: String?
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
        isbn13: String, isbn10: String? = nil, title: String, subtitle: String? = nil, authors: [String],
        publisher: String, date: String, pages: Int, edition: String, work: String, average: Double? = nil,
        count: Int = 0
    ) {
        self.isbn13 = isbn13
        self.isbn10 = isbn10
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
    /// What Open Library says to `request` when it holds `books`.
    public static func openLibrary(_ request: ServerRequest, _ books: [LibraryBook] = LibraryBook.samples)
        -> Self
    {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (parts.first, parts.count) {
        case ("api", 2): return json(editions(request.query["bibkeys"] ?? "", books))
        case ("books", 2):
            guard let book = books.first(where: { "\($0.edition).json" == parts[1] }) else { break }
            return json(
                [
                    "key": "/books/\(book.edition)", "title": book.title,
                    "works": [["key": "/works/\(book.work)"]], "languages": [["key": "/languages/eng"]],
                ])
        case ("works", 3) where parts[2] == "ratings.json":
            guard let book = books.first(where: { $0.work == parts[1] }) else { break }
            return json(
                [
                    "summary": ["average": book.average as Any? ?? NSNull(), "count": book.count],
                    "counts": ["1": 0, "2": 0, "3": 0, "4": 0, "5": book.count],
                ])
        case ("search.json", 1): return json(["numFound": 1, "docs": found(request.query, books)])
        default: break
        }
        return html("<!DOCTYPE html><html><body>Page not found</body></html>", status: 404)
    }

    private static func json(_ object: [String: Any]) -> Self {
        let data = try? JSONSerialization.data(withJSONObject: object)
        return json(String(decoding: data ?? Data(), as: UTF8.self))
    }

    private static func editions(_ keys: String, _ books: [LibraryBook]) -> [String: Any] {
        var answer: [String: Any] = [:]
        for key in keys.split(separator: ",").map(String.init) {
            guard let book = books.first(where: { key == "ISBN:\($0.isbn13)" }) else { continue }
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
            var identifiers = ["isbn_13": [book.isbn13], "openlibrary": [book.edition]]
            identifiers["isbn_10"] = book.isbn10.map { [$0] }
            edition["identifiers"] = identifiers
            answer[key] = edition
        }
        return answer
    }

    private static func found(_ query: [String: String], _ books: [LibraryBook]) -> [[String: Any]] {
        let title = (query["title"] ?? "").lowercased()
        let author = (query["author"] ?? "").lowercased()
        let matches = books.filter { book in
            book.title.lowercased().contains(title)
                && (author.isEmpty || book.authors.contains { $0.lowercased().contains(author) })
        }
        return matches.map {
            [
                "key": "/works/\($0.work)", "title": $0.title, "author_name": $0.authors, "isbn": [$0.isbn13],
                "publisher": [$0.publisher], "first_publish_year": 1998,
            ]
        }
    }
}
