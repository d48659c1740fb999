// Output on a terminal of a given width, which `script` provides.
import Foundation
import Servers
import Testing

struct TerminalTests {
    private static func program() async throws -> Program {
        let program = try Program()
        _ = try await program.shell(
            """
            export BOOKZONE_USER=maria
            bookzone add 9780306406157 --title '\(String(repeating: "吾輩は猫である", count: 9))' --author '夏目漱石'
            bookzone list add owned 9780306406157; bookzone list add '\(String(repeating: "long name ", count: 12))' 9780306406157
            bookzone comment add 9780306406157 '\(String(repeating: "名前はまだ無い。", count: 20))'
            """)
        return program
    }

    /// Wide letters count twice.
    private func columns(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
    }

    @Test(arguments: [
        "lookup --offline 9780306406157", "list show owned", "list", "search 夏目",
        "comment list 9780306406157",
        "person show maria", "isbn 9780306406157", "store info", "list show owned --format card",
    ])
    func `no line is wider`(_ words: String) async throws {
        let program = try await Self.program()
        let lines = try await program.terminal("bookzone \(words)", columns: 44)
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { columns($0) <= 44 })
        let piped = try await program.shell(
            "bookzone \(words) --format table", environment: ["BOOKZONE_USER": "maria"])
        if words.hasPrefix("list show") || words.hasPrefix("search") {
            #expect(lines.count == 1 || words.hasSuffix("card"))
            #expect(
                piped.lines.contains { columns($0) > 100 } || words.hasSuffix("card"), "a pipe gets all of it"
            )
        }
    }

    @Test(arguments: [24, 44, 80]) func `a bar and its count fit beside a name`(width: Int) async throws {
        let program = try Program()
        _ = try await program.shell(
            """
            bookzone add 9780306406157 --title One --publisher '\(String(repeating: "出版社", count: 5))'
            bookzone add 9780439023481 --title Two --publisher 'Insel'; bookzone add --title Three --publisher 'Insel'
            """)
        let lines = try await program.terminal("bookzone stats --by publisher", columns: width)
        #expect(lines.count == 2 && lines.allSatisfy { columns($0) <= width }, "\(lines)")
        #expect(lines.first?.hasPrefix("Insel ") == true && lines.last?.contains("…") == (width < 80))
        let beginnings = lines.map { columns(String($0.prefix { !"█▉▊▋▌▍▎▏".contains($0) })) }
        #expect(Set(beginnings).count == 1, "the bars begin below each other: \(lines)")
    }

    @Test func `progress is cut to the terminal, and not drawn on a dumb one`() async throws {
        func shown(_ terminal: String) async throws -> String {
            try await Self.program().terminal(
                "bookzone lookup --offline 9780306406157 9780439023481", columns: 12,
                environment: ["TERM": terminal]
            ).joined(separator: "\n")
        }
        #expect(try await shown("xterm").contains("0 of 2 boo…\u{1B}[K"))
        let dumb = try await shown("dumb")
        #expect(dumb.contains("978-0-306") && !dumb.contains("\u{1B}") && !dumb.contains("answered"))
    }

    @Test func `a terminal shows what is typed again when a login is interrupted`() async throws {
        let program = try Program()
        try program.write(
            Data("(sleep 3; kill -INT $$) & exec bookzone login https://club.example\n".utf8), to: "login.sh")
        let lines = try await program.terminal(
            "sh login.sh; echo \\$?; stty -a", columns: 80, keyboard: "sleep 5 |")
        #expect(lines.first == "Token, from https://club.example/account: 130", "\(lines)")
        #expect(lines.contains { $0.contains(" echo ") }, "\(lines)")
    }

    @Test func `single photo is a card on a terminal`() async throws {
        let program = try ScanLookUpTests.program()
        _ = try await program.shell("bookzone add \(ScanLookUpTests.isbn13) --title 'Salt and Tide'")
        let words = "bookzone scan --quiet --lookup --offline"
        #expect(try await program.terminal("\(words) box/IMG_2.jpg", columns: 80).first == "Salt and Tide")
        let many = try await program.terminal("\(words) box", columns: 80)
        #expect(many.map { $0.hasPrefix("978-1-936218-47-9  ") } == [true, true])
    }
}

extension Program {
    /// The lines that a command shows on a terminal with this many columns.
    ///
    /// - Parameter keyboard: what types there, as the beginning of a pipe; nobody by default.
    func terminal(
        _ words: String, columns: Int, keyboard: String = "", environment: [String: String] = [:]
    ) async throws -> [String] {
        let outcome = try await shell(
            "\(keyboard) script -qec \"stty cols \(columns) rows 24; \(words)\" typescript >/dev/null; tr -d '\\r' <typescript",
            environment: ["TERM": "dumb", "BOOKZONE_USER": "maria"].merging(environment) { $1 })
        return outcome.stdout.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("Script ") }
    }
}
