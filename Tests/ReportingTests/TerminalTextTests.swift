// What reaches a terminal, and how wide it is there.
import Testing

@testable import Reporting

struct TerminalTextTests {
    @Test(arguments: [
        ("plain é 日本", "plain é 日本"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\tb\nc", "a b c"),
        ("\u{202E}gpj", "\u{FFFD}gpj"), ("\u{85}\u{9B}\u{7F}\u{2028}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("👩‍👧 e\u{301}", "👩‍👧 e\u{301}"),
    ])
    func `controls are replaced`(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("日本語", 6), ("한국", 4), ("ｱｲ", 2), ("Ａ", 2), ("e\u{301}", 1), ("👩‍👧", 2), ("⚠️", 2),
        ("é1️⃣", 3), ("𠀋", 2),
    ])
    func `columns are counted`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…")])
    func `cut fits`(text: String, width: Int, shown: String) {
        #expect(text.cut(to: width) == shown)
        #expect(text.cut(to: width).columns <= width)
    }

    @Test func `padding counts columns`() {
        #expect("日本".padded(to: 6) == "日本  ")
        #expect("abc".padded(to: 2) == "abc")
    }
}
