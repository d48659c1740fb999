// Why sources were not asked, in words.
import Providers
import Testing

@testable import Formatting

struct ProviderErrorWordsTests {
    /// The words follow the names of one source or of several.
    @Test func `a cooldown fits any number of sources`() {
        let error = ProviderError.coolingDown(host: "example.org", seconds: 300)
        #expect(error.cause == "failed before, next request in 300 s")
        #expect(error.message == "example.org failed before, next request in 300 s")
    }

    @Test func `damaged records are counted`() {
        let messages = [1, 2].map { ProviderError.damagedRecords(host: "example.org", $0).message }
        #expect(messages[0] == "example.org sent a damaged record, which is left out")
        #expect(messages[1] == "example.org sent 2 damaged records, which are left out")
    }
}
