// Books without an ISBN that differ only in what a format leaves out.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct AlikeBooksTests {
    private let made: ImportedStore

    /// Two books that are named alike, of which one is owned and the other wanted.
    init() throws {
        made = try ImportedStore()
        let table = """
            title,authors,year,publisher,identifiers,lists
            No ISBN,A. Rider,1931,Quay,lccn:31000001,owned
            No ISBN,A. Rider,1931,Quay,lccn:31000002,wanted

            """
        _ = try made.load(Data(table.utf8))
    }

    private func kept() throws -> [KeptBook] {
        try (made.store.keptBooks(after: nil, for: "ion") ?? []).map { kept in
            var kept = kept
            kept.book.origins = [:]
            return kept
        }
    }

    @Test(arguments: FileFormat.written.filter { $0.reader != nil && $0.writer != nil }.map(\.name))
    func `an export puts nothing on the wrong one, and adds no third`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        let before = try kept()
        #expect(before.map(\.lists) == [["owned"], ["wanted"]])
        for _ in 1...2 {
            let outcome = try made.load(Data(made.exported(format).utf8), as: format)
            #expect(try kept() == before)
            #expect(outcome.summary.added == 0 && outcome.summary.listed == 0)
            #expect(outcome.summary.unchanged + outcome.summary.refused == 2, "\(outcome.summary)")
            #expect(outcome.refused.allSatisfy { $0.reason == .severalBooks(2) }, "\(outcome.refused)")
        }
        if name == "csv" { #expect(try made.load(Data(made.exported(.csv).utf8)).refused.isEmpty) }
    }

    @Test func `what a row says tells them apart`() throws {
        let table = """
            title,authors,year,publisher
            No ISBN,A. Rider,1931,Quay
            No ISBN,A. Rider,1932,Quay

            """
        var outcome = try made.load(Data(table.utf8), list: "shelf")
        #expect(outcome.refused.map(\.line) == [2] && outcome.summary.added == 1)
        var second = try kept()[1].book
        second.publisher = "Other"
        second.credit(Origin(.edited, "by hand"))
        try made.store.save(second)
        outcome = try made.load(Data(table.utf8), list: "shelf")
        #expect(outcome.refused.isEmpty && outcome.summary.added == 0)
        #expect(try kept().map { $0.lists.contains("shelf") } == [true, false, true])
    }

    @Test func `refused rows are told in the order of the file`() throws {
        let table = """
            title,authors,year,isbn
            No ISBN,A. Rider,1931,
            ,,,
            New,A. Rider,1931,123
            No ISBN,A. Rider,1931,
            ,,,12

            """
        let outcome = try made.load(Data(table.utf8))
        #expect(outcome.refused.map(\.line) == outcome.refused.map(\.line).sorted())
        #expect(outcome.refused.count == outcome.summary.refused + outcome.summary.wrongISBNs)
        #expect(outcome.summary.wrongISBNs == 1 && outcome.summary.added == 1)
    }

    @Test func `stars of 0 without a text have no day in BookWyrm's table`() throws {
        let book = try reference("9780306406157")
        try made.store.add(Comment(person: "ion", rating: Rating(0)), to: book)
        let row = try #require(try made.exported(.bookwyrm).split(separator: "\r\n").last)
        #expect(row.contains("9780306406157") && !row.contains("20"), "\(row)")
    }
}
