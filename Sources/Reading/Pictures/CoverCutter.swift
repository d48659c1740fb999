// Covers of books: like photos, these are made where nothing can be done but that.
import Books
import Foundation
import Imaging

/// Makes both sizes of a cover from a file of unknown origin.
package enum CoverCutter {
    private static let quality = 85
    /// Servers answer with a dot where they have no picture.
    private static let leastSide = 40
    /// Banners are no covers.
    private static let mostElongated = 4

    /// `nil` if the file is no picture that could be a cover, or shows none.
    package static func cover(of file: Data, _ part: CoverPart) -> CoverCut? {
        guard let page = firstPage(of: file) else { return nil }
        let sides = [page.width, page.height].sorted()
        guard sides[0] >= leastSide, sides[1] <= sides[0] * mostElongated,
            let picture = try? page.colour(
                reduction: page.reduction(keeping: 2 * CoverPicture.Size.large.side))
        else { return nil }
        switch part {
        case .whole: return CoverCut(picture)
        case .found:
            guard let found = CoverFinder.find(in: picture) else { return nil }
            return picture.straightened(found.quad)?.levelled.flatMap(CoverCut.init)
        }
    }

    private static func firstPage(of file: Data) -> PhotoFile.Page? {
        var first: PhotoFile.Page?
        try? PhotoFile(file).forEachPage(only: 1) { page in
            if first == nil { first = try? page.get() }
        }
        return first
    }

    fileprivate static func jpeg(of picture: ColourImage, _ size: CoverPicture.Size) -> Data? {
        picture.fitted(into: size.side)?.jpeg(quality: quality)
    }
}

/// What of a picture is the cover.
package enum CoverPart: String, Hashable, Codable, Sendable {
    case whole
    /// What lies on something else, if it is seen for certain: straightened and levelled.
    case found
}

/// A cover as a worker made it.
package struct CoverCut: Hashable, Codable, Sendable {
    /// JPEG files that hold nothing but the picture.
    package var small: Data
    package var large: Data

    fileprivate init?(_ picture: ColourImage) {
        guard let small = CoverCutter.jpeg(of: picture, .small),
            let large = CoverCutter.jpeg(of: picture, .large)
        else { return nil }
        (self.small, self.large) = (small, large)
    }

    /// `nil` if either does not begin as a JPEG file: browsers display what a worker returned.
    package var picture: CoverPicture? {
        guard [small, large].allSatisfy({ $0.starts(with: [0xFF, 0xD8, 0xFF]) }),
            let sha256 = PhotoScanner.sha256(large)
        else { return nil }
        return CoverPicture(sha256: sha256, small: small, large: large)
    }
}
