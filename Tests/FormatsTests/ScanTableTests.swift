// A scan's table is imported: the books that its photos show, and none of their further ISBNs.
import Books
import Catalogue
import Foundation
import Testing

@testable import Formats

struct ScanTableTests {
    @Test func `the own ISBN of each book is a book, and further ISBNs are none`() throws {
        let imported = try ImportedStore()
        let table = """
            photo,page,status,isbn13,further_isbns,other_books
            a.jpg,1,found,9780439023481,9780201144567,9780306406157; 9781405362177
            b.jpg,1,uncertain,,,
            """
        let outcome = try imported.load(Data(table.utf8))
        #expect(outcome.summary.added == 3)
        #expect(outcome.summary.notBooks == ["uncertain": 1])
        for isbn in ["9780439023481", "9780306406157", "9781405362177"] {
            #expect(try imported.book(isbn) != nil, "\(isbn)")
        }
        #expect(try imported.book("9780201144567") == nil, "a set")
    }
}
