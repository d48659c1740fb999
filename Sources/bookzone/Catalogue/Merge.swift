// `bookzone merge`: joins two entries of the same book.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Merges two books of the store into one.",
        discussion: """
            The second book is removed. The first takes over its lists, comments and reading dates, and the data \
            it lacks itself. Two books with different ISBNs are normally two editions: link them with `bookzone \
            edit --edition-of` instead, or merge them with --force.

            EXAMPLES
              bookzone merge 0439023483 id:12
            """)

    @Argument(help: "The book to keep: an ISBN, or id:… for a book without one.") var book: String
    @Argument(help: "The book to merge into it.") var other: String
    @Flag(help: "Merge them even if both have an ISBN; the second ISBN is kept as a further one.") var force =
        false
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let first = try BookArgument.parse([book]).reference()
        let second = try BookArgument.parse([other]).reference()
        let (existing, currentUser) = try catalogue.openExisting()
        let store = existing.catalogueRecording(.merge, "\(second)", by: currentUser)
        // Its ISBN may come from the entry that is removed.
        guard let id = try store.book(first)?.id else { throw CatalogueError.unknownBook(first) }
        try store.merge(second, into: first, evenIfTwoISBNs: force, origin: Origin(.edited, "by hand"))
        guard let card = try store.card(of: .id(id), for: currentUser) else { return }
        try SavedChange.print("\(card.numberedLine)\n")
    }
}
