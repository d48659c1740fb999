// A copy as printed by `copy show`.
import Books
import Catalogue
import Output

/// Its JSON is described by `docs/copy.schema.json`; its CSV can be read by `copy add --table`.
package struct CopyRow: Row {
    let copy: BookCopy

    package init(_ copy: BookCopy) { self.copy = copy }

    package var textLines: [String] {
        let book = [copy.isbn?.hyphenated ?? copy.book?.description, copy.title].compactMap(\.self)
        let state = copy.state == .available ? nil : "[\(copy.stateWords)]"
        let parts = [
            copy.id?.description, copy.label, book.joined(separator: " "), copy.place, copy.condition,
            copy.price?.description, copy.list == ListName.owned ? nil : "on \(copy.shownList)", state,
        ]
        let notes = (copy.notes ?? "").split(separator: "\n").map { "    \(String($0).printable)" }
        return [parts.compactMap { $0?.printable }.joined(separator: "  ")] + notes
    }

    package static let columns: [Column<CopyRow>] = [
        Column("number") { $0.copy.id.map { Int($0.value) } },
        Column("label") { $0.copy.label },
        Column("isbn13") { $0.copy.isbn?.isbn13 },
        Column("book") { $0.copy.specifier?.description },
        Column("title") { $0.copy.title },
        Column("list") { $0.copy.shownList },
        Column("place") { $0.copy.place },
        Column("condition") { $0.copy.condition },
        Column("price", csv: { $0.copy.price?.amount }, json: { $0.copy.price?.minorUnits }),
        Column("currency") { $0.copy.price?.currency },
        Column("acquired") { $0.copy.acquired?.description },
        Column("gone") { $0.copy.gone?.description },
        Column("reason") { $0.copy.reason?.rawValue },
        Column("notes") { $0.copy.notes },
        Column("state") { $0.copy.state.rawValue },
        Column("borrower") { $0.copy.loan?.person },
        Column("lent") { $0.copy.loan?.lent.formatted(.iso8601) },
        Column("due") { $0.copy.loan?.due?.description },
        Column("reserved_for") { $0.copy.reservedFor },
    ]
}

extension BookCopy {
    /// A list that was left by all its books has no name any more.
    fileprivate var shownList: String { listName ?? list }

    /// Its state with the person and the date, on one line: `lent to Tom, due 2026-12-01`.
    package var stateWords: String {
        let lent = loan.map { loan in
            "lent to \(loan.person)" + (loan.due.map { ", due \($0)" } ?? "")
                + (loan.isOverdue ? ", overdue" : "")
        }
        let words =
            switch state {
            case .available: state.rawValue
            case .lent: lent ?? ""
            case .reserved: "\(lent ?? ""), then reserved for \(reservedFor ?? "")"
            case .held: "held for \(reservedFor ?? "")"
            case .lost: ([gone.map { "lost \($0)" }, lent].compactMap(\.self)).joined(separator: ", ")
            case .gone: [reason?.rawValue ?? "gone", gone?.description ?? ""].joined(separator: " ")
            }
        return words.printable
    }
}

extension CopyEditError {
    package var words: String {
        let expected =
            switch field {
            case .price where Price.isAmbiguous(text):
                "it isn't clear where the decimals begin; write it without separators of thousands"
            case .price: "write the amount and the currency, such as “12.50 EUR”"
            case .acquired, .gone:
                "write a date that is not in the future, such as 2026, 2026-11 or 2026-11-02"
            case .reason:
                "choose one of \(BookCopy.Reason.allCases.map(\.rawValue).joined(separator: ", "))"
            case .label, .list, .place, .condition, .notes: "can't be used"
            }
        return "\(field.rawValue) “\(text.printable)”: \(expected)"
    }
}
