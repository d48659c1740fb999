// A table of prices by ISBN, such as a dealer's offers.
import Books
import Catalogue
import Output

package struct PriceList {
    /// Without their currency. Of an ISBN that is given twice, the highest.
    package private(set) var prices: [ISBN: Double] = [:]
    /// Rows without an ISBN or a price.
    package private(set) var refused: [(line: Int, words: String)] = []

    /// Prices may have a decimal comma, unless commas separate the cells.
    ///
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
            guard cells.dropFirst(header.count).allSatisfy(\.isEmpty) else {
                refused.append((record.line, "more cells than the header has, as a decimal comma makes"))
                continue
            }
            let text = records.isCommaSeparated ? cells[price] : Self.withDecimalPoint(cells[price])
            guard let text else {
                refused.append((record.line, "a price of which it isn't clear where the decimals begin"))
                continue
            }
            guard let amount = Double(text), amount.isFinite, amount >= 0 else {
                refused.append((record.line, "no price such as 8.50, without a currency"))
                continue
            }
            prices[number] = max(prices[number] ?? 0, amount)
        }
    }

    /// `1250.00` of `1.250,00`, and other text as it is.
    ///
    /// - Returns: `nil` for an amount such as `1.250`, which may have thousands or decimals.
    private static func withDecimalPoint(_ text: String) -> String? {
        if text.wholeMatch(of: /[1-9][0-9]{0,2}[.,][0-9]{3}/) != nil { return nil }
        guard text.wholeMatch(of: /([0-9]+|[1-9][0-9]{0,2}(\.[0-9]{3})+),[0-9]+/) != nil else { return text }
        return text.replacing(".", with: "").replacing(",", with: ".")
    }
}
