// Which works and authors are needed.

/// Numbers of works or authors, a bit each.
struct NumberSet {
    /// Numbers beyond are not kept: sixteen megabytes are room for twice the authors that there are.
    private static let limit: UInt64 = 1 << 27
    private var words: [UInt64] = []

    mutating func insert(_ number: UInt64) {
        guard number < Self.limit else { return }
        let word = Int(number / 64)
        if word >= words.count {
            words += Array(repeating: 0, count: max(word + 1 - words.count, words.count))
        }
        words[word] |= 1 << (number % 64)
    }

    func contains(_ number: UInt64) -> Bool {
        let word = Int(number / 64)
        return number < Self.limit && word < words.count && words[word] & 1 << (number % 64) != 0
    }
}
