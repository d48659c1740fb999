// Many books are asked about in batches: a batch that fails affects no other.
import Books
import Testing

@testable import Providers

struct BatchSourceTests {
    /// Has no books, and fails when it is asked about a certain one.
    private struct Source: BatchSource {
        let key = "test"
        let name = "Test"
        let batch: Int
        let failing: ISBN

        func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer] {
            guard isbns.count <= batch, !isbns.contains(failing) else { throw .http(.cancelled) }
            return Dictionary(uniqueKeysWithValues: isbns.map { ($0, .unknown(isFirm: true)) })
        }

        func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> FoundEditions?
        { nil }
    }

    @Test(arguments: [
        (1, [false, false, true, false, false]), (2, [false, false, true, true, false]),
        (3, [true, true, true, false, false]), (25, [true, true, true, true, true]),
    ])
    func `a failed batch affects no other`(batch: Int, hasFailed: [Bool]) async throws {
        let isbns = try ["9780306406157", "9780439023481", "9780439554930", "9780456789018", "9783161484100"]
            .map { try ISBN($0) }
        let answers = await Source(batch: batch, failing: isbns[2]).answers(to: isbns)
        #expect(isbns.map { answers[$0] == .notAsked(.http(.cancelled)) } == hasFailed)
        #expect(answers.count == isbns.count)
    }

    @Test func `nothing asked is nothing answered`() async throws {
        let source = Source(batch: 2, failing: try ISBN("9780306406157"))
        #expect(await source.answers(to: []) == [:])
    }
}
