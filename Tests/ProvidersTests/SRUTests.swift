// Library catalogues with a real server: Zebra with records in MARC 21 and UNIMARC.
import Books
import Foundation
import Servers
import Testing

@testable import Providers

@Suite(.enabled(if: ZebraServer.isInstalled, "needs zebrasrv and zebraidx: apt-get install idzebra-2.0"))
struct SRUTests {
    let zebra: ZebraServer
    let client: RateLimitedClient

    init() throws {
        zebra = try ZebraServer()
        client = try RateLimitedClientTests.client()
    }

    func source(_ catalogue: SRUCatalogue) -> SRU {
        SRU(
            client: client, catalogue: catalogue,
            address: catalogue.dialect == .unimarc ? zebra.unimarc : zebra.marc21)
    }

    func answer(_ catalogue: SRUCatalogue, _ text: String) async throws -> SourceAnswer? {
        let isbn = try ISBN(text)
        return await source(catalogue).answers(to: [isbn])[isbn]
    }

    func book(_ catalogue: SRUCatalogue, _ text: String) async throws -> Book? {
        guard case .found(let record) = try await answer(catalogue, text) else { return nil }
        #expect(record.rating == nil)
        #expect(Set(record.book.origins.values.map(\.source)) == [catalogue.name])
        return record.book
    }

