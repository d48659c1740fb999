// The example in docs/example runs, it is a package that uses this one, and the manual contains its code.
import Foundation
import TestSupport
import Testing

struct ExampleTests {
    @Test func `example reads a photo and looks it up`() async throws {
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg")
        // The program is a target of this package, because it would take minutes to build everything once more.
        let outcome = try await program.shell(
            """
            bookzone add 9781405362177 --title 'A Walk on Sunday' --store books &&
            Shelf cover-ean-price-addon.jpg books
            """)
        #expect(
            outcome.lines.dropFirst() == [
                "9780306406157 978-0-306-40615-7 English language", "978-0-306-40615-7 pbk.",
                "found [\"978-1-4053-6217-7\"]", "978-1-4053-6217-7 known A Walk on Sunday",
            ])
        #expect(outcome.stderr.isEmpty)
    }

    @Test func `example names products that exist`() throws {
        let names = try Repository.text("docs/example/Package.swift")
            .matches(of: /\.product\(name: "(\w+)", package: "BookZone"\)/).map(\.1)
        #expect(names.count == 4)
        let package = try Repository.text("Package.swift")
        for name in names { #expect(package.contains(".library(name: \"\(name)\""), "\(name)") }
    }

    @Test func `the manual shows the example`() throws {
        let example = try ["Package.swift", "Sources/Shelf/main.swift"]
            .map { try Repository.text("docs/example/\($0)") }.joined()
        let blocks = try Repository.text("docs/swift.md").split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```").first }
        #expect(blocks.count == 2)
        for block in blocks { #expect(example.contains(block), "\(block)") }
    }
}
