// An amount as people write it, with a point or a comma before the decimals, and perhaps separators of thousands.

/// A number that is not negative, with its digits.
package struct WrittenAmount: Hashable, Sendable {
    /// Without separators.
    package let whole: String
    /// Empty if there are none.
    package let decimals: String

    /// Two kinds of separators, as in `1.250,50`, or several of one kind, as in `1.250.000`, leave no doubt.
    ///
    /// - Returns: `nil` for anything else than an amount, and for one that may be two: see `isAmbiguous(_:)`.
    package init?(_ text: some StringProtocol) {
        if Self.isAmbiguous(text) { return nil }
        self.init(clear: String(text))
    }

    /// The same, where a single point always stands before decimals.
    package init?(withDecimalPoint text: some StringProtocol) {
        let isPointed = text.contains(".") && !text.contains(",")
        if !isPointed, Self.isAmbiguous(text) { return nil }
        self.init(clear: String(text))
    }

    private init?(clear text: String) {
        // Decimals stand behind the last separator, unless there is another one of its kind.
        let mark = text.last { $0 == "." || $0 == "," }
        let parts = text.split(separator: mark ?? ".", omittingEmptySubsequences: false)
        let hasDecimals = parts.count == 2
        let whole = hasDecimals ? String(parts[0]) : text
        let decimals = hasDecimals ? String(parts[1]) : ""
        guard Self.isDigits(decimals), !hasDecimals || !decimals.isEmpty, let digits = Self.joined(whole)
        else { return nil }
        (self.whole, self.decimals) = (digits, decimals)
    }

    /// Whether an amount, such as `1.250` or `1,250`, may have thousands or decimals.
    package static func isAmbiguous(_ text: some StringProtocol) -> Bool {
        let parts = String(text).split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        return parts.count == 2 && isGrouped(parts)
    }

    /// Without separators of thousands, of which all are of one kind.
    private static func joined(_ whole: String) -> String? {
        if !whole.isEmpty, isDigits(whole) { return whole }
        let parts = whole.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard !(whole.contains(".") && whole.contains(",")), parts.count > 1, isGrouped(parts) else {
            return nil
        }
        return parts.joined()
    }

    /// Whether these are thousands: one to three digits, and three in each further part.
    private static func isGrouped(_ parts: [Substring]) -> Bool {
        guard let first = parts.first, let digit = first.first, digit != "0" else { return false }
        return first.count <= 3 && parts.dropFirst().allSatisfy { $0.count == 3 }
            && parts.allSatisfy { isDigits($0) }
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
