// The package document of an EPUB (EPUB 3.3, section 5).
import Books
import Foundation

/// The parts of a package document that are needed to find the book's number.
struct BookPackage {
    private(set) var isbns: [EPUB.Identifier] = []
    /// The paths in the archive of the parts to read, in order.
    private(set) var spine: [String] = []
    /// The path of the imprint, if the package names it.
    private(set) var imprint: String?

    /// - Parameter path: of the package document in the archive.
    init?(_ bytes: Data, at path: String) {
        guard let tree = MarkupTree.xml(bytes) else { return nil }
        var (paths, references): ([String: String], [String]) = ([:], [])
        var unique: String?
        tree.walk { step in
            guard case .begin(let element) = step else { return true }
            switch element.name {
            case "package": unique = element["unique-identifier"]
            // It has metadata of its own.
            case "collection": return false
            case "identifier":
                if let isbn = Self.isbn(element.text, scheme: element["scheme"]) {
                    isbns.append(
                        .init(
                            isbn: isbn, text: String(element.text.prefix(100)),
                            isUnique: unique != nil && element["id"] == unique))
                }
            case "item":
                if let id = element["id"], let href = element["href"] {
                    paths[id] = Self.path(href, besides: path)
                }
            case "itemref": element["idref"].map { references.append($0) }
            case "reference" where element["type"] == "copyright-page":
                imprint = element["href"].flatMap { Self.path($0, besides: path) }
            default: break
            }
            return true
        }
        spine = references.compactMap { paths[$0] }
    }

    /// A number that is marked as an ISBN, or has thirteen digits and no other scheme.
    private static func isbn(_ text: String, scheme: String?) -> ISBN? {
        let scheme = scheme?.lowercased()
        let word = ["urn:isbn:", "isbn:", "isbn"].first { text.lowercased().hasPrefix($0) }
        if word == nil, let scheme, scheme != "isbn", !scheme.hasPrefix("isbn-") { return nil }
        guard let (isbn, form) = try? ISBN.parse(text.dropFirst(word?.count ?? 0)) else { return nil }
        return form == .isbn13 || word != nil || scheme != nil ? isbn : nil
    }

    /// The path in the archive of a reference relative to the package; `nil` if it leads out of the archive.
    private static func path(_ reference: String, besides package: String) -> String? {
        let reference = reference.prefix { $0 != "#" && $0 != "?" }
        var parts = package.split(separator: "/").dropLast().map(String.init)
        for part in (reference.removingPercentEncoding ?? String(reference)).split(separator: "/") {
            switch part {
            case ".": break
            case "..": if parts.popLast() == nil { return nil }
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
