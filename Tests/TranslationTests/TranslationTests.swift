// How files of translations are read, and which language is chosen.
import TestSupport
import Testing

@testable import Translation

struct TranslationTests {
    @Test func `a file of translations is read with plurals, escapes, and strings of several lines`() throws {
        let file = try PortableObject(
            """
            # A comment.
            msgid ""
            msgstr ""
            "Language: xx\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            #: page
            msgid "One \\"quoted\\" word"
            msgstr "Ein \\"Wort\\""
            msgid "{{count}} book"
            msgid_plural "{{count}} books"
            msgstr[0] "{{count}} Buch"
            msgstr[1] "{{count}} "
            "Bücher"

            msgid ""
            "in two "
            "lines\\n"
            msgstr "zwei\\nZeilen"
            #, fuzzy
            msgid "unsure"
            msgstr "vielleicht"

            msgid "missing"
            msgstr ""

            msgctxt "message"
            msgid "missing"
            msgstr "fehlt"
            """)
        #expect(file.header["Language"] == "xx")
        #expect(
            file.messages == [
                "One \"quoted\" word": ["Ein \"Wort\""],
                "{{count}} book": ["{{count}} Buch", "{{count}} Bücher"],
                "in two lines\n": ["zwei\nZeilen"],
                PortableObject.contextual("message", "missing"): ["fehlt"],
            ])
    }

    @Test(arguments: ["msgid \"a", "nothing \"a\"", "\"a\"", "msgid a", "msgid \"a\" b"])
    func `what is no file of translations is refused with its line`(text: String) {
        #expect(throws: PortableObject.Malformed(line: 2)) { try PortableObject("# x\n\(text)\n") }
    }

    @Test(arguments: [
        ("nplurals=2; plural=(n != 1);", [1, 0, 1, 1]), ("nplurals=2; plural=n>1;", [0, 0, 1, 1]),
        ("nplurals=1; plural=0;", [0, 0, 0, 0]),
        (
            "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
            [2, 0, 1, 2]
        ),
        (
            "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;",
            [0, 1, 2, 3]
        ),
    ])
    func `rules for plurals are those of C`(rule: String, forms: [Int]) throws {
        let rule = try #require(PluralRule(rule))
        #expect([0, 1, 2, 5].map(rule.form) == forms)
        for number in 0..<300 { #expect((0..<rule.count).contains(rule.form(of: number))) }
    }

    @Test(arguments: [
        "", "nplurals=0; plural=0;", "nplurals=2; plural=(n", "nplurals=2; plural=m;", "plural=n",
    ])
    func `what is no rule is none`(rule: String) { #expect(PluralRule(rule) == nil) }

    @Test(arguments: [
        (nil, "en"), ("", "en"), ("de", "de"), ("de-CH", "de"), ("DE-at;q=0.8, fr;q=0.9", "fr"),
        ("ja, es;q=0.1", "es"), ("en-GB,en;q=0.9,de;q=0.8", "en"), ("*", "en"), ("x;q=;,;", "en"),
        ("fr;q=0, de", "de"),
        ("deutsch", "en"),
    ])
    func `the language that a browser wishes for most is taken`(header: String?, code: String) {
        #expect(Language.all.preferred(header).code == code)
    }

    // MARK: Messages

    private static func messages(_ pairs: [(String, String)]) throws -> MessageTable {
        MessageTable(
            try PortableObject(
                pairs.map { "msgctxt \"message\"\nmsgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.joined(
                    separator: "\n")))
    }

    @Test func `messages are found by their text and keep their values`() throws {
        let table = try Self.messages([
            ("file is empty; copy it again", "leer"), ("{1}; copy it again", "{1}; nochmals kopieren"),
            ("{1}×{2} pixels", "{2} mal {1} Punkte"), ("page {1}: {2}", "Seite {1}: {2}"),
            ("check digit only", "nur Prüfziffer"), ("{1}? {2}", "{1}? {2}"),
            ("{1}? {2}; {3} more", "{1}? {2}; noch {3}"),
        ])
        let shown = [
            "file is empty; copy it again": "leer", "Bad file; copy it again": "Bad file; nochmals kopieren",
            "12×34 pixels": "34 mal 12 Punkte", "page 3: check digit only": "Seite 3: nur Prüfziffer",
            "page 2: 0-1? check digit only; 4 more": "Seite 2: 0-1? nur Prüfziffer; noch 4",
            // What a value says is no place for another.
            "{2}×{1} pixels": "{1} mal {2} Punkte",
        ]
        for (message, translation) in shown { #expect(table.translation(of: message) == translation) }
        for other in ["", "×", "12 pixels", "×34 pixels", "page 3", "; copy it again"] {
            #expect(table.translation(of: other) == nil, "\(other)")
        }
    }

    @Test func `a message in a phrase is translated, a value is not`() {
        let language = Language(
            code: "xx", name: "X", messages: { "<\($0)>" }, translate: { words, _ in "[\(words)]" })
        #expect(language("Said: \(Phrase(message: "why")) \("why")") == "[Said: <why> why]")
        #expect(language(Phrase(message: "")) == "" && Phrase(message: "").isEmpty)
        #expect(language(1, "{1} book", "{1} books") == "[1 book]")
    }

    @Test(arguments: [(0, "0 livre"), (1, "1 livre"), (2, "2 livres"), (12_345, "12 345 livres")])
    func `a number takes the form of its language`(count: Int, text: String) throws {
        let french = try #require(
            Language(
                PortableObject(
                    """
                    msgid ""
                    msgstr ""
                    "Language: fr\\n"
                    "X-Name: Français\\n"
                    "Plural-Forms: nplurals=2; plural=(n > 1);\\n"

                    msgid "{1} book"
                    msgid_plural "{1} books"
                    msgstr[0] "{1} livre"
                    msgstr[1] "{1} livres"
                    """)))
        // Foundation has a narrow space that does not break.
        #expect(french(count, "{1} book", "{1} books").replacing("\u{202F}", with: " ") == text)
        #expect(Language.english(count, "{1} book", "{1} books").hasSuffix(count == 1 ? "book" : "books"))
        let phrase = Phrase(count, "{1} book", "{1} books")
        #expect(french(phrase) == french(count, "{1} book", "{1} books") && !phrase.isEmpty)
    }

    @Test func `groups of ISBNs have the names of languages and countries, and others stay`() throws {
        func shown(_ code: String) throws -> [String] {
            let language = try #require(Language.all.named(code))
            return ["English language", "Brazil", "former U.S.S.R"].map {
                language(RegistrationGroupName($0))
            }
        }
        #expect(try shown("de") == ["Englisch", "Brasilien", "former U.S.S.R"])
        #expect(try shown("fr") == ["anglais", "Brésil", "former U.S.S.R"])
        #expect(try shown("en") == ["English language", "Brazil", "former U.S.S.R"])
    }
}
