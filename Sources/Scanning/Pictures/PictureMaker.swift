// Thumbnails and close-ups of photos: as hostile as photos are, these are made where photos are read.
import Foundation
import Imaging

/// Makes pictures for a person to look at.
package enum PictureMaker {
    /// What JPEG loses at this quality is not seen on a screen.
    private static let quality = 80

    /// A JPEG file that holds nothing but the picture: neither place nor camera. `nil` where the photo gives none.
    package static func jpeg(of photo: Data, _ request: PictureRequest) -> Data? {
        var pages = 0
        var picture: ColourImage?
        do {
            try PhotoFile(photo).forEachPage { page in
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

    private static func image(of page: PhotoFile.Page, _ request: PictureRequest) -> ColourImage? {
        guard request.side > 0 else { return nil }
        guard let part = request.part else {
            let whole = try? page.colour(reduction: page.reduction(keeping: request.side))
            let picture = whole?.fitted(into: request.side)?.turned(quarters: request.quarters)
            if let picture { draw(request, on: picture, of: page) }
            return picture
        }
        let whole = try? page.colour()
        return whole?.cropped(x: part.x, y: part.y, width: part.width, height: part.height)?
            .fitted(into: request.side)?.turned(quarters: request.quarters)
    }

    private static func draw(_ request: PictureRequest, on picture: ColourImage, of page: PhotoFile.Page) {
        let factor = Double(picture.width) / Double(page.width)
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
