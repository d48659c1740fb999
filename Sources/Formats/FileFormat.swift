// The formats of other catalogues' files: a line each, and a file each beside this one.
import Catalogue

/// A format that books are read from, written in, or both.
package struct FileFormat: Sendable {
    /// As it stands on the command line: `bibtex`.
    package let name: String
    /// For people: `BibTeX`.
    package let title: String
    /// Whose export it is, where one site makes such files: what its comments and data say they come from.
    package let site: String?
    /// Whether a file is in this format, by its first bytes.
    let recognises: @Sendable (ImportFile) -> Bool
    /// `nil` for a format that is only written. Throws `unreadable`, and what says why it is none of its files.
    package let reader: (@Sendable (ImportFile, TableSource) throws(CatalogueError) -> any EntryReader)?
    /// `nil` for a format that is only read, or not one file.
    package let writer: (@Sendable (WriterOptions) -> any EntryWriter)?
    /// Of a format that has a file of its own for each book.
    package let folderWriter: (@Sendable () -> any FolderWriter)?

    /// In the order in which they are tried on a file.
    package static let all: [FileFormat] = [
        .calibre,
        .marc21,
        .marcxml,
        .bibtex,
        .cslJSON,
        .ris,
        .goodreads,
        .storygraph,
        .librarything,
        .bookwyrm,
        .openreads,
        .libib,
        .calibreTable,
        .openLibrary,
        .hardcover,
        .isbns,
        .csv,
    ]

    init(
        name: String, title: String, site: String? = nil,
        recognises: @escaping @Sendable (ImportFile) -> Bool = { _ in false },
        reader: (@Sendable (ImportFile, TableSource) throws(CatalogueError) -> any EntryReader)? = nil,
        writer: (@Sendable (WriterOptions) -> any EntryWriter)? = nil,
        folderWriter: (@Sendable () -> any FolderWriter)? = nil
    ) {
        (self.name, self.title, self.site, self.recognises) = (name, title, site, recognises)
        (self.reader, self.writer, self.folderWriter) = (reader, writer, folderWriter)
    }

    package var isWritten: Bool { writer != nil || folderWriter != nil }

    /// Its files may tell of books by others' numbers, and by nothing else.
    package var hasNumbersAlone: Bool { name == FileFormat.openLibrary.name }

    package static func named(_ name: String) -> FileFormat? { all.first { $0.name == name } }

    /// What a file is in; `nil` where it is in none of them.
    package static func of(_ file: ImportFile) -> FileFormat? {
        all.first { $0.reader != nil && $0.recognises(file) }
    }
}

/// What people may choose of how a format is written.
package struct WriterOptions: Sendable {
    /// With a byte order mark, and ISBNs that a spreadsheet leaves alone.
    package var isForSpreadsheets = false

    package init(isForSpreadsheets: Bool = false) { self.isForSpreadsheets = isForSpreadsheets }
}

/// Writes books one after another.
package protocol EntryWriter {
    var fileType: FileType { get }
    /// What stands before the first book. UTF-8, unless the format says otherwise.
    mutating func beginning() -> String
    /// A book with what the exporting person keeps of it; empty where the format can't hold it.
    mutating func text(of book: KeptBook) -> String
    /// Why the format can't hold a book.
    func refusal(of book: KeptBook) -> WriterRefusal
    /// What stands after the last.
    mutating func end() -> String
}

/// What the web and file systems call files of a format.
package struct FileType: Sendable {
    /// `text/csv; charset=utf-8`.
    package let media: String
    /// What file names end with, without the dot.
    package let suffix: String
}

extension EntryWriter {
    package mutating func beginning() -> String { "" }
    package mutating func end() -> String { "" }
    package func refusal(of book: KeptBook) -> WriterRefusal { .incomplete }
}

/// Why a book is not written.
package enum WriterRefusal: Sendable {
    /// It has no title, or no ISBN, where the format needs one.
    case incomplete
    /// It is larger than the format allows.
    case tooLarge
}

/// Writes each book as a file of its own.
package protocol FolderWriter {
    /// The file's path within the folder, which no other book has, and what is in it; `nil` where the format can't hold
    /// the book.
    ///
    /// - Parameter hasCover: whether its cover is written beside it, as `cover.jpg`.
    mutating func file(of book: KeptBook, hasCover: Bool) -> (path: String, text: String)?
}

extension FolderWriter {
    package mutating func file(of book: KeptBook) -> (path: String, text: String)? {
        file(of: book, hasCover: false)
    }
}
