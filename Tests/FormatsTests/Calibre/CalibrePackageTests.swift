// Reading the metadata.opf of Calibre's books.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CalibrePackageTests {
    private let imported: ImportedStore

    init() throws { imported = try ImportedStore() }

    private static let package = """
        <?xml version='1.0' encoding='utf-8'?>
        <package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
                <dc:identifier opf:scheme="calibre" id="calibre_id">7</dc:identifier>
                <dc:identifier opf:scheme="uuid" id="uuid_id">01234567-89ab-cdef-0123-456789abcdef</dc:identifier>
                <dc:title>Tales &amp; Legends &lt;I&gt;</dc:title>
                <dc:creator opf:file-as="Le Guin, Ursula K." opf:role="aut">Ursula K. Le Guin</dc:creator>
                <dc:creator>Second Author</dc:creator>
                <dc:contributor opf:role="trl">Trans Lator</dc:contributor>
                <dc:contributor opf:file-as="calibre" opf:role="bkp">calibre (6.13.0) [https://calibre-ebook.com]</dc:contributor>
                <dc:date>2008-07-02T00:00:00+00:00</dc:date>
                <dc:description>&lt;p&gt;A blurb.&lt;/p&gt;</dc:description>
                <dc:publisher>Publisher</dc:publisher>
                <dc:identifier opf:scheme="ISBN">9780439023481</dc:identifier>
                <dc:identifier opf:scheme="GOODREADS">2767052</dc:identifier>
                <dc:language>eng</dc:language>
                <dc:language>deu</dc:language>
                <dc:subject>one, two</dc:subject>
                <dc:subject>Three</dc:subject>
                <dc:rights>None</dc:rights>
                <meta name="calibre:series" content="Series &amp; Sons &quot;X&quot;"/>
                <meta name="calibre:series_index" content="2.5"/>
                <meta name="calibre:rating" content="7"/>
                <meta name="calibre:timestamp" content="2020-01-01T00:00:00+00:00"/>
                <meta name="calibre:user_metadata:#shelf" content="{&quot;#value#&quot;: &quot;top&quot;}"/>
                <meta name="calibre:user_metadata:#empty" content="{&quot;#value#&quot;: null}"/>
            </metadata>
            <guide><reference type="cover" title="Cover" href="cover.jpg"/></guide>
        </package>
        """

    @Test func `a package is taken with all that it says`() throws {
        let outcome = try imported.load(Data(Self.package.utf8))
        #expect(outcome.summary.added == 1 && outcome.refused.isEmpty)
        #expect(
            outcome.leftOut == [
                "languages after the first", "comments", "rights", "timestamp", "cover", "#shelf",
            ])
        let book = try #require(try imported.book("9780439023481"))
        #expect(book.title == "Tales & Legends <I>" && book.year == 2008 && book.publisher == "Publisher")
        #expect(
            book.contributors == [
                Contributor(name: "Ursula K. Le Guin"), Contributor(name: "Second Author"),
                Contributor(name: "Trans Lator", role: .translator),
            ])
        #expect(book.series == "Series & Sons \"X\"" && book.seriesNumber == "2.5")
        #expect(book.tags == ["one, two", "Three"] && book.language == "eng")
        #expect(book.identifiers == [Identifier("goodreads", "2767052")])
        let kept = try imported.store.keptBooks(after: nil, for: "ion")?.first
        #expect(kept?.comment?.rating == Rating(3.5) && kept?.comment?.text == "")
        let again = try imported.load(Data(Self.package.utf8)).summary
        #expect(again.unchanged == 1 && again.comments == 0)
    }

    @Test func `a package of an EPUB says its ISBN in other ways`() throws {
        let package = """
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:isbn:9780439023481</dc:identifier>
            <dc:title>A</dc:title><meta property="dcterms:modified">2020-01-01T00:00:00Z</meta></metadata></package>
            """
        #expect(try imported.load(Data(package.utf8)).leftOut == [])
        #expect(try imported.book("9780439023481")?.title == "A")
    }

    @Test func `an invalid rating is reported`() throws {
        let package = Self.package.replacing("content=\"7\"", with: "content=\"77\"")
        #expect(try imported.load(Data(package.utf8)).summary.remarks[.rating]?.text == "77")
    }

    @Test func `a package that is cut off anywhere is not read as complete`() throws {
        let whole = Data(Self.package.utf8)
        for length in 300..<whole.count - 1 {
            #expect(throws: CatalogueError.self) {
                try imported.load(whole.prefix(length), as: .calibre, isDryRun: true)
            }
        }
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            do { #expect(try imported.load(bytes, as: .calibre, isDryRun: true).summary.rows == 1) } catch {
                #expect(error is CatalogueError)
            }
        }
    }

    @Test func `entities that expand without end are not followed`() throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE package [<!ENTITY a "aaaaaaaaaaaaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
            <package xmlns="http://www.idpf.org/2007/opf"><metadata><title>T&c;&x;</title></metadata></package>
            """
        do {
            _ = try imported.load(Data(bomb.utf8))
            #expect(try imported.store.keptBooks(after: nil, for: "ion")?.first?.book.title == "T")
        } catch let error as CatalogueError {
            guard case .malformed = error else { throw error }
        }
    }
}
