// Options of every command that opens the store.
import ArgumentParser
import Books
import Catalogue
import Foundation

struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file; else BOOKZONE_STORE, else catalogue.sqlite in $XDG_DATA_HOME/bookzone.",
            valueName: "path"),
        completion: .file())
    var store: String?

    var path: String {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_STORE"] ?? ""
        return store ?? (set.isEmpty ? Store.defaultPath() : set)
    }

    /// Made where there is none yet.
    func open() throws(CatalogueError) -> Store { try Store(path: path) }

    /// For commands that have nothing to say without one.
    func openExisting() throws(CatalogueError) -> Store { try Store(path: path, mustExist: true) }
}

/// Who reads and writes comments. Names are in one line, as all text of the store.
struct ReaderOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Your name in comments; else BOOKZONE_USER, else the system's.", valueName: "name")
    )
    var givenName: String?

    var name: String {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_USER"] ?? ""
        return (givenName ?? set).tidied ?? NSUserName()
    }
}
