// Adds titles to the books of a file that has only another site's identifiers.
import Books
import Catalogue
import Lookup

/// The entries of another reader, all read before the first is returned, so that references are searched once for
/// all.
struct NumberedEntries: EntryReader {
    let header: [String]
    let source: TableSource
    let isPersonal: Bool
    let leftOut: [String]
    private var entries: ArraySlice<ReadEntry>
    private let count: Int

    var fraction: Double? { Double(count - entries.count) / Double(max(1, count)) }

    /// - Throws: `unreadable`, and errors in reading the store.
    init(_ reader: consuming any EntryReader, in store: any LookupCatalogue) throws(CatalogueError) {
        var reader = reader
        var entries: [ReadEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        let unknown = entries.compactMap { (try? $0.entry.get())?.book }.filter { $0.unknownNumber != nil }
        if !unknown.isEmpty {
            let found = try store.books(numbered: unknown.flatMap { $0.identifiers + $0.works })
            for place in entries.indices {
                guard case .success(var entry) = entries[place].entry, entry.book.unknownNumber != nil else {
                    continue
                }
                // Without the edition, its work, which has no ISBN.
                for book in (entry.book.identifiers + entry.book.works).compactMap({ found[$0] }).prefix(1) {
                    entry.book.isbn = book.isbn
                    entry.book.fill(from: book)
                }
                entries[place].entry = .success(entry)
            }
        }
        (header, source, isPersonal) = (reader.header, reader.source, reader.isPersonal)
        leftOut = reader.leftOut
        self.entries = entries[...]
        count = entries.count
    }

    mutating func next() -> ReadEntry? { entries.popFirst() }
}
