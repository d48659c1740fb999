// `bookzone remove`: books that don't belong in the store.
import ArgumentParser
import Books
import Catalogue
import Reporting

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes books out of the store.",
        discussion: """
            With their place on lists. A book that somebody commented on, has read, or keeps on a list of their own \
            stays unless --force is given: what they said would go too. In a shared catalogue it stays, and its \
            keepers alone remove others. `bookzone list remove` takes a book off a list alone.

            \(Exit.help([.success: "all were removed", .incomplete: "some are not in the store", .badInput: "some were not removed"]))
            """)

    @OptionGroup var arguments: BookArguments
    @Flag(help: "Also books with comments, or that somebody has read or keeps.") var force = false
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    func run() throws {
        var end = Exit.success
        let books = arguments.references(&end)
        if force { try storeOptions.refuseAddress(.said) }
        let store = try storeOptions.existingCatalogue().recorded(.remove, nil, by: person.name)
        let output = try OutputFile(nil)
        for book in books {
            do {
                let line = try store.book(book)?.line ?? ""
                try store.remove(book, evenIfSaid: force)
                try output.write("\(book)  \(line), removed\n")
            } catch let error as CatalogueError {
                guard [.incomplete, .badInput].contains(error.end) else { throw error }
                Console.note(error.message.printable)
                end.raise(to: error.end)
            }
        }
        try end.end()
    }
}
