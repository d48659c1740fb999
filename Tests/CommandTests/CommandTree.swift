// The program's commands, from its own description.
import TestSupport
import Testing

struct CommandTree {
    struct Command {
        /// As typed: `bookzone list add`.
        var path: String
        /// The long names of its options, without dashes.
        var options: Set<String>
    }

    let commands: [Command]

    init(_ program: Program) async throws {
        let dump = try JSONValue(try await program.run("--experimental-dump-help").stdout)
        commands = try Self.commands(in: #require(dump["command"]), below: "")
    }

    private static func commands(in command: JSONValue, below path: String) throws -> [Command] {
        guard case .text(let name)? = command["commandName"] else { throw UnknownForm() }
        guard name != "help" else { return [] }
        let options = (command["arguments"]?.elements ?? []).flatMap { argument in
            (argument["names"]?.elements ?? []).compactMap { name in
                if case .text(let text)? = name["name"] { text } else { nil }
            }
        }
        let own = Command(path: path + name, options: Set(options))
        let children = try (command["subcommands"]?.elements ?? []).flatMap { child in
            try commands(in: child, below: path + name + " ")
        }
        return [own] + children
    }

    struct UnknownForm: Error {}
}
