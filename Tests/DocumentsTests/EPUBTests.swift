// Packages and parts of EPUBs, including broken ones.
import Books
import Foundation
import TestSupport
import Testing

@testable import Documents

struct EPUBTests {
    struct Naming: CustomTestStringConvertible {
        let testDescription: String
        let metadata: String
        let isbns: [String]
        var isUnique = false
    }

    private static let isbn = "9781936218479"

    @Test(arguments: [
        Naming(
            testDescription: "urn", metadata: "<dc:identifier id='id'>urn:isbn:\(isbn)</dc:identifier>",
            isbns: [isbn], isUnique: true),
        Naming(
            testDescription: "scheme",
            metadata: "<dc:identifier opf:scheme='ISBN'>1-936218-47-X</dc:identifier>",
            isbns: [isbn]),
        Naming(
            testDescription: "bare", metadata: "<dc:identifier> 978-1-936218-47-9 </dc:identifier>",
            isbns: [isbn]),
        Naming(
            testDescription: "ten digits without a name",
            metadata: "<dc:identifier>193621847X</dc:identifier>", isbns: []),
        Naming(
            testDescription: "another scheme",
            metadata: "<dc:identifier opf:scheme='ASIN'>\(isbn)</dc:identifier>", isbns: []),
        Naming(
            testDescription: "UUID and source",
            metadata:
                "<dc:identifier id='id'>urn:uuid:1</dc:identifier><dc:source>urn:isbn:\(isbn)</dc:source>",
            isbns: []),
        Naming(
            testDescription: "wrong check digit",
            metadata: "<dc:identifier>urn:isbn:9781936218478</dc:identifier>", isbns: []),
    ])
    func `a package names its book`(naming: Naming) throws {
        let book = try EPUB(EPUBFile.bytes(identifiers: naming.metadata, ["<p>a</p>"]))
        #expect(book.identifiers.map(\.isbn.isbn13) == naming.isbns)
        #expect(book.identifiers.contains(where: \.isUnique) == naming.isUnique)
    }

    @Test(arguments: [
        "<p style='display:none'>b</p>", "<div style='color: red; Display: none'><p>b</p></div>",
        "<p hidden=''>b</p>", "<span style='visibility: hidden'>b</span>", "<pre hidden='hidden'>b</pre>",
        "<svg style='display:none'><text>b</text></svg>", "<!-- b -->",
    ])
    func `hidden text is not read`(hidden: String) throws {
        let part = try EPUB(EPUBFile.bytes(["<p>a</p>\(hidden)<title>c</title><p>d</p>"])).parts([1])[0]
        #expect(!part.text.contains("b") && !part.prose.contains("b"))
        #expect(part.text.contains("a\n") && part.text.contains("d") && part.prose.contains("d"))
    }

    @Test func `parts come as a reader sees them`() throws {
        let book = try EPUB(
            EPUBFile.bytes(
                [
                    "<p>One</p>",
                    "<h1>Two</h1><p>ISBN&nbsp;978-1-<b>936218</b>-47-9\n   (e&#45;book)<br/>x<script>y</script></p>",
                    "<p>Three",
                ], imprint: 2))
        #expect(book.count == 3)
        #expect(book.imprint == 2)
        let parts = try book.parts([3, 2, 9])
        #expect(parts.map(\.number) == [2, 3])
        #expect(parts[0].text == "Two\nISBN\u{A0}978-1-936218-47-9 (e-book)\nx\n")
        #expect(parts[1].text == "Three\n")
    }

