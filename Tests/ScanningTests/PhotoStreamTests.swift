// Photos one after another, told apart from what phones and editors hide behind a photo's end.
import Books
import Foundation
import TestSupport
import Testing

@testable import Scanning

struct PhotoStreamTests {
    private static let gainMap = Bytes.jpeg(
        Bytes.xmp("<x hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\"/>"), data: 90)
    private static let preview = Bytes.jpeg(data: 70)
    private static let other = Bytes.jpeg(data: 70, fill: 0x66)

    private static func container(_ attributes: String) -> [UInt8] {
        Bytes.xmp("<Container:Directory><li>\(attributes)</li></Container:Directory>")
    }

    private func photos(_ bytes: [UInt8]) throws -> [[UInt8]] {
        let folder = try TemporaryFolder()
        var stream = PhotoStream(try InputFile(opening: PhotoPath(try folder.write(bytes, "stream"))))
        var photos: [[UInt8]] = []
        while let photo = try stream.next() { photos.append(Array(photo)) }
        return photos
    }

    @Test(
        arguments: [
            ("plain JPEGs", [Bytes.jpeg(), other, preview]),
            ("plain PNGs", [Bytes.png(), Bytes.png(data: 9), Bytes.png()]),
            ("a mixture", [Bytes.jpeg(), Bytes.png(), other, Bytes.png()]),
            ("HEICs", [Bytes.heif(), Bytes.heif(data: 900, isLarge: true), Bytes.heif(data: 3)]),
            ("HEICs among others", [other, Bytes.heif(), Bytes.png(), Bytes.heif(), Bytes.heif(), other]),
            ("a HEIC with bytes behind it", [Bytes.heif() + [0, 0, 0, 0], other]),
            ("a HEIC cut in its data", [other, Array(Bytes.heif(data: 400).prefix(300))]),
            ("one", [Bytes.jpeg()]),
            (
                "trailing bytes",
                [Bytes.jpeg() + [0, 1, 2, 3], other + [0xFF], Bytes.png() + [0x89, 0x50], Bytes.jpeg()]
            ),
            ("trailing start marks", [Bytes.jpeg() + [0, 0xFF, 0xD8, 0xFF, 0xE1, 0, 9], other]),
            (
                "trailing small pictures without data",
                [Bytes.jpeg() + [0] + Bytes.xmp("").prefix(9) + [0xFF, 0xD8, 0xFF], other]
            ),
            (
                "an index, big endian",
                [Bytes.jpeg(Bytes.index([0, preview.count], isLittle: false)) + preview, other]
            ),
            (
                "an index, little endian, of two and padding",
                [
                    Bytes.jpeg(Bytes.index([0, preview.count, gainMap.count], isLittle: true)) + preview + [
                        0, 0, 0,
                    ]
                        + gainMap, other,
                ]
            ),
            (
                "an index of pictures that an editor dropped",
                [Bytes.jpeg(Bytes.index([0, 4711], isLittle: false)), other, preview]
            ),
            (
                "a container directory",
                [
                    Bytes.jpeg(container("Item:Mime=\"image/jpeg\" Item:Length=\"\(preview.count)\""))
                        + preview, other,
                ]
            ),
            (
                "a container directory in elements",
                [Bytes.jpeg(container("<Item:Length>\(preview.count)</Item:Length>")) + preview, other]
            ),
            ("a gain map that nothing announces", [Bytes.jpeg() + gainMap, other]),
            (
                "the hidden one last",
                [other, Bytes.jpeg(Bytes.index([0, preview.count], isLittle: true)) + preview]
            ),
            (
                "a thumbnail inside",
                [Bytes.jpeg(Bytes.segment(0xE1, Array("Exif\0\0".utf8) + preview)), other]
            ),
            ("one cut in its data", [Array(Bytes.jpeg(data: 400).prefix(300)), other, Bytes.jpeg()]),
            ("one cut in its header", [Array(Bytes.jpeg(Bytes.segment(0xE0, [1, 2, 3])).prefix(5)), other]),
            (
                "a PNG cut in its data",
                [Array(Bytes.png(data: 400).prefix(300)), Bytes.png(data: 3000), other]
            ),
            ("the last cut right after its start", [other, [0xFF, 0xD8, 0xFF, 0xE0, 0]]),
            ("a TIFF with JPEGs in it", [Bytes.tiff(), other, Bytes.tiff(isLittle: false), Bytes.png()]),
        ] as [(String, [[UInt8]])])
    func `photos come out as they went in`(name: String, files: [[UInt8]]) throws {
        #expect(try photos(Array(files.joined())) == files, "\(name)")
    }

