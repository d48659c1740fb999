// One person's review in the exports of two programs, and in a later export of the same program.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct TwoProgramsTests {
    private let made: ImportedStore

    init() throws { made = try ImportedStore() }

    private var reviews: [Books.Comment] {
        get throws { try made.store.comments(by: "ion", for: "ion").sorted { $0.text < $1.text } }
    }

    private func goodreads(
        _ stars: Int, _ text: String = "Molly says yes.", spoiler: String = "", isbn: String = "9780306406157"
    ) throws -> ImportSummary {
        let table = """
            Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf,My Review,Spoiler
            7,Alpha,Ann Bee,\(isbn),\(stars),read,\(text),\(spoiler)

            """
        return try made.load(Data(table.utf8), as: .goodreads).summary
    }

    private func storygraph(
        _ stars: String, _ text: String = "Molly says yes.", isbn: String = "9780306406157"
    ) throws -> ImportSummary {
        let table = """
            Title,Authors,ISBN/UID,Read Status,Star Rating,Review
            Alpha,Ann Bee,\(isbn),read,\(stars),\(text)

            """
        return try made.load(Data(table.utf8), as: .storygraph).summary
    }

    private func hardcover(_ day: String, _ text: String = "Fine.", finished: String = "") throws
        -> ImportSummary
    {
        let table = """
            Title,Author,Status,Hardcover Book ID,ISBN 13,Date Finished,Rating,Review,Review Contains Spoilers,\
            Review Date,Privacy,Hardcover Edition ID
            Alpha,Ann Bee,Read,11,9780306406157,\(finished),4,\(text),,\(day),Public,12

            """
        return try made.load(Data(table.utf8)).summary
    }

    @Test func `a review in two programs is one, with the finer rating and the mark of either`() throws {
        _ = try goodreads(4, spoiler: "true")
        #expect(try storygraph("4.25").comments == 1)
        for _ in 1...2 {
            #expect(try goodreads(4, spoiler: "true").comments == 0 && storygraph("4.25").comments == 0)
        }
        #expect(try reviews.map(\.rating) == [Rating(4.25)])
        #expect(try reviews.map(\.isSpoiler) == [true])
        #expect(try made.exported(.goodreads).contains(",Molly says yes.,true,"))
    }

    @Test func `in the other order, too`() throws {
        _ = try storygraph("4.25")
        #expect(try goodreads(4, spoiler: "true").comments == 1)
        #expect(try reviews.map(\.rating) == [Rating(4.25)] && reviews.map(\.isSpoiler) == [true])
        #expect(try goodreads(4, spoiler: "true").comments == 0)
    }

    @Test func `a program without a rating takes none away, and adds nothing`() throws {
        _ = try goodreads(4)
        #expect(try storygraph("").comments == 0 && goodreads(4).comments == 0)
        #expect(try reviews.map(\.rating) == [Rating(4)])
    }

    @Test func `with a rating that is no rounded one, the text is hidden all the same`() throws {
        _ = try goodreads(4, spoiler: "true")
        _ = try storygraph("2.25")
        #expect(try reviews.count == 2 && reviews.allSatisfy(\.isSpoiler))
    }

    @Test func `and on another edition of the work`() throws {
        _ = try goodreads(4, spoiler: "true")
        let (one, other) = (
            try #require(made.book("9780306406157")?.id),
            try made.store.save(Book(isbn: isbn("9780140328721"), title: "Alpha")).book.id
        )
        try made.store.group(#require(other), withEditionsOf: one, origin: Origin(.edited, "by hand"))
        _ = try storygraph("4.25", isbn: "9780140328721")
        #expect(try reviews.map(\.isSpoiler) == [true, true])
    }

    @Test func `what was written or edited here stays as it is`() throws {
        try made.store.add(
            Comment(person: "ion", rating: Rating(4), text: "Molly says yes."), to: reference("9780306406157")
        )
        #expect(try storygraph("4.25").comments == 0)
        #expect(try reviews.map(\.rating) == [Rating(4)])
        _ = try goodreads(3, "Other.", spoiler: "true")
        var open = try #require(try reviews.last)
        open.isSpoiler = false
        try made.store.edit(open)
        #expect(try goodreads(3, "Other.", spoiler: "true").comments == 0)
        #expect(try !reviews.contains(where: \.isSpoiler))
    }

    @Test func `a mark that a later export has is taken, and none takes it away`() throws {
        _ = try goodreads(4)
        #expect(try goodreads(4, spoiler: "true").comments == 1)
        #expect(try reviews.map(\.isSpoiler) == [true])
        #expect(try goodreads(4).comments == 0)
        #expect(try goodreads(5, "Molly says no.").comments == 1)
        #expect(try reviews.map(\.isSpoiler) == [true] && reviews.map(\.text) == ["Molly says no."])
    }

    @Test func `a day that a later export has is taken`() throws {
        _ = try hardcover("")
        #expect(try hardcover("2024-02-04").comments == 1)
        #expect(try hardcover("2024-02-04").comments == 0)
        #expect(try reviews.map(\.writtenOn) == [PartialDate("2024-02-04")])
        #expect(try hardcover("", finished: "2024-03-01").comments == 0)
        #expect(try hardcover("2024-02-05").comments == 1)
        #expect(try reviews.map { $0.writtenOn?.description } == ["2024-02-05"])
    }

    @Test func `a review that replaces another has its own day`() throws {
        _ = try hardcover("2024-02-04")
        #expect(try hardcover("2024-05-06", "Better.").comments == 1)
        let review = try #require(try reviews.first)
        #expect(try reviews.count == 1)
        #expect(review.text == "Better." && review.writtenOn == PartialDate("2024-05-06"))
        #expect(review.written == PartialDate("2024-05-06")?.beginning)
    }

    @Test(arguments: [
        ("librarything", "bon", "2007-05-08"), ("openreads", "Good", "2023-12-10"),
        ("goodreads", "One", "2020-10-30"), ("storygraph", "Good.", "2023-04-02"),
    ])
    func `a review without a day has that of the last reading`(format: String, text: String, day: String)
        throws
    {
        let table = try #require(ProgramTable.all.first { $0.format == format }?.text)
        _ = try made.load(Data(table.utf8))
        let review = try #require(try reviews.first { $0.text.hasPrefix(text) && !$0.isPrivate })
        #expect(review.writtenOn == PartialDate(day))
    }

    @Test func `BookWyrm's too`() throws {
        let table = ProgramTable.bookwyrm.replacing("in it,2022-11-10", with: "in it,")
        _ = try made.load(Data(table.utf8))
        #expect(try reviews.first { !$0.text.isEmpty }?.writtenOn == PartialDate("2022-10-10"))
    }
}
