// A table of prices by ISBN, such as a dealer's offers.
import Books
import Catalogue
import Output

package struct PriceList {
    /// Without their currency. Of an ISBN that is given twice, the highest.
    package private(set) var prices: [ISBN: Double] = [:]
    /// Rows without an ISBN or a price.
    package private(set) var refused: [(line: Int, words: String)] = []

    /// - Throws: `unreadable`; `noColumn` without the columns `isbn` (or `isbn13`) and `price`.
    package init(_ file: ImportFile) throws(CatalogueError) {
        let table = try TableFile(file)
        let header = table.header.map { ($0.tidied ?? "").lowercased() }
        guard let isbn = header.firstIndex(where: ["isbn", "isbn13"].contains) else {
            throw .noColumn("isbn", header: table.header)
        }
        guard let price = header.firstIndex(of: "price") else {
            throw .noColumn("price", header: table.header)
        }
        var records = try table.rows()
        while let record = try records.next() {
            let cells = record.fields.map { FormulaGuard.unguarded($0).tidied ?? "" }
            guard cells.count > max(isbn, price), let number = try? ISBN.parse(cells[isbn]).isbn else {
                refused.append((record.line, "no ISBN"))
                continue
            }
            guard let amount = Double(cells[price]), amount.isFinite, amount >= 0 else {
                refused.append((record.line, "no price such as 8.50, without a currency"))
                continue
            }
            prices[number] = max(prices[number] ?? 0, amount)
        }
    }
}