    @Test func `text in drawings is text`() throws {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg"><title>unseen</title><style>a{}</style><defs><text>unseen</text></defs>
            <text x="1" y="2">ISBN <tspan>978-1-936218</tspan>-47-9</text>
            <g><text><tspan x="1" y="20">second</tspan><tspan x="1" y="40">third</tspan></text></g></svg>
            """
        let parts = try EPUB(EPUBFile.bytes(["<div>\(svg)</div>", "<p>a <code>b</code> c</p>"])).parts([1, 2])
        let lines = parts[0].text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.filter { !$0.isEmpty } == ["ISBN 978-1-936218-47-9", "second", "third"])
        #expect(parts[1].text == "a b c\n")
        #expect(parts[1].prose == "a c\n")
    }

    @Test func `text that is struck out or hidden is left out`() throws {
        let parts = try EPUB(
            EPUBFile.bytes([
                "<p>a <del>b</del><s>c</s><strike>d</strike> e</p><del><p>f</p></del><p hidden=''>g</p>"
                    + "<p style='Display: None'>h</p><p style='visibility:hidden'>i</p>"
                    + "<p style='font-size: 0px'>j</p><p style='font-size:0.9em'>k</p><p style='opacity:0'>l</p>"
            ])
        ).parts([1])
        #expect(parts[0].text.filter(\.isLetter) == "aek")
    }

    @Test func `the number of a collection is not the book's`() throws {
        let collection = """
            <collection role="series"><metadata><dc:identifier>urn:isbn:9780306406157</dc:identifier></metadata></collection>
            """
        let own = "<dc:identifier>urn:isbn:9781936218479</dc:identifier>"
        let book = try EPUB(
            EPUBFile.bytes(identifiers: "\(own)</metadata>\(collection)<metadata>", ["<p>a</p>"]))
        #expect(book.identifiers.map(\.isbn.isbn13) == ["9781936218479"])
    }

    @Test func `parts may have names in any script`() throws {
        let book = EPUBFile.archive([
            ("mimetype", .stored("application/epub+zip")),
            (
                "META-INF/container.xml",
                .stored("<container><rootfiles><rootfile full-path='Bücher/書.opf'/></rootfiles></container>")
            ),
            (
                "Bücher/書.opf",
                .stored(
                    "<package><manifest><item id='a' href='глава.xhtml'/></manifest><spine><itemref idref='a'/></spine></package>"
                )
            ), ("Bücher/глава.xhtml", .stored("<p>words</p>")),
        ])
        #expect(try EPUB(book).parts([1]).map(\.text) == ["words\n"])
    }

    @Test(arguments: [
        (
            #"<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></EncryptedData></encryption>"#,
            false
        ),
        (
            #"<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>"#,
            true
        ),
    ])
    func `obfuscated fonts don't count as encryption`(file: String, isEncrypted: Bool) throws {
        let bytes = EPUBFile.bytes(["<p>a</p>"], others: ["META-INF/encryption.xml": file])
        #expect(try EPUB(bytes).isEncrypted == isEncrypted)
    }

    private static let container = (
        "META-INF/container.xml",
        EPUBFile.Entry.stored("<container><rootfile full-path='a.opf'/></container>")
    )

    @Test(arguments: [
        (Data("PK".utf8), DocumentError.damaged), (EPUBFile.archive([("mimetype", .stored("x"))]), .damaged),
        (EPUBFile.archive([container]), .damaged),
        (EPUBFile.bytes(["<p>a</p>"]).prefix(400), .damaged),
        (EPUBFile.archive([container, ("a.opf", .endless(megabytes: 300))]), .tooLarge),
    ])
    func `records that are not books are rejected`(bytes: Data, error: DocumentError) {
        #expect(throws: error) { _ = try EPUB(bytes) }
    }

    /// A billion letters if unpacked.
    @Test func `a part is unpacked no further than is sane`() throws {
        let package =
            "<package><manifest><item id='a' href='a.html'/><item id='b' href='../../etc/passwd'/></manifest><spine><itemref idref='a'/><itemref idref='b'/></spine></package>"
        let bytes = EPUBFile.archive([
            Self.container, ("a.opf", .stored(package)), ("a.html", .endless(megabytes: 1000)),
        ])
        #expect(bytes.count < 8 << 20)
        let book = try EPUB(bytes)
        #expect(book.count == 1, "what leads out of the archive is no part")
        let part = try #require(try book.parts([1]).first)
        #expect(part.isCut)
        #expect(part.text.utf8.count <= ZIPArchive.mostBytes + 1)
    }

    @Test func `entities that multiply stay one`() throws {
        let laughs =
            "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c SYSTEM 'file:///etc/passwd'>]>"
        let package = "\(laughs)<package><metadata><identifier>&b;&c;</identifier></metadata></package>"
        let book = try EPUB(EPUBFile.archive([Self.container, ("a.opf", .stored(package))]))
        #expect(book.identifiers.isEmpty && book.count == 0)
    }

    @Test func `markup of any depth is walked`() throws {
        let deep = String(repeating: "<div>", count: 100_000) + "x"
        let parts = try EPUB(EPUBFile.bytes([deep, "<p>y</p>"])).parts([1, 2])
        #expect(parts.map(\.number) == [1, 2])
        #expect(parts[1].text == "y\n")
    }
}
