// A source with given answers.
import Books
import Providers

struct FakeSource: BookSource {
    let key: String
    var name: String { key.uppercased() }

    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async {}

    func search(title: String, author: String?, limit: Int) async throws(ProviderError) -> FoundEditions? {
        nil
    }
}
