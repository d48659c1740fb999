// Formats numbers for people.

extension Int {
    /// `1 book`, `2 books`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

    /// `1.4 GB`, `312 MB`, `96 kB`: bytes in powers of 1000.
    package var size: String {
        let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]
        guard let (name, unit) = units.first(where: { self >= $0.1 }) else { return "\(self) bytes" }
        let tenths = self / (unit / 10)
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(tenths / 10) \(name)"
    }

    /// `4,780`.
    package var grouped: String {
        var digits = String(self)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}
