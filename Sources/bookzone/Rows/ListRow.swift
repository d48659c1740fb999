// A list and the number of books on it.
import Catalogue
import Formatting
import Output

struct ListRow: Row {
    let list: BookList
    /// The width of the longest name, in columns.
    let width: Int

    static func rows(_ lists: [BookList]) -> [ListRow] {
        let width = lists.map(\.label.columns).max() ?? 0
        return lists.map { ListRow(list: $0, width: width) }
    }

    var textLines: [String] { tableLines(width: nil) }

    /// A long name is shortened to make room for the count.
    func tableLines(width terminal: Int?) -> [String] {
        let count = list.unnamed == 0 ? "\(list.count)" : "\(list.count), \(list.unnamed) without a title"
        let room = terminal.map { max(8, min(width, $0 - count.count - 2)) } ?? width
        let label = terminal == nil ? list.label : list.label.cut(to: room)
        return "\(label.padded(to: room))  \(count)".folded(to: terminal, indent: 4)
    }

    static let columns: [Column<ListRow>] = [
        Column("list") { $0.list.name },
        Column("person") { $0.list.person },
        Column("books") { $0.list.count },
        Column("unnamed") { $0.list.unnamed },
    ]
}

extension BookList {
    /// `owned`, or for a personal list `read, maria`.
    fileprivate var label: String { [name, person].compactMap { $0?.printable }.joined(separator: ", ") }
}
