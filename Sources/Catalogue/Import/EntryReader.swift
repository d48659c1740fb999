// What an import reads from, whatever the format.
import Books

/// Reads the books of a file, one at a time.
public protocol EntryReader {
    /// The names of what `ReadEntry.fields` holds, in their order.
    var header: [String] { get }
    var source: TableSource { get }
    /// The lists are its owner's own, also in a shared catalogue.
    var isPersonal: Bool { get }
    /// Names of columns or fields that hold something and are not taken; complete when everything has been read.
    var leftOut: [String] { get }
    /// The encoding that its text was taken for, as people know it; `nil` where nothing was guessed.
    var encoding: String? { get }

    /// - Returns: `nil` at the end.
    /// - Throws: `unreadable`.
    mutating func next() throws(CatalogueError) -> ReadEntry?
}

/// One record of a file.
public struct ReadEntry: Sendable {
    /// Where it begins in the file: a line or, in a binary file, the number of the record, from 1.
    public var line: Int
    /// As it stands in the file, for people to mend where it is refused.
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

    /// Reads the rest, and hands over a thousand books at a time.
    ///
    /// - Parameters:
    ///   - needsISBN: refuses books without one.
    ///   - refuse: gets each record that is not handed over, or only without its ISBN, in the file's order.
    ///   - save: returns what the import has come to with them.
    /// - Throws: `unreadable`, and what `save` throws.
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
    /// What alone says which book it is; `nil` where an ISBN or a title does.
    public var unknownNumber: Identifier? {
        isbn == nil && title == nil ? identifiers.first ?? works.first : nil
    }
}
