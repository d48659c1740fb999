// Words as they are folded, and the rule for others who fold.
import Foundation
import Testing

@testable import Books

struct SearchWordsRuleTests {
    @Test(arguments: [
        ("The Winter’s Lanterns", ["the", "winter", "s", "lanterns"]), ("Größe", ["grosse"]),
        ("ΟΔΟΣ οδός", ["οδοσ", "οδοσ"]), ("東京 2020", ["東", "京", "2020"]), ("Ｆｕｌｌ—ﬁne", ["full", "fine"]),
        ("Łódź; Ærø", ["lodz", "aero"]), ("कविता", ["कविता"]), ("…", []), ("", []),
    ])
    func `a text has folded words`(text: String, words: [String]) {
        #expect(SearchText.words(text) == words)
    }

    @Test(arguments: [
        ("The Hobbit", ["hobbit"]), ("L'étranger", ["etranger"]), ("Die", ["die"]), ("a", ["a"]),
        ("Hobbit, the", ["hobbit", "the"]), ("Les Misérables", ["miserables"]),
    ])
    func `a title that is looked for has no article`(text: String, words: [String]) {
        #expect(SearchText.wordsOfTitle(text) == words)
    }

    @Test func `an apostrophe may be left out`() {
        let key = SearchText.wordsOfKey(["The Winter’s L'étranger", "The End"])
        #expect(key == ["the", "winter", "s", "l", "etranger", "winters", "letranger", "end"])
    }

    @Test func `the index has words with apostrophes also without them`() {
        #expect(SearchText.indexed("L’Été, don't") == "L’Ete, don't lete dont")
        #expect(SearchText.indexed("The End") == "The End")
    }

    /// What a browser does with the rule, with what Foundation has of Unicode.
    @Test func `the rule is all that others need`() throws {
        let rule = SearchText.rule
        let marks = try Regex("[\(rule.marks)]").matchingSemantics(.unicodeScalar)
        for text in ["Ångström", "Žižek", "עִבְרִית", "العَرَبِيَّة", "ёлка", "Straße", "ŒUVRE", "ﬁn", "ὈΔΌΣ"] {
            let plain = text.decomposedStringWithCompatibilityMapping.replacing(marks, with: "")
            let letters = plain.precomposedStringWithCanonicalMapping.map {
                rule.spellings[String($0)] ?? String($0)
            }
            #expect(letters.map { $0.lowercased() }.joined() == SearchText.words(text).joined(), "\(text)")
        }
        #expect(rule.articles.contains("the") && rule.articles == rule.articles.sorted())
    }
}
