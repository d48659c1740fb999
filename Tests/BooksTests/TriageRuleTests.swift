// Rules for a box of books.
import Books
import TestSupport
import Testing

struct TriageRuleTests {
    private static let text = """
        # rules
        owned copies >= 2 -> give away
        wanted by somebody → keep, for NAME

        year < 1960 and language = DE -> look
          price list ≥ 8.5   ->   sell
        rating > 4 -> keep
        publisher = Insel Verlag -> look
        always -> give away
        """

    private func decision(_ change: (inout TriageFacts) -> Void) throws -> String? {
        var facts = TriageFacts()
        change(&facts)
        return try TriageRule.rules(Self.text).lazy.compactMap { $0.decision(for: facts) }.first
    }

    @Test func `the first rule that holds decides`() throws {
        #expect(try decision { _ in } == "give away")
        #expect(try decision { $0.copies = 2 } == "give away")
        #expect(try decision { $0.wantedBy = [""] } == "keep, for somebody")
        #expect(try decision { $0.wantedBy = ["", "Ana", "Tom"] } == "keep, for Ana, Tom")
        #expect(try decision { ($0.year, $0.language) = (1959, "de") } == "look")
        #expect(try decision { ($0.year, $0.language) = (1960, "de") } == "give away")
        #expect(try decision { $0.year = 1959 } == "give away")
        #expect(try decision { $0.listPrice = 8.5 } == "sell")
        #expect(try decision { $0.rating = 4.5 } == "keep")
        #expect(try decision { $0.publisher = "insel verlag" } == "look")
    }

    @Test(arguments: [
        ("keep", "a condition, -> and what to do"), ("always ->", "what to do, such as keep or sell"),
        ("-> keep", "always, wanted by somebody"), ("colour = red -> keep", "always, wanted by somebody"),
        ("year is 1960 -> keep", "one of < <= = >= > after year"),
        ("year < old -> keep", "a number after year <"),
        ("year < nan -> keep", "a number after year <"), ("language de -> keep", "language = and a text"),
        ("language = German -> keep", "a code of ISO 639"), ("language = xx -> keep", "a code of ISO 639"),
        ("language = -> keep", "language = and a text"),
        ("always and  -> keep", "always, wanted by somebody"),
        ("wanted -> keep", "always, wanted by somebody"),
    ])
    func `a line that is no rule is named`(line: String, expected: String) {
        let error = #expect(throws: TriageRuleError.self) {
            try TriageRule.rules("# a\n\n\(line)\nalways -> x")
        }
        #expect(error?.line == 3 && error?.expected.hasPrefix(expected) == true, "\(error?.expected ?? "")")
    }

    @Test(arguments: ["de", "DE", "ger", "deu", "de-AT"])
    func `a language has many codes`(code: String) throws {
        #expect(
            try TriageRule.rules("language = \(code) -> look") == TriageRule.rules("language = de -> look"))
    }

    @Test func `a rule on prices needs a price list`() throws {
        let text = "# a\nalways -> x\nyear < 1960 and price list >= 8 -> sell\n"
        let error = #expect(throws: TriageRuleError.self) { try TriageRule.rules(text, hasPrices: false) }
        #expect(error?.line == 3 && error?.found == "year < 1960 and price list >= 8 -> sell")
        #expect(try TriageRule.rules(text).count == 2)
        #expect(try TriageRule.rules("always -> x", hasPrices: false).count == 1)
    }

    @Test func `rules are read back as they are written`() throws {
        let rules = try TriageRule.rules(Self.text)
        #expect(rules.count == 7)
        #expect(try TriageRule.rules(rules.map(\.description).joined(separator: "\n")) == rules)
    }

    @Test(arguments: 0..<20) func `any text is rules, or an error with its line`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = [
            "owned copies", "year", "price list", "language", "wanted by", "somebody", "always", "and", "->",
            "→",
            "=", ">=", "≤", "<", "8", "-1e3", "de", "keep", "#", "\n", "\r\n", " ", "é", "\u{2028}", "nan",
        ]
        for _ in 0..<300 {
            let parts = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                words.randomElement(using: &random)!
            }
            let text = parts.joined(separator: " ")
            let rules: [TriageRule]
            do throws(TriageRuleError) {
                rules = try TriageRule.rules(text)
            } catch {
                #expect(error.line >= 1 && error.line <= text.count + 1 && !error.expected.isEmpty)
                continue
            }
            #expect(try TriageRule.rules(rules.map(\.description).joined(separator: "\n")) == rules)
        }
    }
}
