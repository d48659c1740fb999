// The layout of one program's tables, described by a value of this type; the common parts are read in one place.
import Books
import Catalogue

/// The columns of a program's tables, by their exact headers, and the special forms of their cells. Columns that are
/// not named here are left out, and reported.
struct TableDialect: Sendable {
    /// Headers that distinguish its tables from all others.
    let marks: [String]
    /// Columns that are read as in any table.
    let columns: [String: TableColumn]
    /// Columns that identify the edition, with the scheme: `["olid": "openlibrary"]`.
    var identifiers: [String: String] = [:]
    /// The same for the work.
    var works: [String: String] = [:]
    /// Columns whose cells are added to the owner's private note, each after its header.
    var noted: [String] = []
    /// Columns that are read by the functions below, and those that repeat others.
    var others: [String] = []
    /// Separators of values in a cell, empty if there is only one value; otherwise they are guessed.
    var separators: [TableColumn: String] = [:]
    /// Its own names of lists and states, in lowercase; empty for one that is not a list.
    var shelves: [String: String] = [:]

    /// `nil`: each column of names has one role, and names are separated as in any table.
    var contributors: (@Sendable (TableRow) -> [Contributor])?
    /// Sets further fields of the book; called before its ISBNs are set.
    var book: @Sendable (inout ImportedEntry, TableRow) throws(RefusedRow.Reason) -> Void = {
        (_, _) throws(RefusedRow.Reason) in
    }
    /// The cells with ISBNs. `nil`: those of the columns.
    var isbns: (@Sendable (TableRow) -> [String])?
    /// The lists, including reading states. `nil`: those of the columns.
    var lists: (@Sendable (TableRow) -> [String])?
    /// Adds dates to the reading states. `nil`: the columns have the dates of one reading.
    var readings: (@Sendable (inout ImportedEntry, TableRow) -> Void)?
    /// Whether the book was finished before the state in the lists, which is not `read`. Gets that state and the date.
    var isReread: @Sendable (TableRow, ReadingStatus.State?, PartialDate?) -> Bool = { _, _, _ in false }
    /// The text of the review, if it is not that of a column.
    var review: (@Sendable (TableRow) -> String?)?
    /// `nil`: a column has it.
    var isSpoiler: (@Sendable (TableRow) -> Bool)?
    /// Further lines of the private note. Gets the readings, which some columns repeat.
    var note: @Sendable (TableRow, [ReadingStatus]) -> [String] = { _, _ in [] }
    /// Whether the owner's review is private.
    var isPrivate: @Sendable (TableRow) -> Bool = { _ in false }

    /// Whether a table has its marks.
    func fits(_ header: [String]) -> Bool {
        let header = Set(header.map(TableLayout.folded))
        return marks.allSatisfy { header.contains(TableLayout.folded($0)) }
    }

    /// Headers of all columns that are read, or repeat others.
    var taken: [String] {
        Array(columns.keys) + Array(identifiers.keys) + Array(works.keys) + noted + others
    }
}

extension FileFormat {
    /// A format for the tables of one program.
    static func table(
        _ name: String, _ title: String, inText: String? = nil, site: String? = nil, _ dialect: TableDialect,
        hasNumbersAlone: Bool = false, writer: (@Sendable (WriterOptions) -> any EntryWriter)? = nil
    ) -> FileFormat {
        FileFormat(
            name: name, title: title, titleInText: inText, site: site ?? title,
            recognises: { dialect.fits($0.tableHeader) }, hasNumbersAlone: hasNumbersAlone,
            reader: { file, source throws(CatalogueError) in
                let table = try TableFile(file)
                guard dialect.fits(table.header) else { throw .otherFormat(path: file.name, expected: title) }
                return try TableReader(table, TableLayout(header: table.header, of: dialect), from: source)
            },
            writer: writer)
    }
}
