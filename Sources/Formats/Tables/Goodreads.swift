// The export of Goodreads: My Books, Import and export.
import Catalogue

extension FileFormat {
    static let goodreads = FileFormat(
        name: "goodreads", title: "Goodreads", site: "Goodreads",
        recognises: { file in (try? TableLayout(header: file.tableHeader).isGoodreads) == true },
        reader: { file, source throws(CatalogueError) in
            let table = try TableFile(file)
            let layout = try TableLayout(header: table.header)
            guard layout.isGoodreads else { throw .otherFormat(path: file.name, expected: "Goodreads") }
            return try TableReader(table, layout, from: source)
        })
}
