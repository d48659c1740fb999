// The contents of a store in numbers.
import Catalogue
import Formatting
import Output

struct StoreInfoRow: Row {
    let info: StoreInfo

    var textLines: [String] {
        let lists = info.lists.map(Self.words).joined(separator: ", ")
        let people = info.people == 1 ? "1 person" : "\(info.people) people"
        let rows = [
            ("File", info.path.printable), ("Size", "\(info.bytes) bytes"), ("Version", "\(info.version)"),
            ("Books", "\(info.books), \(info.booksWithISBN) with an ISBN; \(info.works.counted("work"))"),
            ("Lists", lists), ("Comments", "\(info.comments), by \(people)"), ("Photos", "\(info.photos)"),
            ("Covers", info.covers.map { "\($0), \(info.coverBytes ?? 0) bytes" } ?? "can't be read"),
            ("Waiting", "\(info.waiting) to be looked up"),
        ]
        return rows.map { "\($0.padded(to: 10))\($1)" }
    }

    private static func words(_ list: BookList) -> String {
        "\(list.name.printable)\(list.person.map { " by \($0.printable)" } ?? "") \(list.count)"
    }

    static let columns: [Column<StoreInfoRow>] = [
        Column("file") { $0.info.path },
        Column("bytes") { $0.info.bytes },
        Column("version") { $0.info.version },
        Column("books") { $0.info.books },
        Column("books_with_isbn") { $0.info.booksWithISBN },
        Column("works") { $0.info.works },
        Column(
            "lists", csv: { CSVRow.joined($0.info.lists.map(words)) },
            json: { ListRow.rows($0.info.lists) }),
        Column("comments") { $0.info.comments },
        Column("people") { $0.info.people },
        Column("photos") { $0.info.photos },
        Column("covers") { $0.info.covers },
        Column("cover_bytes") { $0.info.coverBytes },
        Column("waiting") { $0.info.waiting },
    ]
}
