// Options of `scan` for looking up books.
import ArgumentParser
import Catalogue
import Formatting
import Lookup
import Output
import Providers
import Sandbox

struct BookOptions: ParsableArguments {
    @Flag(
        help: """
            Look up each book, show whether you own it, and save photos and books in the store. On a terminal, a \
            single photo gives a card with all details; --format card gives one for every photo.
            """)
    var lookup = false

    @Flag(help: ArgumentHelp("With --lookup: show spoilers.", visibility: .advanced))
    var spoilers = false

    @OptionGroup(visibility: .advanced) var sources: SourceOptions
    @OptionGroup(visibility: .advanced) var store: StoreOptions
    @OptionGroup(visibility: .advanced) var person: PersonOptions

    func validate() throws {
        let idle = [
            ("--spoilers", spoilers), (sources.given ?? "", sources.given != nil),
            ("--store", store.store != nil), ("--as", person.givenName != nil),
        ].filter(\.1)
        if !lookup, let (option, _) = idle.first { throw ValidationError("\(option) requires --lookup") }
    }

    /// Works without a store and without sources if they are not available: the scan's results have priority.
    ///
    /// - Parameter workers: where covers are made; `nil` starts a process for it.
    /// - Throws: `signInNeeded` and `wrongToken`, which no further try would change.
    func opened(_ workers: ForkServer?) throws(CatalogueError) -> OpenedBooks {
        var opened = OpenedBooks()
        do {
            let store = try store.catalogue()
            let person = try person.name(in: store)
            (opened.store, opened.person) = (store, person)
            if let store = store as? Store, !store.isReadOnly {
                opened.photoCovers = workers.map {
                    PhotoCovers(store, for: person, by: PhotoWorker($0))
                }
            }
            store.warnIfReadOnly()
            opened.lookup = try sources.lookupService(
                in: store, for: person, covers: CoverWorker.maker(workers))
        } catch let error as CatalogueError {
            switch error {
            case .signInNeeded, .wrongToken: throw error
            default: opened.failure = error
            }
            Console.note("no look-up: \(error.message)".printable)
        } catch let error as ProviderError {
            Console.note("no look-up: \(error.message)".printable)
        } catch {
            Console.note("no look-up: \(error)".printable)
        }
        return opened
    }
}

/// What books are looked up in, as far as it is available.
struct OpenedBooks {
    /// Why the catalogue can't be used; `nil` if it can.
    var failure: CatalogueError?
    var store: (any BookCatalogue)?
    /// The current user's name as it is spelled in the store.
    var person = ""
    var lookup: (any LookupService)?
    var photoCovers: PhotoCovers?
}

/// `1990`, `1990..2005`, `1990..`, `..2005`.
struct YearRange: ExpressibleByArgument {
    var years: ClosedRange<Int>

    init?(argument: String) {
        let ends = argument.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = ends.first, let last = ends.last, !(first.isEmpty && last.isEmpty),
            let from = first.isEmpty ? Int(Int32.min) : Int(first),
            let to = last.isEmpty ? Int(Int32.max) : Int(last), from <= to
        else { return nil }
        years = from...to
    }
}
