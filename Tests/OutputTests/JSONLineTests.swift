// Our JSON encoder compared with the standard and with Foundation's encoder.
import Books
import Foundation
import TestSupport
import Testing

@testable import Output

struct JSONLineTests {
    private struct Nested: Encodable {
        var text = "a/\"b\"\\ \u{1B}[2J\u{202E}é日\r\n\t"
        var numbers: [Double] = [0, -0.5, 1, 325.9, 1e300, 0.1 + 0.2]
        var many: [UInt8?] = [0, nil, 255]
        var missing: Int?
        var truth = ["yes": true, "no": false]
        var nothing: [String] = []
        var inner = ["x": ["y": [Int64.max]]]
    }

    @Test func `values come back as they were`() throws {
        let line = try JSONLine.line(Nested())
        #expect(line.hasSuffix("}\n") && line.count(where: \.isNewline) == 1)
        let steering = line.dropLast().unicodeScalars.filter(\.steersTerminal)
        #expect(steering.isEmpty)
        let other = String(decoding: try JSONEncoder().encode(Nested()), as: UTF8.self)
        #expect(try JSONValue(line) == JSONValue(other))
    }

    @Test func `keys are in order`() throws {
        #expect(try JSONLine.line(["b": 1, "a": 2, "c": 3]) == "{\"a\":2,\"b\":1,\"c\":3}\n")
    }

    @Test func `record is as Foundation has it`() throws {
        let own = ISBNReading(
            isbn: try ISBN("9780439023481"), confidence: 0.99876,
            witnesses: [Witness(reader: .ocr, text: "9780439023481", confidence: 0.97)])
        let record = PhotoRecord(
            photo: "é/日本 a.jpg", width: 3024, height: 4032, status: .found, isbns: [own], milliseconds: 61.24)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let other = String(decoding: try encoder.encode(record), as: UTF8.self)
        #expect(try JSONLine.line(record) == other + "\n")
    }

    @Test func `values that are not numbers are rejected`() {
        #expect(throws: EncodingError.self) { try JSONLine.line([Double.nan]) }
    }
}
