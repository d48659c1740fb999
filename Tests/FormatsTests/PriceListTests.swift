// Tables of prices.
import Books
import Foundation
import TestSupport
import Testing

@testable import Formats

struct PriceListTests {
    private func list(_ text: String) throws -> PriceList {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try PriceList(ImportFile(folder.write(Data(text.utf8), to: "prices.csv").path))
    }

    @Test(
        arguments: [";", "\t"],
        [
            ("9,50", 9.5), ("9,5", 9.5), ("1.250,00", 1250), ("1.250.000,5", 1_250_000.5), ("1250,00", 1250),
            ("9.50", 9.5), ("1250", 1250), ("0", 0), ("1,250.50", 1250.5), ("1.250.000", 1_250_000),
        ])
    func `a price may have a decimal comma where commas separate nothing`(
        separator: String, price: (text: String, amount: Double)
    ) throws {
        let list = try list("isbn\(separator)price\n9780439023481\(separator)\(price.text)\n")
        #expect(list.prices == [try ISBN("9780439023481"): price.amount] && list.refused.isEmpty)
    }

    @Test(arguments: [
        ("isbn;price\n9780439023481;1.250\n", "“1.250”: it isn't clear where the decimals begin"),
        ("isbn;price\n9780439023481;1,250\n", "where the decimals begin"),
        ("isbn;price\n9780439023481;12.50,00\n", "no price"),
        ("isbn;price\n9780439023481;9,50 EUR\n", "no price"),
        ("isbn,price\n9780439023481,\"9,50\"\n", "“9,50”: no price"),
        ("isbn,price\n9780439023481,9,50\n", "more cells"),
        ("isbn,price,note\n9780439023481,9,50,fine\n", "more cells"),
    ])
    func `a price that is not clear is refused with its line`(table: String, words: String) throws {
        let list = try list(table)
        #expect(list.prices.isEmpty && list.refused.map(\.line) == [2])
        #expect(list.refused[0].words.contains(words))
    }

    @Test func `a decimal point with three digits is clear where commas separate cells`() throws {
        let list = try list("isbn,price\n9780439023481,1.250\n")
        #expect(list.prices.values.map { $0 } == [1.25])
    }
}
