// A list and how many books are on it.
import Catalogue
import Reporting

struct ListRow: Row {
    let list: BookList
    /// Columns of the longest name beside it.
    let width: Int

    static func rows(_ lists: [BookList]) -> [ListRow] {
        let width = lists.map(\.label.columns).max() ?? 0
        return lists.map { ListRow(list: $0, width: width) }
    }

    var textLines: [String] {
        let line = "\(list.label.padded(to: width))  \(list.count)"
        return [list.unnamed == 0 ? line : "\(line), \(list.unnamed) without a title"]
    }

    static let columns: [Column<ListRow>] = [
        Column("list") { $0.list.name },
        Column("person") { $0.list.person },
        Column("books") { "\($0.list.count)" },
        Column("unnamed") { "\($0.list.unnamed)" },
    ]

    private enum Key: String, CodingKey { case list, person, books, unnamed }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(list.name, forKey: .list)
        try object.encode(list.person, forKey: .person)
        try object.encode(list.count, forKey: .books)
        try object.encode(list.unnamed, forKey: .unnamed)
    }
}

extension BookList {
    /// `owned`, and with a person `read, maria`.
    fileprivate var label: String { [name, person].compactMap { $0?.printable }.joined(separator: ", ") }
}
