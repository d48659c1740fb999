// Options of every command that opens the store.
import ArgumentParser
import Books
import Catalogue
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
    private var chosenPath: String? { store ?? StorePlace.chosen }

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
    enum FileAlone: String {
        case books = "a shared catalogue looks books up itself; use this with a local store"
        case said = "a shared catalogue keeps what readers added, even with --force"
        case account = "delete an account, with its comments, on its own page of the site"
        case file = "this needs the store's file; run it on the machine that serves the catalogue"
    }

    func refuseAddress(_ reason: FileAlone) throws(CatalogueError) {
        guard let address else { return }
        throw .refused(address: address, words: reason.rawValue)
    }

    /// Made where there is none yet; the usual place's folder too.
    func open(_ reason: FileAlone) throws(CatalogueError) -> Store {
        try refuseAddress(reason)
        return try openFile()
    }

    private func openFile() throws(CatalogueError) -> Store {
        if let chosenPath { return try Store(path: chosenPath) }
        return try Store(path: StorePlace.usual, ifMissing: .makeWithFolder)
    }

    private var path: String { chosenPath ?? StorePlace.usual }

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
        try Store.makeFolder(for: StorePlace.usual)
        return StorePlace.usual
    }

    /// For commands that have nothing to say without one.
    func openExisting(_ reason: FileAlone = .file) throws(CatalogueError) -> Store {
        try refuseAddress(reason)
        return try Store(path: path, ifMissing: .refuse)
    }
}

extension BookCatalogue {
    /// Says that nothing will be kept, where that is so, for commands that have something to say all the same.
    func noteUnlessKept() {
        if isReadOnly { Console.note("\(place.printable): is read-only; nothing will be saved") }
    }
}
