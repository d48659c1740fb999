// Extracts the records and diagnostics from an SRU response while it is parsed.
import Books
import Foundation
import MARC

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Uses local names: the namespaces differ between versions and servers.
final class SRUReader: NSObject, XMLParserDelegate {
    var response = SRUResponse()
    var isResponse = false
    /// On Linux, a parser goes on after a wrong end tag, as if it were the right one.
    var isWhole: Bool { path.isEmpty && !hasError }
    private var hasError = false
    /// Whether something follows the root element.
    private(set) var goesOn = false
    private var path: [String] = []
    private var text = ""
    private var record: MARCRecord?
    private var tag = ""
    private var code = ""
    private var diagnostic: [String] = []
    /// Records that came as text, to be read after the response: on Linux, a parser that is used during another's work
    /// takes its errors away.
    private(set) var packed: [String] = []
    /// Where the records of the current `recordData` start in `response.records`.
    private var firstInData = 0

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if path.isEmpty { isResponse = name == "searchRetrieveResponse" }
        // In a response, records are inside `recordData`; records that came as text have nothing around them.
        if name == "record", !isResponse || path.contains("recordData") { record = MARCRecord() }
        if name == "recordData" { firstInData = response.records.count }
        path.append(name)
        text = ""
        switch name {
        case "controlfield": tag = attributes["tag"] ?? ""
        case "datafield":
            record?.fields.append(
                MARCRecord.Field(tag: attributes["tag"] ?? "", indicator2: attributes["ind2"] ?? " "))
        case "subfield": code = attributes["code"] ?? ""
        default: break
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        // Codes of libxml2.
        switch (error as NSError).code {
        case 5: goesOn = true
        // Namespaces are not used.
        case 99, 100, 200...205: break
        default: hasError = true
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        text += String(decoding: block, as: UTF8.self)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard path.popLast() == name else { return parser.abortParsing() }
        switch name {
        case "numberOfRecords":
            if record == nil {
                response.numberOfRecords = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        case "controlfield": record?.control[tag] = text
        case "subfield":
            if let last = record?.fields.indices.last { record?.fields[last].subfields.append((code, text)) }
        case "record":
            if let record { response.records.append(record) }
            record = nil
        case "recordData":
            // `recordPacking=string`: some servers send the record as text, whatever was requested.
            if response.records.count == firstInData, text.contains("<") {
                packed.append(text)
            }
        case "uri", "message", "details":
            if path.last == "diagnostic", let words = text.catalogueText { diagnostic.append(words) }
        case "diagnostic":
            if response.diagnostic == nil { response.diagnostic = diagnostic.joined(separator: " ") }
        default: break
        }
        text = ""
    }
}
