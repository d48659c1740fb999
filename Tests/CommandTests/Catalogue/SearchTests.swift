// `search`: full text from the command line.
import Foundation
import Testing

struct SearchTests {
    private let program: Program

    init() throws { program = try Program() }

    private func search(_ words: String) async throws -> Outcome {
        try await program.shell(
            """
            bookzone add 0439023483 --title 'The Hunger Games' --author 'Suzanne Collins' --year 2008
            bookzone add 9780439554930 --title 'Über Flüsse' --author 'Zoë Brontë' --year 1997
            bookzone comment add 9780439554930 'Made me hungry.'; bookzone list add owned 9780439554930
            """
        ).stderr.isEmpty
            ? try await program.shell("bookzone search \(words)")
            : Outcome(output: Data(), stderr: "", exitCode: -1)
    }

    @Test(arguments: [
        ("hunger", ["9780439023481"]), ("hung", ["9780439023481", "9780439554930"]),
        ("uber bronte", ["9780439554930"]), ("--author coll", ["9780439023481"]),
        ("--year 1990..2005", ["9780439554930"]), ("--year 2008", ["9780439023481"]),
        ("--year ..2000", ["9780439554930"]), ("hung --list owned", ["9780439554930"]),
        ("hung --limit 1", ["9780439023481"]), ("'\"hunger'", ["9780439023481"]),
    ])
    func finds(words: String, isbns: [String]) async throws {
        let outcome = try await search(words)
        #expect(outcome.lines == isbns)
        #expect(outcome.exitCode == 0)
    }

    @Test(arguments: [
        ("nothing", 1), ("hunger --year 1997", 1), ("hung --list lent", 1), ("", 64), ("x --year soon", 64),
        ("x --year 5..1", 64), ("x --year ..", 64), ("x --limit 0", 64), ("x --format xml", 64),
    ])
    func `finds nothing`(words: String, code: Int32) async throws {
        let outcome = try await search(words)
        #expect(outcome.stdout == "")
        #expect(outcome.exitCode == code)
    }
}
