// Thumbnails and close-ups of photos. They are made in the same sandbox in which photos are read, because photos are
// untrusted.
import Books
import Foundation
import Imaging

/// Makes pictures for people.
package enum PictureMaker {
    /// JPEG quality; losses are not visible on a screen.
    private static let quality = 80

    /// In the form that is asked for, without metadata such as location or camera. `nil` if the photo can't be decoded.
    package static func picture(of photo: Data, _ request: PictureRequest) -> Data? {
        var picture: ColourImage?
        do {
            let file = try PhotoFile(photo)
            // For a TIFF, only that page is returned.
            var pages = file.format == .tiff ? request.page - 1 : 0
            file.forEachPage(only: request.page) { page in
                pages += 1
                if pages == request.page, case .success(let page) = page {
                    picture = image(of: page, request)
                }
            }
        } catch {
            return nil
        }
        return picture.flatMap { file(of: $0, request.form) }
    }

    /// The same for a page of a PDF. Also `nil` if PDFs can't be opened.
    package static func picture(
        of document: Data, by pages: any DocumentPages, _ request: PictureRequest
    ) -> Data? {
        guard let count = try? pages.open(document), (1...max(1, count)).contains(request.page),
            let sides = try? pages.text(of: request.page).sides,
            let pixels = try? pages.picture(of: request.page, sides, hasColour: true),
            let whole = ColourImage(rows: pixels, width: sides.width, height: sides.height)
        else { return nil }
        return image(request, width: sides.width) { _ in whole }.flatMap { file(of: $0, request.form) }
    }

    private static func file(of picture: ColourImage, _ form: PictureRequest.Form) -> Data? {
        switch form {
        case .jpeg: picture.jpeg(quality: quality)
        case .pixels: PixelMap(width: picture.width, height: picture.height, rows: picture.rows).file
        }
    }

    private static func image(of page: PhotoFile.Page, _ request: PictureRequest) -> ColourImage? {
        image(request, width: page.width) { side in
            try? page.colour(reduction: side.map(page.reduction(keeping:)) ?? 1)
        }
    }

    /// - Parameters:
    ///   - width: of the page at full size, in pixels.
    ///   - whole: returns the page with its long side at least this many pixels long; `nil` means full size.
    private static func image(
        _ request: PictureRequest, width: Int, _ whole: (_ side: Int?) -> ColourImage?
    ) -> ColourImage? {
        guard request.side > 0 else { return nil }
        guard let part = request.part else {
            let picture = whole(request.side)?.fitted(into: request.side)?.turned(quarters: request.quarters)
            if let picture { draw(request, on: picture, width: width) }
            return picture
        }
        return whole(nil)?.cropped(x: part.x, y: part.y, width: part.width, height: part.height)?
            .fitted(into: request.side)?.turned(quarters: request.quarters)
    }

    /// The picture's long side, divided by that of a cover on it.
    private static let coverShare = 8

    private static func draw(_ request: PictureRequest, on picture: ColourImage, width: Int) {
        let factor = Double(picture.width) / Double(width)
        let long = max(picture.width, picture.height)
        for mark in request.marks {
            let corners = mark.corners.map { Point(x: Double($0.x) * factor, y: Double($0.y) * factor) }
            let colour = mark.isAccepted ? ColourImage.Colour.accepted : .doubtful
            picture.outline(corners, width: max(3, long / 300), in: colour)
        }
        // On top of all lines.
        for mark in request.marks {
            guard let name = mark.name, name.width > 0 else { continue }
            let left = (mark.corners.map(\.x).min() ?? 0)
            let top = (mark.corners.map(\.y).min() ?? 0)
            picture.write(
                Array(name.ink), width: name.width,
                at: Point(x: Double(left) * factor, y: Double(top) * factor))
        }
        if let label = request.label, label.width > 0 {
            let cover = PictureRequest(page: 1, side: max(1, long / coverShare))
            let covers = request.covers.compactMap(PhotoFile.firstPage).compactMap { image(of: $0, cover) }
            picture.write(
                Array(label.ink), width: label.width, isAtTop: request.isLabelAtTop, beside: covers)
        }
    }
}

/// A request for a small upright picture of one page of a photo, or of a part of it.
package struct PictureRequest: Hashable, Codable, Sendable {
    /// A rectangle, in pixels of the upright photo.
    package struct Part: Hashable, Codable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Words that are drawn already: a worker has no fonts.
    package struct Words: Hashable, Codable, Sendable {
        /// 0 nothing … 255 ink, row by row, `width` to a row.
        package var ink: Data
        package var width: Int

        package init(ink: Data, width: Int) {
            self.ink = ink
            self.width = width
        }
    }

    /// An outline around something that was read.
    package struct Mark: Hashable, Codable, Sendable {
        /// In pixels of the upright photo.
        package var corners: [PhotoPoint]
        package var isAccepted: Bool
        /// Written at its upper left.
        package var name: Words?

        package init(corners: [PhotoPoint], isAccepted: Bool, name: Words? = nil) {
            self.corners = corners
            self.isAccepted = isAccepted
            self.name = name
        }
    }

    package enum Form: String, Codable, Sendable {
        /// A JPEG file.
        case jpeg
        /// The file of a `PixelMap`, for programs that decode no pictures themselves.
        case pixels

        /// How such a file begins.
        package var start: [UInt8] { self == .jpeg ? [0xFF, 0xD8, 0xFF] : PixelMap.start }
    }

    /// Counts from 1.
    package var page: Int
    /// The longest side of the result, in pixels; pictures are not enlarged.
    package var side: Int
    /// `nil` for the whole page.
    package var part: Part?
    /// Clockwise turns by 90 degrees, after cropping.
    package var quarters: Int
    /// For the whole page only.
    package var marks: [Mark]
    /// Written at an edge.
    package var label: Words?
    /// Whether that is the upper edge.
    package var isLabelAtTop = false
    /// Photo files of covers, which are drawn beside the label.
    package var covers: [Data]
    package var form: Form

    package init(
        page: Int, side: Int, part: Part? = nil, quarters: Int = 0, marks: [Mark] = [], label: Words? = nil,
        covers: [Data] = [], form: Form = .jpeg
    ) {
        self.page = page
        self.side = side
        self.part = part
        self.quarters = quarters
        self.marks = marks
        self.label = label
        self.covers = covers
        self.form = form
    }
}
