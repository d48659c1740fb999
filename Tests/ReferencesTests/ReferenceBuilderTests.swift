// Building a reference: in runs, interrupted and continued, from incomplete and damaged files, and by two processes
// at a time.
import Books
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import References

struct ReferenceBuilderTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop(["dump": Dump.editions(1...4000)]) }

    /// All 4,000 books are there, and no other.
    private func expectWhole(_ reference: ReferenceFile) throws {
        #expect(reference.info.books == 4000 && reference.info.counts.rows == 4000)
        for number in 1...4000 {
            let book = try reference.book(Dump.isbn(number))
            #expect(book?.title == "Book \(number)" && book?.publisher == "Press \(number % 7)")
        }
        #expect(workshop.contents == ["test.sqlite"])
    }

    /// Many small runs have the same result as a single one in memory.
    @Test(arguments: [1, 100_000, 1 << 24]) func `runs are put together`(_ size: Int) async throws {
        try expectWhole(try await workshop.builder(["dump"], runSize: size).build())
    }

    @Test func `packed files are read by content`() async throws {
        try workshop.pack("dump")
        let two = try Data(contentsOf: workshop.files.file("dump.gz"))
        // Two members, and zeros at the end as on tapes.
        try workshop.files.write(Data(Dump.editions(4001...4002).utf8), to: "more")
        try workshop.pack("more")
        let more = try Data(contentsOf: workshop.files.file("more.gz"))
        try workshop.files.write(two + more + Data(repeating: 0, count: 1000), to: "called.txt")
        let reference = try await workshop.builder(["called.txt"]).build()
        #expect(reference.info.books == 4002 && reference.info.torn.isEmpty)
    }

    @Test func `several files become one reference`() async throws {
        try workshop.files.write(MARCFile.record(MARCFile.lantern), to: "books.mrc")
        let reference = try await workshop.builder(["dump", "books.mrc"]).build()
        #expect(reference.info.books == 4002 && reference.info.files == ["dump", "books.mrc"])
        #expect(reference.info.forms == [.openLibrary, .marc])
    }

    /// The files on disk at any time are what a killed run leaves.
    @Test(arguments: ["dump", "dump.gz"]) func `it continues after being killed at any moment`(_ file: String)
        async throws
    {
        try workshop.files.write(Data(Dump.editions(4001...4010).utf8), to: "tail")
        try workshop.files.write(Data(Dump.editions(1...30_000).utf8), to: "dump")
        try workshop.pack("dump")
        let partial = URL(filePath: workshop.folder.partialFolder(of: "test"))
        let moments = Mutex<[URL]>([])
        let keep: @Sendable (BuildEvent) -> Void = { event in
            switch event {
            case .rows, .writing:
                let copy = workshop.files.file("moment-\(UUID().uuidString)")
                try? FileManager.default.copyItem(at: partial, to: copy)
                moments.withLock { $0.append(copy) }
            default: break
            }
        }
        let whole = try await workshop.builder([file, "tail"], runSize: 1 << 19).build(report: keep)
        let copies = moments.withLock { $0 }
        #expect(copies.count > 3)
        #expect(whole.info.books == 30_000)
        for copy in copies {
            #expect(try workshop.folder.remove("test") > 0)
            try FileManager.default.createDirectory(
                atPath: workshop.folder.path, withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: copy, to: partial)
            let recorder = BuildRecorder()
            let reference = try await workshop.builder([file, "tail"], runSize: 1 << 19).build(
                report: recorder.report)
            #expect(reference.info.books == whole.info.books && reference.info.counts == whole.info.counts)
            #expect(reference.info.languages == whole.info.languages && reference.info.torn.isEmpty)
            #expect(try reference.book(Dump.isbn(30_000))?.title == "Book 30000")
            #expect(!recorder.events.contains(.begunAnew))
            #expect(workshop.contents == ["test.sqlite"])
        }
    }

    @Test func `stopped it keeps what it has read`() async throws {
        try workshop.files.write(Data(Dump.editions(1...30_000).utf8), to: "dump")
        let first = try workshop.builder(["dump"])
        let error = await #expect(throws: ReferenceError.self) { try await first.build(isStopped: { true }) }
        guard case .stopped(let rows)? = error else { throw Unexpected() }
        #expect(rows > 0 && rows < 30_000)
        #expect(workshop.folder.names().isEmpty && workshop.folder.unfinishedNames() == ["test"])
        let recorder = BuildRecorder()
        let reference = try await workshop.builder(["dump"]).build(report: recorder.report)
        #expect(recorder.events.contains(.resumed(rows: rows)) && reference.info.counts.rows == 30_000)
        // Only the rest was read.
        let last = recorder.events.reversed().lazy.compactMap {
            if case .rows(let rows, _) = $0 { rows } else { nil }
        }
        #expect(last.first == 30_000)
    }

    @Test func `other files or filters start again`() async throws {
        let first = try workshop.builder(["dump"])
        await #expect(throws: ReferenceError.self) { try await first.build(isStopped: { true }) }
        var filter = ReferenceFilter()
        filter.languages = ["eng"]
        let recorder = BuildRecorder()
        let reference = try await workshop.builder(["dump"], filter: filter).build(report: recorder.report)
        #expect(recorder.events.contains(.begunAnew) && reference.info.counts.rows == 4000)
    }

    @Test(arguments: [false, true]) func `torn file becomes what is whole of it`(_ isPacked: Bool)
        async throws
    {
        var file = try Data(contentsOf: workshop.files.file("dump"))
        if isPacked {
            try workshop.pack("dump")
            file = try Data(contentsOf: workshop.files.file("dump.gz"))
        }
        try workshop.files.write(file.dropLast(isPacked ? 2000 : 50), to: "torn")
        let recorder = BuildRecorder()
        let reference = try await workshop.builder(["torn"]).build(report: recorder.report)
        #expect(reference.info.torn == ["torn"] && recorder.broken.isEmpty)
        #expect(recorder.events.contains(.torn(path: workshop.path("torn"))))
        #expect(
            isPacked
                ? reference.info.books > 3000 && reference.info.books < 4000 : reference.info.books == 3999)
    }

    @Test func `last row needs no end`() async throws {
        let reference = try await workshop.reference(Data(Dump.editions(1...3).utf8).dropLast())
        #expect(reference.info.books == 3 && reference.info.torn.isEmpty)
    }

    @Test func `damaged file leaves nothing`() async throws {
        try workshop.pack("dump")
        var file = try Data(contentsOf: workshop.files.file("dump.gz"))
        file[file.count - 6] ^= 1
        try workshop.files.write(file, to: "damaged.gz")
        let error = await #expect(throws: ReferenceError.self) {
            try await workshop.builder(["damaged.gz"]).build()
        }
        guard case .damaged? = error else { throw Unexpected() }
        #expect(!FileManager.default.fileExists(atPath: workshop.folder.path))
    }

    @Test func `no reference is made of nothing`() async throws {
        try workshop.files.write(Data(Dump.edition(1, #""title": "No number""#).utf8), to: "bare")
        let error = await #expect(throws: ReferenceError.self) {
            try await workshop.builder(["bare"]).build()
        }
        guard case .nothingKept(let info)? = error else { throw Unexpected() }
        #expect(info.counts.rows == 1 && info.isWhole)
        await #expect(throws: ReferenceError.unreadable(path: workshop.path("absent"), errno: ENOENT)) {
            try await workshop.builder(["absent"]).build()
        }
        await #expect(throws: ReferenceError.unreadable(path: workshop.files.path, errno: EISDIR)) {
            try await ReferenceBuilder(name: "x", files: [workshop.files.path], in: workshop.folder).build()
        }
        #expect(!FileManager.default.fileExists(atPath: workshop.folder.path))
    }

    @Test(arguments: [false, true]) func `it is said that nothing is left because of damage`(isTorn: Bool)
        async throws
    {
        let row = Dump.edition(1, #""title": "Cut", "isbn_13": ["9780306406157"]"#)
        let rows = isTorn ? String(row.dropLast(9)) : row.replacing("{", with: "")
        try workshop.files.write(Data(rows.utf8), to: "cut")
        let recorder = BuildRecorder()
        let error = await #expect(throws: ReferenceError.self) {
            try await workshop.builder(["cut"]).build(report: recorder.report)
        }
        guard case .nothingKept(let info)? = error else { throw Unexpected() }
        #expect(!info.isWhole && info.torn.isEmpty != isTorn)
        #expect(recorder.events.contains(.torn(path: workshop.path("cut"))) == isTorn)
    }

    @Test func `overlong row is one broken row`() async throws {
        let long = Dump.edition(9, #""title": "\#(String(repeating: "x", count: 20 << 20))""#)
        let recorder = BuildRecorder()
        try workshop.files.write(Data((Dump.editions(1...2) + long + Dump.editions(3...4)).utf8), to: "long")
        let reference = try await workshop.builder(["long"]).build(report: recorder.report)
        #expect(reference.info.books == 4 && recorder.broken.map(\.reason) == [.overlong])
    }

    @Test func `one at a time makes a reference`() async throws {
        try FileManager.default.createDirectory(
            atPath: workshop.folder.path, withIntermediateDirectories: true)
        do {
            let held = try BuildFolder(workshop.folder.partialFolder(of: "test"), name: "test")
            await #expect(throws: ReferenceError.busy(name: "test")) {
                try await workshop.builder(["dump"]).build()
            }
            #expect(throws: ReferenceError.busy(name: "test")) { try workshop.folder.remove("test") }
            #expect(try await workshop.builder(["dump"], name: "other").build().info.books == 4000)
            #expect(held.path.hasSuffix("test.partial"))
        }
        #expect(try await workshop.builder(["dump"]).build().info.books == 4000)
    }

    @Test func `one that is there stays until the new one is whole`() async throws {
        let first = try await workshop.builder(["dump"]).build()
        #expect(throws: ReferenceError.exists(name: "test")) { try workshop.builder(["dump"]) }
        try workshop.files.write(Data(Dump.editions(5000...5009).utf8), to: "new")
        await #expect(throws: ReferenceError.self) {
            try await workshop.builder(["new"], isReplacing: true).build(isStopped: { true })
        }
        #expect(workshop.folder.open { _, _ in }.map(\.info.books) == [4000])
        #expect(try await workshop.builder(["new"], isReplacing: true).build().info.books == 10)
        // A process that had the old one open can still read it.
        #expect(try first.book(Dump.isbn(77))?.title == "Book 77")
    }

    private struct Unexpected: Error {}
}
