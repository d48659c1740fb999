// `bookzone stats`: how many books, photos and readings there are of each kind.
import ArgumentParser
import Catalogue
import Formatting
import Output

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts books, photos and readings by year, language, publisher …",
        discussion: """
            BY
              year        books by the year of the edition
              language    books by language
              publisher   books by publisher
              group       books by the group of their ISBN, such as a country
              source      books by where their data comes from; a book may have several
              outcome     photos by the result of their scan, as far as the store has it
              reading     books that were read, by month

            The highest count comes first; years and months are in their order. A table has a bar for each.

            EXAMPLES
              bookzone stats --by year
              bookzone stats --by reading --svg reading.svg
              bookzone stats --by publisher --format csv

            \(Exit.help([.success: "something was counted", .incomplete: "there is nothing"]))
            """)

    @Option(help: "year, language, publisher, group, source, outcome or reading.") var by: StatisticsKey
    @Option(
        help: ArgumentHelp("Also draw the counts into this file, as an SVG picture.", valueName: "file"),
        completion: .file())
    var svg: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let svg, svg == output.output { throw ValidationError("--svg and --output are the same file") }
    }

    func run() throws {
        let counts = try storeOptions.openExisting().statistics(by: by)
        let most = counts.map(\.count).max() ?? 0
        let indent = counts.map { ($0.value ?? "unknown").printable.columns }.max() ?? 0
        try output.print(
            counts.map { StatisticsRow(counted: $0, key: by, most: most, indent: indent) })
        if let svg {
            let file = try ResultFile.open(svg)
            var drawing = BufferedOutput(file)
            try drawing.write(BarChart(counts, title: by.rawValue).svg)
            try drawing.finish()
        }
        if counts.isEmpty {
            Console.noteOnTerminal("nothing to count")
            throw Exit.incomplete
        }
    }
}

extension StatisticsKey: ExpressibleByArgument {}

/// Horizontal bars, in SVG.
private struct BarChart {
    private let counts: [StatisticsCount]
    private let title: String

    init(_ counts: [StatisticsCount], title: String) { (self.counts, self.title) = (counts, title) }

    /// Lengths are in pixels.
    private static let (width, names, row, bar, top) = (720, 220, 22, 14, 40)

    var svg: String {
        let most = max(1, counts.map(\.count).max() ?? 1)
        let length = Self.width - Self.names - 80
        let rows = counts.enumerated().map { place, counted in
            let (y, name) = (Self.top + place * Self.row, (counted.value ?? "unknown").labelXML)
            let wide = max(1, counted.count * length / most)
            return """
                <text x="\(Self.names - 8)" y="\(y + 12)" text-anchor="end">\(name)</text>\
                <rect x="\(Self.names)" y="\(y)" width="\(wide)" height="\(Self.bar)"/>\
                <text x="\(Self.names + wide + 6)" y="\(y + 12)">\(counted.count)</text>
                """
        }
        let height = Self.top + counts.count * Self.row + 16
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" width="\(Self.width)" \
            height="\(height)" font-family="sans-serif" font-size="13">
            <style>rect { fill: #3b6ea5 } text { fill: #222 }</style>
            <rect width="100%" height="100%" style="fill: #fff"/>
            <text x="16" y="24" font-size="16">\(title.labelXML)</text>
            \(rows.joined(separator: "\n"))
            </svg>

            """
    }
}

extension String {
    /// As text of XML, cut to fit beside a bar.
    fileprivate var labelXML: String {
        printable.cut(to: 30).escapedXML
    }
}
