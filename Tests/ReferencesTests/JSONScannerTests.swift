// Scanning JSON in place.
import Testing

@testable import References

struct JSONScannerTests {
    /// The result of `body` for a scanner of a text.
    private func scan<Value>(_ text: String, _ body: (inout JSONScanner) -> Value) -> Value {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes: bytes)
            return body(&scanner)
        }
    }

    private func text(_ json: String) -> String? {
        scan(json) { scanner in
            guard let text = scanner.string() else { return nil }
            var bytes: [UInt8] = []
            scanner.append(text, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test(arguments: [
        (#""""#, ""), (#""plain""#, "plain"), (#""a \"b\" \\ \/ c""#, #"a "b" \ / c"#),
        (#""L\u00f3dz""#, "Łódz".replacing("Ł", with: "L")), (#""\u65e5\u672C""#, "日本"),
        (#""\ud83d\ude00!""#, "😀!"), (#""\ud83d!""#, "\u{FFFD}!"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""two\nlines\tand""#, "two\nlines\tand"),
        (#""\u12""#, "\u{FFFD}"),
        (#""café""#, "café"),
    ])
    func `escapes are undone`(_ json: String, _ text: String) {
        #expect(self.text(json) == text)
    }

    @Test(arguments: ["", "x", "\"", "\"abc", #""abc\""#, #""\u00e"#])
    func `an unterminated string is rejected`(_ json: String) {
        #expect(text(json) == nil)
    }

    @Test(arguments: [
        ("{}", 0), (#"{"a": 1}"#, 1), (#" { "a" : [1, {"b": "}]"}, []] , "c" : null } "#, 2),
        (#"{"a": -1.5e3, "b": true, "c": "\"}"}"#, 3),
    ])
    func `members are skipped`(_ json: String, _ count: Int) {
        var keys = 0
        let isWhole = scan(json) { scanner in
            scanner.members { scanner, _ in
                keys += 1
                return scanner.skip()
            }
        }
        #expect(isWhole && keys == count)
    }

    @Test(arguments: [
        "", "[]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a": 1,}"#, #"{"a": [1}"#, #"{"a": "b}"#, #"{"a" 1}"#,
        #"{a: 1}"#,
        #"{"a": 1 "b": 2}"#, #"{"a": ,}"#,
    ])
    func `broken objects are reported`(_ json: String) {
        #expect(!scan(json) { $0.members { scanner, _ in scanner.skip() } })
    }

    @Test func `deep nesting needs no stack`() {
        let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        #expect(scan(deep) { $0.skip() })
    }

    @Test(arguments: [("374,", 374), ("0]", 0), ("12.5,", 0), ("-3,", 0), ("\"7\",", 0), ("99999999999,", 0)])
    func `numbers are whole ones`(_ json: String, _ expected: Int) {
        var number: UInt32 = 0
        #expect(scan(json) { $0.number(into: &number) } && number == expected)
    }
}
