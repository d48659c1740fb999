// `bookzone serve`: runs bookzone-serve, a separate program.
import ArgumentParser
import Foundation
import Sandbox

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves a catalogue as a website for many readers.",
        discussion: """
            `bookzone serve --help` shows its options if bookzone-serve is installed.

            EXAMPLES
              bookzone serve                                   at http://127.0.0.1:8080/
              bookzone serve --listen 0.0.0.0:8080 --address http://shelf.local:8080
              bookzone serve --reader                          only reads photos, for other programs
              bookzone serve invite                            a link to create an account
              bookzone serve reset maria                       a link to set a password
            """)

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("run, check, invite or reset, and options of bookzone-serve.", valueName: "words"))
    var words: [String] = []

    func run() throws {
        let name = "bookzone-serve"
        guard let program = SiblingProgram.path(name) else {
            throw Refusal(
                "\(name) is not built or installed: scripts/bookzone serve builds it", .notInstalled)
        }
        var arguments = ([program] + words).map { strdup($0) } + [nil]
        execv(program, &arguments)
        throw Refusal("\(program): \(String(cString: strerror(errno)))", .notInstalled)
    }
}
