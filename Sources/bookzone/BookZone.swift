// The program: its commands, put together, and what becomes of an error that reaches the top.
import ArgumentParser
import Books
import CMalloc
import Catalogue
import Foundation
import Providers
import Reporting

@main
struct BookZone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookzone",
        abstract: "Reads ISBNs off photos of books.",
        version: "0.1.0",
        subcommands: [
            Scan.self, Review.self, LookUp.self, CheckISBN.self, Search.self, Add.self, Edit.self, Lists.self,
            Comments.self, Person.self, Import.self, Export.self, StoreFile.self,
        ])

    static func main() async {
        Console.occupyClosedEnds()
        signal(SIGPIPE, SIG_IGN)
        // Work wanders over many threads, and each would get a heap of its own that only grows.
        mallopt(M_ARENA_MAX, Int32(clamping: ProcessInfo.processInfo.activeProcessorCount))
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch OutputError.closed {
            // Whoever read the output has seen enough.
        } catch let error as OutputError {
            fail(error.description, code: 74)
        } catch let error as PhotoFailure {
            fail(error.message, code: 70)
        } catch let error as CatalogueError {
            fail(error.message, code: error.exitCode)
        } catch let error as ProviderError {
            fail(error.message, code: 70)
        } catch {
            Console.endSilence()
            exit(withError: error)
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        Console.note(message.printable)
        Foundation.exit(code)
    }
}

extension OutputFormat: ExpressibleByArgument {}
