// Every page of a TIFF is decoded independently of the number of pages before it.
import Foundation
import TestSupport
import Testing

@testable import Imaging

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

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
    @Test(.timeLimit(.minutes(5))) func `ten thousand pages take no longer than ten thousand files`() throws {
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

    /// With the directory before the pixels, in strips of one row, as many programs write it.
    private func striped(_ side: Int) -> Data {
        func number(_ value: Int, _ length: Int) -> Data {
            Data((0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        let lists = 8 + 2 + 9 * 12 + 4
        let start = lists + 8 * side
        let fields = [
            (256, 1, side), (257, 1, side), (258, 1, 8), (259, 1, 1), (262, 1, 1), (273, side, lists),
            (277, 1, 1), (278, 1, 1), (279, side, lists + 4 * side),
        ]
        var file = Data("II*\0".utf8) + number(8, 4) + number(fields.count, 2)
        for (tag, count, value) in fields {
            file += number(tag, 2) + number(4, 2) + number(count, 4) + number(value, 4)
        }
        file += number(0, 4)
        for row in 0..<side { file += number(start + row * side, 4) }
        for _ in 0..<side { file += number(side, 4) }
        return file + Data((0..<side * side).map { UInt8(100 + $0 % side % 100) })
    }

    @Test func `a page whose file ends early is incomplete, and truncated if nearly nothing is there`() throws
    {
        let whole = striped(200)
        let head = whole.count - 200 * 200
        let first = try #require(try pages(whole).first).get().decode()
        #expect(!first.isIncomplete)
        for share in [0.995, 0.6, 0.3, 0.02] {
            let rows = Int(200 * share)
            let page = try #require(try pages(whole.prefix(head + rows * 200)).first).get().decode()
            #expect(page.isIncomplete, "\(share)")
            #expect(page.image[7, rows - 1] == first.image[7, rows - 1], "\(share)")
        }
        for kept in [head + 399, head, head - 100, 60, 9] {
            #expect(try pages(whole.prefix(kept)).map { $0.error } == [.truncated], "\(kept)")
        }
    }

    @Test func `half of a single strip is read`() throws {
        let whole = TIFFFile().data([(width: 80, height: 80)]) { _ in 50 }
        // The directory, which is at the end, goes to the start of the next file.
        let (pixels, directory) = (8, 8 + 6400)
        var file = whole.prefix(pixels)
        var fields = whole[directory...]
        file.replaceSubrange(4..<8, with: [8, 0, 0, 0])
        fields.replaceSubrange(directory + 2 + 5 * 12 + 8..<directory + 2 + 5 * 12 + 10, with: [134, 0])
        file += fields
        #expect(file.count == 134)
        let page = try #require(try pages(file + whole[pixels..<pixels + 3200]).first).get().decode()
        #expect(page.isIncomplete)
        #expect((page.image[5, 39], page.image[5, 41]) == (50, 0))
    }

    @Test func `pages after a cut are not those before it`() throws {
        let whole = TIFFFile().data([(width: 80, height: 80), (width: 90, height: 90)]) { UInt8(50 + $0) }
        let found = try pages(whole.prefix(whole.count - 100))
        #expect(found.map { $0.error } == [nil, .truncated])
        #expect(try found[0].get().width == 80)
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
