// A store's export in another program's form, imported into the same store, changes nothing.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct ReimportTests {
    private static let formats = FileFormat.written.filter { $0.reader != nil }.map(\.name)

    /// All that the store has of its books, except for the origins.
    private func kept(_ store: Store) throws -> [KeptBook] {
        var all: [KeptBook] = []
        while let books = try store.keptBooks(after: all.last?.book.id, for: "ion") { all += books }
        return all.map { kept in
            var kept = kept
            kept.book.origins = [:]
            return kept
        }
    }

    /// Exports all books, and imports them again.
    private func reimport(_ made: ImportedStore, _ format: FileFormat) throws -> ImportedStore.Outcome {
        guard var writer = format.folderWriter?() else {
            return try made.load(Data(made.exported(format).utf8), as: format, from: "other")
        }
        let folder = made.folder.appending(path: "export-\(format.name)")
        for book in try kept(made.store) {
            guard let file = writer.file(of: book) else { continue }
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: url)
        }
        return try made.load(folder, as: format)
    }

    private func expectUnchanged(_ made: ImportedStore, by format: FileFormat) throws {
        let before = try kept(made.store)
        let outcome = try reimport(made, format)
        let after = try kept(made.store)
        for (one, other) in zip(before, after) where one != other {
            Issue.record("\(format.name): \(one)\n\(other)")
            break
        }
        #expect(after.count == before.count)
        let summary = outcome.summary
        #expect(summary.unchanged == summary.rows, "\(summary)")
        #expect(summary.comments == 0 && summary.listed == 0 && summary.newLists.isEmpty, "\(summary)")
        #expect(outcome.refused.isEmpty, "\(outcome.refused)")
    }

    private static let words = [
        "Alpha", "Novel", "The", "Salt & Sea", "Été", "Ж", "漢字", "von", "Harbour", "C++", "1984", "O’Brien",
    ]

    private func book(_ number: Int, _ random: inout SeededGenerator) throws -> Book {
        func text(_ joint: String = " ") -> String {
            (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
                Self.words.randomElement(using: &random)
            }
            .joined(separator: joint)
        }
        var book = Book(isbn: number % 3 == 0 ? nil : try Citations.isbn(number))
        book.title = "\(text(number % 5 == 0 ? ": " : " ")) \(number)"
        book.subtitle = Bool.random(using: &random) ? text(": ") : nil
        for role in Contributor.Role.allCases where Int.random(in: 0...2, using: &random) > 0 {
            for place in 0...Int.random(in: 0...1, using: &random) {
                let name = "\(["Ann", "José", "Wei"][place]) \(role.rawValue.capitalized)\(number)"
                book.contributors.append(
                    Contributor(name: number % 4 == 0 ? "\(name), Jr." : name, role: role))
            }
        }
        book.publisher = Bool.random(using: &random) ? text() : nil
        book.year = Bool.random(using: &random) ? Int.random(in: 1500...2024, using: &random) : nil
        book.pages = Bool.random(using: &random) ? Int.random(in: 1...900, using: &random) : nil
        book.language = ["eng", "en", "ger", "de", "deu", "en-US", "mul", "grc", "Klingon", nil]
            .randomElement(
                using: &random)!
        book.series = Bool.random(using: &random) ? text() : nil
        book.seriesNumber =
            book.series == nil ? nil : ["1", "1-3", "2.5", "II", nil].randomElement(using: &random)!
        book.tags = [["a, b"], ["red", "b; c"], ["x|y", "C++", "C"], []].randomElement(using: &random)!
        book.subjects = [["Sea, the"], ["a|b", "c; d"], []].randomElement(using: &random)!
        book.credit(Origin(.imported, "books.csv", .now))
        return book
    }

    private func made(seed: UInt64) throws -> ImportedStore {
        let made = try ImportedStore()
        var random = SeededGenerator(seed: seed)
        for number in 1...80 {
            let saved = try made.store.save(book(number, &random)).book
            let book = BookSpecifier.id(try #require(saved.id))
            if Bool.random(using: &random) {
                let text = ["", "Fine.", "Two\nlines, <b>bold</b> & so on"].randomElement(using: &random)!
                try made.store.add(
                    Comment(
                        person: "ion", rating: Rating(quarters: Int.random(in: 0...20, using: &random)),
                        text: text, isSpoiler: Bool.random(using: &random)),
                    to: book)
            }
            let list = ["owned", "wanted", "History, ancient", "plain"].randomElement(using: &random)!
            try made.store.add([book], to: list)
            if list != "wanted", Bool.random(using: &random) {
                let state = ReadingStatus.State.allCases.randomElement(using: &random)!
                try made.store.mark([book], as: state, by: "ion", on: PartialDate("2021-03-14"))
            }
        }
        return made
    }

    @Test(arguments: formats) func `an export that is imported again changes nothing`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        for seed in 1...3 as ClosedRange<UInt64> { try expectUnchanged(made(seed: seed), by: format) }
    }

    private static let table = """
        isbn,title,subtitle,authors,translators,illustrators,series,series_number,language
        9780306406157,Alpha,A Novel,Ann Bee,Tra Nslator,Ill Ustrator,Ser,1-3,eng
        """

    @Test(arguments: formats) func `nor does that of a table with all roles`(name: String) throws {
        let made = try ImportedStore()
        _ = try made.load(Data(Self.table.utf8))
        try expectUnchanged(made, by: try #require(FileFormat.all.named(name)))
        let book = try #require(try made.book("9780306406157"))
        #expect(book.title == "Alpha" && book.subtitle == "A Novel" && book.seriesNumber == "1-3")
        #expect(book.contributors.map(\.role) == [.author, .translator, .illustrator])
        #expect(book.language == "eng")
    }

    @Test func `a table of our own replaces people and roles`() throws {
        let made = try ImportedStore()
        _ = try made.load(Data(Self.table.utf8))
        let table = try made.exported(.csv).replacing("Tra Nslator", with: "").replacing(
            "Ann Bee", with: "Ann Bee; Ill Ustrator"
        ).replacing(",Ill Ustrator,", with: ",,")
        #expect(try made.load(Data(table.utf8)).summary.changed == 1)
        #expect(
            try made.book("9780306406157")?.contributors
                == ["Ann Bee", "Ill Ustrator"].map { Contributor(name: $0) })
    }

    @Test func `another program's table corrects what it has`() throws {
        let made = try ImportedStore()
        _ = try made.load(Data(Self.table.utf8))
        let table = """
            isbn,title,authors,translators,series,language
            9780306406157,Alpha: A Play,Ann Bee; New Person,Tra Nslator,Other,fr
            """
        #expect(try made.load(Data(table.utf8)).summary.changed == 1)
        let book = try #require(try made.book("9780306406157"))
        #expect(book.title == "Alpha: A Play" && book.language == "fr")
        #expect(book.contributors.map(\.name) == ["Ann Bee", "New Person", "Tra Nslator"])
        #expect(book.series == "Other" && book.seriesNumber == nil)
    }

    @Test func `title and subtitle do not join a title that has both`() throws {
        let made = try ImportedStore()
        var book = Book(isbn: try isbn("9780306406157"), title: "Alpha: A Novel")
        book.credit(Origin(.edited, "by hand"))
        try made.store.save(book)
        _ = try made.load(Data(Self.table.utf8))
        let stored = try #require(try made.book("9780306406157"))
        #expect(stored.title == "Alpha: A Novel" && stored.subtitle == nil)
    }

    /// The comments of `ion`, after a review of 4.25 stars and then Goodreads' table with another one.
    private func comments(_ stars: Int, _ text: String) throws -> [Books.Comment] {
        let made = try ImportedStore()
        let book = try reference("9780306406157")
        try made.store.add(Comment(person: "ion", rating: Rating(4.25), text: "Fine."), to: book)
        let table = "Book Id,Title,ISBN13,My Rating,Exclusive Shelf,My Review\n1,A,9780306406157,"
        _ = try made.load(Data("\(table)\(stars),read,\(text)\n".utf8), as: .goodreads)
        return try made.store.comments(by: "ion", for: "ion")
    }

    @Test func `a rating in whole stars is the same, another or another text is not`() throws {
        #expect(try comments(4, "Fine.").map(\.rating) == [Rating(4.25)])
        #expect(try comments(5, "Fine.").count == 2)
        #expect(try comments(4, "Fair.").count == 2)
    }

    @Test func `a new rating in whole stars replaces the earlier one`() throws {
        let made = try ImportedStore()
        for stars in [3, 4] {
            let table = "Book Id,Title,ISBN13,My Rating,Exclusive Shelf,My Review\n1,A,9780306406157,"
            _ = try made.load(Data("\(table)\(stars),read,Fine.\n".utf8), as: .goodreads)
        }
        #expect(try made.store.comments(by: "ion", for: "ion").map(\.rating) == [Rating(4)])
    }

    private static let storygraph = """
        Title,Authors,ISBN/UID,Read Status,Star Rating,Review
        Alpha,Ann Bee,9780306406157,read,STARS,

        """

    /// A store with a review of 4 stars by hand or from a table, and then StoryGraph's stars alone.
    private func starred(_ stars: String, isByHand: Bool) throws -> ImportedStore {
        let made = try ImportedStore()
        _ = try made.load(
            Data("isbn,title,rating,review\n9780306406157,Alpha,4,\(isByHand ? "" : "Fine.")\n".utf8))
        if isByHand {
            try made.store.add(
                Comment(person: "ion", rating: Rating(4), text: "Fine."), to: reference("9780306406157"))
        }
        let table = Self.storygraph.replacing("STARS", with: stars)
        for _ in 1...2 { _ = try made.load(Data(table.utf8), as: .storygraph) }
        return made
    }

    @Test(arguments: [false, true]) func `stars alone do not hide a review from exports`(isByHand: Bool)
        throws
    {
        for (stars, count) in [("4.0", isByHand ? 2 : 1), ("5.0", isByHand ? 3 : 2)] {
            let made = try starred(stars, isByHand: isByHand)
            #expect(try made.store.comments(by: "ion", for: "ion").count == count)
            let kept = try #require(try kept(made.store).first?.comment)
            #expect(kept.text == "Fine." && kept.rating == Rating(Double(stars) ?? 0))
            for name in Self.formats { try expectUnchanged(made, by: #require(FileFormat.all.named(name))) }
        }
    }

    @Test(arguments: ["Fine.", ""])
    func `a rating that was changed in our own table is taken`(text: String) throws {
        let made = try ImportedStore()
        let book = try reference("9780306406157")
        try made.store.add(Comment(person: "ion", rating: Rating(3), text: text), to: book)
        let table = try made.exported(.csv)
        let changed = table.replacing(",3,\(text)", with: ",5,\(text)")
        for count in [1, 0] {
            #expect(try made.load(Data(changed.utf8)).summary.comments == count)
            #expect(try made.store.comments(by: "ion", for: "ion").map(\.rating) == [Rating(5)])
        }
        #expect(try made.exported(.csv) == changed)
    }

    @Test(arguments: ["Fine.", ""])
    func `a rating that was changed here is not taken from an older table`(text: String) throws {
        let made = try ImportedStore()
        try made.store.add(
            Comment(person: "ion", rating: Rating(3), text: text), to: reference("9780306406157"))
        let table = try made.exported(.csv)
        var comment = try #require(try made.store.comments(by: "ion", for: "ion").first)
        comment.rating = Rating(5)
        try made.store.edit(comment)
        #expect(try made.load(Data(table.utf8)).summary.comments == 0)
        #expect(try made.store.comments(by: "ion", for: "ion").map(\.rating) == [Rating(5)])
    }

    @Test(arguments: formats) func `a book read twice, and one read and wanted again, stay so`(name: String)
        throws
    {
        let made = try ImportedStore()
        _ = try made.load(Data(Self.table.utf8))
        let book = try reference("9780306406157")
        for date in ["2019-01-02", "2020-05-17"] {
            try made.store.mark([book], as: .read, by: "ion", on: PartialDate(date))
        }
        try made.store.add([book], to: "wanted")
        try expectUnchanged(made, by: try #require(FileFormat.all.named(name)))
        #expect(try made.store.comments(by: "ion", for: "ion").isEmpty)
        #expect(
            try made.store.lists(with: #require(made.book("9780306406157")?.id), for: "ion").contains(
                "wanted"))
    }

    @Test func `a count of readings comes back, and is not noted twice`() throws {
        let made = try ImportedStore()
        let book = try reference("9780306406157")
        for date in ["2019-01-02", "2020-05-17"] {
            try made.store.mark([book], as: .read, by: "ion", on: PartialDate(date))
        }
        let table = try made.exported(.goodreads)
        let back = try ImportedStore()
        _ = try back.load(Data(table.utf8), as: .goodreads)
        #expect(try back.store.comments(by: "ion", for: "ion").map(\.text) == ["Read Count: 2"])
        #expect(try back.exported(.goodreads) == table)
        let storygraph = Self.storygraph.replacing("Star Rating", with: "Read Count").replacing(
            "STARS", with: "2")
        _ = try made.load(Data(storygraph.utf8), as: .storygraph)
        #expect(try made.store.comments(by: "ion", for: "ion").isEmpty)
    }

    @Test(arguments: ["csv", "bookwyrm"]) func `a review keeps its day in a new store`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        let made = try ImportedStore()
        let book = try reference("9780306406157")
        let noon = Date.now.addingTimeInterval(-86400 * 400)
        try made.store.add(Comment(person: "ion", text: "Fine.", written: noon), to: book)
        try made.store.mark([book], as: .read, by: "ion", on: PartialDate("2011-03-14"))
        let back = try ImportedStore()
        _ = try back.load(Data(made.exported(format).utf8), as: format)
        let comment = try #require(try back.store.comments(by: "ion", for: "ion").first)
        #expect(comment.writtenOn == Day(noon).map { PartialDate($0) })
    }

    @Test(arguments: ["2019", "2019-05", "2019-05-06"]) func `as exactly as it is known`(date: String) throws
    {
        let made = try ImportedStore()
        let day = try #require(PartialDate(date))
        try made.store.add(
            Comment(person: "ion", text: "Fine.", written: day.beginning ?? .now, writtenOn: day),
            to: reference("9780306406157"))
        let table = try made.exported(.csv)
        let back = try ImportedStore()
        _ = try back.load(Data(table.utf8))
        #expect(try back.store.comments(by: "ion", for: "ion").map(\.writtenOn) == [day])
        #expect(try back.exported(.csv) == table)
    }
}
