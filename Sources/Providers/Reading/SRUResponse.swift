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
    /// How many records are damaged, and thus not among `records`.
    var damagedRecords = 0

    /// `nil` if `data` is not such a response, or damaged so that it has no readable record.
    init?(_ data: Data) {
        let data = RepairedXML(data).data
        let whole = Self.read(data).flatMap { $0.isResponse ? $0.response : nil }
        if let whole, whole.damagedRecords == 0 {
            self = whole
            return
        }
        guard let response = SRUResponse(damaged: String(decoding: data, as: UTF8.self)) ?? whole else {
            return nil
        }
        self = response
    }

    /// Reads each record on its own, since a parser stops at the first error of a document. `nil` if none is readable.
    private init?(damaged text: String) {
        guard text.starts(with: /<(?:[\w.\-]+:)?searchRetrieveResponse[\s>]/) else { return nil }
        let start = /<(?:[\w.\-]+:)?recordData(?:\s[^<>]*)?>/.matchingSemantics(.unicodeScalar)
        let end = /<\/(?:[\w.\-]+:)?recordData\s*>/.matchingSemantics(.unicodeScalar)
        let starts = text.ranges(of: start)
        var readable = 0
        for (place, start) in starts.enumerated() {
            let next = place + 1 < starts.count ? starts[place + 1].lowerBound : text.endIndex
            let rest = text[start.upperBound..<next]
            guard let end = rest.firstRange(of: end) else { continue }
            let data = "<data><recordData>\(rest[..<end.lowerBound])</recordData></data>"
            guard let read = Self.read(Data(data.utf8))?.response, read.damagedRecords == 0 else { continue }
            records += read.records
            readable += 1
        }
        guard !records.isEmpty else { return nil }
        // Of a damaged record, one of the tags may be missing; a response that was cut may have had more.
        let isCut = !text.contains(/<\/(?:[\w.\-]+:)?searchRetrieveResponse\s*>/)
        damagedRecords = max(max(starts.count, text.ranges(of: end).count) - readable, isCut ? 1 : 0)
    }

    /// Whether the response contains records, or states that there are none. Otherwise it says nothing about the
    /// book.
    var isAnswer: Bool { !records.isEmpty || numberOfRecords == 0 }

    /// The records in the text of a `recordData`; `nil` if it is not XML.
    private static func records(inText text: String) -> [MARCRecord]? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let reader = read(RepairedXML(Data(text.utf8)).data), !reader.goesOn else { return nil }
        return reader.response.records
    }

    /// - Parameter data: repaired. `nil` if it is not a complete XML document, or has a tag that is too long.
    private static func read(_ data: Data) -> SRUReader? {
        guard !hasOverlongTag(data) else { return nil }
        let reader = SRUReader()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // On Linux, `parse` also succeeds if a document ends early.
        guard parser.parse(), reader.isWhole else { return nil }
        for text in reader.packed {
            if let records = records(inText: text) {
                reader.response.records += records
            } else {
                reader.response.damagedRecords += 1
            }
        }
        return reader
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
