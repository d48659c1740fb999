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
        let reader = SRUReader()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // On Linux `parse` is content with a document that ends early.
        guard parser.parse(), reader.isResponse, reader.isWhole else { return nil }
        self = reader.response
    }

    /// Nothing yet.
    init() {}
}
