// The help of every command, word for word, so that changes in it are visible in a commit.
//
// `BOOKZONE_RECORD=1 scripts/test --filter HelpTests` records it anew.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct HelpTests {
    private static let snapshots = Repository.root.appending(path: "Tests/CommandTests/Snapshots")
    private static let isRecording = ProcessInfo.processInfo.environment["BOOKZONE_RECORD"] != nil

    @Test func `every command's help is as recorded`() async throws {
        let program = try Program()
        let commands = try await CommandTree(program).commands
        #expect(commands.count > 20)
        for command in commands {
            let outcome = try await program.shell("\(command.path) --help")
            #expect(outcome.exitCode == 0 && outcome.stderr.isEmpty, "\(command.path)")
            let file = Self.snapshots.appending(path: command.path.replacing(" ", with: "-") + ".txt")
            if Self.isRecording { try outcome.output.write(to: file) }
            #expect(
                try outcome.output == Data(contentsOf: file), "\(command.path) --help:\n\(outcome.stdout)")
        }
    }

    @Test func `--help shows a dozen options of scan, --help-all every one`() async throws {
        let program = try Program()
        let tree = try await CommandTree(program)
        let scan = try #require(tree.commands.first { $0.path == "bookzone scan" })
        func shown(_ arguments: String) async throws -> Set<String> {
            let help = try await program.shell("bookzone \(arguments)").stdout
            return Set(help.matches(of: /(?m)^  (?:-\w, )?--([a-z0-9-]+)/).map { String($0.1) })
        }
        let (common, all) = (try await shown("scan --help"), try await shown("scan --help-all"))
        #expect((12...17).contains(common.count), "\(common.sorted())")
        #expect(try await shown("help scan") == common)
        #expect(all.isStrictSuperset(of: common))
        #expect(scan.options.filter { $0.count > 1 }.subtracting(all).isEmpty)
        #expect(try await program.shell("bookzone scan -- --help-all").exitCode == 2)
    }

    /// The words of a command line, and the command that is suggested.
    @Test(arguments: [
        ("help reveiw", "review"), ("reveiw box1", "review"), ("help store loda", "store load"),
        ("store loda", "store load"), ("help list ad", "list add"), ("help store load x", nil),
        ("nothing", nil),
    ])
    func `an unknown command is an error, and a similar one is suggested`(_ words: String, _ similar: String?)
        async throws
    {
        let outcome = try await Program().shell("bookzone \(words)")
        #expect(outcome.exitCode == 64 && outcome.stdout.isEmpty)
        #expect(outcome.stderr.hasPrefix("Error: Unknown command '"), "\(outcome.stderr)")
        #expect(outcome.stderr.contains("Did you mean") == (similar != nil), "\(outcome.stderr)")
        if let similar { #expect(outcome.stderr.contains("Did you mean '\(similar)'?"), "\(outcome.stderr)") }
    }

    @Test(arguments: [
        "help", "help help", "help store load", "help scan --help-all", "help serve", "list red",
    ])
    func `known commands are not refused`(_ words: String) async throws {
        #expect(try await !Program().shell("bookzone \(words)").stderr.contains("Unknown command"))
    }

    @Test func `there are no snapshots of commands that no longer exist`() async throws {
        let paths = try await CommandTree(Program()).commands.map(\.path)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.snapshots.path)
        #expect(Set(files) == Set(paths.map { $0.replacing(" ", with: "-") + ".txt" }))
    }

    @Test func `lines fit a terminal`() throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.snapshots.path) {
            let text = try Repository.text("Tests/CommandTests/Snapshots/\(file)")
            // The parser doesn't wrap its usage line.
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(file)")
        }
    }
}
