// Several rows of one file may be about one book.
import Books

/// What the earlier rows of an import told, which a later one of the same file does not replace. Otherwise each import of
/// the file would replace it back and forth.
struct EarlierRows {
    /// A bit for each field of a book, since there may be millions of rows.
    private var fields: [BookID: UInt32] = [:]
    /// By their ids.
    var comments: Set<Int64> = []
    /// By the ids of their works.
    var ratings: Set<Int64> = []
    var readings = ToldReadings()

    mutating func add(_ record: Book, of id: BookID) {
        fields[id, default: 0] |= record.origins.keys.reduce(0) { $0 | Self.bit($1) }
    }

    /// Of a later record of a stored book, what no earlier one told. Tags and further ISBNs add up.
    func additions(in record: Book, to book: Book) -> Book {
        guard let told = book.id.flatMap({ fields[$0] }) else { return record }
        var record = record
        // A subtitle belongs to its title.
        let isOtherTitle = told & Self.bit(.title) != 0 && record.title != book.title
        record.origins = record.origins.filter { field, _ in
            switch field {
            case .tags, .otherISBNs: true
            case .subtitle, .originalScriptTitle: !isOtherTitle && told & Self.bit(field) == 0
            default: told & Self.bit(field) == 0
            }
        }
        return record
    }

    private static func bit(_ field: BookField) -> UInt32 { bits[field, default: 0] }

    private static let bits = Dictionary(
        uniqueKeysWithValues: BookField.allCases.enumerated().map { ($1, UInt32(1) << UInt32($0)) })
}
