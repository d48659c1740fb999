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
        let paths = try FileManager.default.subpathsOfDirectory(
            atPath: Repository.root.appending(path: "Tests").path)
        for row in rows {
            let cells = row.split(separator: "|")
            try #require(cells.count == 3, "\(row)")
            let tests = cells[2].matches(of: /`(\w+): ([^`]+)`/)
            #expect(!tests.isEmpty, "\(row)")
            for test in tests {
                let (suite, name) = (String(test.output.1), test.output.2)
                let path = try #require(paths.first { $0.hasSuffix("/\(suite).swift") }, "\(suite)")
                let file = try Repository.text("Tests/\(path)")
                #expect(file.contains("func `\(name)`("), "\(suite): \(name)")
            }
        }
    }
}
#endif
