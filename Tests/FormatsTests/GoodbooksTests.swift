// A real table damaged by a spreadsheet. It is not part of the project, so it may be missing.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct GoodbooksTests {
    private static let file = Repository.shared.appending(path: "data/goodbooks-10k-books.csv")
    private static let isPresent = FileManager.default.fileExists(atPath: file.path)

    @Test(.enabled(if: isPresent, "needs ../shared/data, which is not beside this checkout"))
    func `damaged numbers are restored only with evidence`() throws {
        let temporary = try ImportedStore()
        func load() throws -> ImportedStore.Outcome {
            try temporary.load(
                Self.file, as: .csv, from: "goodbooks", date: Date(timeIntervalSince1970: 0))
        }
        let first = try load()
        let (summary, refused) = (first.summary, first.refused)
        #expect(summary.rows == 10_000 && summary.added == 9_988 && summary.withoutISBN == 723)
        #expect(summary.padded == 6_579 && summary.rounded == 9_395)
        #expect(summary.refused == 12 && summary.wrongISBNs == 158 && refused.count == 170)
        #expect(refused.first?.line == 261)
        let games = try #require(try temporary.store.book(reference("9780439023481")))
        #expect(games.title == "The Hunger Games (The Hunger Games, #1)")
        #expect(
            try temporary.store.read {
                try $0.ratings(in: CardBatch([#require(games.id)]))[#require(games.id)] ?? []
            }.map(\.count) == [4_780_653])
        let rerun = try load().summary
        #expect(rerun.added == 0 && rerun.changed == 0 && rerun.unchanged == 9_988)
        #expect(try temporary.store.check() == [])
    }
}
