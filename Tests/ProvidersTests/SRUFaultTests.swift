// Responses of a catalogue that violate the protocol.
import Books
import Servers
import Testing

@testable import Providers

struct SRUFaultTests {
    private static func answer(_ body: String) async throws -> SourceAnswer? {
        let server = try LoopbackServer { _ in .xml(body) }
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
}
