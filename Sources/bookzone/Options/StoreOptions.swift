// Options of every command that opens the store.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting

struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file, or the address of a shared catalogue. If not given: BOOKZONE_STORE, or catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
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
    func catalogue() throws(CatalogueError) -> any BookCatalogue {
        guard let address else { return try open() }
        return try SiteAccess.catalogue(at: address)
    }

    /// The same for commands that have nothing to say without one.
    func existingCatalogue() throws(CatalogueError) -> any BookCatalogue {
        guard let address else { return try openExisting() }
        return try SiteAccess.catalogue(at: address)
    }

    /// For commands, and ways of them, that a site does not do.
    func refuseAddress() throws(CatalogueError) {
        guard let address else { return }
        throw .refused(
            address: address, words: "this command works on a store's file, and not on a shared catalogue yet"
        )
    }

    /// Made where there is none yet; the usual place's folder too.
    func open() throws(CatalogueError) -> Store {
        try refuseAddress()
        if let chosenPath { return try Store(path: chosenPath) }
        return try Store(path: StorePlace.usual, ifMissing: .makeWithFolder)
    }

    /// Where a store is or is to be.
    var path: String { chosenPath ?? StorePlace.usual }

    /// Where a store is to be, whether or not one is there; the usual place's folder is made.
    func place() throws(CatalogueError) -> String {
        try refuseAddress()
        if let chosenPath { return chosenPath }
        try Store.makeFolder(for: StorePlace.usual)
        return StorePlace.usual
    }

    /// For commands that have nothing to say without one.
    func openExisting() throws(CatalogueError) -> Store {
        try refuseAddress()
        return try Store(path: path, ifMissing: .refuse)
    }
}

extension BookCatalogue {
    /// Says that nothing will be kept, where that is so, for commands that have something to say all the same.
    func noteUnlessKept() {
        if isReadOnly { Console.note("\(place.printable): can't be written; nothing is kept") }
    }
}
