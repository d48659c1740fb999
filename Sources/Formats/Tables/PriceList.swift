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
        var cutOff = CutOffRow(width: header.count)
        while let record = try records.next() {
            if cutOff.isFound(record) {
                refused.append((record.line, CutOffRow.words))
                continue
            }
            let cells = record.fields.map { FormulaGuard.unguarded($0).tidied ?? "" }
            guard cells.count > max(isbn, price), let number = try? ISBN.parse(cells[isbn]).isbn else {
                refused.append((record.line, "no ISBN"))
                continue
            }
            guard cells.dropFirst(header.count).allSatisfy(\.isEmpty) else {
                refused.append((record.line, "more cells than the header has, as a decimal comma makes"))
                continue
            }
            let text = cells[price]
            if !records.isCommaSeparated, WrittenAmount.isAmbiguous(text) {
                refused.append(
                    (record.line, "“\(text)”: it isn't clear where the decimals begin"))
                continue
            }
            guard let amount = Self.amount(text, hasCommas: !records.isCommaSeparated) else {
                refused.append(
                    (record.line, "“\(text)”: no price such as 8.50, without a currency"))
                continue
            }
            prices[number] = max(prices[number] ?? 0, amount)
        }
    }

    /// - Parameter hasCommas: whether commas may stand in it.
    private static func amount(_ text: String, hasCommas: Bool) -> Double? {
        if text.contains(","), !hasCommas { return nil }
        let written = WrittenAmount(withDecimalPoint: text).map { "\($0.whole).\($0.decimals)0" }
        guard let amount = Double(written ?? text), amount.isFinite, amount >= 0 else { return nil }
        return amount
    }
}
