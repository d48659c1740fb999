// Replacing one line of a results file, also by several processes at once.
import Books
import Foundation
import Output
import TestSupport
import Testing

@testable import Batch

struct ResultsFileEditorTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("run.jsonl").path
        try folder.write(Data((0..<40).map(Self.line).joined().utf8), to: "run.jsonl")
    }

    private static func record(_ place: Int) -> PhotoRecord {
        PhotoRecord(photo: "\(place).jpg", status: .uncertain)
    }

    private static func line(_ place: Int) throws -> String { try JSONLine.line(record(place)) }

    private func replace(_ number: Int, of place: Int, by text: String) throws {
        try ResultsFileEditor(path).replace(number, of: Self.record(place)) { _ in text }
    }

    @Test(arguments: [1, 7, 40]) func `other lines stay`(_ number: Int) throws {
        try replace(number, of: number - 1, by: "new\n")
        var lines = try (0..<40).map(Self.line)
        lines[number - 1] = "new\n"
        #expect(folder.text("run.jsonl") == lines.joined())
    }

    @Test(arguments: [(1, 1), (41, 40), (40, 0)]) func `another record is not replaced`(
        _ number: Int, _ place: Int
    ) throws {
        let before = folder.text("run.jsonl")
        #expect(throws: OutputError.changed(path)) { try replace(number, of: place, by: "new\n") }
        #expect(folder.text("run.jsonl") == before)
        #expect(throws: OutputError.failed("/no/run", code: ENOENT)) {
            try ResultsFileEditor("/no/run").replace(1, of: Self.record(0)) { _ in "" }
        }
    }

    @Test func `the store reports whether books exist`() throws {
        try replace(1, of: 0, by: Self.line(0).replacing("{\"", with: "{\"books\":[],\""))
        for (number, hasBooks) in [(1, true), (2, false)] {
            try ResultsFileEditor(path).replace(number, of: Self.record(number - 1)) { said in
                #expect(said == hasBooks)
                return "x\n"
            }
        }
    }

    @Test func `several lines are replaced together`() throws {
        let before = try #require(folder.text("run.jsonl"))
        try folder.write(Data((before + "no record\n\n" + before.dropLast()).utf8), to: "run.jsonl")
        try ResultsFileEditor(path).replaceAll { record, hasBooks in
            #expect(!hasBooks)
            return record.photo.hasPrefix("3") ? "new\n" : nil
        }
        let lines = try (0..<40).map { "\($0)".hasPrefix("3") ? "new\n" : try Self.line($0) }
        #expect(folder.text("run.jsonl") == lines.joined() + "no record\n\n" + lines.joined())
    }

    @Test func `where no line is replaced the file is not written`() throws {
        let before = FileIdentity(path: path)
        try ResultsFileEditor(path).replaceAll { _, _ in nil }
        #expect(FileIdentity(path: path) == before)
        #expect(throws: OutputError.failed("/no/run", code: ENOENT)) {
            try ResultsFileEditor("/no/run").replaceAll { _, _ in nil }
        }
    }

    @Test func `link stays one`() throws {
        let link = folder.file("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "run.jsonl")
        try ResultsFileEditor(link).replace(1, of: Self.record(0)) { _ in "new\n" }
        #expect(folder.text("run.jsonl")?.hasPrefix("new\n") == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "run.jsonl")
    }

    @Test func `what a run writes is not waited for longer than others need for a change`() throws {
        let run = try FileLock.open(path, O_RDWR, waits: false, name: path)
        #expect(throws: OutputError.busy(path)) { try ResultsFileEditor(path) }
        close(run)
        #expect(try ResultsFileEditor(path).record(2, of: Self.record(1)) == Self.record(1))
        #expect(throws: OutputError.changed(path)) {
            try ResultsFileEditor(path).record(2, of: Self.record(0))
        }
    }

    @Test func `no answer of several writers is lost`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    try replace(
                        number, of: number - 1, by: String(repeating: "\(number),", count: number) + "\n")
                }
            }
            try await group.waitForAll()
        }
        let lines = try #require(folder.text("run.jsonl")).split(separator: "\n")
        #expect(lines.map { $0.split(separator: ",").first } == (1...40).map { "\($0)" })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.jsonl"])
    }
}
