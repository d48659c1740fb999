// Photos as bytes, files and grey rows, read from async code; a cancelled task ends soon and returns nothing.
import Batch
import Books
import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Reading

struct AsyncPhotoScannerTests {
    private static let photo = Repository.root.appending(path: "testimages/cover-ean-price-addon.jpg")

    /// A decoded photo as another program may have it, with padding after every row.
    private static func rows(gap: Int) throws -> GreyRows {
        var pages: [PhotoFile.Page] = []
        try PhotoFile(Data(contentsOf: photo)).forEachPage { page in
            pages += (try? page.get()).map { [$0] } ?? []
        }
        let image = try #require(pages.first).decode().image
        let pixels = try #require(image.withRaster { Data($0.pixels) })
        var bytes = Data()
        for y in 0..<image.height {
            bytes += pixels[y * image.width..<(y + 1) * image.width] + Data(count: gap)
        }
        return GreyRows(bytes, width: image.width, height: image.height, bytesPerRow: image.width + gap)
    }

    /// Reading only barcodes is fast in debug builds, too.
    @Test func `bytes, a file and rows give the same`() async throws {
        let scanner = try AsyncPhotoScanner(options: ScanOptions(readers: [.barcode]))
        let records = [
            try await scanner.scan(try Data(contentsOf: Self.photo), name: "bytes"),
            try await scanner.scan(file: PhotoPath(Self.photo.path)),
            try await scanner.scan(try Self.rows(gap: 0), name: "rows"),
            try await scanner.scan(try Self.rows(gap: 5), name: "rows with gaps"),
        ]
        #expect(records.map(\.count) == [1, 1, 1, 1])
        let pages = records.compactMap(\.first)
        #expect(pages.map(\.photo) == ["bytes", Self.photo.path, "rows", "rows with gaps"])
        #expect(pages.map { $0.isbns.map(\.isbn.isbn13) } == Array(repeating: ["9781405362177"], count: 4))
        #expect(pages.map(\.width) == [1200, 1200, 1200, 1200])
        #expect(pages.map { $0.sha256 != nil } == [true, true, false, false])
    }

    @Test(arguments: [(4, 4, 4, 15), (4, 4, 3, 16), (4, 4, 8, 27)])
    func `rows must be there`(width: Int, height: Int, bytesPerRow: Int, count: Int) async throws {
        let rows = GreyRows(Data(count: count), width: width, height: height, bytesPerRow: bytesPerRow)
        let records = try await AsyncPhotoScanner().scan(rows, name: "rows")
        #expect(records.map(\.error) == [PhotoFailure(.missingRows)])
    }

    @Test(arguments: [(0, 4, "empty"), (4, -1, "empty"), (1 << 40, 1 << 40, "too-large")])
    func `rows have sides`(width: Int, height: Int, code: String) async throws {
        let records = try await AsyncPhotoScanner().scan(
            GreyRows(Data(count: 16), width: width, height: height), name: "rows")
        #expect(records.map { $0.error?.code } == [code])
    }

    @Test func `a file that is not there is a record`() async throws {
        let records = try await AsyncPhotoScanner().scan(file: PhotoPath("/nowhere"))
        #expect(records.map(\.error) == [PhotoFailure(.system(ENOENT))])
        #expect(records.map(\.photo) == ["/nowhere"])
    }

    @Test func `a cancelled task gets no records`() async throws {
        let scanner = try AsyncPhotoScanner()
        let bytes = try Data(contentsOf: Self.photo)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await scanner.scan(bytes, name: "photo")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a cancelled batch hands out no more`() async throws {
        let path = PhotoPath(Self.photo.path)
        let batch = try ScanBatch(.paths([path, path, path]), options: ScanOptions(), jobs: 2)
        let count = Mutex(0)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await batch.run { _ in count.withLock { $0 += 1 } }
        }.value
        #expect(count.withLock { $0 } == 0)
    }

    @Test func `text needs its model and bars need none`() throws {
        let folder = try TemporaryFolder()
        for readers in [[.ocr], [.ocr, .barcode]] as [Set<WitnessReader>] {
            #expect(throws: ScanError.noModel(folder: folder.path)) {
                try PhotoScanner(options: ScanOptions(readers: readers, tessdata: folder.path))
            }
        }
        _ = try PhotoScanner(options: ScanOptions(readers: [.barcode], tessdata: folder.path))
    }
}
