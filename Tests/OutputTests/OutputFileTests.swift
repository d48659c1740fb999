// A file has its name only when it is complete.
import Foundation
import TestSupport
import Testing

@testable import Output

struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `appears when finished`() throws {
        try folder.write(Data("old".utf8), to: "out.csv")
        let file = try OutputFile(folder.file("out.csv").path)
        try file.write("new")
        #expect(folder.text("out.csv") == "old")
        #expect(folder.text("out.csv.draft") == "new")
        try file.finish()
        #expect(folder.text("out.csv") == "new")
        #expect(folder.text("out.csv.draft") == nil)
    }

    /// What one run has finished is not taken for the part of the next.
    @Test func `runs that write one file at the same time are told so, or write all of it`() async {
        let path = folder.file("out.csv").path
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<3000 {
                        do throws(OutputError) {
                            let file = try OutputFile(path)
                            try file.write("new")
                            try file.finish()
                        } catch {
                            #expect(error == .busy(path))
                        }
                    }
                }
            }
        }
        #expect(folder.text("out.csv") == "new")
    }

    @Test func `drafts stand behind the rest until it is written`() throws {
        var output = BufferedOutput(try OutputFile(folder.file("out").path))
        try output.write("head\n")
        try output.write(draft: "a long draft\nand more\n")
        #expect(folder.text("out.draft") == "head\na long draft\nand more\n")
        try output.write(draft: "draft\n")
        #expect(folder.text("out.draft") == "head\na long draft\nand more\ndraft\n")
        try output.write("one\n")
        try output.write(draft: "late\n")
        #expect(folder.text("out.draft") == "head\na long draft\nand more\ndraft\nlate\n")
        try output.flush()
        #expect(folder.text("out.draft") == "head\none\n")
        try output.write(draft: "another\n")
        try output.finish()
        #expect(folder.text("out") == "head\none\n")
    }

    @Test func `abandoned part is replaced`() throws {
        try folder.write(Data("a longer text of an earlier run".utf8), to: "out.draft")
        let file = try OutputFile(folder.file("out").path)
        try file.write("new")
        try file.finish()
        #expect(folder.text("out") == "new")
    }

    @Test func `what is not finished goes, unless it took long to make`() throws {
        for keepsDraft in [false, true] {
            do {
                let file = try OutputFile(folder.file("out").path, keepsDraft: keepsDraft)
                try file.write("half")
            }
            #expect(folder.text("out.draft") == (keepsDraft ? "half" : nil))
        }
        do {
            let file = try OutputFile(folder.file("out").path)
            try file.finish()
            try folder.write(Data("of the next run".utf8), to: "out.draft")
        }
        #expect(folder.text("out.draft") == "of the next run")
    }

    @Test func `a folder that is not finished goes`() throws {
        let path = folder.file("books").path
        do { try OutputFolder(path).write("half".utf8, to: "one.txt") }
        #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
        let whole = try OutputFolder(path)
        try whole.write("whole".utf8, to: "one.txt")
        try whole.finish()
        #expect(folder.text("books/one.txt") == "whole")
    }

    @Test func `links stay links`() throws {
        try folder.write(Data(), to: "real")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link").path, withDestinationPath: "real")
        let file = try OutputFile(folder.file("link").path)
        try file.write("new")
        try file.finish()
        #expect(folder.text("real") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "real")
    }

    @Test func `two runs do not mix`() throws {
        let name = folder.file("out").path
        let first = try OutputFile(name)
        #expect(throws: OutputError.busy(name)) { _ = try OutputFile(name) }
        try first.finish()
    }

    @Test(.enabled(if: access("/dev/full", W_OK) == 0)) func `a full disk is reported`() throws {
        let file = try OutputFile("/dev/full")
        #expect(throws: OutputError.failed("/dev/full", code: ENOSPC)) { try file.write("x") }
    }

    @Test func `a missing folder is reported`() {
        #expect(throws: OutputError.failed(folder.file("no/out").path, code: ENOENT)) {
            _ = try OutputFile(folder.file("no/out").path)
        }
    }
}
