// Names of commands that don't exist: the parser shows general help for them after `help`, and suggests none.
import ArgumentParser
import Books

extension ParsableCommand {
    /// - Parameter arguments: without the program's name.
    /// - Throws: `ValidationError`, with the most similar command, if they begin with no command's name, or `help` is about none.
    static func checkCommand(in arguments: [String]) throws(ValidationError) {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = self
        var path: [String] = []
        for name in isHelp ? arguments.dropFirst() : arguments[...] {
            // Paths and names follow a command without subcommands, or with a default one.
            let takesOthers = command.subcommands.isEmpty || command.configuration.defaultSubcommand != nil
            if name.hasPrefix("-") { return }
            if let next = command.subcommands.first(where: { $0.names.contains(name) }) {
                command = next
            } else if isHelp ? name == "help" && path.isEmpty : takesOthers {
                return
            } else {
                let similar = command.similar(to: name).map {
                    ". Did you mean '\((path + [$0]).joined(separator: " "))'?"
                }
                let unknown = (path + [name]).joined(separator: " ")
                throw ValidationError("Unknown command '\(unknown)'\(similar ?? "")")
            }
            path.append(name)
        }
    }

    private static var subcommands: [any ParsableCommand.Type] { configuration.subcommands }
    private static var names: [String] { [_commandName] + configuration.aliases }

    /// The name of the subcommand with the fewest different letters; `nil` if all differ in more than a third of them.
    private static func similar(to name: String) -> String? {
        let most = max(1, name.count / 3)
        let names = subcommands.map { $0._commandName }
        let mistakes = names.map { ($0, $0.mistakes(from: name, atMost: most)) }
        return mistakes.filter { $0.1 <= most }.min { $0.1 < $1.1 }?.0
    }
}
