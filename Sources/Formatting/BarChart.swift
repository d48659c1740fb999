// Counts as horizontal bars, for a file or a page.
import Output

/// An SVG picture, 720 pixels wide. Names are always treated as text in it.
package struct BarChart: Sendable {
    private let bars: [(name: String, count: Int)]
    private let title: String

    /// - Parameter bars: from top to bottom; their names are cut where they are too long.
    package init(_ bars: [(name: String, count: Int)], title: String) {
        (self.bars, self.title) = (bars, title)
    }

    // Lengths are in pixels.
    package static let width = 720
    private static let (names, row, bar, top) = (220, 22, 14, 40)
    package var height: Int { Self.top + bars.count * Self.row + 16 }

    package var svg: String { svg(isDark: false) }

    /// - Parameter isDark: whether it is drawn in light colours on a dark page.
    package func svg(isDark: Bool) -> String {
        let (ink, fill, paper) =
            isDark ? ("#efebe4", "#9cc7ee", "#161513") : ("#222", "#3b6ea5", "#fff")
        let most = max(1, bars.map(\.count).max() ?? 1)
        let length = Self.width - Self.names - 80
        let rows = bars.enumerated().map { place, bar in
            let (y, wide) = (Self.top + place * Self.row, max(1, bar.count * length / most))
            return """
                <text x="\(Self.names - 8)" y="\(y + 12)" text-anchor="end">\(Self.label(bar.name))</text>\
                <rect x="\(Self.names)" y="\(y)" width="\(wide)" height="\(Self.bar)" fill="\(fill)"/>\
                <text x="\(Self.names + wide + 6)" y="\(y + 12)">\(bar.count)</text>
                """
        }
        // Colours are attributes, because a site's policy allows no styles inside a picture.
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" width="\(Self.width)" \
            height="\(height)" font-family="sans-serif" font-size="13" fill="\(ink)">
            <rect width="100%" height="100%" fill="\(paper)"/>
            <text x="16" y="24" font-size="16">\(Self.label(title))</text>
            \(rows.joined(separator: "\n"))
            </svg>

            """
    }

    private static func label(_ text: String) -> String {
        text.printable.cut(to: 30).escapedXML
    }
}
