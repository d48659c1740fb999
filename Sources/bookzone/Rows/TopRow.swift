// A book in a ranking.
import Books
import Catalogue
import Formatting
import Output

struct TopRow: Row {
    let ranked: RankedBook
    let rank: Int
    let measure: TopQuery.Measure

    var textLines: [String] { [ranked.book.reference?.description ?? ""] }

    /// `3  4.5 of 5 (12)  The Hunger Games, Suzanne Collins, 2008`.
    func tableLines(width: Int?) -> [String] {
        let value =
            ranked.average.map { "\(Self.rounded($0)) of 5 (\(ranked.count))" } ?? String(ranked.count)
        return "\(rank)  \(value)  \(ranked.book.line)".folded(to: width, indent: 4)
    }

    /// With at most three digits after the point.
    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    static let columns: [Column<TopRow>] = [
        Column("rank") { $0.rank },
        Column("by") { $0.measure.rawValue },
        Column("score") { rounded($0.ranked.score) },
        Column("average") { $0.ranked.average.map(rounded) },
        Column("count") { $0.ranked.count },
        Column("book") { $0.ranked.book.reference?.description },
        Column("title") { $0.ranked.book.title },
        Column("authors") { $0.ranked.book.makers.map(\.name) },
    ]
}
