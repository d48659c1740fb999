// The answer of an SRU server (searchRetrieveResponse 1.1, 1.2 and 2.0), with the MARC records in it.
import Foundation
import MARC

#if canImport(FoundationXML)
import FoundationXML
#endif

struct SRUResponse {
    /// `nil` when the answer does not say.
    var numberOfRecords: Int?
    var records: [MARCRecord] = []
    /// The first diagnostic: its number, words and details as the server gives them.
    var diagnostic: String?

    /// `nil` when `data` is no such answer.
    init?(_ data: Data) {
        guard let reader = Self.read(data), reader.isResponse else { return nil }
        self = reader.response
    }

    /// Whether the answer says how many records there are and, where there are some, hands over any of them. A server that
    /// does neither has said nothing about the book.
    var isAnswer: Bool { !records.isEmpty || numberOfRecords == 0 }

    /// The records in the text of a `recordData`; none when it is no XML.
    static func records(inText text: String) -> [MARCRecord] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return read(Data(text.utf8))?.response.records ?? []
    }

    /// Reads it as it is or, where that fails, repaired; `nil` when it is no whole XML document.
    private static func read(_ data: Data) -> SRUReader? {
        guard !hasOverlongTag(data) else { return nil }
        return parsed(data.repairedEntities) ?? parsed(data.repairedUTF8.repairedEntities)
    }

    private static func parsed(_ data: Data) -> SRUReader? {
        let reader = SRUReader()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // On Linux `parse` is content with a document that ends early.
        return parser.parse() && reader.isWhole ? reader : nil
    }

    /// Longer tags hold nothing that is read here, and the parser compares each attribute with all others.
    private static let longestTag = 16_384

    private static func hasOverlongTag(_ data: Data) -> Bool {
        var (start, quote): (Int?, UInt8?) = (nil, nil)
        for (place, byte) in data.enumerated() {
            switch byte {
            case UInt8(ascii: "<") where quote == nil: start = place
            // Comments and the like may be long, and hold anything.
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

    /// Nothing yet.
    init() {}
}
