// A file carries its name only when it is whole.
import Foundation
import Testing

@testable import Reporting

struct OutputFileTests {
    private let folder: URL

    init() throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func content(_ name: String) -> String? {
        (try? Data(contentsOf: folder.appending(path: name))).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func appearsWhenFinished() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: folder.appending(path: "out.csv"))
        let file = try OutputFile(path("out.csv"))
        try file.write("new")
        #expect(content("out.csv") == "old")
        #expect(content("out.csv.partial") == "new")
        try file.finish()
        #expect(content("out.csv") == "new")
        #expect(content("out.csv.partial") == nil)
    }

    @Test func anAbandonedPartIsReplaced() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("a longer text of an earlier run".utf8).write(to: folder.appending(path: "out.partial"))
        let file = try OutputFile(path("out"))
        try file.write("new")
        try file.finish()
        #expect(content("out") == "new")
    }

    @Test func linksStayLinks() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appending(path: "real"))
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "real")
        let file = try OutputFile(path("link"))
        try file.write("new")
        try file.finish()
        #expect(content("real") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "real")
    }

    @Test func twoRunsDoNotMix() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = path("out")
        let first = try OutputFile(name)
        #expect(throws: OutputError.busy(name)) { _ = try OutputFile(name) }
        try first.finish()
    }

    @Test(.enabled(if: access("/dev/full", W_OK) == 0)) func aFullDiskIsTold() throws {
        let file = try OutputFile("/dev/full")
        let error = #expect(throws: OutputError.failed("/dev/full", code: ENOSPC)) { try file.write("x") }
        #expect(error?.description == "/dev/full: no space left; free some or choose another place")
    }

    @Test func aMissingFolderIsTold() {
        #expect(throws: OutputError.failed(path("no/out"), code: ENOENT)) {
            _ = try OutputFile(path("no/out"))
        }
    }
}
