// Pictures are written only into a folder of their own.
import Foundation
import Output
import TestSupport
import Testing

@testable import RunReport

struct PictureFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.file(name).path }

    @Test(arguments: ["new", "new/", "deep/er/new"]) func `a table is exported and imported again`(
        name: String
    ) throws {
        for bytes in [Data([1]), Data([2])] {
            let made = try PictureFolder(path(name) + (name.hasSuffix("/") ? "/" : ""))
            try made.write(bytes, to: "a/b/c.jpg")
            #expect(made.holds("a/b/c.jpg"))
            #expect(try Data(contentsOf: folder.file("\(name)/a/b/c.jpg")) == bytes)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("\(name)/a/b")) == ["c.jpg"])
    }

    @Test func `one that holds other things is left alone`() throws {
        try folder.write(Data("mine".utf8), to: "box/IMG_1.jpg")
        #expect(throws: OutputError.occupied(path("box"))) { try PictureFolder(path("box")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("box")) == ["IMG_1.jpg"])
        #expect(throws: OutputError.failed(path("box/IMG_1.jpg"), code: ENOTDIR)) {
            try PictureFolder(path("box/IMG_1.jpg"))
        }
    }

    @Test func `a new file takes a free name`() throws {
        let made = try PictureFolder(path("new"))
        for number in 1...3 {
            let name = try made.writeNew(Data([UInt8(number)]), to: "a/b", suffix: ".jpg")
            #expect(name == (number == 1 ? "a/b.jpg" : "a/b-\(number).jpg"))
            #expect(try Data(contentsOf: folder.file("new/" + name)) == Data([UInt8(number)]))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("new/a")).count == 3)
    }

    @Test func `a failed write leaves nothing behind`() throws {
        let made = try PictureFolder(path("new"))
        try FileManager.default.createDirectory(
            at: folder.file("new/a.jpg/in the way"), withIntermediateDirectories: true)
        #expect(throws: OutputError.self) { try made.write(Data([1]), to: "a.jpg") }
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: path("new"))) == [
                "a.jpg", ".bookzone-pictures",
            ])
    }

    @Test func `many tasks write the same name`() async throws {
        let made = try PictureFolder(path("new"))
        let bytes = Data(repeating: 7, count: 100_000)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<200 { tasks.addTask { try made.write(bytes, to: "covers/6d/a.jpg") } }
            try await tasks.waitForAll()
        }
        #expect(try Data(contentsOf: folder.file("new/covers/6d/a.jpg")) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("new/covers/6d")) == ["a.jpg"])
    }
}
