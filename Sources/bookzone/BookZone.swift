// The program: its commands, and the handling of errors that reach the top level.
import ArgumentParser
import Batch
import Books
import CAllocation
import Catalogue
import Formatting
import Foundation
import Output
import Providers
import Reading
import References
import Sandbox

@main
struct BookZone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookzone",
        abstract: "Reads ISBNs from photos of books.",
        discussion: Exit.help,
        version: ProgramVersion.current,
        subcommands: [
            Scan.self, LookUp.self, Review.self, Lists.self, Search.self, Serve.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Photos and ISBNs",
                subcommands: [
                    Show.self, Join.self, Report.self, Files.self, CheckISBN.self,
                ]),
            CommandGroup(
                name: "Books",
                subcommands: [
                    Add.self, Edit.self, Merge.self, Remove.self, Comments.self, Person.self, Top.self,
                    Stats.self,
                ]),
            CommandGroup(
                name: "Copies and loans",
                subcommands: [
                    Copies.self, Inventories.self, Triage.self, Lend.self, Return.self, Reserve.self,
                    Loans.self,
                ]),
            CommandGroup(
                name: "Catalogue", subcommands: [Import.self, Export.self, History.self, UndoCommand.self]),
            CommandGroup(name: "Sharing", subcommands: [LogIn.self, LogOut.self]),
            CommandGroup(name: "Maintenance", subcommands: [StoreFile.self, ReferenceCommand.self]),
        ])

    static func main() async {
        if CommandLine.arguments.dropFirst() == PhotoWorkers.arguments[...] { ForkServer.serve() }
        Console.openClosedDescriptors()
        // A closed pipe or a limit on file sizes is an error of the write.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        Crash.endWithInternalError()
        // Work moves between many threads, each of which would get a heap of its own that never shrinks.
        allocation_bound_heaps(Int32(clamping: ProcessInfo.processInfo.activeProcessorCount))
        do {
            try TextArguments.check(arguments)
            try checkCommand(in: arguments)
            var command = try parseAsRoot(arguments)
            if let command = command as? any PhotoCommand {
                try await command.run(with: command.workers())
            } else if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch OutputError.closed {
            // The reader of the pipe has closed it.
        } catch let end as Exit {
            Foundation.exit(end.rawValue)
        } catch let error as OutputError {
            fail(error.message, error.end)
        } catch let error as JournalError {
            fail(error.message, error.end)
        } catch let error as Refusal {
            fail(error.message, error.end)
        } catch let error as ScanError {
            fail(error.message, error.end)
        } catch let error as CatalogueError {
            fail(error.message, error.end)
        } catch let error as ReferenceError {
            fail(error.message, error.end)
        } catch let error as ProviderError {
            fail(error.message, .internalError)
        } catch  where exitCode(for: error) == .failure {
            // The parser reports unknown errors as a failure.
            fail("\(error)", .internalError)
        } catch {
            // Errors of the parser: help was requested, or the command line is wrong.
            let code = exitCode(for: error)
            if code.isSuccess { exit(withError: error) }
            Console.write(fullMessage(for: error).harmless + "\n")
            Foundation.exit(code.rawValue)
        }
    }

    /// Bytes that are not valid UTF-8 are replaced as in paths; converting to `String` would lose them.
    static var arguments: [String] {
        let given = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map {
            String(path: UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
        // The site is a separate program, with help of its own.
        if given.prefix(2) == ["help", "serve"] { return ["serve", "--help"] + given.dropFirst(2) }
        return HelpScope.arguments(given)
    }

    private static func fail(_ message: String, _ end: Exit) -> Never {
        Console.note(message)
        Foundation.exit(end.rawValue)
    }
}
