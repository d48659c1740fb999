// Library catalogues with SRU: one request per ISBN, answered with MARC records.
import Books
import Foundation
import MARC

struct SRU: BatchSource {
    let client: RateLimitedClient
    let catalogue: SRUCatalogue
    let address: String

    var key: String { catalogue.key }
    var name: String { catalogue.name }
    let batch = 1
    private static let rules = HostPolicy(interval: .milliseconds(500))

    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer] {
        var answers: [ISBN: SourceAnswer] = [:]
        for isbn in isbns { answers[isbn] = try await answer(on: isbn) }
        return answers
    }

    private func answer(on isbn: ISBN) async throws(ProviderError) -> SourceAnswer {
        // Records from before 2007 may contain only the ISBN-10.
        let forms = [isbn.isbn13, isbn.isbn10].compactMap(\.self)
        let query = forms.map { catalogue.isbn + $0.quoted }.joined(separator: " or ")
        // Some indexes match loosely, so the right record need not be the first.
        let response = try await ask(query, limit: 5)
        for record in response.records {
            let isbns = record.isbns(catalogue.dialect)
            guard isbns.contains(isbn), var book = record.book(catalogue.dialect) else { continue }
            book.isbn = isbn
            book.otherISBNs = isbns.unique(without: isbn)
            return .found(SourceRecord(book: credited(book, record)))
        }
        if let fault = try fault(in: response) { throw fault }
        return .unknown(isFirm: response.numberOfRecords == 0)
    }

    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> FoundEditions? {
        var query = catalogue.title + title.quoted
        if let author { query += " and " + catalogue.author + author.quoted }
        let response = try await ask(query, limit: limit)
        return FoundEditions(
            response.records.prefix(limit).compactMap(edition), fault: try fault(in: response))
    }

    func editions(lccn: String) async throws(ProviderError) -> FoundEditions? {
        guard let index = catalogue.lccn else { return nil }
        let response = try await ask(index + lccn.quoted, limit: 5)
        let found = response.records.filter { $0.lccn(catalogue.dialect) == lccn }.compactMap(edition)
        return FoundEditions(found, fault: try fault(in: response))
    }

    private func edition(_ record: MARCRecord) -> Book? {
        guard var book = record.book(catalogue.dialect) else { return nil }
        let isbns = record.isbns(catalogue.dialect)
        book.isbn = isbns.first
        book.otherISBNs = isbns.first.map { isbns.unique(without: $0) } ?? []
        return credited(book, record)
    }

    private func credited(_ book: Book, _ record: MARCRecord) -> Book {
        var book = book
        if let id = record.control["001"]?.catalogueText { book.identifiers = [Identifier(key, id)] }
        book.credit(Origin(.fetched, name))
        return book
    }

    private func fault(in response: SRUResponse) throws(ProviderError) -> ProviderError? {
        guard response.damagedRecords > 0 else { return nil }
        return .damagedRecords(host: try RateLimitedClient.host(of: address), response.damagedRecords)
    }

    private func ask(_ query: String, limit: Int) async throws(ProviderError) -> SRUResponse {
        let parameters = [
            "version": catalogue.version, "operation": "searchRetrieve", "query": query,
            "maximumRecords": String(limit), "recordSchema": catalogue.schema, "recordPacking": "xml",
        ]
        let url = address + parameters.queryString
        let host = try RateLimitedClient.host(of: url)
        let answer = try await client.get(url, accept: "application/xml, text/xml", rules: Self.rules)
        guard let body = answer?.body, let response = SRUResponse(body) else {
            throw .malformed(host: host, expected: .sru)
        }
        if let diagnostic = response.diagnostic, response.records.isEmpty {
            throw .refused(host: host, diagnostic)
        }
        guard response.isAnswer else { throw .malformed(host: host, expected: .sru) }
        return response
    }
}

extension String {
    /// A CQL term, quoted so that no word in it is an operator.
    fileprivate var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// The settings of a catalogue.
struct SRUCatalogue: Sendable {
    var key: String
    var name: String
    var homeAddress: String
    var version: String
    var schema: String
    var dialect: MARCDialect
    /// An index and a relation for words: `pica.isb=`, `bib.isbn any `.
    var isbn: String
    var title: String
    var author: String
    /// The index of Library of Congress Control Numbers; `nil` if there is none.
    var lccn: String?

    static let libraryOfCongress = SRUCatalogue(
        key: "loc", name: "Library of Congress", homeAddress: "http://lx2.loc.gov:210/lcdb", version: "1.1",
        schema: "marcxml", dialect: .marc21, isbn: "bath.isbn=", title: "bath.title=", author: "bath.author=",
        lccn: "bath.lccn=")
    static let dnb = SRUCatalogue(
        key: "dnb", name: "DNB", homeAddress: "https://services.dnb.de/sru/dnb", version: "1.1",
        schema: "MARC21-xml", dialect: .marc21, isbn: "dnb.num=", title: "dnb.tit=", author: "dnb.per=")
    static let k10plus = SRUCatalogue(
        key: "k10plus", name: "K10plus", homeAddress: "https://sru.k10plus.de/opac-de-627", version: "1.1",
        schema: "marcxml", dialect: .marc21, isbn: "pica.isb=", title: "pica.tit=", author: "pica.per=")
    static let bnf = SRUCatalogue(
        key: "bnf", name: "BnF", homeAddress: "https://catalogue.bnf.fr/api/SRU", version: "1.2",
        schema: "unimarcxchange", dialect: .unimarc, isbn: "bib.isbn any ", title: "bib.title all ",
        author: "bib.author all ")
}
