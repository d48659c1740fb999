// Rules for what to do with a book, as lines of text.
//
//     owned copies >= 2 -> give away
//     wanted by somebody -> keep, for NAME
//     year < 1960 and language = de -> look
//     price list >= 8 -> sell

/// What is known of a book to decide on it.
public struct TriageFacts: Hashable, Sendable {
    /// Copies on the shared list `owned` that are not gone.
    public var copies = 0
    /// Who wants it; `""` for the shared list.
    public var wantedBy: [String] = []
    public var year: Int?
    /// See `LanguageCode.shortest`.
    public var language: String?
    public var publisher: String?
    /// The price in the user's price list, without its currency.
    public var listPrice: Double?
    /// 0…5, the mean of readers' ratings.
    public var rating: Double?

    public init() {}
}

/// One line of a file of rules.
public struct TriageRule: Hashable, Sendable {
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        case less = "<"
        case atMost = "<="
        case equal = "="
        case atLeast = ">="
        case more = ">"

        fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .less: left < right
            case .atMost: left <= right
            case .equal: left == right
            case .atLeast: left >= right
            case .more: left > right
            }
        }
    }

    public enum Condition: Hashable, Sendable {
        public enum Number: String, Hashable, Sendable, CaseIterable {
            case copies = "owned copies"
            case year
            case price = "price list"
            case rating
        }

        public enum Text: String, Hashable, Sendable, CaseIterable {
            case language, publisher
        }

        case number(Number, Comparison, Double)
        /// A language as its shortest code.
        case text(Text, String)
        /// By this person; `nil` for anybody.
        case wanted(by: String?)
        case always
    }

    /// All must hold. What is not known holds for none.
    public var conditions: [Condition]
    /// `keep`, `sell`, or any other words; `NAME` stands for those who want it.
    public var decision: String

    public init(_ conditions: [Condition], decision: String) {
        (self.conditions, self.decision) = (conditions, decision)
    }

    /// What is to be done, if the rule holds.
    public func decision(for facts: TriageFacts) -> String? {
        guard conditions.allSatisfy({ $0.holds(for: facts) }) else { return nil }
        let names = facts.wantedBy.filter { !$0.isEmpty }
        return decision.replacing("NAME", with: names.isEmpty ? "somebody" : names.joined(separator: ", "))
    }
}

extension TriageRule.Condition {
    fileprivate var isOnPrices: Bool {
        if case .number(.price, _, _) = self { true } else { false }
    }

    fileprivate func holds(for facts: TriageFacts) -> Bool {
        switch self {
        case .always: return true
        case .wanted(let person):
            guard let person else { return !facts.wantedBy.isEmpty }
            return facts.wantedBy.contains { $0.nameKey == person.nameKey }
        case .text(let field, let text):
            let known = field == .language ? facts.language : facts.publisher
            return known?.lowercased() == text.lowercased()
        case .number(let field, let comparison, let number):
            let known: Double? =
                switch field {
                case .copies: Double(facts.copies)
                case .year: facts.year.map { Double($0) }
                case .price: facts.listPrice
                case .rating: facts.rating
                }
            return known.map { comparison.holds($0, number) } ?? false
        }
    }
}

// MARK: Text

/// A line that is no rule.
public struct TriageRuleError: Error, Hashable, Sendable {
    /// Counts from 1.
    public var line: Int
    /// What was expected there, and what stands there instead.
    public var expected: String
    public var found: String
}

extension TriageRule: CustomStringConvertible {
    /// The rules of a file, in order. Empty lines, and those that begin with `#`, are none.
    ///
    /// - Parameter hasPrices: whether there is a price list; without one, a rule on it is an error.
    public static func rules(
        _ text: String, hasPrices: Bool = true
    ) throws(TriageRuleError) -> [TriageRule] {
        var rules: [TriageRule] = []
        for (place, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            guard let line = String(line).tidied, !line.hasPrefix("#") else { continue }
            do throws(Fault) {
                let rule = try TriageRule(line)
                if !hasPrices, rule.conditions.contains(where: \.isOnPrices) {
                    throw Fault(
                        expected: "a condition other than price list, or a price list", found: line
                    )
                }
                rules.append(rule)
            } catch {
                throw TriageRuleError(line: place + 1, expected: error.expected, found: error.found)
            }
        }
        return rules
    }

    private struct Fault: Error {
        var expected: String
        var found: String
    }

    private init(_ line: String) throws(Fault) {
        let arrows = ["->", "→"].compactMap { line.firstRange(of: $0) }
        guard let place = arrows.min(by: { $0.lowerBound < $1.lowerBound }) else {
            throw Fault(expected: "a condition, -> and what to do", found: line)
        }
        guard let decision = String(line[place.upperBound...]).tidied else {
            throw Fault(expected: "what to do, such as keep or sell", found: "nothing after \(line[place])")
        }
        var conditions: [Condition] = []
        for part in String(line[..<place.lowerBound]).split(
            separator: " and ", omittingEmptySubsequences: false)
        {
            conditions.append(try Self.condition(String(part).tidied ?? ""))
        }
        self.init(conditions, decision: decision)
    }

    private static func condition(_ text: String) throws(Fault) -> Condition {
        if text == "always" { return .always }
        if text.hasPrefix("wanted by ") {
            let name = String(text.dropFirst("wanted by ".count))
            return .wanted(by: name == "somebody" ? nil : name)
        }
        if let field = Condition.Number.allCases.first(where: { text.hasPrefix($0.rawValue + " ") }) {
            return try numeric(field, String(text.dropFirst(field.rawValue.count)).tidied ?? "")
        }
        if let field = Condition.Text.allCases.first(where: { text.hasPrefix($0.rawValue + " ") }) {
            let rest = String(text.dropFirst(field.rawValue.count)).tidied ?? ""
            guard rest.hasPrefix("="), let value = String(rest.dropFirst()).tidied else {
                throw Fault(expected: "\(field.rawValue) = and a text", found: text)
            }
            guard field == .language else { return .text(field, value) }
            guard let code = LanguageCode.known(value) else {
                throw Fault(expected: "a code of ISO 639, such as de or eng, after language =", found: value)
            }
            return .text(field, code)
        }
        throw Fault(
            expected:
                "always, wanted by somebody or a name, or one of owned copies, year, price list, rating, language and publisher with a comparison",
            found: text.isEmpty ? "nothing" : text)
    }

    private static func numeric(_ field: Condition.Number, _ rest: String) throws(Fault) -> Condition {
        let plain = rest.replacing("≥", with: ">=").replacing("≤", with: "<=")
        // The longer ones first.
        let signs = Comparison.allCases.sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
        guard let sign = signs.first(where: { plain.hasPrefix($0.rawValue) }) else {
            throw Fault(expected: "one of < <= = >= > after \(field.rawValue)", found: rest)
        }
        guard let number = Double(String(plain.dropFirst(sign.rawValue.count)).tidied ?? ""), number.isFinite
        else {
            throw Fault(expected: "a number after \(field.rawValue) \(sign.rawValue)", found: rest)
        }
        return .number(field, sign, number)
    }

    /// As it is written in a file.
    public var description: String {
        let words = conditions.map { condition in
            switch condition {
            case .always: "always"
            case .wanted(let person): "wanted by \(person ?? "somebody")"
            case .text(let field, let text): "\(field.rawValue) = \(text)"
            case .number(let field, let sign, let number):
                "\(field.rawValue) \(sign.rawValue) \(number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)")"
            }
        }
        return "\(words.joined(separator: " and ")) -> \(decision)"
    }
}
