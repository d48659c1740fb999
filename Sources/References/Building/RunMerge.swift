// Many sorted runs as one.

/// Reads runs side by side, in the order of the keys.
struct RunMerge {
    /// A heap: the one with the lowest key first, of those with the same the earliest.
    private var runs: [(order: Int, run: RunReader)] = []

    init(_ paths: [String]) throws(ReferenceError) {
        for (order, path) in paths.enumerated() {
            let run = try RunReader(path)
            if try run.advance() { runs.append((order, run)) }
        }
        for place in runs.indices.reversed() { sink(place) }
    }

    /// `nil` at the end.
    var first: RunReader? { runs.first?.run }

    /// Goes past the first entry.
    mutating func advance() throws(ReferenceError) {
        if try !runs[0].run.advance() {
            runs.swapAt(0, runs.count - 1)
            runs.removeLast()
        }
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < runs.count && comesBefore(child, least)
            {
                least = child
            }
            if least == place { return }
            runs.swapAt(place, least)
            place = least
        }
    }

    private func comesBefore(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (runs[left], runs[right])
        return left.run.key != right.run.key ? left.run.key < right.run.key : left.order < right.order
    }
}
