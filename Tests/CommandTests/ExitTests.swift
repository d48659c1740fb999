// Exit codes: the manual's table, the help and the program agree.
import Foundation
import TestSupport
import Testing

struct ExitTests {
    /// The rows of the manual's table, without its header: code, meaning, then a cell for each command.
    private static func table() throws -> (commands: [String], rows: [[String]]) {
        let section = try Repository.text("docs/records.md").split(separator: "## Exit codes\n")[1]
        let lines = section.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        let rows = lines.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let commands = rows[0].dropFirst(2).map { $0.trimmingCharacters(in: ["`"]) }
        return (commands, Array(rows.dropFirst(2)))
    }

    /// The exit codes at the end of a help text.
    private static func codes(_ words: String) async throws -> [String: String] {
        let help = try await Program().shell("bookzone \(words) --help").stdout
        let section = try #require(help.split(separator: "EXIT CODES\n").dropFirst().first)
        let lines = section.split(separator: "\n").prefix { $0.hasPrefix("  ") }
        let entries = lines.compactMap { $0.wholeMatch(of: #/ +([0-9]+) +(.+)/#)?.output }
        return Dictionary(entries.map { (String($0.1), String($0.2)) }) { $1 }
    }

    @Test func `the manual says what the help says`() async throws {
        let (commands, rows) = try Self.table()
        let meanings = Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
        #expect(try await Self.codes("") == meanings)
        for (place, command) in commands.enumerated() {
            let cells = rows.map { ($0[0], $0[place + 2]) }.filter { !$0.1.isEmpty }
            #expect(try await Self.codes(command) == Dictionary(cells) { $1 }, "\(command)")
        }
    }

    private static let ends: [(script: String, code: Int32)] = [
        ("bookzone isbn 0306406152", 0), ("bookzone isbn 0306406153", 1),
        ("bookzone list add owned none", 2), ("bookzone lookup --offline 9780306406157", 3),
        ("bookzone --nothing", 64),
        ("cp \"$(command -v bookzone)\" alone && ./alone serve --help", 69),
        ("bookzone search x --store /etc/passwd", 70),
        ("bookzone isbn 0306406152 >&-", 74), ("bookzone isbn 0306406152 >/dev/full", 75),
        (
            """
            mkfifo pipe; env --default-signal=INT bookzone scan a.png pipe --format jsonl >out &
            until test -s out; do sleep 0.05; done; kill -INT $!; wait $!
            """, 130
        ),
        (
            """
            mkfifo pipe; bookzone scan a.png pipe --format jsonl >out &
            until test -s out; do sleep 0.05; done; kill -TERM $!; wait $!
            """, 143
        ),
    ]

    @Test(arguments: ends) func `program ends so`(script: String, code: Int32) async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        #expect(try await program.shell(script).exitCode == code)
    }

    @Test func `every code of the table is tried`() throws {
        #expect(try Self.table().rows.map { Int32($0[0]) } == Self.ends.map(\.code))
    }
}
