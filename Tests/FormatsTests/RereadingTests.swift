// Books that are read again, in files that are imported one after another.
import Books
import Catalogue
import Foundation
import Testing

@testable import Formats

struct RereadingTests {
    private let made: ImportedStore
    private let book: BookSpecifier

    init() throws {
        made = try ImportedStore()
        book = try reference("9780306406157")
    }

    @discardableResult
    private func load(goodreads shelf: String, _ date: String, count: Int = 1) throws -> ImportSummary {
        let table = """
            Book Id,Title,Author,ISBN13,Exclusive Shelf,Date Read,Read Count
            ,Alpha,Ann Bee,9780306406157,\(shelf),\(date),\(count)

            """
        return try made.load(Data(table.utf8), as: .goodreads).summary
    }

    @discardableResult
    private func load(csv readings: String) throws -> ImportSummary {
        try made.load(
            Data("isbn,title,original_script_names,readings\n9780306406157,Alpha,,\(readings)\n".utf8)
        ).summary
    }

    private var cells: [String] {
        get throws {
            let id = try #require(try made.store.book(book)?.id)
            return try made.store.readings(of: id, by: "ion").chronological.map(\.cell)
        }
    }

    private func change(_ body: (Store) throws -> Void) throws {
        try body(made.store.recordingChange(.putOnList, by: "ion"))
    }

    @Test func `a file that has the latest reading says that the book is read again`() throws {
        try load(goodreads: "read", "2020/10/25")
        #expect(try load(goodreads: "currently-reading", "2020/10/25", count: 2).listed == 1)
        #expect(try cells == ["read to 2020-10-25", "reading"])
        #expect(try load(goodreads: "currently-reading", "2020/10/25", count: 2).unchanged == 1)
        try load(goodreads: "read", "2022/02/03", count: 2)
        #expect(try cells == ["read to 2020-10-25", "read to 2022-02-03"])
        try load(goodreads: "currently-reading", "2022/02/03", count: 3)
        #expect(try cells == ["read to 2020-10-25", "read to 2022-02-03", "reading"])
    }

    @Test func `so do StoryGraph's and our own`() throws {
        func storygraph(_ status: String) -> String {
            """
            Title,Authors,ISBN/UID,Read Status,Dates Read,Read Count
            Alpha,Ann Bee,9780306406157,\(status),2020/10/25,1

            """
        }
        for status in ["read", "currently-reading"] {
            _ = try made.load(Data(storygraph(status).utf8), as: .storygraph)
        }
        #expect(try cells == ["read to 2020-10-25", "reading"])
        try load(csv: "read to 2020-10-25; read to 2021; reading")
        #expect(try cells == ["read to 2020-10-25", "read to 2021", "reading"])
    }

    @Test func `an older file does not bring back what was finished`() throws {
        try load(csv: "read to 2020-10-25; reading")
        try change { try $0.mark([book], as: .read, by: "ion", on: PartialDate("2021-05")) }
        let after = try cells
        #expect(after == ["read to 2020-10-25", "read to 2021-05"])
        #expect(try load(csv: "read to 2020-10-25; reading").outdatedReadings == 1)
        #expect(try cells == after)
    }

    @Test func `nor what was finished before the latest reading, or was removed`() throws {
        try load(csv: "read to 2020-10-25; reading")
        try change { try $0.mark([book], as: .read, by: "ion", on: PartialDate("2020-05")) }
        #expect(try load(csv: "read to 2020-10-25; reading").outdatedReadings == 1)
        #expect(try cells == ["read to 2020-05", "read to 2020-10-25"])
        try change { try $0.unmark([book], as: .read, by: "ion", on: PartialDate("2020-05")) }
        #expect(try load(csv: "read to 2020-10-25; reading").outdatedReadings == 1)
        #expect(try cells == ["read to 2020-10-25"])
        try load(csv: "read to 2020-10-25; read to 2023; reading")
        #expect(try cells == ["read to 2020-10-25", "read to 2023", "reading"], "it knows a newer one")
    }

    @Test func `after an undo the file is imported as before`() throws {
        try load(csv: "read to 2020-10-25")
        let table = Data(
            "isbn,title,original_script_names,readings\n9780306406157,Alpha,,read to 2020-10-25; reading\n"
                .utf8)
        for _ in 1...2 {
            try change { store in
                var reader = try #require(
                    try FileFormat.csv.reader?(
                        ImportFile(made.temporary.write(table, to: "again").path),
                        TableSource(name: "again", date: .now, person: "ion")))
                #expect(try store.importEntries(&reader) { _ in }.listed == 1)
            }
            #expect(try cells == ["read to 2020-10-25", "reading"])
            #expect(try made.store.undo(by: "ion", date: .now)?.hasEffect == true)
            #expect(try cells == ["read to 2020-10-25"])
        }
    }

    @Test func `a file without the latest reading is older, which is said`() throws {
        try load(csv: "read to 2020-10-25")
        for told in ["reading", "read; reading", "read to 2020; reading", "read to 2019; reading"] {
            #expect(try load(csv: told).outdatedReadings == 1, "\(told)")
            #expect(try !cells.contains("reading"), "\(told)")
        }
    }

    /// BookWyrm has a row for each reading.
    private func bookwyrm(_ rows: [(shelf: String, finished: String)]) -> Data {
        let lines = rows.map { "Alpha,Ann Bee,9780306406157,\($0.finished),,\($0.shelf)\n" }
        return Data("title,author_text,isbn_13,finish_date,review_content,shelf\n\(lines.joined())".utf8)
    }

    @Test(arguments: [false, true]) func `the rows of a file are judged together`(isReversed: Bool) throws {
        let rows = [("read", "2019-03-04"), ("reading", "")]
        let file = bookwyrm(isReversed ? rows.reversed() : rows)
        for count in [2, 0] {
            let summary = try made.load(file, as: .bookwyrm).summary
            #expect(summary.listed == count && summary.outdatedReadings == 0)
            #expect(try cells == ["read to 2019-03-04", "reading"])
        }
    }

    @Test func `nor do rows finish each other's readings in a store that has one`() throws {
        try load(csv: "read to 2019-03-04")
        _ = try made.load(bookwyrm([("reading", ""), ("read", "2019-03-04")]), as: .bookwyrm)
        #expect(try cells == ["read to 2019-03-04", "reading"])
    }

    @Test(arguments: ["read 2019-01-02 to 2019-03-04; reading", "abandoned; reading", "read; reading"])
    func `BookWyrm's rows come back`(readings: String) throws {
        try load(csv: readings)
        let table = try made.exported(.bookwyrm)
        let back = try ImportedStore()
        _ = try back.load(Data(table.utf8), as: .bookwyrm)
        #expect(try back.exported(.bookwyrm) == table)
        #expect(try made.load(Data(table.utf8), as: .bookwyrm).summary.listed == 0)
    }
}
