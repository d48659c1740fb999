// Lists of books on standard input.
import Foundation
import Testing

struct ListInputTests {
    @Test(arguments: [
        "lookup --offline -", "list add owned -", "isbn -", "isbn --to 13 -", "import isbns -", "copy add -",
    ])
    func `NUL ends a line like a line feed`(command: String) async throws {
        var outcomes: [Outcome] = []
        for end in ["\n", "\0"] {
            let list = "9780306406157\(end)9780439023481\(end)"
            outcomes.append(try await Program().shell("bookzone \(command)", stdin: Data(list.utf8)))
        }
        #expect(outcomes[0].stdout == outcomes[1].stdout && outcomes[0].stderr == outcomes[1].stderr)
        #expect(outcomes[0].exitCode == outcomes[1].exitCode)
        #expect(outcomes[1].exitCode != 2, "\(outcomes[1].stderr)")
    }
}
