// Years as they are given on the command line.
import ArgumentParser

/// `1990`, `1990..2005`, `1990..`, `..2005`.
struct YearRange: ExpressibleByArgument {
    var years: ClosedRange<Int>

    init?(argument: String) {
        let ends = argument.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = ends.first, let last = ends.last, !(first.isEmpty && last.isEmpty),
            let from = first.isEmpty ? Int(Int32.min) : Int(first),
            let to = last.isEmpty ? Int(Int32.max) : Int(last), from <= to
        else { return nil }
        years = from...to
    }
}