    private static let kinds: [@Sendable (Int) -> [UInt8]] = [
        { Bytes.jpeg(data: $0) }, { Bytes.png(data: $0) }, { Bytes.heif(data: $0) }, { Bytes.gif(data: $0) },
        { Bytes.bmp(data: $0) }, { Bytes.webp(data: $0) }, { Bytes.jpeg2000(data: $0) },
        { Bytes.jpeg2000(data: $0, isOpen: true) }, { Bytes.codestream(data: $0) }, { Bytes.tiff(data: $0) },
        { Bytes.tiff(data: $0, isLittle: false) }, { Bytes.pdf(data: $0) }, { Bytes.epub(data: $0) },
    ]

    /// In any order, whatever of blanks stands between them, and with what is no file behind some.
    @Test func `every file of a stream comes out, and what is none is handed out too`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<400 {
            var (stream, files, isGarbage) = ([UInt8](), [[UInt8]](), [Bool]())
            for _ in 0..<Int.random(in: 2...7, using: &random) {
                // Behind what is no file only those are known whose first bytes are long.
                let kinds = isGarbage.last == true ? [0, 1, 2, 3, 5, 11] : Array(Self.kinds.indices)
                let kind = kinds.randomElement(using: &random) ?? 0
                let file = Self.kinds[kind](Int.random(in: 1...200, using: &random))
                files.append(file)
                isGarbage.append(false)
                stream += file
                // Cameras put things of their own behind JPEGs and HEIFs.
                if kind != 0, kind != 2, Bool.random(using: &random) {
                    let garbage = Array("nothing that anybody reads ".utf8) + [UInt8](repeating: 7, count: 9)
                    files.append(garbage)
                    isGarbage.append(true)
                    stream += garbage
                } else {
                    let blanks: [[UInt8]] = [[], [10], [13, 10], [0, 0, 0], [32, 10]]
                    stream += blanks.randomElement(using: &random) ?? []
                }
            }
            let found = try photos(stream)
            try #require(found.count == files.count, "\(files.map { $0.prefix(4) })")
            let blank: Set<UInt8> = [0, 10, 13, 32]
            for (out, file) in zip(found, files) {
                // A PDF may have blanks before it; boxes begin with zeros of their own.
                let isPDF = file.starts(with: Array("%PDF".utf8))
                let own = isPDF ? out.drop(while: blank.contains) : out[...]
                #expect(own.starts(with: file))
                #expect(own.dropFirst(file.count).allSatisfy(blank.contains))
            }
        }
    }

    @Test(arguments: [Bytes.heif(), Bytes.png(), Bytes.gif(), Bytes.webp(), Bytes.pdf()])
    func `a file that is cut takes none behind it`(next: [UInt8]) throws {
        for whole in [Bytes.jpeg(data: 150), Bytes.png(data: 151), Bytes.gif(data: 150)] {
            let cut = Array(whole.prefix(90))
            #expect(
                try photos(cut + next + next).map(\.count) == [cut, next, next].map(\.count),
                "\(whole.prefix(4))")
        }
    }

    @Test func `large photos cross the reading steps`() throws {
        let files = (1...5).map { Bytes.jpeg(data: $0 * 123_457, fill: UInt8($0)) }
        #expect(try photos(Array(files.joined())) == files)
    }

    @Test(
        arguments: [([], "empty"), (Array("no photo at all".utf8), "unknown-format")] as [([UInt8], String)])
    func `nothing to read`(bytes: [UInt8], code: String) {
        let error = #expect(throws: ScanError.self) { try photos(bytes) }
        #expect(error.map(PhotoFailure.init)?.code == code)
    }

    /// The writer waits for the reader to have the photo before it goes on, so a stream that held it back would
    /// never end.
    @Test(.timeLimit(.minutes(10))) func `a photo is out before the next one comes`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let received = DispatchSemaphore(value: 0)
        let files = [Self.other + [1, 2], Bytes.png(), Bytes.heif(), Bytes.heif(), Bytes.jpeg()]
        Thread.detachNewThread {
            let end = FileHandle(forWritingAtPath: pipe)
            for file in files {
                end?.write(Data(file))
                received.wait()
            }
            try? end?.close()
        }
        var stream = PhotoStream(try InputFile(opening: PhotoPath(pipe)))
        for file in files {
            #expect(try stream.next().map(Array.init) == file)
            received.signal()
        }
        #expect(try stream.next() == nil)
    }

    @Test func `what comes late behind a photo is no photo`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let received = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let end = FileHandle(forWritingAtPath: pipe)
            end?.write(Data(Self.other))
            received.wait()
            end?.write(Data([1, 2, 3] + Self.gainMap + [4] + Bytes.jpeg()))
            try? end?.close()
        }
        var stream = PhotoStream(try InputFile(opening: PhotoPath(pipe)))
        #expect(try stream.next().map(Array.init) == Self.other)
        received.signal()
        #expect(try stream.next().map(Array.init) == Bytes.jpeg())
        #expect(try stream.next() == nil)
    }
}
