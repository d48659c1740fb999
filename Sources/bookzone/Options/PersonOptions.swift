// Whose comments are written and shown, and who has read what.
import ArgumentParser
import Books
import Catalogue
import Foundation

/// Who it is that asks and writes. Names are in one line, as all text of the store.
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
