// The program: its commands, put together.
import ArgumentParser

@main
struct BookZone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookzone",
        abstract: "Reads ISBNs off photos of books.",
        subcommands: [])
}
