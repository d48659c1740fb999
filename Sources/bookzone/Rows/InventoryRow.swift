// Rows of `inventory show`.
import Books
import Catalogue
import Formatting
import Foundation
import Output

/// A finding; `docs/inventory.schema.json` describes its JSON.
struct InventoryRow: Row {
    let line: InventoryLine

    private var copy: ExpectedCopy? { line.finding.copy }
    private var sighting: InventorySighting? { line.finding.sighting }

    private var book: String? {
        line.isbn?.isbn13 ?? line.book.map { "\($0)" }
    }

    /// `misplaced  copy:3 (K 12)  978-… Title  hall/2 → hall/1  IMG_4.jpg`.
    var textLines: [String] {
        let name = [line.isbn?.hyphenated ?? line.book?.description, line.title].compactMap(\.self)
        let label = copy.flatMap { copy in
            copy.id.map { id in copy.label.map { "\(id) (\($0))" } ?? "\(id)" }
        }
        let parts: [String?] = [
            line.finding.status.words, label ?? sighting?.label, name.joined(separator: " "), places,
            line.finding.laterChange?.words,
            copy?.borrower.map { "lent to \($0)" }, copy?.departure,
            line.neighbour.map { "belongs before \($0.words)" },
            sighting?.photo.photo.shownPath,
        ]
        return [parts.compactMap { $0 }.filter { !$0.isEmpty }.map(\.printable).joined(separator: "  ")]
    }

    private var places: String? {
        let (expected, seen) = (copy?.place, sighting?.place)
        if line.finding.status == .misplaced {
            return "\(expected ?? "no place") → \(seen ?? "no place")"
        }
        return seen ?? expected
    }

    static let columns: [Column<InventoryRow>] = [
        Column("status") { $0.line.finding.status.rawValue },
        Column("isbn13") { $0.line.isbn?.isbn13 },
        Column("book") { $0.book },
        Column("title") { $0.line.title },
        Column("copy") { $0.copy?.id.map { Int($0.value) } },
        Column("label") { $0.copy?.label ?? $0.sighting?.label },
        Column("expected") { $0.copy?.place },
        Column("seen") { $0.sighting?.place },
        Column("changed_since") { $0.line.finding.laterChange?.rawValue },
        Column("borrower") { $0.copy?.borrower },
        Column("gone") { $0.copy?.gone?.description },
        Column("reason") { $0.copy?.reason?.rawValue },
        Column("belongs_before") { $0.line.neighbour?.book.description },
        Column("photo", csv: { $0.sighting?.photo.photo.shownPath }, json: { $0.sighting?.photo }),
        Column("box", json: { $0.sighting?.box.map { [$0.x, $0.y] } ?? [] }),
    ]
}

/// An inventory; `docs/inventories.schema.json` describes its JSON.
struct InventoryListRow: Row {
    let inventory: Inventory

    /// `spring  40 copies expected (place hall), 12 photos, begun 2026-11-26`.
    var textLines: [String] {
        let scope = inventory.scope.isEmpty ? "all copies" : inventory.scope
        let copies = inventory.copies == 1 ? "1 copy" : "\(inventory.copies) copies"
        let days = [("begun", inventory.begun as Date?), ("ended", inventory.ended)].compactMap {
            word, date in
            date.map {
                "\(word) \($0.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day()))"
            }
        }
        let words = ["\(copies) expected (\(scope))", inventory.photos.counted("photo")] + days
        return ["\(inventory.name)  \(words.joined(separator: ", "))".printable]
    }

    static let columns: [Column<InventoryListRow>] = [
        Column("name") { $0.inventory.name },
        Column("scope") { $0.inventory.scope.isEmpty ? nil : $0.inventory.scope },
        Column("copies") { $0.inventory.copies },
        Column("photos") { $0.inventory.photos },
        Column("begun") { $0.inventory.begun.formatted(.iso8601) },
        Column("ended") { $0.inventory.ended?.formatted(.iso8601) },
    ]
}
