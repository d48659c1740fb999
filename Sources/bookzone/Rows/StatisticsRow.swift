// A count of `stats`, with its bar.
import Catalogue
import Formatting
import Output

/// Its JSON is described by `docs/stats.schema.json`.
struct StatisticsRow: Row {
    let counted: StatisticsCount
    let key: StatisticsKey
    /// The highest count, whose bar is the longest.
    let most: Int
    /// The width of the longest value, in columns.
    let indent: Int

    var textLines: [String] { ["\(counted.count)\t\((counted.value ?? "unknown").printable)"] }

    /// `1994  ██████ 12`.
    func tableLines(width: Int?) -> [String] {
        // On a narrow terminal a name is cut, rather than its line folded.
        let indent = min(indent, width.map { max(4, $0 / 2) } ?? indent)
        let name = (counted.value ?? "unknown").printable.cut(to: indent).padded(to: indent)
        let room = max(width == nil ? 10 : 1, (width ?? 80) - indent - 4 - String(most).count)
        // In eighths of a character.
        let length = max(1, counted.count * room * 8 / max(1, most))
        let bar =
            String(repeating: "█", count: length / 8)
            + (length % 8 > 0 ? String(Self.eighths[length % 8 - 1]) : "")
        return ["\(name)  \(bar) \(counted.count)"]
    }

    private static let eighths = Array("▏▎▍▌▋▊▉")

    static let columns: [Column<StatisticsRow>] = [
        Column("by") { $0.key.rawValue },
        Column("value") { $0.counted.value },
        Column("count") { $0.counted.count },
    ]
}
