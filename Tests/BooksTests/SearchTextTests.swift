// Text as prepared for full-text indexes.
import Testing

@testable import Books

struct SearchTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("Über den Fluß", "Uber den Fluss"), ("Łódź", "Lodz"), ("Œuvre ﬁn", "OEuvre fin"),
        ("Jókai Mór, ŐSZ", "Jokai Mor, OSZ"), ("İstanbul ılık", "Istanbul ilik"), ("½ £", "1⁄2 £"),
        ("e\u{301}te\u{301}", "ete"), ("Ἰλιάς", "Ιλιας"), ("红楼", " 红  楼 "), ("", ""),
    ])
    func `marks and ligatures go`(_ text: String, _ folded: String) {
        #expect(SearchText.folded(text) == folded)
    }

    /// Western letters are folded by a table, with the same result as next to any other script.
    @Test func `letters don't depend on their neighbours`() throws {
        for value in UInt32(0xA0)..<0x180 {
            let letter = String(try #require(UnicodeScalar(value)))
            #expect(SearchText.folded(letter) + "Ж" == SearchText.folded(letter + "Ж"), "\(letter)")
        }
    }

    @Test(arguments: [
        (1, "\"the\"* \"lantern\"*"), (4, "\"the\" \"lantern\"*"), (Int.max, "\"the\" \"lantern\""),
    ])
    func `short words are beginnings or not`(_ length: Int, _ query: String) {
        #expect(SearchText.query("the - lantern", beginningsFrom: length) == query)
    }

    @Test func `each word is searched for once, up to a limit`() throws {
        #expect(SearchText.query(String(repeating: "t T \u{FF54} ", count: 2000)) == "\"t\"*")
        let words = (1...40).map { "w\($0)" }.joined(separator: " ")
        #expect(SearchText.isCut(words) && !SearchText.isCut("one two two"))
        #expect(try #require(SearchText.query(words)).split(separator: " ").count == SearchText.mostWords)
        // Text that an index splits further is cut, too.
        for text in [String(repeating: "楼", count: 5000), String(repeating: "a-", count: 5000)] {
            #expect(try #require(SearchText.query(text)).count < 64 * 3 + 4)
        }
    }
}
