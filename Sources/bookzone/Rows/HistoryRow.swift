// A change to the store.
import Books
import Catalogue
import Formatting
import Foundation
import Output

struct HistoryRow: Row {
    let entry: HistoryEntry

    var textLines: [String] {
        let moment = entry.date.formatted(
            .verbatim(
                "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
                timeZone: .current, calendar: Calendar(identifier: .gregorian)))
        let person = entry.person.isEmpty ? "somebody" : entry.person.printable
        let undone = entry.undone == nil ? [] : ["[reverted]"]
        let deed = [entry.action.words(entry.detail), books].compactMap(\.self).joined(separator: ": ")
        return [([moment, person, deed] + undone).joined(separator: "  ")] + entry.fields.map(Self.line)
            + entry.copies.map(Self.line) + (entry.staying.map { [Self.line($0)] } ?? [])
    }

    /// What stays after a merge was reverted: `stays with 9780439023481: comments 1, copies 2`.
    private static func line(_ staying: MergeRemainder) -> String {
        let items = staying.items.map { "\($0.kind.rawValue) \($0.count)" }
        return "    stays with \(staying.book): \(items.joined(separator: ", "))"
    }

    /// What changed in a copy: `copy:1 place: hall → attic`.
    private static func line(_ change: CopyChange) -> String {
        let words = [change.before, change.after].map { $0?.printable ?? "none" }
        return "    \(change.copy) \(change.field.rawValue): \(words.joined(separator: " → "))"
    }

    /// What changed in a field: `title: Old → New`.
    private static func line(_ change: FieldChange) -> String {
        let (before, after) = (change.before.joined(separator: "; "), change.after.joined(separator: "; "))
        let words = [before, after].map { $0.isEmpty ? "none" : $0.printable }
        return "    \(change.field.words): \(words.joined(separator: " → "))"
    }

    /// `nil` if no book was changed.
    private var books: String? {
        guard entry.books == 1 else { return entry.books == 0 ? nil : "\(entry.books) books" }
        return [entry.book?.description, entry.title?.printable].compactMap(\.self).joined(separator: " ")
    }

    static let columns: [Column<HistoryRow>] = [
        Column("date") { $0.entry.date.formatted(.iso8601) },
        Column("person") { $0.entry.person },
        Column("action") { $0.entry.action.rawValue },
        Column("detail") { $0.entry.detail },
        Column("books") { $0.entry.books },
        Column("book") { $0.entry.book?.description },
        Column("title") { $0.entry.title },
        Column("undone") { $0.entry.undone?.formatted(.iso8601) },
        Column("fields", json: { $0.entry.fields.map { ChangeObject($0) } }),
        Column("copies", json: { $0.entry.copies.map { ChangeObject($0) } }),
        Column("staying", json: { $0.entry.staying }),
    ]

    /// A change of one field, of a book or of a copy.
    private struct ChangeObject: Encodable {
        /// Left out if it is the book's.
        var copy: String?
        var field: String
        var before: [String]
        var after: [String]

        init(_ change: CopyChange) {
            (copy, field) = (change.copy, change.field.rawValue)
            (before, after) = ([change.before].compactMap(\.self), [change.after].compactMap(\.self))
        }

        init(_ change: FieldChange) {
            field = change.field.rawValue.replacing(/[A-Z]+/) { "_\($0.output.lowercased())" }
            (before, after) = (change.before, change.after)
        }
    }
}
