// Chooses the plural form for a number, by the `Plural-Forms` field of a PO file, which is an expression in C.

/// For example `nplurals=2; plural=(n != 1);`.
package struct PluralRule: Sendable {
    /// The number of forms.
    package let count: Int
    /// The expression for the form of `n`, which is one of JavaScript, too: its value may be a number or a truth value.
    package let text: String
    private let expression: Expression

    /// The rule of English and German.
    package static let usual = PluralRule("nplurals=2; plural=n != 1;")!

    /// `nil` if the text is not a valid rule.
    package init?(_ text: String) {
        guard let match = text.firstMatch(of: /nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);?/),
            let count = Int(match.1), count > 0
        else { return nil }
        var parser = Parser(match.2)
        guard let expression = parser.choice(), parser.isDone else { return nil }
        (self.count, self.text, self.expression) = (count, String(match.2), expression)
    }

    /// The form for a number, from 0 up to `count - 1`.
    package func form(of number: Int) -> Int { min(max(0, expression.value(number)), count - 1) }

    private indirect enum Expression: Sendable {
        case number(Int)
        case n
        case not(Expression)
        case choice(Expression, Expression, Expression)
        case binary(String, Expression, Expression)

        func value(_ n: Int) -> Int {
            switch self {
            case .number(let number): number
            case .n: n
            case .not(let value): value.value(n) == 0 ? 1 : 0
            case .choice(let condition, let first, let second):
                condition.value(n) != 0 ? first.value(n) : second.value(n)
            case .binary(let name, let left, let right): Self.apply(name, left.value(n), right.value(n))
            }
        }

        private static func apply(_ name: String, _ left: Int, _ right: Int) -> Int {
            switch name {
            case "||": left != 0 || right != 0 ? 1 : 0
            case "&&": left != 0 && right != 0 ? 1 : 0
            case "==": left == right ? 1 : 0
            case "!=": left != right ? 1 : 0
            case "<=": left <= right ? 1 : 0
            case ">=": left >= right ? 1 : 0
            case "<": left < right ? 1 : 0
            case ">": left > right ? 1 : 0
            case "+": left &+ right
            case "-": left &- right
            case "*": left &* right
            default: right == 0 ? 0 : left % right
            }
        }
    }

    private struct Parser {
        private var rest: Substring

        init(_ text: Substring) { rest = text }

        /// Operators in order of increasing precedence. An operator comes before those that are its prefix.
        private static let operators = [
            ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "%"],
        ]

        var isDone: Bool { rest.allSatisfy(\.isWhitespace) }

        private mutating func take(_ token: String) -> Bool {
            rest = rest.drop(while: \.isWhitespace)
            guard rest.hasPrefix(token) else { return false }
            rest = rest.dropFirst(token.count)
            return true
        }

        mutating func choice() -> Expression? {
            guard let condition = binary(0) else { return nil }
            guard take("?") else { return condition }
            guard let first = choice(), take(":"), let second = choice() else { return nil }
            return .choice(condition, first, second)
        }

        private mutating func binary(_ level: Int) -> Expression? {
            guard level < Self.operators.count else { return single() }
            guard var left = binary(level + 1) else { return nil }
            while let name = Self.operators[level].first(where: { take($0) }) {
                guard let right = binary(level + 1) else { return nil }
                left = .binary(name, left, right)
            }
            return left
        }

        private mutating func single() -> Expression? {
            if take("!") { return single().map { .not($0) } }
            if take("n") { return .n }
            if take("(") {
                guard let inner = choice(), take(")") else { return nil }
                return inner
            }
            rest = rest.drop(while: \.isWhitespace)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return Int(digits).map { .number($0) }
        }
    }
}
