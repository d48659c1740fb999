// The response of an SRU server (searchRetrieveResponse 1.1, 1.2 and 2.0), with its MARC records.
import Books
import Foundation
import MARC

#if canImport(FoundationXML)
import FoundationXML
#endif

struct SRUResponse {
    /// `nil` if the response does not contain it.
    var numberOfRecords: Int?
    var records: [MARCRecord] = []
    /// The first diagnostic: its number, message and details, as given by the server.
    var diagnostic: String?

    /// `nil` if `data` is not such a response.
    init?(_ data: Data) {
        guard let reader = Self.read(data), reader.isResponse else { return nil }
        self = reader.response
    }

    /// Whether the response contains records, or states that there are none. Otherwise it says nothing about the
    /// book.
    var isAnswer: Bool { !records.isEmpty || numberOfRecords == 0 }

    /// The records in the text of a `recordData`; none if it is not XML.
    static func records(inText text: String) -> [MARCRecord] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return read(Data(text.utf8))?.response.records ?? []
    }

    /// `nil` if it is not a complete XML document, or has a tag that is too long.
    private static func read(_ data: Data) -> SRUReader? {
        let data = RepairedXML(data).data
        guard !hasOverlongTag(data) else { return nil }
        let reader = SRUReader()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // On Linux, `parse` also succeeds if a document ends early.
        return parser.parse() && reader.isWhole ? reader : nil
    }

    /// In bytes. Longer tags contain nothing that is needed, and the parser compares each attribute with all others.
    private static let longestTag = 16_384

    private static func hasOverlongTag(_ data: Data) -> Bool {
        var (start, quote): (Int?, UInt8?) = (nil, nil)
        for (place, byte) in data.enumerated() {
            switch byte {
            case UInt8(ascii: "<") where quote == nil: start = place
            // Comments and CDATA may be long, and contain anything.
            case UInt8(ascii: "!") where start == place - 1: start = nil
            case UInt8(ascii: ">") where quote == nil: start = nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if start != nil { quote = quote == nil ? byte : quote == byte ? nil : quote }
            default: break
            }
            if let start, place - start > longestTag { return true }
        }
        return false
    }

    /// Without records.
    init() {}
}
