// Numbers that templates and manuals give as examples.
import Books

extension ISBN {
    /// Whether the digits after its prefix only count up, as in 978-1-234-56789-7, or are all the same.
    var isSample: Bool {
        let digits = isbn13.dropFirst(3).dropLast().compactMap(\.wholeNumberValue)
        let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
        return steps == [1] || steps == [0]
    }
}
