// `bookzone remove`: removes books from the store.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes books from the store.",
        discussion: """
            The books are also removed from all lists. If somebody commented on a book, has read it, or has it \
            on a personal list, or if it has copies, it is removed only with --force, and all that with it; not while a \
            copy is lent. In a \
            shared catalogue such a book is never removed, and only librarians can remove the others. To take a \
            book off one list, use `bookzone list remove`.

            \(Exit.help([.success: "all were removed", .incomplete: "some are not in the store", .badInput: "some were not removed"]))
            """)

    @OptionGroup var arguments: BookArguments
    @Flag(help: "Also remove books with comments, reading dates, copies or places on personal lists.")
    var force =
        false
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        var end = Exit.success
        let books = try arguments.references(&end)
        if force { try catalogue.storeOptions.refuseAddress(.comments) }
        let (existing, currentUser) = try catalogue.openExisting()
        let store = existing.catalogueRecording(.remove, nil, by: currentUser)
        let output = try OutputFile(nil)
        for book in books {
            do {
                let line = try store.book(book)?.line ?? ""
                try store.remove(book, evenIfCommented: force)
                try SavedChange.printing { try output.write("\(book)  \(line), removed\n") }
            } catch let error as CatalogueError {
                guard [.incomplete, .badInput].contains(error.end) else { throw error }
                Console.note(error.message.printable)
                end.raise(to: error.end)
            }
        }
        try end.end()
    }
}
