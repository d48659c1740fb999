// The files and folders that belong to a store are not written by commands, even if the store does not have them yet.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Output

extension ResultFile {
    /// Refuses the names of what belongs to a store.
    static func checkStores(_ file: String) throws {
        guard let words = wordsOfStore(owning: file) else { return }
        throw Refusal("\(words); choose another name", .usage)
    }

    /// That the name is one of what belongs to a store; `nil` if it is not.
    static func wordsOfStore(owning file: String) -> String? {
        store(owning: file).map { "\(file.shownPath): belongs to the store \($0.shownPath)" }
    }

    private static func store(owning file: String) -> String? {
        for name in [file, OutputFile.destination(file)] {
            if let store = Store.places(owning: name).first(where: holdsAStore) { return store }
        }
        return nil
    }
}
