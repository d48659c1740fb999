// Options of every command that opens the store.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import Lookup
import Output

struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file, or the address of a shared catalogue. Default: BOOKZONE_STORE, or catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
            valueName: "path"),
        completion: .file())
    var store: String?

    func validate() throws { try checkPath() }

    /// The store, created if there is none; or a shared catalogue.
    func catalogue() throws(CatalogueError) -> any LookupCatalogue {
        guard let address else { return try openFile() }
        return try SiteAccess.catalogue(at: address)
    }

    /// The same without creating a file: an empty store if there is none.
    func catalogueForDryRun() throws(CatalogueError) -> any LookupCatalogue {
        do { return try existingCatalogue() } catch {
            switch error {
            case .missing, .emptied: return try Store.empty(insteadOf: path)
            default: throw error
            }
        }
    }

    /// The same for commands that need an existing one.
    func existingCatalogue() throws(CatalogueError) -> any LookupCatalogue {
        guard let address else { return try Store(path: path, ifMissing: .refuse) }
        return try SiteAccess.catalogue(at: address)
    }
}

/// The same for commands that work only on a store's file.
struct StoreFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file. Default: BOOKZONE_STORE, or catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
            valueName: "path"),
        completion: .file())
    var store: String?

    func validate() throws { try checkPath() }
}

/// Why commands or options work only on a store's file.
enum LocalStoreReason: String {
    case comments = "a shared catalogue keeps what readers added, even with --force"
    case account = "delete an account, with its comments, on its own page of the site"
    case copies =
        "copies, loans and inventories are in the store's file; use the pages of the site, or run this on the machine that serves it"
    case file = "this needs the store's file; run it on the machine that serves the catalogue"
}

/// Where somebody says that the store is.
protocol StoreChoice {
    /// `nil` for the default path.
    var store: String? { get }
}

extension StoreOptions: StoreChoice {}
extension StoreFileOptions: StoreChoice {}

extension StoreChoice {
    /// `nil` for the default path.
    private var chosenPath: String? { store ?? StoreLocation.chosen }

    /// The URL of a shared catalogue; `nil` if it is the path of a file.
    fileprivate var address: String? {
        guard let chosenPath, ["http://", "https://"].contains(where: chosenPath.lowercased().hasPrefix)
        else {
            return nil
        }
        return SiteAccess.address(chosenPath)
    }

    /// SQLite takes an empty path as that of a temporary database, and a new store must not be among the files of another.
    fileprivate func checkPath() throws {
        if store == "" { throw ValidationError("--store takes the path of a file") }
        if let store, access(store.systemPath, F_OK) != 0, let words = ResultFile.wordsOfStore(owning: store)
        {
            throw ValidationError("\(words); choose another file")
        }
    }

    func refuseAddress(_ reason: LocalStoreReason) throws(CatalogueError) {
        guard let address else { return }
        throw .refused(address: address, words: reason.rawValue)
    }

    /// The store's file, created if there is none.
    func open(_ reason: LocalStoreReason) throws(CatalogueError) -> Store {
        try refuseAddress(reason)
        return try openFile()
    }

    /// Opens the store; creates it, and the default folder, if there is none.
    fileprivate func openFile() throws(CatalogueError) -> Store {
        if let disk = NetworkDisk(of: path) { Console.note(disk.warning(store: path).printable) }
        if let chosenPath { return try Store(path: chosenPath) }
        return try Store(path: StoreLocation.usual, ifMissing: .makeWithFolder)
    }

    fileprivate var path: String { chosenPath ?? StoreLocation.usual }

    /// The references beside the store, if there are any; the store itself is not opened.
    var referenceNames: ReferenceNames? {
        (try? filePath).flatMap {
            ReferenceNames(besideStore: $0, unusable: Console.note(reference:_:))
        }
    }

    /// The path of the store, which need not exist.
    var filePath: String {
        get throws(CatalogueError) {
            try refuseAddress(.file)
            return path
        }
    }

