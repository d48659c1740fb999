#if Server
// An XML response of a bucket's server.
import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The listed objects and unfinished uploads, and the text of every other element by its name. All are empty if the body
/// is not XML.
struct BucketAnswer {
    private(set) var objects: [(key: String, bytes: Int)] = []
    private(set) var uploads: [BucketUpload] = []
    private(set) var texts: [String: String] = [:]

    init(_ body: Data) {
        let reader = Reader()
        let parser = XMLParser(data: body)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        _ = parser.parse()
        (objects, uploads, texts) = (reader.objects, reader.uploads, reader.texts)
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var objects: [(key: String, bytes: Int)] = []
        var uploads: [BucketUpload] = []
        var texts: [String: String] = [:]
        private var text = ""
        private var (key, size) = ("", "")

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            text += String(decoding: block, as: UTF8.self)
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            switch name {
            case "Key": key = text
            case "Size": size = text
            case "Contents": objects.append((key, Int(size) ?? 0))
            case "Upload":
                guard let id = texts["UploadId"], let time = texts["Initiated"],
                    let begun = try? Date(time, strategy: .iso8601)
                else { break }
                uploads.append(BucketUpload(key: key, id: id, begun: begun))
            default: texts[name] = text
            }
            text = ""
        }
    }
}

/// An upload in parts that was neither completed nor aborted.
struct BucketUpload: Hashable, Sendable {
    var key: String
    var id: String
    var begun: Date
}
#endif
