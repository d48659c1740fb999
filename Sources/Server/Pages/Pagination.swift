#if Server
// Pagination of long lists.
import Hummingbird

/// A run of rows that one page shows, chosen by the query's `from`.
struct Pagination {
    static let size = 50

    /// How many rows come before it.
    let from: Int

    init(_ request: Request) { self.init(from: request.query.text("from").flatMap(Int.init) ?? 0) }

    init(from: Int) { self.from = max(0, from) }

    /// Of its rows among all.
    var places: Range<Int> { from..<(from > .max - Self.size ? .max : from + Self.size) }

    func rows<Row>(of all: [Row]) -> [Row] { Array(all.dropFirst(from).prefix(Self.size)) }

    /// The links before and after it, for `pagination.mustache`.
    ///
    /// - Parameters:
    ///   - count: of all rows.
    ///   - path: of the page, up to the value of `from`.
    ///   - part: where on the page the rows are.
    func links(count: Int, path: String, part: String = "") -> Pages.Values {
        let end = part.isEmpty ? "" : "#\(part)"
        return [
            "previous": from > 0 ? "\(path)\(max(0, from - Self.size))\(end)" : "",
            "next": from < count - Self.size ? "\(path)\(from + Self.size)\(end)" : "",
        ]
    }
}
#endif
