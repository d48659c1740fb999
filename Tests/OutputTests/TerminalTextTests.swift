// Text that reaches a terminal, and its width there.
import Testing

@testable import Output

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
        ("é1️⃣", 3), ("𠀋", 2), ("🇩🇪", 2), ("👍🏽", 2), ("✓", 1), ("☎️", 2), ("각", 2),
        ("\u{1100}\u{1161}\u{11A8}", 2), ("が", 2),
        ("か\u{3099}", 2), ("\u{200B}", 0), ("〈", 2), ("︙", 2), ("½", 1), ("שָׁלוֹם", 4), ("क्ष", 2), ("कि", 1),
        ("ﷺ", 1), ("🈚", 2),
    ])
    func `columns are counted`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…")])
    func `cut fits`(text: String, width: Int, shown: String) {
        #expect(text.cut(to: width) == shown)
        #expect(text.cut(to: width).columns <= width)
    }

    @Test(arguments: [
        ("a/b.jpg", 7, "a/b.jpg"), ("box/IMG_2.jpg", 10, "…IMG_2.jpg"), ("日本/本", 4, "…/本"), ("ab", 1, "…"),
    ])
    func `cut at the start fits`(text: String, width: Int, shown: String) {
        #expect(text.cutAtStart(to: width) == shown)
    }

    @Test(arguments: [
        ("a bc def", 3, 0, ["a", "bc", "def"]), ("abcdefgh ij", 4, 0, ["abcd", "efgh", "ij"]),
        ("日本語日本", 5, 0, ["日本", "語日", "本"]), ("    one two three", 12, 4, ["    one two", "    three"]),
        ("978  x  y", 6, 2, ["978  x", "  y"]), ("日", 1, 0, ["日"]), ("", 3, 0, [""]),
        ("a  b", 2, 0, ["a", "b"]),
        ("    abcdefgh", 6, 0, ["    ab", "cdefgh"]),
    ])
    func `folded lines fit`(text: String, width: Int, indent: Int, lines: [String]) {
        #expect(text.folded(to: width, indent: indent) == lines)
        #expect(text.folded(to: nil, indent: indent) == [text])
    }

    @Test func `padding counts columns`() {
        #expect("日本".padded(to: 6) == "日本  ")
        #expect("abc".padded(to: 2) == "abc")
    }
}
