// Which sources are asked about which ISBN.
import Books
import HTTP
import Testing

@testable import Providers

struct SourceSetTests {
    @Test(arguments: [
        ("9783161484100", ["openlibrary", "dnb", "k10plus", "inventaire"]),
        ("9782912345011", ["openlibrary", "bnf", "k10plus", "inventaire"]),
        ("9791090636071", ["openlibrary", "bnf", "k10plus", "inventaire"]),
        ("9780306406157", ["openlibrary", "k10plus", "loc", "inventaire"]),
        ("9786000000011", ["openlibrary", "k10plus", "loc", "inventaire"]),
    ])
    func `group decides`(_ text: String, _ keys: [String]) throws {
        let sources = try SourceSet(HTTPOptions(program: "Test/1"))
        #expect(sources.sources(for: try ISBN(text)).map(\.key) == keys)
    }

    @Test func `chosen are asked in their order where they were set`() throws {
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1"), keys: ["bnf", "openlibrary"],
            addresses: ["bnf": "http://127.0.0.1:1/x/"])
        let asked = sources.sources(for: try ISBN("9783161484100"))
        #expect(asked.map(\.key) == ["bnf", "openlibrary"])
        #expect((asked.first as? SRU)?.address == "http://127.0.0.1:1/x")
        #expect((asked.last as? OpenLibrary)?.address == OpenLibrary.homeAddress)
    }
}
