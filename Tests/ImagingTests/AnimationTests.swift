// Animated files: each frame is a page, or reported as skipped.
import Foundation
import TestSupport
import Testing

@testable import Imaging

struct AnimationTests {
    /// A GIF of 2 by 1 pixels, each frame white on its left or on its right.
    ///
    /// - Parameters:
    ///   - frames: which side is white; whether the frame is transparent; whether it covers one pixel only.
    private func gif(_ frames: [(side: Int, isTransparent: Bool, isPart: Bool)]) -> Data {
        var bytes: [UInt8] = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for frame in frames {
            bytes += [0x21, 0xF9, 4, frame.isTransparent ? 1 : 0, 5, 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0, frame.isPart ? 1 : 2, 0, 1, 0, 0, 2]
            // Codes of three bits: clear, the pixels, end.
            let pixels = frame.isPart ? [frame.side] : [1 - frame.side, frame.side]
            let codes = [4] + pixels + [5]
            let packed = codes.enumerated().reduce(0) { $0 | $1.element << (3 * $1.offset) }
            bytes += [2, UInt8(packed & 255), UInt8(packed >> 8), 0]
        }
        return Data(bytes + [0x3B])
    }

    private func pages(_ data: Data) throws -> [PhotoFile.Page] {
        var pages: [Result<PhotoFile.Page, ImagingError>] = []
        try PhotoFile(data).forEachPage { pages.append($0) }
        return try pages.map { try $0.get() }
    }

    @Test func `every picture of a GIF is a page`() throws {
        let pages = try pages(gif([(0, false, false), (1, false, false), (0, false, false)]))
        #expect(pages.map(\.omitted) == [0, 0, 0])
        let whites = try pages.map { page in
            let image = try page.decode().image
            return (0..<2).map { image.row(0)[$0] > 128 }
        }
        #expect(whites[0] != whites[1] && whites[0] == whites[2])
        #expect(whites.allSatisfy { $0[0] != $0[1] })
    }

    @Test func `partial frames are detected`() throws {
        let pages = try pages(gif([(0, true, false), (1, true, false), (1, false, true), (1, false, false)]))
        #expect(pages.map(\.omitted) == [2, 0])
        #expect(try self.pages(gif([(0, false, false), (1, false, true)])).map(\.omitted) == [1])
        #expect(try self.pages(gif([(0, false, false)])).map(\.omitted) == [0])
    }

    @Test func `a truncated GIF gives its complete frames`() throws {
        let whole = gif([(0, false, false), (1, false, false)])
        for count in 13..<whole.count {
            var pages = 0
            try PhotoFile(whole.prefix(count)).forEachPage { _ in pages += 1 }
            #expect((1...2).contains(pages))
        }
    }

    /// A still WebP used as the frames of an animation.
    @Test func `every picture of a WebP is a page`() throws {
        let still = try Data(
            contentsOf: Repository.root.appending(path: "testimages/imprint-french-979-en-dashes.webp"))
        let page = try #require(try pages(still).first)
        func bytes(_ value: Int, _ count: Int) -> Data {
            Data((0..<count).map { UInt8(value >> (8 * $0) & 255) })
        }
        func chunk(_ name: String, _ content: Data) -> Data {
            Data(name.utf8) + bytes(content.count, 4) + content + Data(count: content.count & 1)
        }
        let picture = try #require(still.range(of: Data("VP8 ".utf8))).lowerBound
        let size = still[picture + 4..<picture + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let content = still[picture..<picture + 8 + size + size & 1]
        func frame(width: Int) -> Data {
            let sides = bytes(width - 1, 3) + bytes(page.height - 1, 3)
            return chunk("ANMF", bytes(0, 6) + sides + bytes(100, 3) + Data([0]) + content)
        }
        let head = Data([2, 0, 0, 0]) + bytes(page.width - 1, 3) + bytes(page.height - 1, 3)
        var body = Data("WEBP".utf8) + chunk("VP8X", head) + chunk("ANIM", Data(count: 6))
        body += frame(width: page.width)
        body += frame(width: page.width)
        body += frame(width: page.width / 2)
        let pages = try pages(chunk("RIFF", body))
        #expect(pages.map(\.width) == [page.width, page.width])
        #expect(pages.map(\.omitted) == [1, 0])
        #expect(try pages[1].decode().image.width == page.width)
    }

    @Test func `every picture of a HEIC is a page`() throws {
        let still = try Data(
            contentsOf: Repository.root.appending(path: "testimages/imprint-heic-plain.heic"))
        #expect(HEIFPicture.count(in: still) == 1)
        #expect(HEIFPicture.count(in: still.prefix(40)) == 1)
        #expect(throws: ImagingError.self) { try HEIFPicture.header(of: still, 1) }
    }
}
