// Responses of catalogues with a record that is not XML, beside others that are.
import Books
import Foundation
import Servers
import TestSupport
import Testing

@testable import Providers

struct SRUDamageTests {
    private enum Packing: CaseIterable { case xml, escaped, cdata }

    private static let isbns = ["9780306406157", "9783161484100", "9780456789018", "9782912345011"]

    private static func record(_ number: Int, _ packing: Packing = .xml) -> String {
        let marc = """
            <record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000</leader>
            <controlfield tag="001">\(number)</controlfield>
            <datafield tag="020" ind1=" " ind2=" "><subfield code="a">\(isbns[number])</subfield></datafield>
            <datafield tag="245" ind1="1" ind2="4"><subfield code="a">The lantern atlas \(number)</subfield></datafield>
            </record>
            """
        let data =
            switch packing {
            case .xml: marc
            case .escaped: marc.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            case .cdata: "<![CDATA[\(marc)]]>"
            }
        return """
            <zs:record><zs:recordSchema>marcxml</zs:recordSchema><zs:recordPacking>xml</zs:recordPacking>
            <zs:recordData>\(data)</zs:recordData><zs:recordPosition>\(number)</zs:recordPosition></zs:record>
            """
    }

    private static func response(_ records: [String]) -> String {
        """
        <?xml version="1.0"?><zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/">
        <zs:numberOfRecords>\(records.count)</zs:numberOfRecords><zs:records>\(records.joined())</zs:records>
        </zs:searchRetrieveResponse>
        """
    }

    /// Cut somewhere, without one of its tags, or with something inserted.
    private static func damaged(_ record: String, using random: inout SeededGenerator) throws -> String {
        var record = record
        let place = try #require(record.indices.randomElement(using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let length = Int.random(in: 1...12, using: &random)
            let end = record.index(place, offsetBy: length, limitedBy: record.endIndex) ?? record.endIndex
            record.removeSubrange(place..<end)
        case 1:
            record.removeSubrange(try #require(record.ranges(of: /<[^<>]*>/).randomElement(using: &random)))
        case 2: record.insert("<", at: place)
        default:
            let inserted = [
                "&", "&nosuch;", "&#0;", "&#x;", "\"", ">", "</", "<!--", "<![CDATA[", "]]>", "<a>",
            ]
            record.insert(contentsOf: try #require(inserted.randomElement(using: &random)), at: place)
        }
        return record
    }

    @Test(arguments: Packing.allCases)
    private func `a damaged record costs no other`(_ packing: Packing) throws {
        var random = SeededGenerator(seed: 51)
        var lost = 0
        for _ in 0..<600 {
            var records = (0..<4).map { Self.record($0, packing) }
            let broken = Int.random(in: 0..<4, using: &random)
            records[broken] = try Self.damaged(records[broken], using: &random)
            let text = Self.response(records)
            let response = try #require(SRUResponse(Data(text.utf8)), "\(text)")
            let titles = Set(response.records.map { $0.first("245", "a") })
            for number in 0..<4 where number != broken {
                #expect(titles.contains("The lantern atlas \(number)"), "\(text)")
            }
            // A stray `<` can make two of a tag.
            let missing = 4 - response.records.count
            #expect(missing == 0 ? response.damagedRecords == 0 : 1...2 ~= response.damagedRecords, "\(text)")
            lost += missing
        }
        #expect(lost > 100)
    }

    private static let broken = record(1).replacing("</subfield></datafield>\n</record>", with: "</record>")

    @Test func `a response that was cut has its whole records`() throws {
        let text = Self.response((0..<3).map { Self.record($0) })
        let end = try #require(text.ranges(of: "<datafield").last).lowerBound
        let response = try #require(SRUResponse(Data(text[..<end].utf8)))
        #expect(response.records.map { $0.control["001"] } == ["0", "1"] && response.damagedRecords == 1)
    }

    private static func source(_ records: [String]) throws -> (SRU, LoopbackServer) {
        let server = try LoopbackServer { _ in .xml(response(records)) }
        let client = try RateLimitedClientTests.client()
        return (SRU(client: client, catalogue: .k10plus, address: server.address), server)
    }

    @Test func `a book whose record may be the damaged one is no miss`() async throws {
        let (source, server) = try Self.source([Self.record(0), Self.broken, Self.record(2)])
        let isbns = try Self.isbns.prefix(3).map { try ISBN($0) }
        let answers = await source.answers(to: isbns)
        for number in [0, 2] {
            guard case .found(let record) = answers[isbns[number]] else {
                Issue.record("\(String(describing: answers[isbns[number]]))")
                continue
            }
            #expect(record.book.title == "The lantern atlas \(number)")
        }
        #expect(
            answers[isbns[1]] == .notAsked(.damagedRecords(host: "127.0.0.1:\(server.port)", 1)))
    }

    @Test func `a search says that a record is damaged`() async throws {
        let (source, server) = try Self.source([Self.broken, Self.record(2), Self.record(3)])
        let found = try await source.search(title: "lantern", author: nil, limit: 5)
        #expect(found?.books.map(\.isbn?.isbn13) == [Self.isbns[2], Self.isbns[3]])
        #expect(found?.fault == .damagedRecords(host: "127.0.0.1:\(server.port)", 1))
    }
}
