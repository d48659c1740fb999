// Only files that are still the ones that were read are moved.
import Books
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Reading

struct PhotoSorterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(["in/b.jpg": "words", "good.jpg": "a photo"]) }

    private var photo: String { folder.path + "/in/b.jpg" }

    private func move(_ photo: String, as file: FileAsRead) throws(ScanError) -> String? {
        var sorter = PhotoSorter(
            folder: folder.path + "/sorted", inputs: .paths([PhotoPath(folder.path + "/in")]))
        return try sorter.move(photo, as: file, .failed) { _ in true }
    }

    /// As a scan without a journal knows it.
    private func failed() async throws -> FileAsRead {
        struct FailingReader: PhotoReader {
            func read(_ photo: Photo) async -> [PageReading] {
                [PageReading(failed: photo.name, .unknownFormat)]
            }
        }
        let reader = CachingReader(FailingReader(), caches: [])
        let outcome = try await reader.read(Photo(name: photo, content: .file(PhotoPath(photo))))
        guard case .photo(let pages) = outcome else { return FileAsRead(sha256: nil) }
        return FileAsRead(stamp: pages[0].record.stamp, sha256: nil)
    }

    @Test func `a failed photo is moved`() async throws {
        #expect(try move(photo, as: try await failed()) == folder.path + "/sorted/failed/b.jpg")
    }

    @Test(arguments: ["http://127.0.0.1:1/a.png", "-"]) func `a photo that is no file is not moved`(
        name: String
    ) throws {
        #expect(try move(name, as: FileAsRead(sha256: "00")) == nil)
    }

    @Test func `an unread photo with the name of a failed one stays`() async throws {
        let file = try await failed()
        #expect(rename(folder.path + "/good.jpg", photo) == 0)
        #expect(throws: ScanError.changed) { try move(photo, as: file) }
        #expect(try move(photo, as: FileAsRead(sha256: nil)) == nil)
        #expect(folder.text("in/b.jpg") == "a photo")
    }
}
