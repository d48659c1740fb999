// Invalid responses of catalogues.
import Books
import Foundation
import TestSupport
import Testing

@testable import Providers

struct SRUResponseTests {
    @Test(arguments: [
        "", "<html><body>Down for maintenance</body></html>", "{}", "<searchRetrieveResponse>",
        "<searchRetrieveResponse><records><record></searchRetrieveResponse>",
    ])
    func `an invalid response gives nil`(_ text: String) {
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

    /// Each attribute is compared with all others.
    @Test func `tag without end is not parsed`() {
        let many = (0..<400_000).map { " a\($0)='>'" }.joined()
        #expect(SRUResponse(Self.response(Array("T".utf8), attributes: many)) == nil)
        #expect(SRUResponse(Self.response(Array("T".utf8), attributes: " a='>' b=\"'\"")) != nil)
        let long = Array(
            "<!-- \"\(String(repeating: "x", count: 40_000)) --><![CDATA[\(String(repeating: "<", count: 40_000))]]>"
                .utf8)
        #expect(SRUResponse(Self.response(long)) != nil)
    }

    @Test func `an invalid character loses no record`() throws {
        let record = try #require(
            SRUResponse(Self.response([0x43, 0x61, 0x66, 0xE9, 0x01, 0x21]))?.records.first)
        #expect(record.first("245", "a") == "Café\u{FFFD}!")
    }

    @Test func `an invalid byte among letters in UTF-8 is marked`() throws {
        let record = try #require(
            SRUResponse(Self.response(Array("書 caf".utf8) + [0xE9, 0x21]))?.records.first)
        #expect(record.first("245", "a") == "書 caf\u{FFFD}!")
    }

    @Test func `a record without a title is not a book`() throws {
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

    /// Invalid XML from servers, and how it is repaired.
    static let entities = [
        ("&", "&"), ("&eacute;", "é"), ("&nosuch;", "&nosuch;"), ("& Sons", "& Sons"), ("&#233;", "é"),
        ("&#xE9;", "é"), ("&#0;", "\u{FFFD}"), ("&#x1F;", "\u{FFFD}"), ("&#xD800;", "\u{FFFD}"),
        ("&#99999999;", "\u{FFFD}"), ("&amp;", "&"), ("&lt;b&gt;", "<b>"), ("&;", "&;"), ("&#;", "&#;"),
        ("<![CDATA[&eacute;]]>", "&eacute;"), ("&amp;eacute;", "&eacute;"),
    ]

    @Test(arguments: entities)
    func `an entity that XML does not define affects nothing else`(_ written: String, _ read: String) throws {
        let response = try #require(SRUResponse(Self.response(Array("Caf\(written) at noon".utf8))))
        #expect(response.records.map { $0.first("245", "a") } == ["Caf\(read) at noon"])
    }

    private static let record = """
        <record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000</leader>
        <controlfield tag="001">101</controlfield>
        <datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780306406157</subfield></datafield>
        <datafield tag="100" ind1="1" ind2=" "><subfield code="a">Novak, Maria</subfield></datafield>
        <datafield tag="245" ind1="1" ind2="4"><subfield code="a">The lantern atlas</subfield></datafield>
        </record>
        """

    private static func answer(packed data: String, count: String? = "1") -> Data {
        let number = count.map { "<numberOfRecords>\($0)</numberOfRecords>" } ?? ""
        return Data(
            """
            <?xml version="1.0"?><zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/">\(number)
            <zs:records><zs:record><zs:recordPacking>string</zs:recordPacking><zs:recordData>\(data)</zs:recordData>
            </zs:record></zs:records></zs:searchRetrieveResponse>
            """.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    @Test func `a record that is packed as text is read`() throws {
        let prolog = "\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        let broken = Self.record.replacing("The lantern", with: "Caf&eacute; & the lantern")
        for (data, title) in [
            (Self.record, "The lantern atlas"), (Self.escaped(Self.record), "The lantern atlas"),
            (Self.escaped(prolog + Self.record), "The lantern atlas"),
            ("<![CDATA[\(Self.record)]]>", "The lantern atlas"),
            (broken, "Café & the lantern atlas"), (Self.escaped(broken), "Café & the lantern atlas"),
        ] {
            let response = try #require(SRUResponse(Self.answer(packed: data)))
            #expect(response.records.map { $0.book(.marc21)?.title } == [title], "\(data)")
            #expect(response.records.first?.isbns(.marc21).map(\.isbn13) == ["9780306406157"])
        }
        for data in ["not XML", "&lt;record", "&lt;html>&lt;/html>", "", Self.escaped("<a><record/></b>")] {
            #expect(try #require(SRUResponse(Self.answer(packed: data))).records.isEmpty, "\(data)")
        }
    }

    @Test func `an answer has a number of records, or records`() throws {
        let empty = "<searchRetrieveResponse><numberOfRecords>0</numberOfRecords></searchRetrieveResponse>"
        #expect(try #require(SRUResponse(Data(empty.utf8))).isAnswer)
        for text in [
            "<numberOfRecords>3</numberOfRecords>", "<numberOfRecords>no</numberOfRecords>", "", "<records/>",
        ] {
            let data = Data("<searchRetrieveResponse>\(text)</searchRetrieveResponse>".utf8)
            #expect(try #require(SRUResponse(data)).isAnswer == false, "\(text)")
        }
        for count in [nil, "", "many", "7"] {
            let response = try #require(SRUResponse(Self.answer(packed: Self.record, count: count)))
            #expect(response.isAnswer && response.records.count == 1)
        }
    }

    /// Anywhere in a record's text, in both kinds of packing.
    @Test func `a broken entity in one field leaves the others as they are`() throws {
        var random = SeededGenerator(seed: 24)
        let fields = ["101", "9780306406157", "Novak, Maria", "The lantern atlas"]
        for _ in 0..<400 {
            let field = try #require(fields.randomElement(using: &random))
            let entity = try #require(Self.entities.randomElement(using: &random)).0
            var text = field
            let place = text.index(text.startIndex, offsetBy: Int.random(in: 0...field.count, using: &random))
            text.insert(contentsOf: entity, at: place)
            let record = Self.record.replacing(field, with: text)
            let data = Bool.random(using: &random) ? record : Self.escaped(record)
            let read = try #require(SRUResponse(Self.answer(packed: data))?.records.first, "\(text)")
            let values = [
                read.control["001"], read.first("020", "a"), read.first("100", "a"), read.first("245", "a"),
            ]
            for (value, expected) in zip(values, fields) where expected != field {
                #expect(value == expected)
            }
        }
    }
}
