// The metadata of a package document (OPF 2.0.1, section 2.2; EPUB 3.3, section 5.5).
import Foundation

package struct PackageMetadata: Sendable {
    /// A Dublin Core element.
    package struct Element: Sendable {
        /// In lowercase, without a prefix: `creator`.
        package var name: String
        package var text: String
        /// `opf:role`, a MARC relator: `aut`.
        package var role: String?
        /// `opf:file-as` of a name: `García Márquez, Gabriel`.
        package var fileAs: String?
        /// `opf:scheme` of an identifier.
        package var scheme: String?
    }

    /// In document order.
    package private(set) var elements: [Element] = []
    /// The contents of `meta` elements by name; if there are two, the last.
    package private(set) var values: [String: String] = [:]
    package private(set) var hasCover = false

    /// `nil` if it is not well-formed, or not a package document.
    package init?(_ bytes: Data) {
        guard let tree = MarkupTree.xml(bytes, isStrict: true) else { return nil }
        var (isPackage, isMetadata) = (false, false)
        tree.walk { step in
            switch step {
            case .begin(let element):
                switch element.name {
                case "package": isPackage = true
                case "metadata": isMetadata = true
                case "meta": element["name"].map { values[$0] = element["content"] }
                case "reference" where element["type"] == "cover": hasCover = true
                case "dc-metadata", "x-metadata": break
                case let name where isMetadata:
                    elements.append(
                        Element(
                            name: name, text: element.text, role: element["role"], fileAs: element["file-as"],
                            scheme: element["scheme"]))
                default: break
                }
            case .end(let element): if element.name == "metadata" { isMetadata = false }
            case .text: break
            }
            return true
        }
        if !isPackage { return nil }
    }
}
