// The answer of an SRU server (searchRetrieveResponse 1.1, 1.2 and 2.0), with the MARC records in it.
import Foundation

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
        guard !Self.hasOverlongTag(data) else { return nil }
        guard let response = Self.read(data) ?? Self.read(data.repairedUTF8) else { return nil }
        self = response
    }

    private static func read(_ data: Data) -> SRUResponse? {
        let reader = SRUReader()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // On Linux `parse` is content with a document that ends early.
        guard parser.parse(), reader.isResponse, reader.isWhole else { return nil }
        return reader.response
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
