// The package in docs/example is built and run against this package, and the manual contains its code.
import Foundation
import TestSupport
import Testing

struct ExampleTests {
    private static let folder = Repository.root.appending(path: "docs/example").path
    private static let scratch = Repository.root.appending(path: ".build-test/example").path

    /// Returns the exit code of a command, and its output.
    private static func swift(_ command: String) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swift"] + command.split(separator: " ").map(String.init) + [
                "--package-path", folder, "--scratch-path", scratch,
            ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// Whether the packages it needs are available, in the versions with which this one is built.
    private static let isResolved: Bool = {
        let versions = folder + "/Package.resolved"
        try? FileManager.default.removeItem(atPath: versions)
        try? FileManager.default.copyItem(
            atPath: Repository.root.appending(path: "Package.resolved").path, toPath: versions)
        return (try? swift("package resolve").code) == 0
    }()

    @Test(.enabled(if: isResolved, "the packages that it needs can't be had here"))
    func `example reads a photo and looks it up`() async throws {
        let built = try Self.swift("build")
        try #require(built.code == 0, "\(built.output)")
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg")
        let outcome = try await program.shell(
            """
            bookzone add 9781405362177 --title 'A Walk on Sunday' --store books &&
            \(Self.scratch)/debug/Shelf cover-ean-price-addon.jpg books
            """)
        #expect(
            outcome.lines.dropFirst() == [
                "9780306406157 978-0-306-40615-7 English language", "978-0-306-40615-7 pbk.",
                "found [\"978-1-4053-6217-7\"]", "978-1-4053-6217-7 known A Walk on Sunday",
            ])
        #expect(outcome.stderr.isEmpty)
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
