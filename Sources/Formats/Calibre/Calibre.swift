// Calibre: the database of a library, and the metadata.opf beside each of its books.
import Books
import Catalogue

extension FileFormat {
    /// Read from either; written as folders that `calibredb add --recurse` accepts.
    package static let calibre = FileFormat(
        name: "calibre", title: "Calibre", site: "Calibre",
        recognises: { CalibreLibraryReader.recognises($0) || CalibrePackageReader.recognises($0) },
        reader: { file, source throws(CatalogueError) in
            if CalibreLibraryReader.recognises(file) {
                return try CalibreLibraryReader(file, from: source)
            }
            guard file.isEmptyFolder || CalibrePackageReader.recognises(file) else {
                throw .otherFormat(path: file.name, expected: "Calibre")
            }
            return try CalibrePackageReader(file, from: source)
        },
        folderWriter: { CalibreFolderWriter() })
}

/// The names of Calibre's fields.
enum CalibreField {
    static let series = "calibre:series"
    static let seriesIndex = "calibre:series_index"
    static let rating = "calibre:rating"
    static let timestamp = "calibre:timestamp"
    static let customColumn = "calibre:user_metadata:"
    /// Calibre's name for unknown authors.
    static let unknown = "Unknown"
    /// Schemes of Calibre's own numbers, which have no meaning elsewhere.
    static let ownSchemes: Set = ["calibre", "uuid"]
    /// The MARC relator of the program that created a package.
    static let producer = "bkp"
    /// This program's name in a package.
    static let program = "BookZone"

    /// MARC relators of contributors' roles.
    static let relators: [Contributor.Role: String] = [
        .author: "aut", .editor: "edt", .translator: "trl", .illustrator: "ill", .contributor: "ctb",
    ]
}
