// `bookzone top`: works in the order of what people do with them.
import ArgumentParser
import Books
import Catalogue
import Formatting

struct Top: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the books that are rated best, or most discussed, listed, lent or photographed.",
        discussion: """
            Editions of one work count together. Ratings are weighted: a book with few ratings is ranked closer to \
            the mean of all books. Private comments don't count.

            In plain text it prints the ISBNs, or id:…, which other commands accept.

            EXAMPLES
              bookzone top
              bookzone top --by comments --since 2026 --language ger
              bookzone top --by lists --limit 100 --format csv

            \(Exit.help([.success: "some books are ranked", .incomplete: "there are none"]))
            """)

    @Option(help: "rating, comments, lists, loans or scans.") var by = TopQuery.Measure.rating
    @Option(help: ArgumentHelp("Only what people did from this day, month or year on.", valueName: "date"))
    var since: PartialDate?
    @Option(
        help: ArgumentHelp(
            "Only works with an edition in this language: ISO 639, such as eng.", valueName: "code"))
    var language: String?
    @Option(help: ArgumentHelp("Show at most this many books.", valueName: "count")) var limit = 20
    @OptionGroup var output: OutputOptions
    @OptionGroup var storeOptions: StoreFileOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit takes a number above 0") }
        if let language, LanguageCode.known(language) == nil {
            throw ValidationError("--language takes a code of ISO 639, such as eng, not \(language)")
        }
    }

    func run() throws {
        let store = try storeOptions.openExisting()
        let ranked = try store.top(
            TopQuery(by, since: since, in: .current, language: language, limit: limit))
        try output.print(
            ranked.enumerated().map { TopRow(ranked: $1, rank: $0 + 1, measure: by) },
            orSay: "nothing is ranked")
    }
}

extension TopQuery.Measure: ExpressibleByArgument {}
