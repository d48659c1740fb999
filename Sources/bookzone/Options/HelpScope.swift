// Which options help shows: `--help` the common ones, `--help-all` every one. Man pages and completions have them all.
import ArgumentParser

enum HelpScope {
    private static let all = "--help-all"

    /// Of an option, or a group of them, that `--help` leaves out.
    static let advanced: ArgumentVisibility =
        options(of: CommandLine.arguments).contains { ["--help", "-h", "help"].contains($0) }
        ? .hidden : .default

    /// As the parser knows them.
    static func arguments(_ given: [String]) -> [String] {
        options(of: given).contains(all) ? given.map { $0 == all ? "--help" : $0 } : given
    }

    /// What comes before `--`, behind which all are paths.
    private static func options(of arguments: [String]) -> ArraySlice<String> {
        arguments.prefix { $0 != "--" }
    }
}

extension ArgumentVisibility {
    static var advanced: ArgumentVisibility { HelpScope.advanced }
}
