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
        save: ([ImportedEntry], ImportSummary) throws(CatalogueError) -> TakenRows
    ) throws(CatalogueError) -> ImportSummary {
        var summary = ImportSummary()
        var batch = EntryBatch()
        while true {
            let record: ReadEntry?
            do throws(CatalogueError) { record = try next() } catch {
                batch.empty(refuse)
                throw error
            }
            if let record {
                summary.rows += 1
                do throws(RefusedRow.Reason) {
                    let entry = try record.entry.get()
                    if needsISBN, entry.book.isbn == nil { throw entry.doubt ?? .noISBN }
                    if let number = entry.book.unknownNumber { throw .unknownNumber(number) }
                    batch.add(entry, record)
                    summary.add(entry.remarks, line: record.line)
                } catch .deleted {
                    summary.deleted += 1
                } catch .noBook(let kind) {
                    summary.notBooks[kind, default: 0] += 1
                } catch {
                    summary.refused += 1
                    batch.refuse(record, error)
                }
            }
            if batch.isFull || record == nil {
                // What was refused before is told even if the rest can't be saved.
                defer { batch.empty(refuse) }
                let taken = try save(batch.entries, summary)
                summary = taken.summary
                summary.refused += taken.refused.count
                batch.refuse(taken.refused)
                summary.wrongISBNs += batch.doubtful
            }
            if record == nil { return summary }
        }
    }
}

/// Rows that are saved together, and those between them that are refused.
private struct EntryBatch {
    private(set) var entries: [ImportedEntry] = []
    /// Where each entry was read.
    private var records: [ReadEntry] = []
    private var refused: [RefusedRow] = []

    var isFull: Bool { entries.count + refused.count >= 1000 }

    /// The number of books that were imported without their ISBN.
    private(set) var doubtful = 0

    mutating func add(_ entry: ImportedEntry, _ record: ReadEntry) {
        entries.append(entry)
        records.append(record)
    }

    mutating func refuse(_ record: ReadEntry, _ reason: RefusedRow.Reason) {
        refused.append(RefusedRow(line: record.line, reason: reason, fields: record.fields))
    }

    /// - Parameter reasons: by the places of entries.
    mutating func refuse(_ reasons: [Int: RefusedRow.Reason]) {
        for (place, entry) in entries.enumerated() {
            if let reason = reasons[place] {
                refuse(records[place], reason)
            } else if let doubt = entry.doubt {
                doubtful += 1
                refuse(records[place], doubt)
            }
        }
    }

    /// - Parameter tell: gets what was refused, in the order of the file.
    mutating func empty(_ tell: (RefusedRow) -> Void) {
        for row in refused.sorted(by: { $0.line < $1.line }) { tell(row) }
        self = EntryBatch()
    }
}

extension Book {
    /// The only identifier of a book; `nil` if it has an ISBN or a title.
    public var unknownNumber: Identifier? {
        isbn == nil && title == nil ? identifiers.first ?? works.first : nil
    }
}
