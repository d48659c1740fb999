// Whose comments are written and shown.
import ArgumentParser
import Books
import Foundation

/// Who it is that reads and writes comments. Names are in one line, as all text of the store.
struct PersonOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Your name in comments. If not given: BOOKZONE_USER, or the name you logged in with.",
            valueName: "name")
    )
    var givenName: String?

    var name: String {
        let set = ProcessInfo.processInfo.environment["BOOKZONE_USER"] ?? ""
        return (givenName ?? set).tidied ?? NSUserName()
    }
}
