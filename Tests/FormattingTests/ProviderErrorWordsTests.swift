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
}
