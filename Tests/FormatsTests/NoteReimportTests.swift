// Private notes that are imported again, from files that have not all their lines.
import Books
import Catalogue
import Foundation
import Testing

@testable import Formats

struct NoteReimportTests {
    private let made: ImportedStore

    init() throws { made = try ImportedStore() }

    @discardableResult
    private func load(note: String, count: Int, condition: String = "") throws -> ImportSummary {
        let table = """
            Book Id,Title,Author,ISBN13,Exclusive Shelf,Private Notes,Condition,Read Count
            ,Alpha,Ann Bee,9780306406157,read,\(note),\(condition),\(count)

            """
        return try made.load(Data(table.utf8), as: .goodreads).summary
    }

    private var notes: [String] {
        get throws {
            try made.store.comments(by: "ion", for: "ion").filter(\.isPrivate).map(\.text).sorted()
        }
    }

    private func reimport() throws -> ImportSummary {
        try made.load(Data(made.exported(.goodreads).utf8), as: .goodreads).summary
    }

    @Test func `our own table does not take a note's other lines away`() throws {
        try load(note: "Signed by the author; lent to Eva", count: 3, condition: "fair")
        let before = try notes
        #expect(before == ["Signed by the author; lent to Eva\nCondition: fair\nRead Count: 3"])
        #expect(try reimport().comments == 0)
        #expect(try notes == before)
    }

    @Test func `nor those of a note that was edited, or written here`() throws {
        try load(note: "Signed", count: 3)
        var note = try #require(try made.store.comments(by: "ion", for: "ion").first)
        note.text = "Signed; lent to Eva\nRead Count: 3\nTop shelf"
        try made.store.edit(note)
        let book = try reference("9780306406157")
        try made.store.add(
            Comment(person: "ion", text: "Mine\nRead Count: 5", isPrivate: true), to: book)
        let before = try notes
        #expect(try made.exported(.goodreads).contains(",5,"))
        for _ in 1...2 {
            #expect(try reimport().comments == 0)
            #expect(try notes == before)
        }
    }

    @Test func `a column that changed replaces its own line`() throws {
        try load(note: "Signed", count: 3, condition: "fair")
        #expect(try load(note: "", count: 4).comments == 1)
        #expect(try notes == ["Signed\nCondition: fair\nRead Count: 4"])
        #expect(try load(note: "Signed", count: 5).comments == 1)
        #expect(try notes == ["Signed\nCondition: fair\nRead Count: 5"])
        #expect(try load(note: "", count: 5, condition: "good").comments == 1)
        #expect(try notes == ["Signed\nCondition: good\nRead Count: 5"])
        #expect(try load(note: "Sold", count: 5, condition: "good").comments == 1)
        #expect(try notes == ["Sold\nCondition: good\nRead Count: 5"])
    }

    @Test func `a new line is added to the note of its source`() throws {
        try load(note: "Signed", count: 1)
        #expect(try load(note: "", count: 3).comments == 1)
        #expect(try notes == ["Signed\nRead Count: 3"])
    }
}
