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

    /// `nil` for the usual place.
    private var chosenPath: String? { store ?? StoreLocation.chosen }

    /// The address of a shared catalogue; `nil` where it is a file's path.
    private var address: String? {
        guard let chosenPath, ["http://", "https://"].contains(where: chosenPath.lowercased().hasPrefix)
        else {
            return nil
        }
        return SiteAccess.address(chosenPath)
    }

    /// A store, made where there is none yet; or a shared catalogue.
    func catalogue() throws(CatalogueError) -> any LookupCatalogue {
        guard let address else { return try openFile() }
        return try SiteAccess.catalogue(at: address)
    }

    /// The same for commands that have nothing to say without one.
    func existingCatalogue() throws(CatalogueError) -> any LookupCatalogue {
        guard let address else { return try Store(path: path, ifMissing: .refuse) }
        return try SiteAccess.catalogue(at: address)
    }

    /// Why commands, and ways of them, work on a store's file alone.
    enum LocalStoreReason: String {
        case books = "a shared catalogue looks books up itself; use this with a local store"
        case comments = "a shared catalogue keeps what readers added, even with --force"
        case account = "delete an account, with its comments, on its own page of the site"
        case file = "this needs the store's file; run it on the machine that serves the catalogue"
    }

    func refuseAddress(_ reason: LocalStoreReason) throws(CatalogueError) {
        guard let address else { return }
        throw .refused(address: address, words: reason.rawValue)
    }

    /// Made where there is none yet; the usual place's folder too.
    func open(_ reason: LocalStoreReason) throws(CatalogueError) -> Store {
        try refuseAddress(reason)
        return try openFile()
    }

    private func openFile() throws(CatalogueError) -> Store {
        if let disk = NetworkDisk(of: path) { Console.note(disk.warning(store: path).printable) }
        if let chosenPath { return try Store(path: chosenPath) }
        return try Store(path: StoreLocation.usual, ifMissing: .makeWithFolder)
    }

    private var path: String { chosenPath ?? StoreLocation.usual }

    /// Where a store is or is to be.
    var filePath: String {
        get throws(CatalogueError) {
            try refuseAddress(.file)
            return path
        }
    }

    /// Where a store is to be, whether or not one is there; the usual place's folder is made.
    func place() throws(CatalogueError) -> String {
        try refuseAddress(.file)
        if let chosenPath { return chosenPath }
        try Store.makeFolder(for: StoreLocation.usual)
        return StoreLocation.usual
    }

    /// For commands that have nothing to say without one.
    func openExisting(_ reason: LocalStoreReason = .file) throws(CatalogueError) -> Store {
        try refuseAddress(reason)
        return try Store(path: path, ifMissing: .refuse)
    }
}

extension BookCatalogue {
    /// Says that nothing will be kept, where that is so, for commands that have something to say all the same.
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

    var name: String {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_USER"] ?? ""
        return (givenName ?? set).tidied ?? NSUserName()
    }

    /// The same as it is spelled there already: case makes no difference.
    func name(in catalogue: any BookCatalogue) throws(CatalogueError) -> String {
        try catalogue.spelling(of: name)
    }
}

/// The store and the current user, for most commands on the catalogue.
struct CatalogueOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    /// The catalogue, made where there is none yet, and the current user's name as it is spelled there.
    func open() throws(CatalogueError) -> (store: any LookupCatalogue, currentUser: String) {
        let store = try storeOptions.catalogue()
        return (store, try person.name(in: store))
    }

    /// The same for commands that have nothing to say without a catalogue.
    func openExisting() throws(CatalogueError) -> (store: any LookupCatalogue, currentUser: String) {
        let store = try storeOptions.existingCatalogue()
        return (store, try person.name(in: store))
    }
}

/// What a shell offers after Tab that only the store knows: names of lists and of people.
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
