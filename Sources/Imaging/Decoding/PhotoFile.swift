// Decodes a photo to upright grey pictures, one per page, at full or reduced size.
import CLeptonica
import CPictures
import Foundation

/// A photo in memory: its format, its size and its pages. Nothing is decoded until `decode` is called.
package struct PhotoFile {
    /// Photos with more pixels are rejected: decoding takes four bytes per pixel.
    package static let maximumMegapixels = 250
    package static let mostPixels = maximumMegapixels * 1_000_000

    /// For TIFF; a damaged file could claim millions.
    private static let mostPages = 10_000

    package let format: PhotoFormat
    private let data: Data
    private let memory: Int?

    /// Throws if the data is empty or in no known format.
    ///
    /// - Parameter memory: the limit for decoding, in bytes; `nil` sets none.
    package init(_ data: Data, memory: Int? = nil) throws(ImagingError) {
        _ = PhotoFile.leptonicaSilenced
        guard !data.isEmpty else { throw .empty }
        guard let format = PhotoFormat(of: data) else { throw .unknownFormat }
        self.format = format
        self.data = format == .bmp ? Self.bmp(in: data) : data
        self.memory = memory
    }

    /// Without bytes after its end, which Leptonica does not accept.
    private static func bmp(in data: Data) -> Data {
        let length = data.dropFirst(2).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return length >= 26 && length < data.count ? data.prefix(length) : data
    }

    /// Leptonica prints errors, some of them at every severity setting; here they are reported as `ImagingError`.
    fileprivate static let leptonicaSilenced: Void = {
        setMsgSeverity(l_int32(L_SEVERITY_NONE))
        leptSetStderrHandler { _ in }
    }()

    /// Makes the decoders load what they need from files.
    package static func makeDecodersReady() { HEIFPicture.makeReady() }

    /// A page that is not decoded yet.
    package struct Page {
        /// The source of its pixels.
        enum Content {
            case file(Data, PhotoFormat)
            case picture(GreyImage)
        }

        let content: Content
        let header: ImageHeader
        var orientation = Orientation.upright
        /// When it was taken, in seconds since 1970 on the camera's clock; `nil` if unknown.
        package internal(set) var taken: Double?
        /// The index of the page's picture in a HEIF file.
        var picture = 0
        /// Changes that make a TIFF contain only this page.
        var changes: [PictureNumber] = []
        /// How many bytes with pixels of the page are missing at a TIFF's end.
        var missing = 0
        /// The limit for decoding, in bytes; `nil` if there is none.
        var memory: Int?
        /// How many pictures after it are skipped because they can't be read by themselves.
        package internal(set) var omitted = 0
        /// The size of the upright page, in pixels.
        package var width: Int { orientation.swapsSides ? header.height : header.width }
        package var height: Int { orientation.swapsSides ? header.width : header.height }
    }

    /// Calls `body` with each page in turn, or with the error that ends the pages.
    ///
    /// - Parameter only: the only page wanted of a TIFF, from 1; those before it are skipped.
    package func forEachPage(only: Int? = nil, _ body: (Result<Page, ImagingError>) -> Void) {
        switch format {
        case .tiff: forEachTIFFPage(only, body)
        case .gif: forEachPicture(of: Animation(gif: data), body)
        case .webp: forEachPicture(of: Animation(webp: data), body)
        case .heif:
            for picture in 0..<HEIFPicture.count(in: data) {
                body(Result { () throws(ImagingError) in try page(picture) })
            }
        default: body(Result { () throws(ImagingError) in try page() })
        }
    }

    /// The first page of a file; `nil` if it has none that is valid.
    package static func firstPage(of data: Data) -> Page? {
        var first: Page?
        try? PhotoFile(data).forEachPage(only: 1) { page in first = first ?? (try? page.get()) }
        return first
    }

    private func forEachPicture(of animation: Animation, _ body: (Result<Page, ImagingError>) -> Void) {
        guard animation.pictures.count + animation.omitted > 1 else {
            return body(Result { () throws(ImagingError) in try page() })
        }
        for (place, picture) in animation.pictures.prefix(Self.mostPages).enumerated() {
            let omitted = place == 0 ? animation.omitted : 0
            body(
                Result { () throws(ImagingError) in
                    try PhotoFile(picture(), memory: memory).page(omitted: omitted)
                })
        }
    }

    /// - Parameters:
    ///   - picture: the index in a HEIF file.
    ///   - omitted: how many pictures after it are skipped.
    private func page(_ picture: Int = 0, omitted: Int = 0) throws(ImagingError) -> Page {
        let exif: EXIFBlock? =
            switch format {
            case .jpeg: EXIFBlock(in: data)
            case .png, .webp: exifChunk.map(EXIFBlock.init)
            case .heif: HEIFPicture.exif(of: data, picture).map(EXIFBlock.init)
            default: nil
            }
        // libheif rotates pictures itself.
        let orientation = format == .heif ? .upright : exif?.orientation ?? .upright
        let header =
            switch format {
            case .heif: try HEIFPicture.header(of: data, picture)
            case .gif: try gifHeader()
            case .jpeg: try jpegHeader()
            default: try parsedHeader()
            }
        try PhotoFile.check(header, format)
        return Page(
            content: .file(data, format), header: header, orientation: orientation, taken: exif?.taken,
            picture: picture, memory: memory, omitted: omitted)
    }

    private func forEachTIFFPage(_ only: Int?, _ body: (Result<Page, ImagingError>) -> Void) {
        var offset = 0
        var seen: Set<Int> = []
        repeat {
            guard seen.count < Self.mostPages else { return body(.failure(.tooManyPages(Self.mostPages))) }
            let directory: TIFFDirectory
            do throws(ImagingError) { directory = try TIFFDirectory(in: data, at: offset) } catch {
                return body(.failure(error))
            }
            seen.insert(directory.start)
            if only ?? seen.count == seen.count {
                let page = Result { () throws(ImagingError) in try tiffPage(directory) }
                body(page)
                guard case .success = page, only == nil else { return }
            }
            guard let next = directory.next else { return }
            offset = next
        } while !seen.contains(offset)
    }

    private func tiffPage(_ directory: TIFFDirectory) throws(ImagingError) -> Page {
        let missing: Int
        switch directory.extent {
        case .whole: missing = 0
        case .cut(let bytes): missing = bytes
        case .missing: throw .truncated
        }
        var (width, height, bits, samples): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let failed = try Self.withTIFF(data, directory.changes) {
            freadHeaderTiff($0, 0, &width, &height, &bits, &samples, nil, nil, nil)
        }
        guard failed == 0 else { throw .damaged(.tiff) }
        let header = ImageHeader(
            width: Int(width), height: Int(height), samples: Int(samples), bits: Int(bits))
        try PhotoFile.check(header, .tiff)
        return Page(
            content: .file(data, .tiff), header: header, orientation: directory.orientation,
            changes: directory.changes, missing: missing, memory: memory)
    }

    /// Calls `body` with an open file that contains only this page, for functions that read from files.
    ///
    /// - Parameter missing: how many zeros follow the data, in place of bytes that the file should have.
    static func withTIFF<Result>(
        _ data: Data, _ changes: [PictureNumber], missing: Int = 0,
        _ body: (UnsafeMutablePointer<FILE>) -> Result
    ) throws(ImagingError) -> Result {
        let result: Result? = data.withUnsafeBytes { bytes in
            let file = picture_open_tiff(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, missing,
                TIFFDirectory.isLittleEndian(data) ? 1 : 0, changes, changes.count)
            guard let file else { return nil }
            defer { fclose(file) }
            return body(file)
        }
        guard let result else { throw .noMemory }
        return result
    }

    private static func check(_ header: ImageHeader, _ format: PhotoFormat) throws(ImagingError) {
        guard header.width > 0, header.height > 0 else { throw .damaged(format) }
        guard header.width <= mostPixels / header.height else {
            throw .tooLarge(width: header.width, height: header.height)
        }
    }

    private func parsedHeader() throws(ImagingError) -> ImageHeader {
        var (width, height, kind, bits, samples): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
        let failed = data.withUnsafeBytes { bytes in
            pixReadHeaderMem(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &kind, &width, &height, &bits,
                &samples, nil)
        }
        guard failed == 0 else { throw data.count < 64 ? .truncated : .damaged(format) }
        return ImageHeader(
            width: Int(width), height: Int(height), samples: Int(samples), bits: Int(bits))
    }

    private func jpegHeader() throws(ImagingError) -> ImageHeader {
        var header = JPEGPromise()
        let outcome = data.withUnsafeBytes { bytes in
            picture_jpeg_promise(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &header)
        }
        if outcome == PICTURE_NO_MEMORY { throw .noMemory }
        guard outcome == PICTURE_COMPLETE else {
            throw data.suffix(2) == Data([0xFF, 0xD9]) ? .damaged(.jpeg) : .truncated
        }
        return ImageHeader(
            width: Int(header.width), height: Int(header.height), held: Int(clamping: header.held))
    }

    /// The logical screen's size: Leptonica would decode all pixels of a GIF to read its header.
    private func gifHeader() throws(ImagingError) -> ImageHeader {
        guard data.count >= 10 else { throw .truncated }
        let head = Array(data.prefix(10))
        return ImageHeader(
            width: Int(head[6]) | Int(head[7]) << 8, height: Int(head[8]) | Int(head[9]) << 8)
    }

    /// The EXIF block of a PNG (`eXIf`, PNG third edition) or WebP (`EXIF`, RIFF), as libexif expects it.
    private var exifChunk: Data? {
        guard data.count >= 12 else { return nil }
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

extension PhotoFile.Page {
    /// A page whose upright picture is already decoded.
    package init(_ picture: GreyImage) {
        _ = PhotoFile.leptonicaSilenced
        self.init(
            content: .picture(picture), header: ImageHeader(width: picture.width, height: picture.height))
    }
}