    @Test(arguments: [SRUCatalogue.k10plus, .libraryOfCongress])
    func `record with only the short ISBN`(_ catalogue: SRUCatalogue) async throws {
        let book = try #require(try await book(catalogue, "9780306406157"))
        #expect(book.isbn?.isbn13 == "9780306406157")
        #expect(book.otherISBNs == [])
        #expect(book.title == "The lantern atlas")
        #expect(book.subtitle == "a field guide to harbour lights")
        #expect(
            book.contributors == [
                Contributor(name: "Maria Novak", role: .author),
                Contributor(name: "I. L. Popescu", role: .editor),
            ])
        #expect(book.publisher == "Quayside Press")
        #expect(book.year == 1998)
        #expect(book.pages == 374)
        #expect(book.language == "eng")
        #expect(book.subjects == ["Lighthouses", "Harbors"])
        #expect(book.identifiers == [Identifier(catalogue.key, "000000101")])
    }

    @Test func `decomposed text is composed and marks go`() async throws {
        let book = try #require(try await book(.dnb, "9783161484100"))
        #expect(Array((book.title ?? "").unicodeScalars) == Array("Die Märzhefte".unicodeScalars))
        #expect(
            Array((book.subtitle ?? "").unicodeScalars) == Array("Tagebuch eines Gärtners".unicodeScalars))
        #expect(
            book.contributors == [
                Contributor(name: "Jürgen Müller", role: .author),
                Contributor(name: "Åsa Lind", role: .illustrator),
            ])
        #expect(book.publisher == "Blütenstaub-Verlag")
        #expect(book.year == 2011)
        #expect(book.pages == 218)
        #expect(book.otherISBNs.map(\.isbn13) == ["9783123456015"])
    }

    @Test func `UNIMARC is read as UNIMARC`() async throws {
        let book = try #require(try await book(.bnf, "9782912345011"))
        #expect(book.title == "L'horloge des marées")
        #expect(book.subtitle == "roman")
        #expect(
            book.contributors == [
                Contributor(name: "Élise Caron", role: .author),
                Contributor(name: "Ada Okafor", role: .illustrator),
                Contributor(name: "Åsa Lind", role: .translator),
            ])
        #expect(book.publisher == "les Éditions du Phare")
        #expect(book.year == 2016)
        #expect(book.pages == 295)
        #expect(book.language == "fre")
        #expect(book.subjects == ["Marées"])
    }

    @Test func `punctuation and volumes are kept apart`() async throws {
        let book = try #require(try await book(.k10plus, "9780456789032"))
        #expect(book.title == "The \"quiet\" machine & other tales. Volume 2. Winter")
        #expect(book.contributors == [])
    }

    @Test func `original script comes with the Latin letters`() async throws {
        let book = try #require(try await book(.libraryOfCongress, "9785170000012"))
        #expect(book.title == "Zelënyĭ mai͡ak" && book.subtitle == "povestʹ" && book.publisher == "Gavanʹ")
        #expect(book.contributors == [Contributor(name: "Marii͡a Novak")])
        #expect(book.originalScriptTitle == "Зелёный маяк: повесть")
        #expect(book.originalScriptNames == ["Мария Новак"])
        #expect(book.origins[.originalScriptTitle]?.source == "Library of Congress")
        let found = try await source(.k10plus).search(title: "zelënyĭ", author: nil, limit: 5)
        #expect(found?.books.map(\.originalScriptTitle) == ["Зелёный маяк: повесть"])
    }

    @Test func `miss is firm`() async throws {
        #expect(try await answer(.k10plus, "9789000000012") == .unknown(isFirm: true))
        #expect(try await answer(.bnf, "9789000000012") == .unknown(isFirm: true))
    }

    @Test func `record of another book is refused`() async throws {
        #expect(try await answer(.k10plus, "9780456789018") == .unknown(isFirm: false))
    }

    @Test(arguments: [
        ("nosuch.index=", "15"), ("pica.nosuch=", "16"), ("pica.isb=(", "10"),
    ])
    func `diagnostics are not misses`(_ index: String, _ number: String) async throws {
        var catalogue = SRUCatalogue.k10plus
        catalogue.isbn = index
        guard case .notAsked(.refused(_, let words)) = try await answer(catalogue, "9780306406157") else {
            Issue.record("not refused")
            return
        }
        #expect(words.contains("diagnostic/1/\(number)"))
    }

    @Test func `an unknown database is not a miss`() async throws {
        let isbn = try ISBN("9780306406157")
        let source = SRU(client: client, catalogue: .k10plus, address: zebra.marc21 + "x")
        guard case .notAsked = await source.answers(to: [isbn])[isbn] else {
            Issue.record("taken for an answer")
            return
        }
    }

    /// A record is an edition: its own ISBN, publisher and year, in both dialects.
    @Test(arguments: [
        (SRUCatalogue.k10plus, "lantern atlas", "9780306406157, The lantern atlas, Quayside Press, 1998"),
        (.libraryOfCongress, "lantern atlas", "9780306406157, The lantern atlas, Quayside Press, 1998"),
        (.dnb, "Tagebuch", "9783161484100, Die Märzhefte, Blütenstaub-Verlag, 2011"),
        (.bnf, "marées", "9782912345011, L'horloge des marées, les Éditions du Phare, 2016"),
    ])
    func `title gives editions`(_ catalogue: SRUCatalogue, _ words: String, _ edition: String) async throws {
        let books = try await source(catalogue).search(title: words, author: nil, limit: 10)?.books ?? []
        let found = books.map { book in
            [book.isbn?.isbn13, book.title, book.publisher, book.year.map(String.init)]
                .map { $0 ?? "-" }.joined(separator: ", ")
        }
        #expect(found == [edition])
        #expect(books.first?.identifiers.map(\.scheme) == [catalogue.key])
    }

    @Test func `editions by LCCN`() async throws {
        let found = try await source(.libraryOfCongress).editions(lccn: "98012345")
        #expect(found?.books.map(\.isbn?.isbn13) == ["9780306406157"])
        #expect(try await source(.libraryOfCongress).editions(lccn: "98012346") == FoundEditions([]))
        #expect(try await source(.k10plus).editions(lccn: "98012345") == nil)
    }

    @Test func `titles can be searched`() async throws {
        let byTitle = try await source(.k10plus).search(title: "quiet machine", author: nil, limit: 10)
        #expect(byTitle?.books.map(\.isbn?.isbn13) == ["9780456789032"])
        let byBoth = try await source(.bnf).search(title: "marées", author: "Caron", limit: 10)
        #expect(byBoth?.books.map(\.title) == ["L'horloge des marées"])
        let none = try await source(.bnf).search(title: "marées", author: "\" or bib.title=\"x", limit: 10)
        #expect(none == FoundEditions([]))
    }
}
