// Finding references, and errors for other files.
import Books
import Foundation
import Synchronization
import Testing

@testable import References

struct ReferenceFolderTests {
    @Test(arguments: [
        ("dumps/ol_dump_editions_2026-10-31.txt.gz", "ol_dump_editions_2026-10-31"),
        ("Titel.MRC.xml.gz", "Titel"),
        ("a b&c.mrc", "a b_c"), ("_x.gz", "x"), (".gz", "gz"), ("Bücher.xml", "Bücher"),
    ])
    func `names come from files`(_ path: String, _ name: String) {
        #expect(ReferenceFolder.name(after: path) == name)
    }

    @Test(arguments: ["", ".hidden", "../up", "a/b", "-x", "a\nb", String(repeating: "x", count: 300)])
    func `names with paths are rejected`(_ name: String) throws {
        let folder = ReferenceFolder(besideStore: "/nowhere/store")
        #expect(throws: ReferenceError.name(name)) { try folder.remove(name) }
        #expect(throws: ReferenceError.name(name)) {
            try ReferenceBuilder(name: name, files: ["x"], in: folder)
        }
    }

    @Test func `it lies beside the store through links`() throws {
        let workshop = try Workshop(["store.sqlite": "x"])
        try FileManager.default.createSymbolicLink(
            at: workshop.files.file("link"), withDestinationURL: workshop.files.file("store.sqlite"))
        let linked = ReferenceFolder(besideStore: workshop.path("link"))
        #expect(linked.path == workshop.folder.path && linked.path.hasSuffix("/store.sqlite.references"))
    }

    @Test func `latest comes first, and removed ones go`() async throws {
        let workshop = try Workshop(["a": Dump.editions(1...2), "b": Dump.editions(1...3)])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: workshop.path("a"))
        _ = try await workshop.builder(["a"], name: "a").build()
        _ = try await workshop.builder(["b"], name: "b").build()
        let open = workshop.folder.open { _, _ in }
        #expect(open.map(\.name) == ["b", "a"] && open.map(\.info.books) == [3, 2])
        #expect(open[1].info.date == Date(timeIntervalSince1970: 1_000_000_000))
        #expect(throws: ReferenceError.unknown(name: "c")) { try workshop.folder.remove("c") }
        #expect(try workshop.folder.remove("a") == open[1].bytes)
        #expect(workshop.folder.names() == ["b"])
        #expect(try open[1].book(Dump.isbn(1))?.title == "Book 1")
        _ = try workshop.folder.remove("b")
        #expect(!FileManager.default.fileExists(atPath: workshop.folder.path))
    }

    @Test func `files that are not references are reported`() async throws {
        let workshop = try Workshop(["dump": Dump.editions(1...2000)])
        let good = try await workshop.builder(["dump"], name: "good").build()
        var bytes = try Data(contentsOf: URL(filePath: good.path))
        let files = workshop.files
        try files.write(
            Data("SQLite format 3\0 and no more".utf8), to: "store.sqlite.references/short.sqlite")
        try files.write(Data(), to: "store.sqlite.references/void.sqlite")
        // The version is in the four bytes at 60.
        var newer = bytes
        newer[63] = 9
        try files.write(newer, to: "store.sqlite.references/newer.sqlite")
        bytes.replaceSubrange(8192..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 8192))
        try files.write(bytes, to: "store.sqlite.references/torn.sqlite")
        let unusable = Mutex<[String]>([])
        let open = workshop.folder.open { name, _ in unusable.withLock { $0.append(name) } }
        #expect(unusable.withLock { $0 }.sorted().starts(with: ["newer", "short"]))
        #expect(unusable.withLock { $0.contains("void") } && open.contains { $0.name == "good" })
        // Damage in later pages is noticed when a book is looked up: an error, never a wrong book.
        for reference in open where reference.name == "torn" {
            for number in 1...2000 {
                let title = try? reference.book(Dump.isbn(number))?.title
                #expect(title == nil || title == "Book \(number)")
            }
        }
    }
}
