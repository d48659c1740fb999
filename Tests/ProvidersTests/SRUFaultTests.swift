// Responses of a catalogue that violate the protocol.
import Books
import Foundation
import Servers
import Testing

@testable import Providers

struct SRUFaultTests {
    private static func answer(_ body: String) async throws -> SourceAnswer? {
        try await answer(Data(body.utf8))
    }

    private static func answer(_ body: Data) async throws -> SourceAnswer? {
        let server = try LoopbackServer { _ in ServerAnswer(body: .data(body)) }
        let isbn = try ISBN("9780306406157")
        let source = SRU(
            client: try RateLimitedClientTests.client(), catalogue: .k10plus, address: server.address)
        return await source.answers(to: [isbn])[isbn]
    }

    private static let record = """
        <records><record><recordData><record><datafield tag="020"><subfield code="a">0306406152</subfield></datafield>
        <datafield tag="245"><subfield code="a">Salt &eacute;lan & Sons</subfield></datafield></record></recordData>
        </record></records>
        """

    @Test func `records without their number are read`() async throws {
        let body = "<searchRetrieveResponse>\(Self.record)</searchRetrieveResponse>"
        guard case .found(let record) = try await Self.answer(body) else {
            Issue.record("not found")
            return
        }
        #expect(record.book.title == "Salt élan & Sons")
    }

    @Test(arguments: [
        "", "<numberOfRecords/>", "<numberOfRecords>2</numberOfRecords>", "<version>1.1</version>",
    ])
    func `an answer without number and records is the source's fault`(_ text: String) async throws {
        let answer = try await Self.answer("<searchRetrieveResponse>\(text)</searchRetrieveResponse>")
        guard case .notAsked(.malformed(_, .sru)) = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
    }

    @Test func `no records is a firm miss`() async throws {
        let body = "<searchRetrieveResponse><numberOfRecords>0</numberOfRecords></searchRetrieveResponse>"
        #expect(try await Self.answer(body) == .unknown(isFirm: true))
    }

    private static func response(_ title: String, prolog: String = "") -> String {
        let record = record.replacing("Salt &eacute;lan & Sons", with: title)
        return "\(prolog)<searchRetrieveResponse>\(record)</searchRetrieveResponse>\n"
    }

    private static func title(_ body: Data) async throws -> String? {
        guard case .found(let record) = try await answer(body) else { return nil }
        return record.book.title
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

    @Test(arguments: [
        "\n\n\(declaration)\n", "\u{FEFF}\(declaration)", "\r\n \u{FEFF}\n\(declaration)", "\u{FEFF}", "\n",
        "\(declaration)<!-- it's -->\n<?style sheet?>", "<!DOCTYPE searchRetrieveResponse>",
        "\(declaration)<!DOCTYPE r SYSTEM \"http://127.0.0.1:1/r.dtd\">",
        "<!DOCTYPE r [<!-- don't ]> --><!ELEMENT r ANY><!ENTITY a \"]>\"><?p ]> ?>] >",
    ])
    func `what precedes an answer loses nothing`(_ prolog: String) async throws {
        let body = Self.response("Salt &eacute;lan & Sons", prolog: prolog)
        #expect(try await Self.title(Data(body.utf8)) == "Salt élan & Sons")
    }

    @Test(arguments: [
        "", "\n", "<?xml version=\"1.0\"?>", declaration, "<?xml version='1.0' encoding='ISO-8859-1'?>",
        "\n<?xml version='1.0' encoding = \"windows-1252\" ?>",
    ])
    func `letters of Latin-1 are read, declared or not`(_ prolog: String) async throws {
        let body = Self.response("Élan – caf\u{E9} &eacute;", prolog: prolog)
        let bytes = try #require(body.data(using: .windowsCP1252))
        #expect(try await Self.title(bytes) == "Élan – café é")
    }

    @Test(arguments: [String.Encoding.utf16, .utf8])
    func `text in Unicode is read whatever is declared`(_ encoding: String.Encoding) async throws {
        for name in ["UTF-16", "utf-8", "ISO-8859-1"] {
            let body = Self.response("Élan 書 &eacute;", prolog: "<?xml version='1.0' encoding='\(name)'?>")
            #expect(try await Self.title(try #require(body.data(using: encoding))) == "Élan 書 é")
        }
    }

    /// Of the declared ones, those that are a few letters.
    @Test func `entities of an answer are text, and none is fetched or expanded`() async throws {
        let server = try LoopbackServer { _ in .xml("secret") }
        let long = String(repeating: "x", count: 90)
        let prolog = """
            <!DOCTYPE r [<!ENTITY eacute "&#233;"><!ENTITY amp-er 'R & D'><!ENTITY e0 "boom"><!ENTITY e1 "&e0;&e0;">
            <!ENTITY file SYSTEM "\(server.address)/file"><!ENTITY % all SYSTEM "\(server.address)/all"> %all;
            <!ENTITY e0 "later"><!ENTITY long "\(long)">]>
            """
        let body = Self.response("&eacute;lan &amp-er; &e0; &e1; &file; &long; end", prolog: prolog)
        #expect(try await Self.title(Data(body.utf8)) == "élan R & D boom &e0;&e0; &file; &long; end")
        #expect(server.requests.isEmpty)
    }
}
