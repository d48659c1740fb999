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

    /// Parses the data as it is or, if that fails, repaired; `nil` if it is not a complete XML document.
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

// Repairs invalid UTF-8 in responses.
extension Data {
    /// With invalid UTF-8, and control characters that no text format allows, replaced.
    var repairedUTF8: Data {
        let isWhole = allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if isWhole, String(validating: self, as: UTF8.self) != nil { return self }
        let scalars = String(decoding: self, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar) ? "\u{FFFD}" : scalar
        }
        return Data(String(String.UnicodeScalarView(scalars)).utf8)
    }

    /// With JSON escapes of unpaired surrogates (`\uD83D` without the second half) replaced.
    var repairedSurrogates: Data {
        guard range(of: Data("\\ud".utf8)) != nil || range(of: Data("\\uD".utf8)) != nil else { return self }
        let text = String(decoding: self, as: UTF8.self)
        let escape =
            #/
            \\\\
            | \\u[dD][89abAB][0-9a-fA-F]{2} \\u[dD][c-fC-F][0-9a-fA-F]{2}
            | \\u[dD][89a-fA-F][0-9a-fA-F]{2}
            /#
        let half = 6
        return Data(text.replacing(escape) { $0.output.count == half ? "\\uFFFD" : $0.output }.utf8)
    }

    /// With each `&` that is invalid in XML repaired: HTML entities become their characters, invalid character
    /// references U+FFFD, and a bare `&` is escaped. A document that declares entities of its own is not changed.
    var repairedEntities: Data {
        guard contains(UInt8(ascii: "&")), range(of: Data("<!ENTITY".utf8)) == nil,
            let text = String(validating: self, as: UTF8.self)
        else { return self }
        let reference =
            /(?s:<!\[CDATA\[.*?\]\]>|<!--.*?-->)|&(?:#[xX]?[0-9a-fA-F]{1,8};|[A-Za-z][A-Za-z0-9]{1,31};)?/
        let repaired = text.replacing(reference) {
            $0.output.first == "&" ? Self.repaired($0.output) : $0.output
        }
        return Data(repaired.utf8)
    }

    private static func repaired(_ reference: Substring) -> Substring {
        let number = reference.dropFirst().dropLast()
        guard number.first == "#" else {
            if ["amp", "lt", "gt", "quot", "apos"].contains(number) { return reference }
            let text = String(reference)
            let plain = text.withoutEntities
            return plain == text ? "&amp;" + reference.dropFirst() : plain[...]
        }
        let digits = number.dropFirst()
        let value =
            digits.first.map { "xX".contains($0) } == true
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, let scalar = UnicodeScalar(value) else { return "\u{FFFD}" }
        let isAllowed = value >= 0x20 && value & 0xFFFE != 0xFFFE || [0x09, 0x0A, 0x0D].contains(value)
        return isAllowed ? "&#\(scalar.value);" : "\u{FFFD}"
    }
}
