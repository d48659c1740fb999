// Options of `scan` for what the books are.
import ArgumentParser
import Catalogue
import Lookup
import Providers
import Reporting

struct BookOptions: ParsableArguments {
    @Flag(
        help: """
            Also say what each book is and whether it is yours, and remember photos and books in the store. On a \
            terminal a single photo gives the book's card; --format card gives it for every photo.
            """)
    var lookup = false

    @Flag(help: "With --lookup: show comments that give the story away.")
    var spoilers = false

    @OptionGroup var sources: SourceOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var person: PersonOptions

    func validate() throws {
        let idle = [
            ("--spoilers", spoilers), (sources.given ?? "", sources.given != nil),
            ("--store", store.store != nil), ("--as", person.givenName != nil),
        ].filter(\.1)
        if !lookup, let (option, _) = idle.first { throw ValidationError("\(option) goes with --lookup") }
    }

    /// Works without a store, and without sources, when those can't be had: a scan's answers come first.
    func opened() -> OpenedBooks {
        var opened = OpenedBooks()
        do {
            let store = try store.catalogue()
            opened.store = store
            store.noteUnlessKept()
            opened.lookup = try sources.informant(in: store, for: person.name)
        } catch let error as CatalogueError {
            Console.note("no look-up: \(error.message)".printable)
        } catch let error as ProviderError {
            Console.note("no look-up: \(error.message)".printable)
        } catch {
            Console.note("no look-up: \(error)".printable)
        }
        return opened
    }
}

/// What tells what books are, as far as it could be had.
struct OpenedBooks {
    var store: (any BookCatalogue)?
    var lookup: (any BookInformant)?
}
