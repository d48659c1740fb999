// A table of copies, with the columns that `copy show --format csv` writes.
import Books
import Catalogue
import Output

package struct CopyTable {
    package struct Row {
        /// From 1.
        package var line: Int
        package var copy: ListedCopy
    }

    package private(set) var rows: [Row] = []
    /// Rows that name no book, or can't be parsed.
    package private(set) var refused: [(line: Int, words: String)] = []

    /// - Throws: `unreadable`; `noColumn` without a column `isbn13` or `book`.
    package init(_ file: ImportFile) throws(CatalogueError) {
        let table = try TableFile(file)
        let header = table.header.map { ($0.tidied ?? "").lowercased() }
        guard header.contains("isbn13") || header.contains("book") else {
            throw .noColumn("isbn13", header: table.header)
        }
        var records = try table.rows()
        var cutOff = CutOffRow(width: header.count)
        while let record = try records.next() {
            guard !record.isOverlong, !record.isUnclosed, record.fields.count <= header.count else {
                refused.append((record.line, "not a row of this table"))
                continue
            }
            if cutOff.isFound(record) {
                refused.append((record.line, CutOffRow.words))
                continue
            }
            let named = zip(header, record.fields.map { FormulaGuard.unguarded($0) }).filter {
                $1.tidied != nil
            }
            let cells = Dictionary(named) { first, _ in first }
            guard let text = cells["isbn13"] ?? cells["book"],
                let book = try? BookSpecifier(text.tidied ?? "")
            else {
                refused.append((record.line, "no ISBN, and no id:… of a book"))
                continue
            }
            if cells["price"] == nil, let currency = cells["currency"]?.tidied {
                refused.append((record.line, "currency “\(currency)”: no price beside it"))
                continue
            }
            let id = cells["number"]?.tidied.flatMap { number in
                CopyID(text: number) ?? Int64(number).map { CopyID($0) }
            }
            var copy = ListedCopy(book: book, id: id, title: cells["title"]?.tidied, edit: Self.edit(cells))
            (copy.isLent, copy.isReserved) = (cells["borrower"] != nil, cells["reserved_for"] != nil)
            rows.append(Row(line: record.line, copy: copy))
        }
    }

    /// Empty cells say nothing.
    private static func edit(_ cells: [String: String]) -> CopyEdit {
        var texts: [CopyEdit.Field: String] = [:]
        for field in CopyEdit.Field.allCases { texts[field] = cells[field.rawValue] }
        if let price = texts[.price], let currency = cells["currency"] {
            texts[.price] = "\(price) \(currency)"
        }
        return CopyEdit(texts)
    }
}
