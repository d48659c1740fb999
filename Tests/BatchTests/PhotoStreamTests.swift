// Splitting a stream into photos, in spite of what phones and editors append to a photo.
import Books
import Documents
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Reading

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
        while let file = try stream.next() { photos.append(try file.bytes()) }
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
            ("a GIF behind zeros, like a box", [Bytes.jpeg2000() + [0, 0, 0], Bytes.gif(), other]),
            ("a WebP behind zeros, like a box", [Bytes.jpeg2000() + [0, 0, 0], Bytes.webp(data: 52)]),
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

    private static func noise(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 5)
        return (0..<count).map { _ in UInt8.random(in: 1...0x7F, using: &random) }
    }

    private static let foreign: [String: [UInt8]] = [
        "a picture in a format that is not read": Array("P6\n9 9\n255\n".utf8)
            + [UInt8](repeating: 200, count: 243),
        "text": Array("Notes on the books of the second shelf.\n".utf8),
        "text with accents": Array("Livres de l’étagère du haut".utf8),
        "a 7z file": [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C] + noise(20_000),
        "a JPEG XL": [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 10] + noise(20_000),
        "a TAR in xz": [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0] + noise(20_000), "many bytes": noise(70_000),
    ]

    /// What no camera appends is returned by itself, so that it is not lost in silence.
    @Test func `other bytes after a photo are returned`() throws {
        for (name, foreign) in Self.foreign {
            for photo in [Bytes.jpeg(), Bytes.jpeg() + Self.gainMap, Bytes.heif()] {
                for next in [[], Bytes.png(), Self.other] {
                    let files = [photo, foreign, next].filter { !$0.isEmpty }
                    #expect(try photos(Array(files.joined())) == files, "\(name)")
                }
            }
        }
    }

    private static let video = Array("ftypmp42".utf8) + noise(200_000)
    private static let appended: [String: [UInt8]] = [
        "zeros": [UInt8](repeating: 0, count: 100_000),
        "notes": [0, 0, 1, 10, 14, 0, 0, 0] + Array("Image_UTC_Data1752SEFT".utf8),
        "a video": [0, 0, 0, 24] + video,
        "notes with a video": [0, 0, 1, 10] + noise(200) + video,
    ]

    @Test func `what cameras append belongs to the photo`() throws {
        for (name, trailer) in Self.appended {
            for next in [[], Self.other] {
                let files = [Bytes.jpeg() + trailer, next].filter { !$0.isEmpty }
                #expect(try photos(Array(files.joined())) == files, "\(name)")
            }
        }
    }

    /// A camera may pad a photo with NULs, and a PDF ends in a line end.
    @Test func `separators belong to no file`() throws {
        for kind in Self.kinds.dropLast(3) {
            let isPDF = kind(9).starts(with: Array("%PDF".utf8))
            let file = kind(90) + (isPDF && kind(90).last != 10 ? [10] : [])
            for separator: [UInt8] in [[], [10], [13, 10], [10, 10], [0]] {
                for next in [[], Self.other, Bytes.png(), Bytes.pdf() + [10], Bytes.heif()] {
                    let found = try photos(file + separator + next + (next.isEmpty ? [] : separator))
                    #expect(
                        found == [file, next].filter { !$0.isEmpty }, "\(file.prefix(4)), \(separator)")
                }
            }
        }
    }

    @Test func `what a photo announces belongs to it`() throws {
        let photo =
            Bytes.jpeg(Self.container("Item:Mime=\"video/x\" Item:Length=\"90000\"")) + Self.noise(90_000)
        #expect(try photos(photo + Self.other) == [photo, Self.other])
    }

    private static let kinds: [@Sendable (Int) -> [UInt8]] = [
        { Bytes.jpeg(data: $0) }, { Bytes.png(data: $0) }, { Bytes.heif(data: $0) }, { Bytes.gif(data: $0) },
        { Bytes.bmp(data: $0) }, { Bytes.webp(data: $0) }, { Bytes.jpeg2000(data: $0) },
        { Bytes.jpeg2000(data: $0, isOpen: true) }, { Bytes.codestream(data: $0) }, { Bytes.tiff(data: $0) },
        { Bytes.tiff(data: $0, isLittle: false) }, { Bytes.pdf(data: $0) }, { Bytes.epub(data: $0) },
        { Array(ArchiveFile.gzip(ArchiveFile.tar([.init("a.jpg", Data(Bytes.jpeg(data: $0)))]))) },
        { Array(ArchiveFile.zip(members($0))) }, { Array(ArchiveFile.tar(members($0))) },
    ]

    private static func members(_ data: Int) -> [ArchiveFile.Member] {
        [.init("a.jpg", Data(Bytes.jpeg(data: data))), .init("b.png", Data(Bytes.png(data: data)))]
    }

    /// In any order, with any blank bytes between them, and with other bytes after some.
    @Test func `every file of a stream is returned, and so are other bytes`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<400 {
            var (stream, files, isGarbage) = ([UInt8](), [[UInt8]](), [Bool]())
            for _ in 0..<Int.random(in: 2...7, using: &random) {
                // After other bytes, only files with long signatures are recognised.
                let kinds = isGarbage.last == true ? [0, 1, 2, 3, 5, 11] : Array(Self.kinds.indices)
                let kind = kinds.randomElement(using: &random) ?? 0
                let file = Self.kinds[kind](Int.random(in: 1...200, using: &random))
                files.append(file)
                isGarbage.append(false)
                stream += file
                // Cameras append data to JPEGs and HEIFs.
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
                // A PDF may start with blank bytes; boxes start with zeros.
                let isPDF = file.starts(with: Array("%PDF".utf8))
                let own = isPDF ? out.drop(while: blank.contains) : out[...]
                #expect(own.starts(with: file))
                #expect(own.dropFirst(file.count).allSatisfy(blank.contains))
            }
        }
    }

    /// A file of a stream, complete or cut off, with the blank bytes after it.
    private struct Piece {
        var bytes: [UInt8]
        var blanks: [UInt8]
        /// Of the complete file, or of an archive up to the end of the member in which it is cut.
        var length: Int
        var kind: Int
        var isCut: Bool
    }

    private static let mark = Array("PK".utf8)

    /// Whether a file within up to three bytes behind a cut would take the place of an archive's member.
    private static func precedesContent(_ cut: Int, in file: [UInt8], _ kind: Int) -> Bool {
        (cut...cut + 3).contains { place in
            switch kind {
            case 14: file.dropFirst(place - 35).starts(with: mark + [3, 4])
            case 13, 15:
                (512..<file.count).contains(place) && ArchiveFormat.isTARHeader(file[place - 512..<place])
            default: false
            }
        }
    }

    private static func statedLength(of file: [UInt8], cutAt cut: Int, _ kind: Int) -> Int {
        switch kind {
        case 12, 14: (cut..<file.count).first { file[$0...].starts(with: mark) } ?? file.count
        case 15: (cut + 511) / 512 * 512
        default: file.count
        }
    }

    /// Files whose length is known from their contents are cut anywhere after their headers. After a cut file comes
    /// one with a long signature; after one that may carry a JPEG comes none that is cut.
    private static func pieces(_ random: inout SeededGenerator) -> [Piece] {
        var pieces: [Piece] = []
        for _ in 0..<Int.random(in: 2...6, using: &random) {
            let kinds =
                pieces.last?.isCut == true ? [0, 1, 2, 3, 5, 6, 11, 12, 14] : Array(Self.kinds.indices)
            let kind = kinds.randomElement(using: &random) ?? 0
            let file = Self.kinds[kind](Int.random(in: 150...250, using: &random))
            let isCarried = kind == 0 && [2, 5, 9, 10, 11, 12, 13, 14, 15].contains(pieces.last?.kind)
            var isCut = !isCarried && Bool.random(using: &random)
            // A TIFF whose picture is complete may contain it as a JPEG, which is complete as well; without its last
            // zeros, a TAR is complete.
            let most = [9, 10].contains(kind) ? file.count - 31 : kind == 15 ? file.count - 1024 : file.count
            let least = [2: 180, 15: 520][kind] ?? 140
            let cut = Int.random(in: least..<most, using: &random)
            if precedesContent(cut, in: file, kind) { isCut = false }
            let blanks: [[UInt8]] = [[], [10], [13, 10], [0, 0, 0], [32, 10]]
            pieces.append(
                Piece(
                    bytes: isCut ? Array(file.prefix(cut)) : file,
                    blanks: blanks.randomElement(using: &random) ?? [],
                    length: isCut ? statedLength(of: file, cutAt: cut, kind) : file.count, kind: kind,
                    isCut: isCut))
        }
        return pieces
    }

    /// Whether the length of a cut file ends exactly where another begins or ends: then it can't be recognised as
    /// cut.
    private static func looksWhole(_ place: Int, in pieces: [Piece]) -> Bool {
        guard pieces[place].isCut else { return false }
        var left = pieces[place].length - pieces[place].bytes.count
        for next in pieces[(place + 1)...] {
            left -= pieces[place].blanks.count
            if left <= 0 || left == next.bytes.count { return true }
            // The codestream in a JPEG 2000 file is a file of its own, and so is the rest of an archive.
            let rest = next.bytes.dropFirst(left)
            if rest.starts(with: mark) || FileSignature.isFile(rest.prefix(FileSignature.length)) {
                return true
            }
            if rest.prefix(16).allSatisfy({ $0 == 0 }) { return true }
            left -= next.bytes.count
            if left <= next.blanks.count { return left >= 0 }
        }
        return left == 0
    }

    @Test func `a file that is cut off affects no others`() throws {
        var random = SeededGenerator(seed: 9)
        let blank: Set<UInt8> = [0, 10, 13, 32]
        for round in 0..<800 {
            let pieces = Self.pieces(&random)
            if pieces.indices.contains(where: { Self.looksWhole($0, in: pieces) }) { continue }
            let found = try photos(pieces.flatMap { $0.bytes + $0.blanks })
            let words = pieces.map { "\($0.kind): \($0.bytes.count) of \($0.length)" }
            try #require(found.count == pieces.count, "\(round): \(words), \(found.map(\.count))")
            for (out, piece) in zip(found, pieces) {
                // Blank bytes before a PDF belong to it.
                let own = piece.kind == 11 ? out.drop(while: blank.contains) : out[...]
                #expect(own.starts(with: piece.bytes), "\(round): \(words)")
                #expect(own.dropFirst(piece.bytes.count).allSatisfy(blank.contains), "\(round): \(words)")
            }
        }
    }

    @Test func `pictures between one that is cut off and other bytes are returned`() throws {
        let cut = Array(Bytes.bmp(data: 3000).prefix(300))
        let foreign = Array("P6\n9 9\n255\n".utf8) + [UInt8](repeating: 200, count: 3000)
        for pictures in [
            [Bytes.png(), Bytes.jpeg2000(), Bytes.webp()], [Bytes.jpeg(), Bytes.png()], [Bytes.gif()],
        ] {
            let files = [cut] + pictures + [foreign]
            #expect(try photos(Array(files.joined())) == files)
        }
    }

    @Test func `strips of a TIFF that is cut off are no files`() throws {
        let whole = Bytes.tiff(data: 3 * StreamBuffer.largestPreview, hasTables: false)
        let cut = Array(whole.dropLast(40))
        #expect(try photos(cut + Bytes.png()) == [cut, Bytes.png()])
        #expect(try photos(cut) == [cut])
    }

    private static func archive(_ name: String) -> (tar: [UInt8], zip: [UInt8]) {
        let members = [ArchiveFile.Member(name, Data(Bytes.jpeg())), .init("b.png", Data(Bytes.png()))]
        return (Array(ArchiveFile.tar(members)), Array(ArchiveFile.zip(members)))
    }

    @Test func `archives come out whole among pictures and each other`() throws {
        let (one, other) = (Self.archive("a.jpg"), Self.archive("c.jpg"))
        let padded = one.tar + [UInt8](repeating: 0, count: 8192)
        for files in [
            [one.zip], [one.tar], [one.zip, other.zip, one.tar, other.tar],
            [Bytes.png(), one.zip, Bytes.gif()],
            [Bytes.streamedZIP(), one.zip, Bytes.streamedZIP(), one.tar],
            [Bytes.jpeg(), one.tar, Bytes.heif()], [padded, Bytes.jpeg(), padded, one.zip],
            [Array(Bytes.bmp(data: 400).prefix(300)), one.zip, Bytes.png()],
        ] {
            // Two blocks of the zeros at a TAR's end belong to it.
            let own = files.map { $0 == padded ? one.tar.count : $0.count }
            #expect(try photos(Array(files.joined())).map(\.count) == own)
        }
    }

    /// A TAR may be compressed in pieces.
    @Test func `gzipped TARs end with their last member`() throws {
        func packed(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(ArchiveFile.gzip(Data(bytes))) }
        let tar = Self.archive("a.jpg").tar
        let (whole, other) = (packed(tar), packed(Self.archive("c.jpg").tar))
        let pieces =
            packed(tar.prefix(512)) + packed(tar.dropFirst(512).prefix(100)) + packed(tar.dropFirst(612))
        for files in [
            [whole], [whole, other], [Bytes.jpeg(), whole, Bytes.jpeg()], [Bytes.heif(), whole, other],
            [pieces], [pieces, whole, pieces, Bytes.png()], [tar, whole, tar],
        ] { #expect(try photos(Array(files.joined())) == files) }
        let large = packed(
            ArchiveFile.tar([.init("a", Data(repeating: 0x50, count: 3 * ArchiveSpool.portion))]))
        #expect(try photos(large + large + Bytes.gif()) == [large, large, Bytes.gif()])
        for kept in [100, ArchiveSpool.portion * 2] {
            #expect(try photos(Array(large.prefix(kept))) == [Array(large.prefix(kept))])
        }
    }

    /// Larger than what is held of it in memory, also where the next one's end shows where its own was.
    @Test func `large archives come out whole, and cut ones up to the next`() throws {
        let large = [ArchiveFile.Member("a", Data(repeating: 0x50, count: 3 * ArchiveSpool.portion))]
        let (tar, zip) = (Array(ArchiveFile.tar(large)), Array(ArchiveFile.zip(large)))
        let small = Self.archive("b.jpg")
        let files = [zip, tar, Bytes.jpeg(), zip, zip, small.tar, tar, tar, small.zip, Bytes.png()]
        #expect(try photos(Array(files.joined())) == files)
        for kept in [1000, ArchiveSpool.portion * 2] {
            let cut = Array(zip.prefix(kept))
            #expect(try photos(cut + small.zip + Bytes.png()) == [cut, small.zip, Bytes.png()])
            #expect(try photos(cut + zip + small.zip) == [cut, zip, small.zip])
            #expect(try photos(cut) == [cut])
            #expect(try photos(Array(tar.prefix(kept))) == [Array(tar.prefix(kept))])
        }
    }

    /// In a member's header or data, its directory or its end record. Bytes that are missing up to a member's data can't
    /// be told from the next file's.
    @Test func `a ZIP or EPUB that is cut off anywhere affects no others`() throws {
        let zip = Self.archive("a.jpg").zip
        let behind = [Bytes.jpeg(data: 90), Bytes.png(), Bytes.gif(), Self.archive("c.jpg").zip, Bytes.pdf()]
        let second = 35 + Bytes.jpeg().count + 35
        for (whole, content) in [(zip, second), (Bytes.epub(), 0), (Bytes.streamedZIP(), 40)] {
            for kept in 62..<whole.count where kept != content {
                let files = [Array(whole.prefix(kept))] + behind
                try #require(
                    try photos(Array(files.joined())).map(\.count) == files.map(\.count), "\(kept) bytes")
            }
        }
    }

    @Test(arguments: [Bytes.heif(), Bytes.png(), Bytes.gif(), Bytes.webp(), Bytes.pdf()])
    func `a truncated file does not swallow the next one`(next: [UInt8]) throws {
        for whole in [Bytes.jpeg(data: 220), Bytes.png(data: 221), Bytes.gif(data: 220)] {
            let cut = Array(whole.prefix(160))
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

    /// The writer continues only after the photo was returned, so a stream that held it back would never end.
    @Test(.timeLimit(.minutes(30))) func `a photo is reported before the next one arrives`() throws {
        let files = [Self.other + [1, 2], Bytes.png(), Bytes.heif(), Bytes.heif(), Bytes.jpeg()]
        let folder = try TemporaryFolder()
        let received = DispatchSemaphore(value: 0)
        var stream = try Self.stream(of: files, in: folder, after: received, staysOpen: true)
        for file in files {
            #expect(try stream.next()?.bytes() == file)
            received.signal()
        }
        #expect(try stream.next()?.bytes() == nil)
    }

    @Test func `a TAR that is cut off before a member is not whole`() throws {
        let folder = try TemporaryFolder()
        let jpeg = Data(Bytes.jpeg())
        let tar = ArchiveFile.tar([.init("a.jpg", jpeg), .init("b.jpg", jpeg)])
        let member = 512 + (jpeg.count + 511) / 512 * 512
        let cuts: [(count: Int, isWhole: Bool)] = [
            (member, false), (2 * member, false), (2 * member + 512, true), (2 * member + 1024, true),
        ]
        for (count, isWhole) in cuts {
            let path = folder("cut.tar")
            try Data(tar.prefix(count)).write(to: URL(filePath: path))
            var stream = PhotoStream(try InputFile(opening: PhotoPath(path)))
            guard case .archive(let file, let found)? = try stream.next() else {
                Issue.record("no archive of \(count) bytes")
                continue
            }
            let size = lseek(file.descriptor, 0, SEEK_END)
            #expect(found == isWhole && size == count, "\(count)")
            let isEnd = try stream.next() == nil
            #expect(isEnd)
        }
    }

    /// A pipe into which each part is written after `received` was signalled for the one before.
    ///
    /// - Parameter staysOpen: until it was signalled for the last part, too.
    private static func stream(
        of parts: [[UInt8]], in folder: TemporaryFolder, after received: DispatchSemaphore,
        staysOpen: Bool = false
    ) throws -> PhotoStream {
        let pipe = folder("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        Thread.detachNewThread {
            let end = FileHandle(forWritingAtPath: pipe)
            for (place, part) in parts.enumerated() {
                if place > 0 { received.wait() }
                end?.write(Data(part))
            }
            if staysOpen { received.wait() }
            try? end?.close()
        }
        return PhotoStream(try InputFile(opening: PhotoPath(pipe)))
    }

    @Test func `other bytes that arrive late are returned`() throws {
        let folder = try TemporaryFolder()
        let received = DispatchSemaphore(value: 0)
        var stream = try Self.stream(
            of: [Self.other, Self.gainMap + Self.noise(70_000) + Bytes.png()], in: folder,
            after: received)
        #expect(try stream.next()?.bytes() == Self.other)
        received.signal()
        #expect(try stream.next()?.bytes() == Self.noise(70_000))
        #expect(try stream.next()?.bytes() == Bytes.png())
        #expect(try stream.next()?.bytes() == nil)
    }

    @Test func `bytes that arrive after a photo are not a photo`() throws {
        let folder = try TemporaryFolder()
        let received = DispatchSemaphore(value: 0)
        var stream = try Self.stream(
            of: [Self.other, [1, 2, 3] + Self.gainMap + [4] + Bytes.jpeg()], in: folder,
            after: received)
        #expect(try stream.next()?.bytes() == Self.other)
        received.signal()
        #expect(try stream.next()?.bytes() == Bytes.jpeg())
        #expect(try stream.next()?.bytes() == nil)
    }
}

extension StreamedFile {
    func bytes() throws -> [UInt8] {
        switch self {
        case .photo(let bytes): return Array(bytes)
        case .archive(let file, _):
            let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
            try handle.seek(toOffset: 0)
            return Array(try handle.readToEnd() ?? Data())
        case .failed(let error): throw error
        }
    }
}
