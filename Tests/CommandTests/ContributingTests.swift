// Links and paths in the documents exist.
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

    @Test(arguments: ["CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"])
    func `paths in the text exist`(document: String) throws {
        let paths = try Repository.text(document).matches(of: /`([\w.+-]+(?:\/[\w.+-]+)+)\/?`/)
            .map { String($0.1) }
        for path in paths {
            let file = Repository.root.appending(path: path).path
            #expect(FileManager.default.fileExists(atPath: file), "\(document): \(path)")
        }
        #expect(document == "docs/glossary.md" || paths.count > 4)
    }

    private static func documents() throws -> [String] {
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: "docs").path
        ).filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        return ["README.md", "CONTRIBUTING.md"] + pages
    }

    @Test func `links are valid`() throws {
        for document in try Self.documents() {
            let folder = Repository.root.appending(path: document).deletingLastPathComponent()
            for link in try Repository.text(document).matches(of: /\]\(([^)#:]+)?(#[^)]*)?\)/) {
                let path = link.1.map { folder.appending(path: String($0)).path }
                let file = path ?? Repository.root.appending(path: document).path
                #expect(FileManager.default.fileExists(atPath: file), "\(document): \(link.0)")
                guard let part = link.2?.dropFirst(), file.hasSuffix(".md") else { continue }
                let headings = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
                    .filter { $0.hasPrefix("#") }.map(Self.anchor)
                #expect(headings.contains(String(part)), "\(document): \(link.0)")
            }
        }
    }

    /// The anchor of a heading, as code hosts make it.
    private static func anchor(_ heading: Substring) -> String {
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
            .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
    }

    @Test func `the manual's index names every page`() throws {
        let index = try Repository.text("docs/README.md")
        for page in try Self.documents() where page.hasPrefix("docs/") && page != "docs/README.md" {
            #expect(index.contains("(\(page.dropFirst(5)))"), "\(page)")
        }
    }

    @Test func `the front page is short`() throws {
        let text = try Repository.text("README.md")
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
        #expect(text.utf8.count <= 12_000)
    }

    /// A program at another path has other commands, and none of ours beside it.
    @Test(arguments: [
        "Accounts", "Batch", "Books", "Catalogue", "CatalogueAPI", "Fetching", "HTTP", "Imaging", "Lookup",
        "MARC",
        "Output",
        "Providers", "Reading", "Recognition", "References", "Sandbox",
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
