// Options of every command that opens the store.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting

struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file. If not given: BOOKZONE_STORE, or catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
            valueName: "path"),
        completion: .file())
    var store: String?

    /// `nil` for the usual place.
    private var chosenPath: String? { store ?? StorePlace.chosen }

    /// Made where there is none yet; the usual place's folder too.
    func open() throws(CatalogueError) -> Store {
        if let chosenPath { return try Store(path: chosenPath) }
        return try Store(path: StorePlace.usual, ifMissing: .makeWithFolder)
    }

    /// Where a store is or is to be.
    var path: String { chosenPath ?? StorePlace.usual }

    /// Where a store is to be, whether or not one is there; the usual place's folder is made.
    func place() throws(CatalogueError) -> String {
        if let chosenPath { return chosenPath }
        try Store.makeFolder(for: StorePlace.usual)
        return StorePlace.usual
    }

    /// For commands that have nothing to say without one.
    func openExisting() throws(CatalogueError) -> Store {
        try Store(path: path, ifMissing: .refuse)
    }
}

extension Store {
    /// Says that nothing will be kept, where that is so, for commands that have something to say all the same.
    func noteUnlessKept() {
        if isReadOnly { Console.note("\(path.printable): can't be written; nothing is kept") }
    }
}
