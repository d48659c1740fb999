// The tables whose rows are recorded, and whose their rows are. Undo, forgetting and renaming a person, the visibility of
// changes and the rights to revert them follow from this list.

/// A foreign key of a recorded table.
struct RecordedReference {
    var column: String
    /// The table that it refers to by `id`.
    var table: String
    /// Whether the row outlives what it refers to, without the reference.
    var isCleared: Bool
}

/// A table that is recorded.
struct RecordedTable {
    enum Rows {
        /// What people say of books, and have: lists, copies, comments, decisions.
        case personal
        /// Bibliographic data. The rows of an added book are added and removed with it.
        case book
        /// What several books share.
        case shared
    }

    /// The rows that nobody but their person sees in the history.
    struct Hidden {
        /// The actions that are hidden with any such row. An action stands at one table only; an import is at none, because
        /// its books are told one by one.
        var actions: [HistoryEntry.Action]
        /// Which rows, in SQL, of a row of `change_row`.
        var condition = "TRUE"
    }

    var name: String
    var rows: Rows
    /// The column that refers to the row's book.
    var book: String?
    /// What identifies a row, if its primary key is a number that another row may get later.
    var key: [String]?
    /// The column with the name of the person whose row it is; `nil` if it is nobody's own.
    var owner: String?
    /// Whether its rows belong to everybody, so that only librarians change them and revert such changes.
    var isForEverybody = false
    /// `nil` if all see its rows.
    var hidden: Hidden?
    /// What is recorded of rows that no recorded change adds or removes; `nil` for all columns of all rows.
    var columns: [String]?

    static let all = [
        RecordedTable(name: "work", rows: .shared), RecordedTable(name: "work_key", rows: .shared),
        RecordedTable(name: "rating", rows: .shared), RecordedTable(name: "list", rows: .shared),
        RecordedTable(name: "book", rows: .book, book: "id"),
        RecordedTable(name: "contributor", rows: .book, book: "book", isForEverybody: true),
        RecordedTable(name: "identifier", rows: .book, book: "book", isForEverybody: true),
        RecordedTable(name: "origin", rows: .book, book: "book", isForEverybody: true),
        RecordedTable(name: "list_entry", rows: .personal, book: "book", isForEverybody: true),
        RecordedTable(name: "copy", rows: .personal, book: "book", isForEverybody: true),
        RecordedTable(name: "loan", rows: .personal, owner: "person", isForEverybody: true),
        RecordedTable(
            name: "reservation", rows: .personal, book: "book", owner: "person",
            hidden: Hidden(actions: [.reserve, .cancelReservation])),
        RecordedTable(
            name: "personal_entry", rows: .personal, book: "book", owner: "person",
            hidden: Hidden(actions: [.putOnList, .takeOffList])),
        RecordedTable(name: "reading", rows: .personal, book: "book", owner: "person"),
        RecordedTable(
            name: "comment", rows: .personal, book: "book", owner: "author",
            hidden: Hidden(
                actions: [.comment, .editComment, .removeComment],
                condition: "json_extract(coalesce(after, before), '$.private')")),
        RecordedTable(name: "decision", rows: .personal),
        RecordedTable(name: "inventory", rows: .personal, isForEverybody: true),
        // Of copies that somebody saw without a photo. What was read in photos is no change.
        RecordedTable(
            name: "inventory_photo", rows: .personal, key: ["inventory", "sha256", "page"],
            isForEverybody: true),
        RecordedTable(name: "cover", rows: .personal, book: "book", isForEverybody: true),
        // What was decided about a photo that was sent to a site.
        RecordedTable(name: "upload", rows: .personal, columns: ["id", "state", "isbn"]),
    ]

    /// In SQL, whether a row of `change_row` is hidden from all but its person.
    static let isHidden: String = {
        let cases = all.compactMap { table in table.hidden.map { "WHEN '\(table.name)' THEN \($0.condition)" }
        }
        return "(CASE kind \(cases.joined(separator: " ")) ELSE 0 END)"
    }()

    /// Their names as a list in SQL.
    static func names(where isIncluded: (RecordedTable) -> Bool) -> String {
        all.filter(isIncluded).map { "'\($0.name)'" }.joined(separator: ", ")
    }
}
