// The bars of `stats --svg` and of a site's figures.
import Foundation
import Testing

@testable import Formatting

#if canImport(FoundationXML)
import FoundationXML
#endif

struct BarChartTests {
    @Test func `a bar is as long as its share of the longest`() {
        let chart = BarChart([("1994", 40), ("2008", 10), ("unknown", 0)], title: "Year")
        let widths = chart.svg.matches(of: /<rect x="220"[^>]* width="(\d+)"/).compactMap { Int($0.1) }
        #expect(widths == [420, 105, 1])
        #expect(chart.svg.contains(">Year</text>") && chart.svg.contains(">2008</text>"))
        #expect(chart.svg.contains(#"height="\#(chart.height)""#))
    }

    @Test func `names are text, and cut where they are too long`() {
        let chart = BarChart(
            [("<script>&\u{1B}", 1), (String(repeating: "W", count: 40), 2)], title: "</svg>")
        #expect(XMLParser(data: Data(chart.svg.utf8)).parse())
        #expect(!chart.svg.contains("<script"))
        #expect(chart.svg.contains(">\(String(repeating: "W", count: 29))…<"))
    }

    /// A site's policy would block it.
    @Test func `a chart has no style element or attribute`() {
        #expect(!BarChart([("1994", 1)], title: "Year").svg.contains("style"))
    }
}
