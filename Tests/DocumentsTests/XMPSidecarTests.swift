// Writing into XMP which book a photo shows; other programs' data stays.
import Foundation
import Testing

@testable import Documents

struct XMPSidecarTests {
    private static let book = XMPBook(
        identifier: "urn:isbn:9780306406157", title: "Salt & <Tide>", creators: ["Ada Novak", "Ion Petru"])

    private func described(_ text: String, _ book: XMPBook = book) throws -> (text: String, isChanged: Bool) {
        let sidecar = try XMPSidecar(Data(text.utf8))
        let isChanged = try sidecar.describe(book)
        return (String(decoding: sidecar.bytes, as: UTF8.self), isChanged)
    }

    /// As written by a photo editor, with a property of its own and additional ones.
    private static func foreign(_ attributes: String = "", _ properties: String = "") -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4" \(attributes)>
           <!-- kept -->\(properties)
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """
    }

    private static let dc = #"xmlns:dc="http://purl.org/dc/elements/1.1/""#

    @Test func `a new sidecar says what the book is, and says it once`() throws {
        let sidecar = try XMPSidecar()
        #expect(try sidecar.describe(Self.book))
        let text = String(decoding: sidecar.bytes, as: UTF8.self)
        #expect(text.contains("<dc:identifier>urn:isbn:9780306406157</dc:identifier>"), "\(text)")
        #expect(text.contains(#"<rdf:li xml:lang="x-default">Salt &amp; &lt;Tide&gt;</rdf:li>"#))
        #expect(text.contains("<rdf:li>Ada Novak</rdf:li>") && text.contains("<rdf:Seq>"))
        let again = try described(text)
        #expect(!again.isChanged && again.text == text)
    }

    @Test func `our own is brought up to date`() throws {
        let sidecar = try XMPSidecar()
        _ = try sidecar.describe(XMPBook(identifier: "urn:isbn:9780439023481", title: "Old", creators: ["X"]))
        let new = try described(
            String(decoding: sidecar.bytes, as: UTF8.self),
            XMPBook(identifier: Self.book.identifier, title: nil, creators: ["Y"]))
        #expect(new.isChanged && !new.text.contains("Old") && !new.text.contains("9780439023481"))
        #expect(new.text.contains("<rdf:li>Y</rdf:li>"))
    }

    @Test func `what another program wrote stays`() throws {
        let new = try described(Self.foreign())
        for kept in ["xmp:Rating=\"4\"", "<!-- kept -->", "XMP Core 4.4.0", "<?xpacket end=\"w\"?>"] {
            #expect(new.text.contains(kept), "\(kept): \(new.text)")
        }
        #expect(new.isChanged && new.text.contains(Self.book.identifier) && new.text.contains("Ion Petru"))
        #expect(try !described(new.text).isChanged)
        let titled = try described(
            Self.foreign(
                Self.dc,
                #"<dc:title><rdf:Alt><rdf:li xml:lang="x-default">My cat</rdf:li></rdf:Alt></dc:title>"#))
        #expect(titled.text.contains("My cat") && !titled.text.contains("Salt"))
        #expect(titled.text.contains(Self.book.identifier) && titled.text.contains("Ada Novak"))
    }

    @Test(arguments: [
        foreign(dc + #" dc:identifier="urn:uuid:1""#),
        foreign(dc, "<dc:identifier>urn:isbn:9780439023481</dc:identifier>"),
    ])
    func `another identifier is not replaced`(text: String) throws {
        #expect(throws: XMPSidecar.Fault.self) { try described(text) }
    }

    @Test(arguments: [
        foreign(dc, "<dc:identifier>URN:ISBN:978-0-306-40615-7</dc:identifier>"),
        foreign(#"xmlns:q="http://purl.org/dc/elements/1.1/" q:identifier="urn:isbn:9780306406157""#),
    ])
    func `the same identifier in another form stays as it is`(text: String) throws {
        let new = try described(text)
        #expect(new.isChanged && new.text.contains("Salt"))
        #expect(!new.text.contains("<dc:identifier>urn:isbn:9780306406157"))
    }

    @Test func `a prefix that is another's is not taken`() throws {
        let new = try described(Self.foreign(#"xmlns:dc="http://example.org/" dc:mine="1""#))
        #expect(new.text.contains("dc:mine=\"1\"") && new.text.contains("<dc1:identifier>"), "\(new.text)")
    }

    @Test(arguments: [
        "", "words", "<a/>", "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">", foreign() + "<more/>",
        #"<!DOCTYPE a [<!ENTITY b "c">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#,
    ])
    func `files other than XMP are not changed`(text: String) {
        #expect(throws: XMPSidecar.Fault.notXMP) { try described(text) }
    }

    @Test func `an empty description gets what it needs, and control characters go`() throws {
        let new = try described(
            #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#,
            XMPBook(identifier: Self.book.identifier, title: "a\u{0}\n\u{FFFE}b", creators: ["\u{1}"]))
        #expect(new.text.contains(#"rdf:about="""#) && new.text.contains(">a b<"), "\(new.text)")
        #expect(!new.text.contains("dc:creator"))
    }
}
