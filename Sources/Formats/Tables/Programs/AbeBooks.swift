// Listings for AbeBooks: a row for each copy that has a price.
//
// Headers, limits and the words for conditions: https://www.abebooks.com/sellerhelp/Inventory-Management/required-data-structure.html
import Books
import Catalogue
import Output

extension FileFormat {
    static let abebooks = FileFormat(
        name: "abebooks", title: "AbeBooks, for sellers: copies with a price",
        copyWriter: { AbeBooksWriter(copies: $0) })
}

private struct AbeBooksWriter: EntryWriter {
    private let copies: [BookID?: [BookCopy]]

    init(copies: [BookCopy]) { self.copies = Dictionary(grouping: copies, by: \.book) }

    var fileType: FileType { FileType(media: "text/tab-separated-values; charset=utf-8", suffix: "txt") }

    func beginning() -> String { CSVRow.line(Self.columns.map(\.head), separator: "\t") }

    func text(of book: KeptBook) -> String {
        guard book.book.title != nil else { return "" }
        return forSale(book).map { copy in
            CSVRow.line(Self.columns.map { $0.cell(book.book, copy)?.oneLine($0.limit) }, separator: "\t")
        }.joined()
    }

    func refusal(of book: KeptBook) -> WriterRefusal { forSale(book).isEmpty ? .notForSale : .incomplete }

    func copiesLeft(of book: KeptBook) -> [CopyRefusal] {
        (copies[book.book.id] ?? []).compactMap { copy in
            let reasons = Self.reasons(against: copy, of: book)
            return reasons.isEmpty ? nil : CopyRefusal(copy: copy, reasons: reasons)
        }
    }

    private func forSale(_ book: KeptBook) -> [BookCopy] {
        (copies[book.book.id] ?? []).filter { copy in
            copy.gone == nil && Self.reasons(against: copy, of: book).allSatisfy { $0 == .noTitle }
        }
    }

    /// A price that is cut off would be another one.
    private static func reasons(against copy: BookCopy, of book: KeptBook) -> [CopyRefusal.Reason] {
        let length = copy.price?.amount.utf8.count
        let reasons: [CopyRefusal.Reason?] = [
            length == nil ? .noPrice : nil, book.book.title == nil ? .noTitle : nil,
            copy.loan == nil ? nil : .lent,
            length.map { $0 > longestPrice } == true ? .longPrice(limit: longestPrice) : nil,
        ]
        return reasons.compactMap(\.self)
    }

    private static let longestPrice = 10

    private struct Column: Sendable {
        let head: String
        /// In characters.
        let limit: Int
        let cell: @Sendable (Book, BookCopy) -> String?

        init(_ head: String, _ limit: Int, _ cell: @escaping @Sendable (Book, BookCopy) -> String?) {
            (self.head, self.limit, self.cell) = (head, limit, cell)
        }
    }

    private static let columns = [
        // Numbers of copies are never used again.
        Column("listingid", 40) { $1.id.map { "\($0.value)" } },
        Column("title", 750) { book, _ in book.wholeTitle },
        Column("author", 750) { book, _ in names(book.makers) },
        Column("illustrator", 255) { book, _ in names(book.contributors.filter { $0.role == .illustrator }) },
        Column("price", longestPrice) { $1.price?.amount },
        Column("quantity", 3) { _, _ in "1" },
        Column("booktype", 30) { _, _ in "Book" },
        Column("description", 4000) { _, copy in
            [condition(of: copy) == nil ? copy.condition : nil, copy.notes].compactMap(\.self)
                .joined(separator: ". ")
        },
        Column("bindingtext", 30) { _, _ in nil },
        Column("bookcondition", 30) { condition(of: $1) },
        Column("publishername", 750) { book, _ in book.publisher },
        Column("yearpublished", 4) { book, _ in book.year.map(String.init) },
        Column("isbn", 13) { book, _ in book.isbn?.isbn13 },
    ]

    private static func names(_ people: [Contributor]) -> String {
        people.map { PersonalName($0.name).inverted }.joined(separator: "; ")
    }

    private static let conditions = ["New", "As New", "Fine", "Very Good", "Good", "Fair", "Poor"]

    /// One of the site's words; any other condition belongs to the description.
    private static func condition(of copy: BookCopy) -> String? {
        conditions.first { $0.lowercased() == copy.condition?.lowercased() }
    }
}

extension BookCopy {
    /// Copies that somebody has borrowed can't be sold.
    package var isForSale: Bool { price != nil && gone == nil && loan == nil }
}

extension String {
    /// Without line breaks and tabs, which separate rows and cells.
    fileprivate func oneLine(_ limit: Int) -> String {
        String(split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(limit))
    }
}
