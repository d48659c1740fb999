// How one program lays out its tables. A program's file says so in one value; what is common to all is read in one place.
import Books
import Catalogue

/// The columns of a program's tables, by their headers as they stand there, and what is special about their cells.
/// Columns that are not named here are left out, and said to be.
struct TableDialect: Sendable {
    /// Headers that tell its tables from all others.
    let marks: [String]
    /// Columns that are read as in any table.
    let columns: [String: TableColumn]
    /// Columns that hold what somebody calls this edition, and who does: `["olid": "openlibrary"]`.
    var identifiers: [String: String] = [:]
    /// The same of its work.
    var works: [String: String] = [:]
    /// Columns whose cells become lines of the owner's private note, each after its header.
    var noted: [String] = []
    /// Columns that the functions below read, and those that say again what others say.
    var others: [String] = []
    /// What stands between the values of a cell, empty where there is but one; else it is guessed.
    var separators: [TableColumn: String] = [:]
    /// What it calls lists and states, in lower case, where others call them otherwise; empty for what is no list.
    var shelves: [String: String] = [:]

    /// `nil`: each column of names has one role, and its names are told apart as in any table.
    var contributors: (@Sendable (TableRow) -> [Contributor])?
    /// What there is to say of the book beside the columns; its ISBNs are taken afterwards.
    var book: @Sendable (inout ImportedEntry, TableRow) throws(RefusedRow.Reason) -> Void = {
        (_, _) throws(RefusedRow.Reason) in
    }
    /// Each ISBN cell. `nil`: the columns'.
    var isbns: (@Sendable (TableRow) -> [String])?
    /// The lists that it is on, states of reading among them. `nil`: the columns'.
    var lists: (@Sendable (TableRow) -> [String])?
    /// Puts days to what the lists say of reading. `nil`: the columns have the days of one reading.
    var readings: (@Sendable (inout ImportedEntry, TableRow) -> Void)?
    /// The text of the review, where it is more than a column.
    var review: (@Sendable (TableRow) -> String?)?
    /// `nil`: a column says so.
    var isSpoiler: (@Sendable (TableRow) -> Bool)?
    /// Further lines of the private note. Gets the readings, of which some columns say the same.
    var note: @Sendable (TableRow, [ReadingStatus]) -> [String] = { _, _ in [] }
    /// Whether nobody else may see the owner's review.
    var isPrivate: @Sendable (TableRow) -> Bool = { _ in false }

    /// Whether a table has its marks.
    func fits(_ header: [String]) -> Bool {
        let header = Set(header.map(TableLayout.folded))
        return marks.allSatisfy { header.contains(TableLayout.folded($0)) }
    }

    /// Headers of all columns that are taken, or say nothing new.
    var taken: [String] {
        Array(columns.keys) + Array(identifiers.keys) + Array(works.keys) + noted + others
    }
}

extension FileFormat {
    /// Tables of one program.
    static func table(
        _ name: String, _ title: String, site: String? = nil, _ dialect: TableDialect,
        hasNumbersAlone: Bool = false, writer: (@Sendable (WriterOptions) -> any EntryWriter)? = nil
    ) -> FileFormat {
        FileFormat(
            name: name, title: title, site: site ?? title,
            recognises: { dialect.fits($0.tableHeader) }, hasNumbersAlone: hasNumbersAlone,
            reader: { file, source throws(CatalogueError) in
                let table = try TableFile(file)
                guard dialect.fits(table.header) else { throw .otherFormat(path: file.name, expected: title) }
                return try TableReader(table, TableLayout(header: table.header, of: dialect), from: source)
            },
            writer: writer)
    }
}
