// Files that are not photos, too large, cut off, or have several pages.
import Foundation
import TestSupport
import Testing

@testable import Imaging

struct PhotoFileTests {
    private static let testImages = Repository.root.appending(path: "testimages")

    private static func pages(_ data: Data) throws -> [Result<PhotoFile.Page, ImagingError>] {
        var pages: [Result<PhotoFile.Page, ImagingError>] = []
        try PhotoFile(data).forEachPage { pages.append($0) }
        return pages
    }

    private static func photo(_ name: String) throws -> Data {
        try Data(contentsOf: testImages.appending(path: name))
    }

    @Test func `refuses files other than photos`() throws {
        #expect(throws: ImagingError.empty) { try PhotoFile(Data()) }
        #expect(throws: ImagingError.unknownFormat) { try PhotoFile(Data("plain text".utf8)) }
    }

    @Test func `bytes behind a BMP are left alone`() throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
        }
        let head: [UInt8] = Array("BM".utf8) + number(70, 4) + number(0, 4) + number(54, 4) + number(40, 4)
        let sides = number(2, 4) + number(2, 4) + number(1, 2) + number(24, 2) + number(0, 24)
        let bmp = Data(head + sides + [UInt8](repeating: 200, count: 16))
        for tail in [[], [0], [UInt8](repeating: 7, count: 500)] as [[UInt8]] {
            let pages = try Self.pages(bmp + Data(tail))
            #expect(try pages.map { try $0.get() }.count == 1, "\(tail.count)")
        }
    }

    @Test func `refuses a picture too large to decode before decoding it`() throws {
        var png = try GreyImage.drawn(4, 4) { _, _ in 9 }.png()
        png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        let pages = try Self.pages(png)
        #expect(pages.count == 1)
        #expect(throws: ImagingError.tooLarge(width: 60_000, height: 60_000)) { try pages[0].get() }
    }

    @Test func `reads a truncated JPEG as far as it decodes`() throws {
        let whole = try Self.photo("cover-ean-price-addon.jpg")
        let page = try #require(try Self.pages(whole.prefix(whole.count / 2)).first).get()
        let decoded = try page.decode()
        #expect(decoded.isIncomplete)
        #expect((decoded.image.width, decoded.image.height) == (page.width, page.height))
    }

    @Test(arguments: [2, 20, 100, 360]) func `says that nothing is left of a JPEG`(count: Int) throws {
        let start = try Self.photo("cover-ean-price-addon.jpg").prefix(count)
        #expect(throws: (any Error).self) { try Self.pages(start)[0].get().decode() }
    }

    @Test(arguments: ["cover-ean-price-addon.jpg", "cover-jpeg2000.jp2"])
    func `decodes at reduced size`(name: String) throws {
        let page = try #require(try Self.pages(try Self.photo(name)).first).get()
        let half = try page.decode(reduction: 2).image
        #expect(abs(half.width * 2 - page.width) <= 1 && abs(half.height * 2 - page.height) <= 1)
        #expect(page.reduction(keeping: max(page.width, page.height)) == 1)
        #expect(page.reduction(keeping: max(page.width, page.height) / 2) == 2)
    }

    /// libheif rotates by `irot`; EXIF in the same file must not rotate it again, and 90 degrees would swap width and
    /// height.
    @Test(arguments: ["imprint-heic-turned", "imprint-heic-plain"]) func `turns HEIC once`(name: String)
        throws
    {
        let page = try #require(try Self.pages(try Self.photo(name + ".heic")).first).get()
        let truth = try JSONSerialization.jsonObject(with: try Self.photo(name + ".json")) as? [String: Any]
        let stored = (truth?["width"] as? Int ?? 0, truth?["height"] as? Int ?? 0)
        let isTurned = truth?["exif_orientation"] as? Int == 6
        #expect((page.width, page.height) == (isTurned ? (stored.1, stored.0) : stored))
        let image = try page.decode().image
        #expect((image.width, image.height) == (page.width, page.height))
    }

    @Test func `gives every page of a TIFF`() throws {
        let folder = try FileManager.default.contentsOfDirectory(atPath: Self.testImages.path)
        let name = try #require(folder.first { $0.hasSuffix(".tif") || $0.hasSuffix(".tiff") })
        let pages = try Self.pages(try Self.photo(name))
        #expect(pages.count == 2)
        let images = try pages.map { try $0.get().decode().image }
        for (page, image) in zip(pages, images) { #expect(try page.get().width == image.width) }
    }
}
