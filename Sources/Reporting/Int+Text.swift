// Numbers as people write them.

extension Int {
    /// `1 book`, `2 books`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

    /// `4,780`.
    var grouped: String {
        var digits = String(self)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}
