// The memory needed according to the header is compared with the limit before decoding.
import Foundation
import TestSupport
import Testing

@testable import Imaging

struct ImageHeaderTests {
    private static func page(_ data: Data, memory: Int?) throws -> PhotoFile.Page {
        var pages: [Result<PhotoFile.Page, ImagingError>] = []
        try PhotoFile(data, memory: memory).forEachPage { pages.append($0) }
        return try #require(pages.first).get()
    }

    /// One of each format, by file extension.
    private static let photos: [URL] = {
        let folder = Repository.root.appending(path: "testimages")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
        return ["jpg", "png", "gif", "bmp", "tif", "webp", "jp2", "heic"].compactMap { kind in
            names.first { $0.hasSuffix(".\(kind)") }.map { folder.appending(path: $0) }
        }
    }()

    @Test func `every format is there`() { #expect(Self.photos.count == PhotoFormat.allCases.count) }

    @Test(arguments: photos) func `pictures larger than the limit are not decoded`(photo: URL) throws {
        let data = try Data(contentsOf: photo)
        let free = try Self.page(data, memory: nil)
        let format = try #require(PhotoFormat(of: data))
        let needed = free.header.memory(format, reduction: 1)
        // Every decoder needs at least the grey picture.
        #expect(needed >= free.width * free.height)
        let poor = try Self.page(data, memory: needed - 1)
        #expect(throws: ImagingError.needsMore(than: needed - 1)) { try poor.decode() }
        #expect(try Self.page(data, memory: needed).decode().image.width == free.width)
    }

    @Test(arguments: [
        (PhotoFormat.jpeg, ImageHeader(width: 4000, height: 3000), 8, 187_500),
        (.jpeg, ImageHeader(width: 4000, height: 3000, held: 36_000_000), 8, 36_187_500),
        (.png, ImageHeader(width: 4000, height: 3000, samples: 4, bits: 16), 1, 12_000_000),
        (.tiff, ImageHeader(width: 4000, height: 3000, samples: 1, bits: 1), 1, 13_500_000),
        (.tiff, ImageHeader(width: 4000, height: 3000, samples: 3, bits: 8), 1, 60_000_000),
        (.heif, ImageHeader(width: 4000, height: 3000, bits: 10), 1, 48_000_000),
    ]) func `counts sides, samples and depth`(
        format: PhotoFormat, header: ImageHeader, reduction: Int, memory: Int
    ) {
        #expect(header.memory(format, reduction: reduction) == memory)
    }

    @Test func `16 bits a sample are read at reduced size, 8 are not`() {
        let header = ImageHeader(width: 4000, height: 3000, samples: 3, bits: 16)
        let page = PhotoFile.Page(content: .file(Data(), .png), header: header)
        #expect(page.reduction(keeping: 1000) == 4)
        #expect(!ImageHeader(width: 4000, height: 3000, samples: 3, bits: 8).canBeReduced(.png))
    }

    /// In a process of its own, with hardly any memory left. An exception in C++ ends the process: for HEIF, this can
    /// only be tested with workers. The bitmap is so small that it fits into memory that other threads free.
    @Test(arguments: photos.filter { !$0.path.hasSuffix(".heic") && !$0.path.hasSuffix(".bmp") })
    func `a failed allocation is reported as such`(
        photo: URL
    ) async throws {
        await #expect(processExitsWith: .success) { [path = photo.path as String] in
            let data = try Data(contentsOf: URL(filePath: path))
            let page = try ImageHeaderTests.page(data, memory: nil)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
            let usual = limit.rlim_cur
            // Linux treats 0 as no limit.
            limit.rlim_cur = 1
            setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
            // The rest of the heap would be enough for a small picture; it is never much.
            for size in [1 << 20, 1 << 16, 1 << 13] {
                var spare = 0
                while spare < 64 << 20, malloc(size) != nil { spare += size }
            }
            let result = Result { () throws(ImagingError) in try page.decode() }
            limit.rlim_cur = usual
            setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
            guard case .failure(.noMemory) = result else { exit(EXIT_FAILURE) }
        }
    }
}
