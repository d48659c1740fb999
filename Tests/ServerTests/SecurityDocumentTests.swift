#if Server
// Each attack in docs/security.md is tested by an existing test.
import Foundation
import TestSupport
import Testing

struct SecurityDocumentTests {
    @Test func `every test that the document names exists`() throws {
        let text = try Repository.text("docs/security.md")
        let section = try #require(text.components(separatedBy: "## A site for many readers\n").last)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
            .filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") && !$0.hasPrefix("| attack |") }
        #expect(rows.count > 40)
        for row in rows {
            let cells = row.split(separator: "|")
            try #require(cells.count == 3, "\(row)")
            let tests = cells[2].matches(of: /`(\w+): ([^`]+)`/)
            #expect(!tests.isEmpty, "\(row)")
            for test in tests {
                let (suite, name) = (String(test.output.1), test.output.2)
                let target = [
                    "ServerTests", "ServerTests/Editing", "CatalogueTests", "CatalogueTests/Accounts",
                    "CommandTests",
                ].first {
                    FileManager.default.fileExists(
                        atPath: Repository.root.appending(path: "Tests/\($0)/\(suite).swift").path)
                }
                let file = try Repository.text("Tests/\(try #require(target, "\(suite)"))/\(suite).swift")
                #expect(file.contains("func `\(name)`("), "\(suite): \(name)")
            }
        }
    }
}
#endif
