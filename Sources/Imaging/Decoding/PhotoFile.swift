// A photo's bytes to upright grey pictures, one a page, at full or at reduced size.
import CLeptonica
import CPictures
import Foundation

/// A photo in memory: its format, its size and its pages. Nothing is decoded until `decode` is called.
package struct PhotoFile {
    /// Photos with more pixels are refused: one takes four bytes a pixel while it is decoded.
    package static let maximumMegapixels = 250
    package static let mostPixels = maximumMegapixels * 1_000_000

    /// Of a TIFF; a damaged one could claim millions.
    private static let mostPages = 10_000

    package let format: PhotoFormat
    private let data: Data

    /// Throws when the bytes are empty or of no known format.
    package init(_ data: Data) throws(ImagingError) {
        _ = PhotoFile.leptonicaSilenced
        guard !data.isEmpty else { throw .empty }
        guard let format = PhotoFormat(of: data) else { throw .unknownFormat }
        self.format = format
        self.data = data
    }

    /// Leptonica prints what goes wrong, some of it whatever severity is asked for; here that is an `ImagingError`.
    private static let leptonicaSilenced: Void = {
        setMsgSeverity(l_int32(L_SEVERITY_NONE))
        leptSetStderrHandler { _ in }
    }()

    /// Has the decoders load what they keep in files.
    package static func makeDecodersReady() { HEIFPicture.makeReady() }

    /// One page, not decoded yet.
    package struct Page {
        /// Where its pixels come from.
        enum Content {
            case file(Data, PhotoFormat)
            case picture(GrayImage)
        }

        let content: Content
        let orientation: Orientation
        /// From which offset a TIFF page is read.
        let offset: Int
        /// Pixels of the upright page at full size.
        package let width: Int
        package let height: Int

        init(
            _ content: Content, orientation: Orientation = .upright, offset: Int = 0, width: Int, height: Int
        ) {
            self.content = content
            self.orientation = orientation
            self.offset = offset
            self.width = width
            self.height = height
        }

        /// An upright picture that is decoded already.
        package init(_ picture: GrayImage) {
            _ = PhotoFile.leptonicaSilenced
            self.init(.picture(picture), width: picture.width, height: picture.height)
        }
    }

    /// Calls `body` with each page in turn, or with the reason why there are no more.
    package func forEachPage(_ body: (Result<Page, ImagingError>) -> Void) {
        switch format {
        case .tiff: forEachTIFFPage(body)
        default:
            body(Result { () throws(ImagingError) in try firstPage() })
        }
    }

    private func firstPage() throws(ImagingError) -> Page {
        let orientation: Orientation =
            switch format {
            case .jpeg: Orientation(ofEXIFIn: data)
            case .png, .webp: exifChunk.map(Orientation.init(ofEXIFIn:)) ?? .upright
            default: .upright
            }
        let (width, height) =
            switch format {
            case .heif: try HEIFPicture.size(of: data)
            case .gif: try gifSize()
            case .jpeg: try jpegSize()
            default: try headerSize()
            }
        try PhotoFile.check(width: width, height: height, format)
        return Page(
            .file(data, format), orientation: orientation,
            width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height)
    }

    private func forEachTIFFPage(_ body: (Result<Page, ImagingError>) -> Void) {
        var offset = 0
        var seen: Set<Int> = []
        repeat {
            let directory = TIFFDirectory(in: data, at: offset)
            let number = Int32(seen.count)
            let page = Result { () throws(ImagingError) in try tiffPage(number, offset, directory) }
            body(page)
            seen.insert(offset)
            guard case .success = page, let next = directory?.next else { return }
            offset = next
        } while !seen.contains(offset) && seen.count < PhotoFile.mostPages
    }

    private func tiffPage(
        _ number: Int32, _ offset: Int, _ directory: TIFFDirectory?
    ) throws(ImagingError) -> Page {
        let data = directory?.uprightData(data) ?? data
        let orientation = directory?.orientation ?? .upright
        var (width, height): (Int32, Int32) = (0, 0)
        let failed = data.withUnsafeBytes { bytes in
            readHeaderMemTiff(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, number, &width, &height, nil, nil,
                nil,
                nil, nil)
        }
        guard failed == 0 else { throw .damaged(.tiff) }
        try PhotoFile.check(width: Int(width), height: Int(height), .tiff)
        return Page(
            .file(data, .tiff), orientation: orientation, offset: offset,
            width: Int(orientation.swapsSides ? height : width),
            height: Int(orientation.swapsSides ? width : height))
    }

    private static func check(width: Int, height: Int, _ format: PhotoFormat) throws(ImagingError) {
        guard width > 0, height > 0 else { throw .damaged(format) }
        guard width * height <= mostPixels else {
            throw .tooLarge(width: width, height: height)
        }
    }

    private func headerSize() throws(ImagingError) -> (Int, Int) {
        var (width, height, kind): (Int32, Int32, Int32) = (0, 0, 0)
        let failed = data.withUnsafeBytes { bytes in
            pixReadHeaderMem(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &kind, &width, &height, nil, nil,
                nil)
        }
        guard failed == 0 else { throw data.count < 64 ? .truncated : .damaged(format) }
        return (Int(width), Int(height))
    }

    private func jpegSize() throws(ImagingError) -> (Int, Int) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        let outcome = data.withUnsafeBytes { bytes in
            picture_jpeg_size(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &width, &height)
        }
        guard outcome == PICTURE_COMPLETE else {
            throw data.suffix(2) == Data([0xFF, 0xD9]) ? .damaged(.jpeg) : .truncated
        }
        return (Int(width), Int(height))
    }

    /// The logical screen's sides: Leptonica's own way to a GIF's header decodes all its pixels.
    private func gifSize() throws(ImagingError) -> (Int, Int) {
        guard data.count >= 10 else { throw .truncated }
        let head = Array(data.prefix(10))
        return (Int(head[6]) | Int(head[7]) << 8, Int(head[8]) | Int(head[9]) << 8)
    }

    /// The EXIF block of a PNG (`eXIf`, PNG third edition) or WebP (`EXIF`, RIFF), in the form libexif reads.
    private var exifChunk: Data? {
        let bytes = [UInt8](data.prefix(12)).count
        guard bytes == 12 else { return nil }
        let isPNG = format == .png
        var place = data.startIndex + (isPNG ? 8 : 12)
        while place + 8 <= data.endIndex {
            let lengthAt = isPNG ? place : place + 4
            let lengthBytes = data[lengthAt..<lengthAt + 4]
            let length = (isPNG ? Array(lengthBytes) : lengthBytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
            let name = data[(isPNG ? place + 4 : place)..<(isPNG ? place + 8 : place + 4)]
            let start = place + 8
            guard start + length <= data.endIndex else { return nil }
            if name.elementsEqual((isPNG ? "eXIf" : "EXIF").utf8) {
                let block = data[start..<start + length]
                return block.starts(with: "Exif\0\0".utf8) ? block : Data("Exif\0\0".utf8) + block
            }
            place = start + length + (isPNG ? 4 : length & 1)
        }
        return nil
    }
}
