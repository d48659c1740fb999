// Writes books as rows of a table.
import Books
import Catalogue
import Output

struct TableWriter: EntryWriter {
    struct Column: Sendable {
        let head: String
        let cell: @Sendable (KeptBook) -> String?

        init(_ head: String, _ cell: @escaping @Sendable (KeptBook) -> String?) {
            (self.head, self.cell) = (head, cell)
        }
    }

    let columns: [Column]
    var separator: Character = ","
    /// The text before the headers.
    var mark = ""
    /// Splits a book into several rows, if a row has no room for all of its data.
    var rows: @Sendable (KeptBook) -> [KeptBook] = { [$0] }

    var fileType: FileType {
        separator == "\t"
            ? FileType(media: "text/tab-separated-values; charset=utf-8", suffix: "tsv")
            : FileType(media: "text/csv; charset=utf-8", suffix: "csv")
    }

    func beginning() -> String { mark + CSVRow.line(columns.map(\.head), separator: separator) }

    func text(of book: KeptBook) -> String {
        rows(book).map { row in CSVRow.line(columns.map { $0.cell(row) }, separator: separator) }.joined()
    }
}

extension KeptBook {
    func names(_ roles: Contributor.Role...) -> [String] {
        book.contributors.filter { roles.contains($0.role) }.map(\.name)
    }

    /// The reading state, according to the latest reading.
    var state: ReadingStatus.State? { readings.chronological.last?.state }

    /// The lists that are neither built in nor reading states, without separators, always in the same order.
    func otherLists(without separators: String = "") -> [String] {
        lists.filter { list in
            guard let name = ListName(list) else { return false }
            return name.state == nil && !ListName.builtIn.contains(name.key)
        }
        .compactMap { $0.without(separators).tidied }.uniqued.sorted()
    }

    /// Whether there is a review marked as a spoiler.
    var hasSpoiler: Bool { comment.map { $0.isSpoiler && !$0.text.isEmpty } ?? false }

    var isOwned: Bool { lists.contains(ListName.owned) }

    /// In other programs, a book that is owned or read is not to be read.
    var isWanted: Bool {
        lists.contains(ListName.wanted) && !isOwned && !readings.contains { $0.state == .read }
    }
}

extension Comment {
    /// The day of writing, where the moment is known in the local time zone, or what is known of it.
    var dateOfWriting: PartialDate? { writtenOn ?? Day(written).map { PartialDate($0) } }
}

extension Book {
    /// Names without separators, each once, authors first.
    func contributors(without separators: String) -> [Contributor] {
        let cleaned = contributors.compactMap { contributor in
            contributor.name.without(separators).tidied.map {
                $0 == contributor.name ? contributor : Contributor(name: $0, role: contributor.role)
            }
        }
        return (cleaned.filter { $0.role == .author } + cleaned.filter { $0.role != .author }).uniqued
    }
}
