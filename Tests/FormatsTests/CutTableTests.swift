// Rows of which the end, or a part, is missing.
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CutTableTests {
    private let made: ImportedStore

    init() throws { made = try ImportedStore() }

    private func load(_ text: String, as format: FileFormat? = nil) throws -> ImportedStore.Outcome {
        try made.load(Data(text.utf8), as: format)
    }

    private static let goodreads = """
        Book Id,Title,Author,ISBN13,My Rating,Bookshelves,Exclusive Shelf,My Review,Read Count
        1,Alpha,Ann Bee,9780306406157,4,sea,read,Fine.,1
        2,Beta,Anna Müller,9780140328721,3,"fantasy, sea",read,"Two
        lines, and more",1

        """

    @Test func `a program's export that ends in the middle of a row is read up to there`() throws {
        let bytes = Array(Self.goodreads.utf8)
        let start = try #require(Self.goodreads.range(of: "2,Beta"))
        let whole = Self.goodreads.utf8.distance(from: Self.goodreads.startIndex, to: start.lowerBound)
        // The very last field can't be told from a shorter one.
        for size in whole + 1..<bytes.count - 2 {
            let made = try ImportedStore()
            let outcome = try made.load(Data(bytes.prefix(size)), as: .goodreads)
            #expect(outcome.summary.added == 1, "\(String(decoding: bytes[whole..<size], as: UTF8.self))")
            #expect(!outcome.refused.isEmpty && outcome.summary.newLists.map(\.name) == ["sea"], "\(size)")
        }
        for size in [bytes.count, bytes.count - 1] {
            let made = try ImportedStore()
            let outcome = try made.load(Data(bytes.prefix(size)), as: .goodreads)
            #expect(outcome.summary.added == 2 && outcome.refused.isEmpty)
        }
    }

    @Test(arguments: [
        ("isbn,title,rating\n9780306406157,Alpha,4\n9780140328721,Be", [RefusedRow.Reason.truncated]),
        ("isbn,title,rating\n9780306406157,Alpha,4\n9780140328721,\"Be", [.truncated]),
        ("isbn,title\n9780306406157,Alpha\n9780140328721,\"Be", [.truncated]),
        ("isbn,title\n9780140328721,\"Be", [.truncated]),
        // Complete, without a line end.
        ("isbn,title,rating\n9780306406157,Alpha,4\n9780140328721,Beta,3", []),
        ("isbn,title,rating\n9780306406157,Alpha,4\n9780140328721,\"Beta\",\"\"", []),
        // Rows without their last cells, if these are empty.
        ("isbn,title,rating\n9780306406157,Alpha,4\n9780804429573,C\n9780140328721,Beta", []),
        ("isbn,title,rating\n9780140328721,Beta", []),
    ])
    func `the last row is refused if it is cut off`(text: String, reasons: [RefusedRow.Reason]) throws {
        let outcome = try load(text)
        #expect(outcome.refused.map(\.reason) == reasons)
        #expect(outcome.summary.added == outcome.summary.rows - reasons.count)
    }

    private static func rows(_ count: Int, _ row: (Int) throws -> String) rethrows -> String {
        "isbn,title,authors,year\n" + (try (1...count).map { try row($0) + "\n" }).joined()
    }

    @Test func `a row that is broken in two is refused where all others are whole`() throws {
        let text = try Self.rows(40) { number in
            "\(try Citations.isbn(number)),Title \(number),\(number == 7 ? "Ann\nBee" : "Ann Bee"),1931"
        }
        let outcome = try load(text)
        #expect(
            outcome.refused.map(\.reason) == [.tooFewFields(3, header: 4), .tooFewFields(2, header: 4)])
        #expect(outcome.refused.map(\.line) == [8, 9] && outcome.summary.added == 39)
    }

    @Test func `rows without their empty last cells are read where many are so`() throws {
        let text = try Self.rows(40) { number in
            "\(try Citations.isbn(number)),Title \(number)\(number % 4 == 0 ? ",Ann Bee,1931" : "")"
        }
        #expect(try load(text).summary.added == 40)
        #expect(try load(String(text.dropLast())).refused.isEmpty)
    }

    @Test func `prices and scans that are cut off are refused`() throws {
        let folder = try TemporaryFolder()
        let prices = try folder.write(
            Data("isbn,price,note\n9780306406157,8.50,x\n9780140328721,12".utf8), to: "prices.csv")
        let list = try PriceList(ImportFile(prices.path))
        #expect(list.prices.count == 1 && list.refused.map(\.line) == [3])
        let copies = try folder.write(
            Data("isbn13,label,notes\n9780306406157,A1,x\n9780140328721,A".utf8), to: "copies.csv")
        let table = try CopyTable(ImportFile(copies.path))
        #expect(table.rows.count == 1 && table.refused.map(\.line) == [3])
        let scan = "photo,page,status,isbn13,other_books\na.jpg,,found,9780306406157,\nb.jpg,,found,97801403"
        let outcome = try load(scan)
        #expect(outcome.summary.added == 1 && outcome.refused.map(\.reason) == [.truncated])
    }
}
