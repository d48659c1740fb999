// `bookzone merge`: one book that is kept twice.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes two books of the store one.",
        discussion: """
            The second goes; the first takes over what it lacks, the lists that the second is on, its comments and \
            who has read it. Two books with an ISBN each are two editions: `bookzone edit --edition-of` keeps them \
            together, and only --force makes them one.

            EXAMPLES
              bookzone merge 0439023483 id:12
            """)

    @Argument(help: "The book that stays: an ISBN, or id:… for one without.") var book: String
    @Argument(help: "The one that goes.") var other: String
    @Flag(help: "Also when both have an ISBN; the second's is kept as a further one.") var force = false
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func run() throws {
        let first = try BookArgument.parse([book]).reference()
        let second = try BookArgument.parse([other]).reference()
        let store = try storeOptions.existingCatalogue().recorded(.merge, "\(second)", by: person.name)
        // Its ISBN may come from the one that goes.
        guard let id = try store.book(first)?.id else { throw CatalogueError.unknownBook(first) }
        try store.merge(second, into: first, evenIfTwoISBNs: force, origin: Origin(.edited, "by hand"))
        guard let card = try store.card(of: .id(id), for: person.name) else { return }
        try OutputFile(nil).write("\(card.numberedLine)\n")
    }
}
