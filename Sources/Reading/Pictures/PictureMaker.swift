// Thumbnails and close-ups of photos: as hostile as photos are, these are made where photos are read.
import Foundation
import Imaging

/// Makes pictures for a person to look at.
package enum PictureMaker {
    /// What JPEG loses at this quality is not seen on a screen.
    private static let quality = 80

    /// A JPEG file that holds nothing but the picture: neither place nor camera. `nil` where the photo gives none.
    package static func jpeg(of photo: Data, _ request: PictureRequest) -> Data? {
        var picture: ColourImage?
        do {
            let file = try PhotoFile(photo)
            // Of a TIFF that page alone comes.
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
        return picture?.jpeg(quality: quality)
    }

    /// The same of a PDF's page. `nil`, too, where nobody opens it.
    package static func jpeg(
        of document: Data, by pages: any DocumentPages, _ request: PictureRequest
    ) -> Data? {
        guard let count = try? pages.open(document), (1...max(1, count)).contains(request.page),
            let sides = try? pages.text(of: request.page).sides,
            let pixels = try? pages.picture(of: request.page, sides, hasColour: true),
            let whole = ColourImage(rows: pixels, width: sides.width, height: sides.height)
        else { return nil }
        return image(request, width: sides.width) { _ in whole }?.jpeg(quality: quality)
    }

    private static func image(of page: PhotoFile.Page, _ request: PictureRequest) -> ColourImage? {
        image(request, width: page.width) { side in
            try? page.colour(reduction: side.map(page.reduction(keeping:)) ?? 1)
        }
    }

    /// - Parameters:
    ///   - width: of the page at full size.
    ///   - whole: gives all of the page, with its long side kept at so many pixels; at full size for `nil`.
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

    private static func draw(_ request: PictureRequest, on picture: ColourImage, width: Int) {
        let factor = Double(picture.width) / Double(width)
        for mark in request.marks {
            let corners = mark.corners.map { Point(x: Double($0.x) * factor, y: Double($0.y) * factor) }
            let colour = mark.isAccepted ? ColourImage.Colour.accepted : .doubtful
            picture.outline(corners, width: max(3, max(picture.width, picture.height) / 300), in: colour)
        }
        if let label = request.label, label.width > 0 {
            picture.write(Array(label.ink), width: label.width, isAtTop: label.isAtTop)
        }
    }
}
