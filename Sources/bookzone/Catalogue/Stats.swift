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
    @OptionGroup var storeOptions: StoreFileOptions

    func validate() throws {
        try ResultFile.checkFile(svg, "--svg")
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
            let bars = counts.map { (name: $0.value ?? "unknown", count: $0.count) }
            try drawing.write(BarChart(bars, title: by.rawValue).svg)
            try drawing.finish()
        }
        if counts.isEmpty {
            Console.noteOnTerminal("nothing to count")
            throw Exit.incomplete
        }
    }
}

extension StatisticsKey: ExpressibleByArgument {}
