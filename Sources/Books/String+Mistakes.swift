// Compares words that may be misspelt or misread.

extension String {
    /// How many letters are wrong, missing, added, or swapped with their neighbours; `most + 1` if they are more than `most`.
    package func mistakes(from other: String, atMost most: Int) -> Int {
        let (own, others) = (Array(unicodeScalars), Array(other.unicodeScalars))
        guard abs(own.count - others.count) <= most else { return most + 1 }
        var beforeLast: [Int] = []
        var last = Array(0...others.count)
        for (row, letter) in own.enumerated() {
            var current = [row + 1]
            for (column, wanted) in others.enumerated() {
                var least = Swift.min(last[column + 1], current[column]) + 1
                least = Swift.min(least, last[column] + (letter == wanted ? 0 : 1))
                if row > 0, column > 0, letter == others[column - 1], own[row - 1] == wanted {
                    least = Swift.min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            if current.allSatisfy({ $0 > most }), last.allSatisfy({ $0 > most }) { return most + 1 }
            (beforeLast, last) = (last, current)
        }
        return Swift.min(last[others.count], most + 1)
    }
}
