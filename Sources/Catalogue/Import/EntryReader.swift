// The input of an import, in any format.
import Books

/// Reads the books of a file, one at a time.
public protocol EntryReader {
    /// The names of the values in `ReadEntry.fields`, in their order.
    var header: [String] { get }
    var source: TableSource { get }
    /// Whether the lists are personal, even in a shared catalogue.
    var isPersonal: Bool { get }
    /// Names of columns or fields with content that is not imported; complete after everything has been read.
    var leftOut: [String] { get }
    /// The encoding that was detected, by its usual name; `nil` if none had to be.
    var encoding: String? { get }

    /// How much of the input has been read, 0 to 1; `nil` if that is unknown.
    var fraction: Double? { get }

    /// - Returns: `nil` at the end.
    /// - Throws: `unreadable`.
    mutating func next() throws(CatalogueError) -> ReadEntry?
}

/// One record of a file.
public struct ReadEntry: Sendable {
    /// Where it begins in the file: a line or, in a binary file, the number of the record, from 1.
    public var line: Int
    /// As written in the file, so that a rejected record can be corrected.
    public var fields: [String]
    public var entry: Result<ImportedEntry, RefusedRow.Reason>

    public init(line: Int, fields: [String], entry: Result<ImportedEntry, RefusedRow.Reason>) {
        self.line = line
        self.fields = fields
        self.entry = entry
    }
}

extension EntryReader {
    public var encoding: String? { nil }
    public var fraction: Double? { nil }

    /// Reads the rest, and passes on a thousand books at a time.
    ///
    /// - Parameters:
    ///   - needsISBN: rejects books without one.
    ///   - refuse: is called for each record that is not passed on, or only without its ISBN, in the order of the
    ///     file.
    ///   - save: returns the result of the import so far.
    /// - Throws: `unreadable`, and errors of `save`.
    package mutating func entries(
        needsISBN: Bool = false, refuse: (RefusedRow) -> Void,
        save: ([ImportedEntry], ImportSummary) throws(CatalogueError) -> ImportSummary
    ) throws(CatalogueError) -> ImportSummary {
        var summary = ImportSummary()
        var batch: [ImportedEntry] = []
        while true {
            let record = try next()
            if let record {
                summary.rows += 1
                do throws(RefusedRow.Reason) {
                    let entry = try record.entry.get()
                    if needsISBN, entry.book.isbn == nil { throw entry.doubt ?? .noISBN }
                    if let number = entry.book.unknownNumber { throw .unknownNumber(number) }
                    batch.append(entry)
                    summary.add(entry.remarks, line: record.line)
                    if let doubt = entry.doubt {
                        summary.wrongISBNs += 1
                        refuse(RefusedRow(line: record.line, reason: doubt, fields: record.fields))
                    }
                } catch .deleted {
                    summary.deleted += 1
                } catch .noBook(let kind) {
                    summary.notBooks[kind, default: 0] += 1
                } catch {
                    summary.refused += 1
                    refuse(RefusedRow(line: record.line, reason: error, fields: record.fields))
                }
            }
            if batch.count == 1000 || record == nil {
                summary = try save(batch, summary)
                batch.removeAll(keepingCapacity: true)
            }
            if record == nil { return summary }
        }
    }
}

extension Book {
    /// The only identifier of a book; `nil` if it has an ISBN or a title.
    public var unknownNumber: Identifier? {
        isbn == nil && title == nil ? identifiers.first ?? works.first : nil
    }
}
