// The program for developers of BookZone: it measures accuracy and speed. `scripts/corpus` and `scripts/bench` build
// and run it.
import ArgumentParser

@main
struct BookZoneDev: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookzone-dev", abstract: "Measures how well and how fast BookZone works.",
        subcommands: commands)

    private static var commands: [any ParsableCommand.Type] {
        var commands: [any ParsableCommand.Type] = [
            CorpusCommand.self, BatchBench.self, StoreBenchCommand.self, ReferenceBench.self,
            CoverCommand.self,
        ]
        #if Server
        commands.append(ServeBench.self)
        #endif
        return commands
    }
}
