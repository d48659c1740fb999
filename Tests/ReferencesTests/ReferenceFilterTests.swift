// Which books pass a filter.
import Books
import Testing

@testable import References

struct ReferenceFilterTests {
    @Test(arguments: [
        ("de", "ger"), ("deu", "ger"), ("ger", "ger"), ("EN", "eng"), ("fr", "fre"), ("spa", "spa"),
        ("und", "und"),
        ("ja", "jpn"),
    ])
    func `languages have one code`(_ given: String, _ code: String) {
        #expect(ReferenceFilter.language(given) == code)
    }

    @Test(arguments: ["", "d", "germ", "d3", "dé"])
    func `an invalid code is ignored`(_ given: String) {
        #expect(ReferenceFilter.language(given) == nil)
    }

    @Test func `missing values pass a filter only on request`() throws {
        var filter = ReferenceFilter()
        #expect(filter.takes(language: nil) && filter.takes(year: 0) && filter.takes(Dump.isbn(1)))
        filter.languages = ["ger"]
        filter.years = Int(Int32.min)...2005
        filter.prefixes = ["9783"]
        #expect(
            filter.takes(language: "ger") && !filter.takes(language: "eng") && !filter.takes(language: nil))
        #expect(filter.takes(year: 2005) && !filter.takes(year: 2006) && !filter.takes(year: 0))
        #expect(try filter.takes(ISBN("9783161484100")) && !filter.takes(ISBN("9780306406157")))
        filter.languages.insert("und")
        #expect(filter.takes(language: nil) && filter.takes(language: ""))
    }
}
