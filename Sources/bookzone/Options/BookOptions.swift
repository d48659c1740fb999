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
    func scanLookup(_ printer: ScanPrinter, prefersCard: Bool) -> ScanLookup {
        var opened: Store?
        var bookLookup: BookLookup?
        do {
            let store = try store.open()
            opened = store
            store.noteUnlessKept()
            bookLookup = try sources.lookup(in: store, for: person.name)
        } catch let error as CatalogueError {
            Console.note("no look-up: \(error.message)".printable)
        } catch let error as ProviderError {
            Console.note("no look-up: \(error.message)".printable)
        } catch {
            Console.note("no look-up: \(error)".printable)
        }
        return ScanLookup(
            printer: printer, store: opened, lookup: bookLookup, person: person.name, prefersCard: prefersCard
        )
    }
}
