// Every page of a TIFF is decoded independently of the number of pages before it.
import Foundation
import TestSupport
import Testing

@testable import Imaging

struct TIFFPagesTests {
    private func pages(_ data: Data) throws -> [Result<PhotoFile.Page, ImagingError>] {
        var pages: [Result<PhotoFile.Page, ImagingError>] = []
        try PhotoFile(data).forEachPage { pages.append($0) }
        return pages
    }

    @Test(arguments: [false, true], [false, true])
    func `pages have their own sides, pixels and turn`(isBig: Bool, isLittleEndian: Bool) throws {
        var random = SeededGenerator(seed: 9)
        let sides = (0..<12).map { _ in
            (width: Int.random(in: 8...40, using: &random), height: Int.random(in: 8...40, using: &random))
        }
        var file = TIFFFile()
        (file.isBig, file.isLittleEndian) = (isBig, isLittleEndian)
        file.orientation = { $0 % 8 + 1 }
        let pages = try pages(file.data(sides) { UInt8($0 * 20) })
        #expect(pages.count == sides.count)
        for (place, (page, side)) in zip(pages, sides).enumerated() {
            let page = try page.get()
            let isTurned = place % 8 + 1 >= 5
            #expect(page.width == (isTurned ? side.height : side.width))
            #expect(page.height == (isTurned ? side.width : side.height))
            let image = try page.decode().image
            #expect((image.width, image.height) == (page.width, page.height))
            #expect(image[3, 3] == UInt8(place * 20))
        }
    }

    /// Following all directories for each page would take an hour.
    @Test(.timeLimit(.minutes(1))) func `ten thousand pages take no longer than ten thousand files`() throws {
        let data = TIFFFile().data(Array(repeating: (width: 8, height: 8), count: 10_001)) { UInt8($0 % 250) }
        var (decoded, failures) = (0, [ImagingError]())
        try PhotoFile(data).forEachPage { page in
            switch page {
            case .success(let page):
                if (try? page.decode().image[0, 0]) == UInt8(decoded % 250) { decoded += 1 }
            case .failure(let error): failures.append(error)
            }
        }
        #expect(decoded == 10_000)
        #expect(failures == [.tooManyPages(10_000)])
    }

    @Test func `one page is had without those before it`() throws {
        let file = try PhotoFile(TIFFFile().data((1...9).map { (width: $0 + 8, height: 8) }))
        var widths: [Int] = []
        file.forEachPage(only: 7) { if case .success(let page) = $0 { widths.append(page.width) } }
        #expect(widths == [15])
    }

    @Test func `cyclic directories end`() throws {
        var data = TIFFFile().data(Array(repeating: (width: 8, height: 8), count: 3))
        let first = data[4..<8]
        data.replaceSubrange(data.count - 4..<data.count, with: first)
        #expect(try pages(data).count == 3)
    }

    /// Every number in a directory may be wrong.
    @Test func `no damage of a directory ends the program`() throws {
        var random = SeededGenerator(seed: 3)
        for isBig in [false, true] {
            var file = TIFFFile()
            file.isBig = isBig
            let whole = file.data(Array(repeating: (width: 8, height: 8), count: 3))
            for _ in 0..<2_000 {
                var data = whole
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let place = Int.random(in: 4..<data.count, using: &random)
                    data[place] =
                        [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                        .randomElement(using: &random) ?? 0
                }
                for page in try pages(data) {
                    if let page = try? page.get(), page.width * page.height < 1 << 20 {
                        _ = try? page.decode()
                    }
                }
            }
        }
    }
}
