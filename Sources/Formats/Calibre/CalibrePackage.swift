// The metadata.opf that Calibre keeps beside each book.
import Books
import Catalogue
import Documents
import Foundation

/// Reads the one book in it, and those of further packages in a folder; none of an empty folder.
struct CalibrePackageReader: EntryReader {
    let header = ["file", "title", "authors", "isbn"]
    let source: TableSource
    let isPersonal = true
    private(set) var leftOut: [String] = []
    private var first: ImportFile?
    private var further: ArraySlice<String>
    private var number = 0

    var fraction: Double? { Double(number) / Double(max(1, number + further.count)) }

    static func recognises(_ file: ImportFile) -> Bool {
        let head = String(decoding: file.head.prefix(4096), as: UTF8.self)
        return head.contains("<package") && head.contains("http://www.idpf.org/2007/opf")
    }

    /// - Throws: `unreadable`; `malformed` where there is but one, and that is damaged.
    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        self.source = source
        further = file.furtherPackages[...]
        guard !file.isEmptyFolder else { return }
        first = file
        if further.isEmpty, PackageMetadata(try file.contents()) == nil {
            throw .malformed(path: file.name, place: "its package")
        }
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        let file: ImportFile
        if let first = first.take() {
            file = first
        } else if let path = further.popFirst() {
            file = try ImportFile(path)
        } else {
            return nil
        }
        number += 1
        guard let package = PackageMetadata(try file.contents()) else {
            return ReadEntry(
                line: number, fields: [file.path ?? file.name, "", "", ""], entry: .failure(.damaged))
        }
        let book = CalibreBook(package)
        leftOut = (leftOut + book.leftOut + package.untaken).uniqued
        return book.read(at: number, of: file.path ?? file.name, from: source)
    }
}

extension CalibreBook {
    fileprivate init(_ package: PackageMetadata) {
        self.init()
        isOwn = package.elements.contains {
            $0.name == "contributor" && $0.role == CalibreField.producer && $0.text == CalibreField.program
        }
        for element in package.elements where !element.text.isEmpty {
            let text = element.text
            switch element.name {
            case "title": title = title ?? text
            case "creator":
                contributors.append(contributor(element, orRelator: "aut"))
            case "contributor" where element.role == CalibreField.producer: break
            case "contributor": contributors.append(contributor(element, orRelator: ""))
            case "subject": tags.append(text)
            case "publisher": publisher = publisher ?? text
            case "date": date = date ?? text
            case "language" where text != "und": languages.append(text)
            case "description": description = description ?? text
            case "identifier": identifiers.append(Self.identifier(text, element.scheme))
            default: break
            }
        }
        series = package.values[CalibreField.series]
        seriesIndex = package.values[CalibreField.seriesIndex]
        rating = package.values[CalibreField.rating]
    }

    private func contributor(
        _ element: PackageMetadata.Element, orRelator relator: String
    ) -> Contributor {
        Self.contributor(
            element.text, sort: element.fileAs, role: Self.role(element.role ?? relator), isOwn: isOwn)
    }

    private static func role(_ relator: String) -> Contributor.Role {
        CalibreField.relators.first { $0.value == relator.lowercased() }?.key ?? .contributor
    }

    /// EPUB packages have `urn:isbn:` before the number, or no scheme at all.
    private static func identifier(_ text: String, _ scheme: String?) -> (scheme: String, value: String) {
        if let scheme { return (scheme.lowercased(), text) }
        for prefix in ["urn:isbn:", "isbn:"] where text.lowercased().hasPrefix(prefix) {
            return ("isbn", String(text.dropFirst(prefix.count)))
        }
        return text.lowercased().hasPrefix("urn:uuid:") ? ("uuid", text) : ("", text)
    }
}

extension PackageMetadata {
    private static let taken: Set = [
        "title", "creator", "contributor", "subject", "publisher", "date", "language", "description",
        "identifier",
    ]

    /// The data that is not imported, by Calibre's names.
    fileprivate var untaken: [String] {
        let others = elements.filter { !Self.taken.contains($0.name) && !$0.text.isEmpty }.map(\.name)
        // A custom column is present even without a value.
        let columns = values.filter { name, content in
            name.hasPrefix(CalibreField.customColumn) && !content.contains(/"#value#": *(null|\[\]|"")/)
        }
        return others + (values[CalibreField.timestamp] == nil ? [] : ["timestamp"])
            + (hasCover ? ["cover"] : [])
            + columns.keys.map { String($0.dropFirst(CalibreField.customColumn.count)) }.sorted()
    }
}
