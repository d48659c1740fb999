// CONTRIBUTING.md sends people to places that are there.
import Foundation
import TestSupport
import Testing

struct ContributingTests {
    @Test func `every place in the table is there`() throws {
        let text = try Repository.text("CONTRIBUTING.md")
        let table = text.split(separator: "| what you want to change | where it is |\n")[1]
            .split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst()
        #expect(table.count > 15)
        for row in table {
            let places = row.matches(of: /`([^`]+)`/).map { String($0.1) }
            #expect(!places.isEmpty, "\(row)")
            for place in places {
                let path = Repository.root.appending(path: place).path
                #expect(FileManager.default.fileExists(atPath: path), "\(place)")
            }
        }
    }

    /// Links of the documents to files of the repository.
    @Test(arguments: [
        "README.md", "CONTRIBUTING.md", "docs/accuracy.md", "docs/benchmark.md", "docs/model.md",
    ])
    func `links lead somewhere`(document: String) throws {
        let folder = Repository.root.appending(path: document).deletingLastPathComponent()
        for link in try Repository.text(document).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
            let path = folder.appending(path: String(link.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(link.1)")
        }
    }

    /// Another program has other commands, and nothing of ours beside it.
    @Test(arguments: [
        "Books", "Catalogue", "Fetching", "HTTP", "Imaging", "Lookup", "Providers", "Recognition",
        "References", "Scanning",
    ])
    func `libraries name no command, no option and nothing beside the checkout`(target: String) throws {
        let folder = Repository.root.appending(path: "Sources/\(target)").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
        #expect(!files.isEmpty)
        for file in files {
            let text = try Repository.text("Sources/\(target)/\(file)")
            #expect(!text.contains("../shared"), "\(file)")
            let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            for line in lines {
                #expect(line.firstMatch(of: /"[^"]*(`bookzone |`scan |--[a-z])/) == nil, "\(file): \(line)")
            }
        }
    }
}
