// Arguments that are paths may be any bytes; all others are text, which is saved and compared as UTF-8.
import ArgumentParser
import Books
import Foundation
import Output

enum TextArguments {
    /// Refuses text that is not UTF-8, which would be changed silently.
    static func check(_ arguments: [String]) throws {
        // The site's program has arguments of its own.
        guard arguments.contains(where: \.hasStandIns), arguments.first != "serve" else { return }
        var command = try JSONDecoder().decode(Dump.self, from: Data(BookZone._dumpHelp().utf8)).command
        var rest = arguments[...]
        while let named = rest.first, let next = command.subcommand(named) ?? command.usual {
            if next.commandName == named { rest.removeFirst() }
            command = next
        }
        var parameters = (command.arguments ?? []).filter { $0.kind == "positional" }[...]
        var takesOptions = true
        while let argument = rest.popFirst() {
            if takesOptions, argument == "--" {
                takesOptions = false
            } else if takesOptions, argument.hasPrefix("-"), argument != "-" {
                guard let (option, value) = command.option(argument) else { continue }
                guard let given = value ?? rest.popFirst() else { continue }
                try option.check(given)
            } else if let parameter = parameters.first {
                if !parameter.isRepeating { parameters.removeFirst() }
                try parameter.check(argument)
            }
        }
    }

    /// The commands and their arguments, as the parser describes them.
    private struct Dump: Decodable { let command: Command }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Parameter]?
        let subcommands: [Command]?
        let defaultSubcommand: String?

        func subcommand(_ name: String) -> Command? { subcommands?.first { $0.commandName == name } }

        /// The one that is run if none is named.
        var usual: Command? { defaultSubcommand.flatMap(subcommand) }

        /// The option that an argument begins, and its value if that is in the same argument; `nil` for flags.
        func option(_ argument: String) -> (Parameter, value: String?)? {
            let isLong = argument.hasPrefix("--")
            let words = argument.drop { $0 == "-" }
            let name = isLong ? words.prefix { $0 != "=" } : words.prefix(1)
            let option = arguments?.first { parameter in
                parameter.kind == "option" && (parameter.names ?? []).contains { $0.name == name }
            }
            let rest = words.dropFirst(name.count)
            return option.map { ($0, rest.isEmpty ? nil : String(isLong ? rest.dropFirst() : rest)) }
        }
    }

    private struct Parameter: Decodable {
        struct Name: Decodable { let name: String }

        /// The keys of an object; which one there is says how it is completed.
        struct Completion: Decodable {
            let file: Empty?
            let directory: Empty?
        }

        struct Empty: Decodable {}

        let kind: String
        let names: [Name]?
        let valueName: String?
        let isRepeating: Bool
        let completionKind: Completion?

        /// Paths, and patterns of paths.
        private var takesBytes: Bool {
            completionKind?.file != nil || completionKind?.directory != nil || valueName == "glob"
                || valueName?.hasSuffix("|pattern") == true
        }

        func check(_ value: String) throws(Refusal) {
            guard value.hasStandIns, !takesBytes else { return }
            let name = names?.last.map { "--\($0.name)" } ?? "<\(valueName ?? "text")>"
            throw Refusal(
                "\(name): takes text in UTF-8, not \(value.shownPath); convert it, for example with iconv",
                .usage)
        }
    }
}
