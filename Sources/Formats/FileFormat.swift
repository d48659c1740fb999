// The formats of other catalogues' files: each has one entry here and a file of its own.
import Books
import Catalogue

/// A format that books are read from, written in, or both.
package struct FileFormat: Sendable {
    /// The name on the command line: `bibtex`.
    package let name: String
    /// The name for people: `BibTeX`.
    package let title: String
    /// The same within a list of formats in a sentence.
    package let titleInText: String
    /// The site that exports this format, if there is one: comments and data are credited to it.
    package let site: String?
    /// Whether a file is in this format, judged by its first bytes.
    let recognises: @Sendable (ImportFile) -> Bool
    /// Whether its files may identify books only by another site's numbers.
    package let hasNumbersAlone: Bool
    /// `nil` for a format that is only written. Throws `unreadable`, and the reason why a file is not in this format.
    package let reader: (@Sendable (ImportFile, TableSource) throws(CatalogueError) -> any EntryReader)?
    /// `nil` for a format that is only read, or is not a single file.
    package let writer: (@Sendable (WriterOptions) -> any EntryWriter)?
    /// For a format with one file per book.
    package let folderWriter: (@Sendable () -> any FolderWriter)?

    /// For a format of copies rather than books: takes those of all books.
    package let copyWriter: (@Sendable ([BookCopy]) -> any EntryWriter)?

    /// In the order in which they are tried.
    package static let all: [FileFormat] = [
        .scan,
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
        .abebooks,
    ]

    /// Those that are read, that are written, and of these the ones that are one file.
    package static let read = all.filter { $0.reader != nil }
    package static let written = all.filter {
        $0.writer != nil || $0.folderWriter != nil || $0.copyWriter != nil
    }
    package static let writtenAsOneFile = all.filter { $0.writer != nil }

    init(
        name: String, title: String, titleInText: String? = nil, site: String? = nil,
        recognises: @escaping @Sendable (ImportFile) -> Bool = { _ in false },
        hasNumbersAlone: Bool = false,
        reader: (@Sendable (ImportFile, TableSource) throws(CatalogueError) -> any EntryReader)? = nil,
        writer: (@Sendable (WriterOptions) -> any EntryWriter)? = nil,
        folderWriter: (@Sendable () -> any FolderWriter)? = nil,
        copyWriter: (@Sendable ([BookCopy]) -> any EntryWriter)? = nil
    ) {
        (self.name, self.title, self.site) = (name, title, site)
        self.titleInText = titleInText ?? title
        (self.recognises, self.hasNumbersAlone) = (recognises, hasNumbersAlone)
        (self.reader, self.writer, self.folderWriter) = (reader, writer, folderWriter)
        self.copyWriter = copyWriter
    }

    /// The format of a file; `nil` if it is in none of them.
    package static func of(_ file: ImportFile) -> FileFormat? {
        read.first { $0.recognises(file) }
    }

    /// The same, but any other table with a header is read as CSV.
    ///
    /// - Throws: what a table lacks; `malformed` for JSON that is cut too early to tell its format; `empty`.
    package static func ofAnyTable(_ file: ImportFile) throws(CatalogueError) -> FileFormat? {
        if let found = of(file) { return found }
        if file.isEmpty { throw .empty(path: file.name) }
        if file.isJSON { try file.checkEndOfJSON() }
        let header = file.tableHeader
        guard header.count > 1, !file.head.contains(0) else { return nil }
        _ = try TableLayout(header: header)
        return .csv
    }

    /// Whether its files are read by this package alone. Calibre's need SQLite, or a parser of XML.
    package var isReadByOwnCode: Bool { name != FileFormat.calibre.name }
}

extension [FileFormat] {
    package func named(_ name: String) -> FileFormat? { first { $0.name == name } }
}

/// Options for writing a format.
package struct WriterOptions: Sendable {
    /// Adds a byte order mark, and ISBNs that a spreadsheet does not convert.
    package var isForSpreadsheets = false

    package init(isForSpreadsheets: Bool = false) { self.isForSpreadsheets = isForSpreadsheets }
}

/// Writes books one after another.
package protocol EntryWriter {
    var fileType: FileType { get }
    /// The text before the first book. UTF-8, unless the format says otherwise.
    mutating func beginning() -> String
    /// A book with the exporting user's data; empty if the format can't represent it.
    mutating func text(of book: KeptBook) -> String
    /// Why the format can't represent a book.
    func refusal(of book: KeptBook) -> WriterRefusal
    /// The copies of a book that a format of copies leaves out.
    func copiesLeft(of book: KeptBook) -> [CopyRefusal]
    /// The text after the last book.
    mutating func end() -> String
}

/// The media type and file extension of a format.
package struct FileType: Sendable {
    /// `text/csv; charset=utf-8`.
    package let media: String
    /// The file extension, without the dot.
    package let suffix: String
}

extension EntryWriter {
    package mutating func beginning() -> String { "" }
    package mutating func end() -> String { "" }
    package func refusal(of book: KeptBook) -> WriterRefusal { .incomplete }
    package func copiesLeft(of book: KeptBook) -> [CopyRefusal] { [] }
}

/// Why a book is not written.
package enum WriterRefusal: Sendable {
    /// It has no title, or no ISBN, and the format needs one.
    case incomplete
    /// It is larger than the format allows.
    case tooLarge
    /// None of its copies has a price and is in the house.
    case notForSale
}

/// A copy that is not written.
package struct CopyRefusal: Sendable {
    package enum Reason: Hashable, Sendable {
        case noPrice, noTitle, lent
        /// The amount has more characters than the format allows.
        case longPrice(limit: Int)
    }

    package let copy: BookCopy
    /// At least one.
    package let reasons: [Reason]
}

/// Writes each book as a file of its own.
package protocol FolderWriter {
    /// The file's contents, and its path within the folder, which is unique; `nil` if the format can't represent the
    /// book.
    ///
    /// - Parameter hasCover: whether its cover is written beside it, as `cover.jpg`.
    mutating func file(of book: KeptBook, hasCover: Bool) -> (path: String, text: String)?
}

extension FolderWriter {
    package mutating func file(of book: KeptBook) -> (path: String, text: String)? {
        file(of: book, hasCover: false)
    }
}
