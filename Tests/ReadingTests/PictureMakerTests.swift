// Thumbnails and close-ups: upright, small, in colour, without metadata.
import Books
import Foundation
import TestSupport
import Testing

@testable import Imaging
@testable import Reading

struct PictureMakerTests {
    private static let folder = Repository.root.appending(path: "testimages")

    private static func photo(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    private static func page(_ data: Data) throws -> PhotoFile.Page {
        var pages: [Result<PhotoFile.Page, ImagingError>] = []
        try PhotoFile(data).forEachPage { pages.append($0) }
        return try #require(pages.first).get()
    }

    /// The difference between two pictures of the same size, in grey levels.
    private static func distance(_ one: GreyImage, _ other: GreyImage) -> Double {
        var sum = 0
        for y in 0..<one.height {
            let (left, right) = (one.row(y), other.row(y))
            for x in 0..<one.width { sum += abs(Int(left[x]) - Int(right[x])) }
        }
        return Double(sum) / Double(one.width * one.height)
    }

    /// Every format, and orientations of EXIF and HEIF.
    @Test(arguments: [
        "cover-ean-price-addon.jpg", "imprint-cip-same-book-sideways.jpg", "flap-ocr-a-foot.jpg",
        "cover-jpeg2000.jp2", "cover-render-transparent.png", "imprint-french-979-en-dashes.webp",
        "imprint-heic-turned.heic", "scan-two-books.tif",
    ])
    func `a thumbnail shows what is read`(name: String) throws {
        let data = try Self.photo(name)
        let jpeg = try #require(PictureMaker.picture(of: data, PictureRequest(page: 1, side: 320)))
        let (small, whole) = try (Self.page(jpeg), Self.page(data))
        #expect(max(small.width, small.height) == 320)
        let picture = try small.decode().image
        let factor = 320 / Double(max(whole.width, whole.height))
        let expected = try #require(try whole.decode().image.scaled(by: factor))
        #expect(abs(expected.width - picture.width) <= 1 && abs(expected.height - picture.height) <= 1)
        let box = (width: min(expected.width, picture.width), height: min(expected.height, picture.height))
        let one = try #require(expected.cropped(x: 0, y: 0, width: box.width, height: box.height))
        let other = try #require(picture.cropped(x: 0, y: 0, width: box.width, height: box.height))
        #expect(Self.distance(one, other) < 8)
    }

    @Test func `nothing of EXIF, comments and what follows the picture is kept`() throws {
        let whole = try Self.photo("imprint-cip-same-book-sideways.jpg")
        #expect(whole.range(of: Data("Exif".utf8)) != nil)
        let comment = Data([0xFF, 0xFE, 0, 14]) + Data("51.5N 0.1W..".utf8)
        let photo = whole.prefix(2) + comment + whole.dropFirst(2) + Data("taken by Maria".utf8)
        let jpeg = try #require(PictureMaker.picture(of: photo, PictureRequest(page: 1, side: 320)))
        for words in ["Exif", "51.5N", "Maria", "http", "ICC_PROFILE"] {
            #expect(jpeg.range(of: Data(words.utf8)) == nil, "\(words)")
        }
    }

    /// Red on the left, blue on the right, in the simplest format.
    private static func twoColours(width: Int, height: Int) -> Data {
        BMPFile.data(width: width, height: height) { x, _ in
            x < width / 2 ? [20, 30, 200] : [190, 40, 20]
        }
    }

    @Test func `colours stay`() throws {
        let photo = Self.twoColours(width: 88, height: 60)
        let page = try Self.page(
            try #require(PictureMaker.picture(of: photo, PictureRequest(page: 1, side: 320))))
        #expect((page.width, page.height) == (88, 60), "nothing is enlarged")
        let colours = try page.colour()
        #expect(colours.colour(x: 10, y: 30).map { $0.red > 170 && $0.blue < 60 } == true)
        #expect(colours.colour(x: 80, y: 30).map { $0.red < 60 && $0.blue > 160 } == true)
    }

    @Test func `a part is cut out and turned`() throws {
        let data = try Self.photo("cover-ean-price-addon.jpg")
        let part = PictureRequest.Part(x: 100, y: 200, width: 300, height: 90)
        let request = PictureRequest(page: 1, side: 1000, part: part, quarters: 1)
        let page = try Self.page(try #require(PictureMaker.picture(of: data, request)))
        #expect((page.width, page.height) == (90, 300))
    }

    @Test(arguments: [
        PictureRequest(page: 2, side: 320), PictureRequest(page: 0, side: 320),
        PictureRequest(page: 1, side: 0),
        PictureRequest(page: 1, side: -5),
        PictureRequest(page: 1, side: 9, part: .init(x: 9_000, y: 0, width: 5, height: 5)),
        PictureRequest(page: 1, side: 9, part: .init(x: 0, y: 0, width: -5, height: 5)),
    ])
    func `a missing line gives no preview`(request: PictureRequest) throws {
        #expect(PictureMaker.picture(of: try Self.photo("cover-ean-price-addon.jpg"), request) == nil)
    }

    @Test func `marks and a label are drawn where they belong`() throws {
        let data = try Self.photo("cover-ean-price-addon.jpg")
        func colours(_ request: PictureRequest, x: Int, y: Int) throws -> (red: Int, green: Int, blue: Int) {
            let page = try Self.page(try #require(PictureMaker.picture(of: data, request)))
            return try #require(try page.colour().colour(x: x, y: y))
        }
        var request = PictureRequest(page: 1, side: 800)
        let corners = [(200, 400), (1000, 400), (1000, 700), (200, 700)].map { PhotoPoint(x: $0.0, y: $0.1) }
        request.marks = [.init(corners: corners, isAccepted: true)]
        let line = try colours(request, x: 300, y: 200)
        #expect(line.green > 140 && line.red < 110)
        let plain = try colours(PictureRequest(page: 1, side: 800), x: 300, y: 760)
        request.marks[0].name = .init(ink: Data(repeating: 255, count: 40 * 30), width: 40)
        let name = try colours(request, x: 115, y: 215)
        #expect(min(name.red, name.green, name.blue) > 240)
        request.label = .init(ink: Data(repeating: 0, count: 500 * 30), width: 500)
        let dark = try colours(request, x: 300, y: 780)
        #expect(dark.red < plain.red / 2)
        request.label?.ink = Data(repeating: 255, count: 500 * 30)
        #expect(try colours(request, x: 300, y: 775).red > 240)
        request.isLabelAtTop = true
        #expect(try colours(request, x: 300, y: 20).red > 240)
        let limits = [(Int.min / 4, 0), (Int.max / 4, 5), (0, 0)].map { PhotoPoint(x: $0.0, y: $0.1) }
        request.marks = [.init(corners: limits, isAccepted: false), .init(corners: [], isAccepted: false)]
        request.label = .init(ink: Data(repeating: 9, count: 100_000), width: 7)
        #expect(PictureMaker.picture(of: data, request) != nil, "whatever is asked for")
    }

    @Test(arguments: [false, true]) func `a cover is drawn on the inner side of the label`(isAtTop: Bool)
        throws
    {
        let data = try Self.photo("cover-ean-price-addon.jpg")
        var request = PictureRequest(page: 1, side: 800)
        request.label = .init(ink: Data(repeating: 0, count: 500 * 30), width: 500)
        request.isLabelAtTop = isAtTop
        // What is no picture takes no space.
        request.covers = [Data("no picture".utf8), Self.twoColours(width: 88, height: 60)]
        let page = try Self.page(try #require(PictureMaker.picture(of: data, request)))
        let (margin, band) = (8, 46)
        let y = isAtTop ? band + margin + 30 : page.height - band - margin - 30
        let colours = try page.colour()
        #expect(colours.colour(x: margin + 10, y: y).map { $0.red > 170 && $0.blue < 60 } == true)
        #expect(colours.colour(x: margin + 80, y: y).map { $0.red < 60 && $0.blue > 160 } == true)
    }

    @Test(arguments: [0, 3, 40, 400]) func `a photo that is cut off gives none`(count: Int) throws {
        let start = try Self.photo("cover-ean-price-addon.jpg").prefix(count)
        #expect(PictureMaker.picture(of: start, PictureRequest(page: 1, side: 320)) == nil)
    }
}
