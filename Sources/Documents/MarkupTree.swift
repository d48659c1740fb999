// Parses the XML and XHTML of an EPUB with libxml2, without external entities, and with recovery from errors.
import CXML
import Foundation

/// A document as a tree, which it owns.
final class MarkupTree {
    private let tree: xmlDocPtr

    private init?(_ tree: xmlDocPtr?) {
        guard let tree else { return nil }
        self.tree = tree
    }

    deinit { xmlFreeDoc(tree) }

    /// `nil` if it can't be parsed, or with `isStrict`, if it is not well-formed.
    static func xml(_ bytes: Data, isStrict: Bool = false) -> MarkupTree? {
        let options =
            (isStrict ? 0 : XML_PARSE_RECOVER.rawValue) | XML_PARSE_NONET.rawValue
            | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        return MarkupTree(
            bytes.withUnsafeBytes {
                xmlReadMemory(
                    $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, nil, Int32(options))
            })
    }

    /// Many books claim to be XHTML but are not well-formed.
    static func html(_ bytes: Data) -> MarkupTree? {
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue
            | HTML_PARSE_NOWARNING.rawValue
        let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        return MarkupTree(
            bytes.withUnsafeBytes {
                htmlReadMemory(
                    $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil,
                    isWide ? nil : "UTF-8", Int32(options))
            })
    }

    /// A step of the traversal of a tree.
    enum Step {
        case begin(Element)
        case end(Element)
        case text(String)
    }

    /// Traverses in document order, at any depth, without recursion.
    ///
    /// - Parameter body: for the start of an element, returns whether to visit its children.
    func walk(_ body: (Step) -> Bool) {
        var next = xmlDocGetRootElement(tree)
        while let node = next {
            var goesDown = false
            switch node.pointee.type {
            case XML_ELEMENT_NODE: goesDown = body(.begin(Element(node: node)))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let content = node.pointee.content { _ = body(.text(String(cString: content))) }
            default: break
            }
            if goesDown, let child = node.pointee.children {
                next = child
                continue
            }
            if node.pointee.type == XML_ELEMENT_NODE { _ = body(.end(Element(node: node))) }
            next = following(node, body)
        }
    }

    /// The next node outside this one.
    private func following(_ node: xmlNodePtr, _ body: (Step) -> Bool) -> xmlNodePtr? {
        var node = node
        while true {
            if let next = node.pointee.next { return next }
            guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else {
                return nil
            }
            _ = body(.end(Element(node: parent)))
            node = parent
        }
    }

    struct Element {
        fileprivate let node: xmlNodePtr

        /// In lowercase, without a prefix.
        var name: String { node.pointee.name.map { String(cString: $0).lowercased() } ?? "" }

        /// An attribute by its name without a prefix; `nil` if there is none.
        subscript(attribute: String) -> String? {
            var next = node.pointee.properties
            while let property = next {
                if let name = property.pointee.name, String(cString: name) == attribute {
                    return property.pointee.children?.pointee.content.map { String(cString: $0) } ?? ""
                }
                next = property.pointee.next
            }
            return nil
        }

        /// Its own text, without that of child elements.
        var text: String {
            var text = ""
            var next = node.pointee.children
            while let child = next {
                if child.pointee.type == XML_TEXT_NODE || child.pointee.type == XML_CDATA_SECTION_NODE,
                    let content = child.pointee.content
                {
                    text += String(cString: content)
                }
                next = child.pointee.next
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}

/// The text of a page of markup, with the line breaks that a reader would show.
struct MarkupText {
    private(set) var text = ""
    /// The text without program code and other preformatted text.
    private(set) var prose = ""

    /// Program code, formulas, and text that is struck out.
    private static let passedOver: Set<String> = ["script", "style", "head", "math", "del", "s", "strike"]
    /// Elements of a drawing that are not displayed.
    private static let unseen: Set<String> = ["title", "desc", "metadata", "defs"]
    private static let computers: Set<String> = ["pre", "code", "samp", "kbd", "tt"]

    /// Inline elements; every other element begins and ends a line.
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "ins", "kbd",
        "mark", "q",
        "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "textpath", "time", "tt", "u", "var",
        "wbr", "del", "strike",
    ]

    init(of bytes: Data) {
        var (drawings, computers) = (0, 0)
        var (text, prose) = ("", "")
        MarkupTree.html(bytes)?.walk { step in
            switch step {
            case .begin(let element):
                let name = element.name
                if Self.passedOver.contains(name) || (drawings > 0 && Self.unseen.contains(name)) {
                    return false
                }
                if name == "svg" { drawings += 1 }
                if Self.computers.contains(name) { computers += 1 }
                if !Self.isInline(element) {
                    Self.breakLine(&text)
                    Self.breakLine(&prose)
                }
                return !Self.isHidden(element)
            case .end(let element):
                let name = element.name
                // An element whose content was skipped.
                if name == "svg" { drawings -= 1 }
                if Self.computers.contains(name) { computers -= 1 }
                if !Self.isInline(element) {
                    Self.breakLine(&text)
                    Self.breakLine(&prose)
                }
            case .text(let part):
                Self.append(part, to: &text)
                if computers == 0 { Self.append(part, to: &prose) }
            }
            return true
        }
        (self.text, self.prose) = (text, prose)
    }

    /// By an attribute of its own; style sheets are not read.
    private static func isHidden(_ element: MarkupTree.Element) -> Bool {
        if element["hidden"] != nil { return true }
        let style = element["style"]?.lowercased().filter { !$0.isWhitespace } ?? ""
        return style.contains("display:none") || style.contains("visibility:hidden")
            || style.contains(/(font-size|opacity):0(?![.\d])/)
    }

    /// Text in a drawing is a line of its own if it has a vertical position.
    private static func isInline(_ element: MarkupTree.Element) -> Bool {
        if element.name == "tspan" { return element["y"] == nil && element["dy"] == nil }
        return inline.contains(element.name)
    }

    private static func breakLine(_ text: inout String) {
        if !text.isEmpty, text.unicodeScalars.last != "\n" { text += "\n" }
    }

    /// Collapses white space to one space, and removes it at the start of a line.
    private static func append(_ part: String, to text: inout String) {
        for scalar in part.unicodeScalars {
            switch scalar {
            case " ", "\n", "\t", "\r":
                if let last = text.unicodeScalars.last, last != " ", last != "\n" { text += " " }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
