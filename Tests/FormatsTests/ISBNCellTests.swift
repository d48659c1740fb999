// ISBNs in cells of a table, damaged by spreadsheets or not.
import Books
import Testing

@testable import Catalogue
@testable import Formats

struct ISBNCellTests {
    @Test(arguments: [
        "9780439023481", "978-0-439-02348-1", "0439023483", "=\"0439023483\"", "[0439023483]",
        "'9780439023481",
        "9780439023481.0", "9.780439023481e+12", "9.780439023481E12", "9,780439023481E+12", " 0-439-02348-3 ",
    ])
    func `whole numbers`(cell: String) throws {
        #expect(ISBNCell(cell) == .isbn(try isbn("9780439023481")))
    }

    @Test(arguments: [
        ("439023483", "9780439023481"), ("439023483.0", "9780439023481"), ("61120081", "9780061120084"),
        ("7491433", "9780007491438"), ("44023722X", "9780440237228"), ("4.39023483e+08", "9780439023481"),
    ])
    func `lost zeros come back`(cell: String, number: String) throws {
        #expect(ISBNCell(cell) == .padded(try isbn(number)))
    }

    @Test func `rounded number is a range`() throws {
        #expect(
            ISBNCell("9.78043902348e+12") == .rounded(lowest: 9_780_439_023_475, highest: 9_780_439_023_485))
    }

    @Test(arguments: ["", "=\"\"", "nan", "None", "0", "0.0", "B00ABC1234", "abc", "-", "n/a"])
    func `no try at an ISBN`(cell: String) { #expect(ISBNCell(cell) == .none) }

    @Test(
        arguments: [
            ("812971060", .padded("0812971060", .checkDigit(found: "0", expected: "X"))),
            ("9780439023482", .misread("9780439023482", .checkDigit(found: "2", expected: "1"))),
            ("97893806587.0", .misread("97893806587", .length(11))),
            ("0-439-02348-4", .misread("0-439-02348-4", .checkDigit(found: "4", expected: "3"))),
        ] as [(String, WrongISBN)])
    func `wrong numbers say why`(cell: String, reason: WrongISBN) {
        #expect(ISBNCell(cell) == .wrong(reason))
    }

    @Test func `several numbers in a cell`() throws {
        let numbers = try ["9780439023481", "9780439554930"].map { ISBNCell.isbn(try isbn($0)) }
        #expect(ISBNCell.cells("0439023483, 9780439554930") == numbers)
        #expect(ISBNCell.cells("0439023483") == [numbers[0]])
        #expect(ISBNCell.cells("0439023483 and 9780439554930") == numbers)
        #expect(ISBNCell.cells("0-439-02348-3 978-0-439-55493-0") == numbers)
    }
}
