// Answers that no catalogue should give.
import Foundation
import Testing

@testable import Providers

struct SRUResponseTests {
    @Test(arguments: [
        "", "<html><body>Down for maintenance</body></html>", "{}", "<searchRetrieveResponse>",
        "<searchRetrieveResponse><records><record></searchRetrieveResponse>",
    ])
    func `what is no response is nil`(_ text: String) {
        #expect(SRUResponse(Data(text.utf8)) == nil)
    }

    @Test func `entity bomb stays small`() throws {
        let entities = (1...20).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 20))\">" }
        let text = """
            <!DOCTYPE x [<!ENTITY e0 "boom">\(entities.joined())<!ENTITY file SYSTEM "file:///etc/passwd">]>
            <searchRetrieveResponse><numberOfRecords>1</numberOfRecords><records><record><recordData><record>
            <datafield tag="245"><subfield code="a">&e20;&file;</subfield></datafield>
            </record></recordData></record></records></searchRetrieveResponse>
            """
        let title = SRUResponse(Data(text.utf8))?.records.first?.first("245", "a")
        #expect((title ?? "").count < 1000)
        #expect(title?.contains("root") != true)
    }

    private static func response(_ title: [UInt8], attributes: String = "") -> Data {
        Data(
            "<searchRetrieveResponse><numberOfRecords>1</numberOfRecords><records><record><recordData><record\(attributes)>"
                .utf8)
            + Data("<datafield tag=\"245\"><subfield code=\"a\">".utf8) + Data(title)
            + Data(
                "</subfield></datafield></record></recordData></record></records></searchRetrieveResponse>"
                    .utf8)
    }

    /// Each costs a comparison with all others.
    @Test func `tag without end is not parsed`() {
        let many = (0..<400_000).map { " a\($0)='>'" }.joined()
        #expect(SRUResponse(Self.response(Array("T".utf8), attributes: many)) == nil)
        #expect(SRUResponse(Self.response(Array("T".utf8), attributes: " a='>' b=\"'\"")) != nil)
        let long = Array(
            "<!-- \"\(String(repeating: "x", count: 40_000)) --><![CDATA[\(String(repeating: "<", count: 40_000))]]>"
                .utf8)
        #expect(SRUResponse(Self.response(long)) != nil)
    }

    @Test func `broken letter costs no record`() throws {
        let record = try #require(
            SRUResponse(Self.response([0x43, 0x61, 0x66, 0xE9, 0x01, 0x21]))?.records.first)
        #expect(record.first("245", "a") == "Caf\u{FFFD}\u{FFFD}!")
    }

    @Test func `record without a title is no book`() throws {
        let text = """
            <searchRetrieveResponse><numberOfRecords>1</numberOfRecords><records><record><recordData><record>
            <controlfield tag="001">1</controlfield><datafield><subfield>x</subfield></datafield>
            </record></recordData></record></records></searchRetrieveResponse>
            """
        let record = try #require(SRUResponse(Data(text.utf8))?.records.first)
        #expect(record.book(.marc21) == nil)
        #expect(record.book(.unimarc) == nil)
        #expect(record.isbns(.marc21) == [])
    }
}
