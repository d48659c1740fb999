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
        return [([moment, person, deed] + undone).joined(separator: "  ")]
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
    ]
}

extension HistoryEntry.Action {
    fileprivate func words(_ detail: String?) -> String {
        let detail = detail.map { " \($0.printable)" } ?? ""
        return switch self {
        case .add: "added"
        case .edit: "edited"
        case .remove: "removed"
        case .merge: "merged with\(detail)"
        case .putOnList: "put on\(detail)"
        case .takeOffList: "took off\(detail)"
        case .comment: "commented"
        case .editComment: "edited a comment"
        case .removeComment: "removed a comment"
        case .importTable: "imported\(detail)"
        case .decide: "decided\(detail)"
        }
    }
}
