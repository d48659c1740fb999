// `scan --group --resume`: what has no photo of its own to be known by keeps its record, too.
import Books
import Foundation
import TestSupport
import Testing

struct ScanGroupResumeTests {
    private static let groupings = ["", "--group folder", "--group name", "--group '/(.)[^/]*$'"]

    /// What fails, between `a.jpg` and `x1a.jpg`: its file, and the command that makes it of `photo.jpg`.
    private static let failures = [
        ("c.cbz", "cp twice.zip in/c.cbz"), ("c.tar", "head -c 1600 box.tar >in/c.tar"),
        ("c", "head -c 1600 box.tar >in/c"), ("c.zip", "head -c 200 twice.zip >in/c.zip"),
        ("m.pdf", "printf '%%PDF-1.4 broken' >in/m.pdf"), ("m.epub", "head -c 90 photo.jpg >in/m.epub"),
        ("e.jpg", ": >in/e.jpg"), ("b.jpg", "head -c 300 photo.jpg >in/b.jpg"),
        ("g.jpg", "ln -s nowhere in/g.jpg"),
    ]

    @Test(arguments: groupings, failures)
    func `a run that is repeated has the same result`(
        grouping: String, failure: (file: String, command: String)
    ) async throws {
        let program = try Program()
        for name in ["in/a.jpg", "in/n1a.jpg", "in/n1b.jpg", "in/x1a.jpg"] {
            try program.write(Photos.blankJPEG + Data(name.utf8), to: name)
        }
        try program.write(Photos.blankJPEG, to: "photo.jpg")
        let photo = ArchiveFile.Member("1.jpg", Photos.blankJPEG)
        try program.write(ArchiveFile.zip([photo, photo]), to: "twice.zip")
        try program.write(
            ArchiveFile.tar([photo, .init("2.jpg", Data(repeating: 1, count: 999))]), to: "box.tar")
        let scan = "bookzone scan in -j 1 -o r.jsonl --resume \(grouping)"
        let first = try await program.shell("\(failure.command) && \(scan)")
        let records = try program.records("r.jsonl")
        let again = try await program.shell(scan)
        let others = try program.records("r.jsonl")
        #expect(again.exitCode == first.exitCode, "\(again.stderr)")
        #expect(others.map(\.photo) == records.map(\.photo))
        #expect(others.map(\.status) == records.map(\.status))
        #expect(others.map { $0.photos.map(\.photo) } == records.map { $0.photos.map(\.photo) })
        let named = records.flatMap { [$0.photo] + $0.photos.map(\.photo) }
        #expect(named.contains { $0.hasPrefix("in/\(failure.file)") }, "\(first.stderr)")
    }
}
