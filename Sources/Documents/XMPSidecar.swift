// Writes into the XMP file beside a photo (ISO 16684-1) which book the photo shows, as Dublin Core identifier, title
// and creator, which photo managers read. What other programs wrote into the file stays.
import CXML
import Foundation

/// The book that a photo shows.
package struct XMPBook: Hashable, Sendable {
    /// `urn:isbn:9780306406157`.
    package var identifier: String
    package var title: String?
    package var creators: [String]

    package init(identifier: String, title: String?, creators: [String]) {
        (self.identifier, self.title, self.creators) = (identifier, title, creators)
    }
}

/// A sidecar as an XML tree, which it owns.
package final class XMPSidecar {
    /// Why a file is not changed.
    package enum Fault: Error, Hashable {
        case notXMP
        /// Another program's file has another identifier.
        case otherIdentifier(String)
    }

    private enum Space {
        static let meta = "adobe:ns:meta/"
        static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        static let dc = "http://purl.org/dc/elements/1.1/"
    }

    /// The XMP toolkit name in files that no other program has written.
    private static let toolkit = "BookZone"

    private let tree: xmlDocPtr
    private let rdf: xmlNodePtr

    /// An empty sidecar.
    package init() throws(Fault) {
        guard let tree = xmlNewDoc("1.0") else { throw .notXMP }
        let root = xmlNewDocNode(tree, nil, "xmpmeta", nil)
        let meta = xmlNewNs(root, Space.meta, "x")
        xmlSetNs(root, meta)
        xmlNewNsProp(root, meta, "xmptk", Self.toolkit)
        xmlDocSetRootElement(tree, root)
        guard let rdf = xmlNewChild(root, nil, "RDF", nil) else {
            xmlFreeDoc(tree)
            throw .notXMP
        }
        let space = xmlNewNs(rdf, Space.rdf, "rdf")
        xmlSetNs(rdf, space)
        (self.tree, self.rdf) = (tree, rdf)
    }

    /// Parses an existing sidecar. Throws `notXMP` if it is not well-formed XMP, or defines entities, which XMP does
    /// not have.
    package init(_ bytes: Data) throws(Fault) {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let read = bytes.withUnsafeBytes {
            xmlReadMemory(
                $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil, nil, Int32(options)
            )
        }
        guard let tree = read else { throw .notXMP }
        guard tree.pointee.intSubset == nil, let rdf = Self.rdf(in: xmlDocGetRootElement(tree)) else {
            xmlFreeDoc(tree)
            throw .notXMP
        }
        (self.tree, self.rdf) = (tree, rdf)
    }

    deinit { xmlFreeDoc(tree) }

    private static func rdf(in root: xmlNodePtr?) -> xmlNodePtr? {
        guard let root else { return nil }
        if root.isNamed("RDF", Space.rdf) { return root }
        return root.elements.first { $0.isNamed("RDF", Space.rdf) }
    }

    /// The file's bytes, in its own encoding.
    package var bytes: Data {
        var text: UnsafeMutablePointer<xmlChar>?
        var count: Int32 = 0
        if tree.pointee.encoding == nil {
            xmlDocDumpFormatMemoryEnc(tree, &text, &count, "UTF-8", isOwn ? 1 : 0)
        } else {
            xmlDocDumpMemory(tree, &text, &count)
        }
        guard let text else { return Data() }
        defer { free(text) }
        return Data(bytes: text, count: Int(count))
    }

    private var isOwn: Bool {
        let root = xmlDocGetRootElement(tree)
        guard let value = xmlGetNsProp(root, "xmptk", Space.meta) else { return false }
        defer { free(value) }
        return String(cString: value) == Self.toolkit
    }

    /// Sets the book. Title and creators that are already in another program's file stay.
    ///
    /// - Returns: whether anything has changed.
    package func describe(_ book: XMPBook) throws(Fault) -> Bool {
        let isOwn = isOwn
        let known = values("identifier")
        if !isOwn, let other = known.first(where: { !Self.isSame($0, book.identifier) }) {
            throw .otherIdentifier(other)
        }
        let wanted = [
            ("identifier", [book.identifier]), ("title", [book.title].compactMap(\.self)),
            ("creator", book.creators),
        ].map { ($0, $1.map(Self.valid).filter { !$0.isEmpty }) }
        var isChanged = false
        for (name, new) in wanted {
            let old = values(name)
            guard old != new, isOwn || old.isEmpty, isOwn || !new.isEmpty else { continue }
            remove(name)
            if !new.isEmpty { add(name, new) }
            isChanged = true
        }
        return isChanged
    }

    /// Ignores hyphens and case.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let folded = [one, other].map { $0.lowercased().filter { $0 != "-" && $0 != " " } }
        return folded[0] == folded[1]
    }

    /// Removes characters that XML does not allow, and line breaks.
    private static func valid(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF, 0x10_FF00...0x10_FFFF: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    // MARK: Properties

    private var descriptions: [xmlNodePtr] { rdf.elements.filter { $0.isNamed("Description", Space.rdf) } }

    /// The values of a property, which may be an element, a list of elements or an attribute.
    private func values(_ name: String) -> [String] {
        descriptions.flatMap { description -> [String] in
            var values: [String] = []
            if let value = xmlGetNsProp(description, name, Space.dc) {
                values.append(String(cString: value))
                free(value)
            }
            for property in description.elements where property.isNamed(name, Space.dc) {
                let items = property.elements.flatMap(\.elements).filter { $0.isNamed("li", Space.rdf) }
                values += (items.isEmpty ? [property] : items).map(\.text)
            }
            return values.filter { !$0.isEmpty }
        }
    }

    private func remove(_ name: String) {
        for description in descriptions {
            if let space = xmlSearchNsByHref(tree, description, Space.dc) {
                xmlUnsetNsProp(description, space, name)
            }
            for property in description.elements where property.isNamed(name, Space.dc) {
                xmlUnlinkNode(property)
                xmlFreeNode(property)
            }
        }
    }

    private func add(_ name: String, _ values: [String]) {
        let space = rdf.pointee.ns
        let description =
            descriptions.first ?? xmlNewChild(rdf, space, "Description", nil)
        guard let description else { return }
        if xmlHasNsProp(description, "about", Space.rdf) == nil, descriptions.count == 1 {
            xmlSetNsProp(description, space, "about", "")
        }
        let property = xmlNewChild(description, dublinCore(description), name, nil)
        switch name {
        case "identifier": xmlAddChild(property, xmlNewDocText(tree, values[0]))
        case "title": add(values, to: property, "Alt", language: "x-default")
        default: add(values, to: property, "Seq", language: nil)
        }
    }

    private func add(_ values: [String], to property: xmlNodePtr?, _ kind: String, language: String?) {
        let list = xmlNewChild(property, rdf.pointee.ns, kind, nil)
        for value in values {
            let item = xmlNewChild(list, rdf.pointee.ns, "li", nil)
            if let language { xmlNodeSetLang(item, language) }
            xmlAddChild(item, xmlNewDocText(tree, value))
        }
    }

    /// The namespace with the prefix it has there already, or with another if `dc` is taken.
    private func dublinCore(_ node: xmlNodePtr) -> xmlNsPtr? {
        if let known = xmlSearchNsByHref(tree, node, Space.dc), known.pointee.prefix != nil { return known }
        let prefixes = ["dc"] + (1...9).map { "dc\($0)" }
        let prefix = prefixes.first { (prefix: String) in xmlSearchNs(tree, node, prefix) == nil }
        return xmlNewNs(node, Space.dc, prefix ?? "dublincore")
    }
}

extension xmlNodePtr {
    fileprivate var elements: [xmlNodePtr] {
        var elements: [xmlNodePtr] = []
        var next = pointee.children
        while let node = next {
            if node.pointee.type == XML_ELEMENT_NODE { elements.append(node) }
            next = node.pointee.next
        }
        return elements
    }

    fileprivate func isNamed(_ name: String, _ space: String) -> Bool {
        guard let own = pointee.name, let href = pointee.ns?.pointee.href else { return false }
        return String(cString: own) == name && String(cString: href) == space
    }

    /// Without white space around it.
    fileprivate var text: String {
        guard let content = xmlNodeGetContent(self) else { return "" }
        defer { free(content) }
        return String(cString: content).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
