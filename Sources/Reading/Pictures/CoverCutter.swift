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
    package static func cover(of file: Data, _ request: CoverRequest) -> CoverCut? {
        guard let page = firstPage(of: file) else { return nil }
        guard mayBeCover(page.width, page.height) else { return nil }
        func picture(of share: Double) -> ColourImage? {
            let side = Double(2 * CoverPicture.Size.large.side) / share
            return try? page.colour(reduction: page.reduction(keeping: Int(side)))
        }
        let cover =
            switch request.part {
            case .whole: picture(of: 1)
            case .found:
                picture(of: 1).flatMap { picture in
                    CoverFinder.find(in: picture).flatMap { picture.straightened($0.quad)?.levelled }
                }
            case .frame(let frame):
                picture(of: max(frame.width, frame.height))?.cropped(to: frame)?.levelled
            }
        guard let cover, mayBeCover(cover.width, cover.height) else { return nil }
        return cover.turned(quarters: request.quarters).flatMap(CoverCut.init)
    }

    private static func mayBeCover(_ width: Int, _ height: Int) -> Bool {
        let sides = [width, height].sorted()
        return sides[0] >= leastSide && sides[1] <= sides[0] * mostElongated
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

/// How a cover is made from a picture.
package struct CoverRequest: Hashable, Codable, Sendable {
    /// What of the picture is the cover.
    package enum Part: Hashable, Codable, Sendable {
        case whole
        /// What lies on something else, if it is seen for certain: straightened and levelled.
        case found
        /// A part that a person chose: levelled.
        case frame(CoverFrame)
    }

    package var part: Part
    /// How often it is then turned clockwise by 90 degrees.
    package var quarters: Int

    package init(_ part: Part, quarters: Int = 0) {
        self.part = part
        self.quarters = quarters
    }

    package static let whole = CoverRequest(.whole)
    package static let found = CoverRequest(.found)
}

/// An upright rectangle in a picture, in parts of its sides.
package struct CoverFrame: Hashable, Codable, Sendable {
    package let left: Double
    package let top: Double
    package let width: Double
    package let height: Double

    /// The edges are in parts of the picture's width and height, 0…1; `nil` unless they lie within the picture, and apart
    /// by at least a twentieth.
    package init?(left: Double, top: Double, right: Double, bottom: Double) {
        guard left >= 0, top >= 0, right <= 1, bottom <= 1, right - left >= 0.05, bottom - top >= 0.05 else {
            return nil
        }
        (self.left, self.top, width, height) = (left, top, right - left, bottom - top)
    }
}

extension ColourImage {
    fileprivate func cropped(to frame: CoverFrame) -> ColourImage? {
        func pixels(_ part: Double, of side: Int) -> Int { Int((part * Double(side)).rounded()) }
        return cropped(
            x: pixels(frame.left, of: width), y: pixels(frame.top, of: height),
            width: pixels(frame.width, of: width), height: pixels(frame.height, of: height))
    }
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
