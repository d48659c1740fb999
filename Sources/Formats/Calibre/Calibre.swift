// Calibre: the database of a library, and the metadata.opf that stands beside each of its books.
import Books
import Catalogue

extension FileFormat {
    /// Read from either, written as folders that `calibredb add --recurse` takes.
    package static let calibre = FileFormat(
        name: "calibre", title: "Calibre", site: "Calibre",
        recognises: { CalibreLibraryReader.recognises($0) || CalibrePackageReader.recognises($0) },
        reader: { file, source throws(CatalogueError) in
            if CalibreLibraryReader.recognises(file) {
                return try CalibreLibraryReader(file, from: source)
            }
            guard CalibrePackageReader.recognises(file) else {
                throw .otherFormat(path: file.name, expected: "Calibre")
            }
            return try CalibrePackageReader(file, from: source)
        },
        folderWriter: { CalibreFolderWriter() })
}

/// The names of Calibre's fields, as it writes and shows them.
enum CalibreField {
    static let series = "calibre:series"
    static let seriesIndex = "calibre:series_index"
    static let rating = "calibre:rating"
    static let timestamp = "calibre:timestamp"
    static let customColumn = "calibre:user_metadata:"
    /// Its name for authors that nobody knows.
    static let unknown = "Unknown"
    /// Schemes of its own numbers, which say nothing elsewhere.
    static let ownSchemes: Set = ["calibre", "uuid"]
    /// The MARC relator of the program that made a package.
    static let producer = "bkp"
    /// How this program calls itself there.
    static let program = "BookZone"

    /// MARC relators of the roles that contributors have here.
    static let relators: [Contributor.Role: String] = [
        .author: "aut", .editor: "edt", .translator: "trl", .illustrator: "ill", .contributor: "ctb",
    ]
}
