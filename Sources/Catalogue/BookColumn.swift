// The columns that are read for a book.
internal import GRDB

/// The columns of `Database.selection`, in its order. Rows of other tables are concatenated, with a record separator
/// (U+001E) between rows and a unit separator (U+001F) between columns. A book's text contains neither.
enum BookColumn: Int, CaseIterable {
    case id, isbn, title, subtitle, publisher, year, pages, language, cover, subjects, otherISBNs
    case originalScriptTitle, originalScriptNames, series, seriesNumber, tags, contributors, works,
        identifiers, origins

    var sql: String {
        switch self {
        case .id: "book.id"
        case .otherISBNs: "other_isbns"
        case .originalScriptTitle: "original_script_title"
        case .originalScriptNames: "original_script_names"
        case .seriesNumber: "series_number"
        case .contributors:
            Self.rows(
                "name || char(31) || role || char(31) || ifnull(sort, '')",
                "(SELECT name, role, sort FROM contributor WHERE contributor.book = book.id ORDER BY position)"
            )
        case .works: Self.rows("scheme || char(31) || value", "work_key WHERE work_key.work = book.work")
        case .identifiers:
            Self.rows("scheme || char(31) || value", "identifier WHERE identifier.book = book.id")
        case .origins:
            Self.rows(
                "kind || char(31) || source || char(31) || date || char(31) || fields",
                "origin WHERE origin.book = book.id")
        default: "\(self)"
        }
    }

    private static func rows(_ columns: String, _ source: String) -> String {
        "(SELECT group_concat(\(columns), char(30)) FROM \(source))"
    }
}

extension Row {
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: BookColumn) -> Value {
        self[column.rawValue]
    }
}
