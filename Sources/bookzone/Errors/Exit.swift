// How the program ends: the only place that knows the codes. The README's table says the same; a test compares them.

/// Thrown by a command that has said all there is to say.
enum Exit: Int32, CaseIterable, Error {
    case success = 0
    case incomplete = 1
    case badInput = 2
    case notAsked = 3
    case usage = 64
    case notInstalled = 69
    case internalError = 70
    case outputFailed = 74
    case tryAgain = 75
    case interrupted = 130

    /// What the code means whatever the command.
    var meaning: String {
        switch self {
        case .success: "done, and all of it"
        case .incomplete: "something is missing, unknown or uncertain"
        case .badInput: "some of the input can't be read or taken"
        case .notAsked: "some source could not be asked"
        case .usage: "the command line is wrong"
        case .notInstalled: "a part of the program is not installed"
        case .internalError: "internal error, or the catalogue can't be used"
        case .outputFailed: "results can't be written"
        case .tryAgain: "something failed that may not fail another time"
        case .interrupted: "interrupted"
        }
    }

    /// Ends a command, unless all went well.
    func end() throws(Exit) {
        if self != .success { throw self }
    }

    /// Of two ends the one with the higher code, which wins.
    mutating func raise(to other: Exit) {
        if other.rawValue > rawValue { self = other }
    }

    /// For the end of a command's help.
    static func help(_ meanings: KeyValuePairs<Exit, String>) -> String {
        "EXIT CODES\n" + list(meanings.map { ($0, $1) })
            + "\n  The highest wins; `bookzone --help` has the others."
    }

    /// For the end of the program's help.
    static var help: String {
        "EXIT CODES\n" + list(allCases.map { ($0, $0.meaning) }) + "\n  The highest wins."
    }

    private static func list(_ entries: [(Exit, String)]) -> String {
        entries.map { exit, words in
            let code = String(exit.rawValue)
            return "  \(code)\(String(repeating: " ", count: 5 - code.count))\(words)"
        }.joined(separator: "\n")
    }
}