    /// The path of the store, which need not exist; creates the default folder.
    func place() throws(CatalogueError) -> String {
        try refuseAddress(.file)
        if let chosenPath {
            try Store.checkName(chosenPath)
            return chosenPath
        }
        try Store.makeFolder(for: StoreLocation.usual)
        return StoreLocation.usual
    }

    /// For commands that need an existing store.
    func openExisting(_ reason: LocalStoreReason = .file) throws(CatalogueError) -> Store {
        try refuseAddress(reason)
        return try Store(path: path, ifMissing: .refuse)
    }
}

extension BookCatalogue {
    /// Warns that nothing will be saved, for commands that work on a read-only store as well.
    func warnIfReadOnly() {
        if isReadOnly { Console.note("\(place.printable): is read-only; nothing will be saved") }
    }
}

/// The current user.
struct PersonOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Your name, for comments and reading lists. Default: BOOKZONE_USER, or your login name.",
            valueName: "name"), completion: StoreCompletion.people)
    var givenName: String?

    func validate() throws {
        if let givenName, givenName.tidied == nil { throw ValidationError("--as is the name of a person") }
    }

    var name: String {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_USER"] ?? ""
        return (givenName ?? set).tidied ?? NSUserName()
    }

    /// The name as it is spelled in the catalogue, ignoring case.
    ///
    /// - Throws: `refused` if a name is given for a site.
    func name(in catalogue: any BookCatalogue) throws(CatalogueError) -> String {
        if catalogue.isRemote, givenName != nil {
            throw .refused(address: catalogue.place, words: "knows you by your login; leave out --as")
        }
        return try catalogue.spelling(of: name)
    }
}

/// The store's file and the current user, for commands on copies, which a shared catalogue has no API for.
struct CopyOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreFileOptions
    @OptionGroup var person: PersonOptions

    /// - Parameter isNew: whether the store is created if there is none.
    func open(isNew: Bool = false) throws -> (store: Store, currentUser: String) {
        let store = try isNew ? storeOptions.open(.copies) : storeOptions.openExisting(.copies)
        return (store, try person.name(in: store))
    }
}

/// The store and the current user, for most commands on the catalogue.
struct CatalogueOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    /// The catalogue, created if there is none, and the current user's name as it is spelled there. A site knows its
    /// user by the token; compare names in its answers with `currentUser(_:)`.
    ///
    /// - Parameter isDryRun: does not create it.
    func open(
        isDryRun: Bool = false
    ) throws(CatalogueError) -> (store: any LookupCatalogue, currentUser: String) {
        let store = try isDryRun ? storeOptions.catalogueForDryRun() : storeOptions.catalogue()
        return (store, try person.name(in: store))
    }

    /// The same for commands that need an existing catalogue.
    func openExisting() throws(CatalogueError) -> (store: any LookupCatalogue, currentUser: String) {
        let store = try storeOptions.existingCatalogue()
        return (store, try person.name(in: store))
    }
}

/// Shell completions from the store: names of lists and people.
enum StoreCompletion {
    static let lists = CompletionKind.custom { words, _, _ in
        let states = ReadingStatus.State.allCases.map(\.rawValue)
        return names(words) { store in try store.lists().filter { $0.person == nil }.map(\.name) + states }
    }

    static let people = CompletionKind.custom { words, _, _ in names(words) { try $0.people() } }

    /// Empty without a store. Completion neither creates a store nor reports errors.
    private static func names(_ words: [String], _ body: (Store) throws -> [String]) -> [String] {
        var options = StoreOptions()
        options.store = words.firstIndex(of: "--store").flatMap { place in
            words.indices.contains(place + 1) ? words[place + 1] : nil
        }
        guard let store = try? options.openExisting() else { return [] }
        return ((try? body(store)) ?? []).filter { !$0.contains(where: \.isNewline) }
    }
}

extension LookupCatalogue {
    /// The same, with a note on each reference that can't be used.
    func nameByReferences(_ books: [BookSpecifier]?) throws(CatalogueError) {
        try nameByReferences(books, unusable: Console.note(reference:_:))
    }
}
