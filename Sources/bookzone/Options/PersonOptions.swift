// Whose comments are written and shown, and who has read what.
import ArgumentParser
import Books
import Foundation

/// Who it is that asks and writes. Names are in one line, as all text of the store.
struct PersonOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Who comments, or reads. If not given: BOOKZONE_USER, or the name you logged in with.",
            valueName: "name"), completion: StoreCompletion.people)
    var givenName: String?

    var name: String {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_USER"] ?? ""
        return (givenName ?? set).tidied ?? NSUserName()
    }
}
