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

    /// `nil` if the file is no picture that could be a cover, is damaged or cut off, or shows none.
    package static func cover(of file: Data, _ request: CoverRequest) -> CoverCut? {
        guard let page = PhotoFile.firstPage(of: file), mayBeCover(page.width, page.height) else {
            return nil
        }
        func picture(of share: Double) -> ColourImage? {
            let side = Double(2 * CoverPicture.Size.large.side) / share
            return try? page.colour(reduction: page.reduction(keeping: Int(side)), mustBeComplete: true)
        }
        let (cover, outline): (ColourImage?, CoverOutline?) =
            switch request.part {
            case .whole: (picture(of: 1), nil)
            case .found: picture(of: 1).map(Self.found) ?? (nil, nil)
            case .outline(let outline):
                (picture(of: outline.quad.largestShare)?.straightened(outline.quad)?.levelled, outline)
            }
        guard let cover, mayBeCover(cover.width, cover.height) else { return nil }
        return cover.turned(quarters: request.quarters).flatMap { CoverCut($0, outline) }
    }

    private static func found(in picture: ColourImage) -> (cover: ColourImage?, outline: CoverOutline?) {
        guard let quad = CoverFinder.find(in: picture)?.quad, let outline = try? CoverOutline(quad) else {
            return (nil, nil)
        }
        return (picture.straightened(quad)?.levelled, outline)
    }

    private static func mayBeCover(_ width: Int, _ height: Int) -> Bool {
        let sides = [width, height].sorted()
        return sides[0] >= leastSide && sides[1] <= sides[0] * mostElongated
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
        /// What a person outlined: straightened and levelled.
        case outline(CoverOutline)
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

/// A cover's corners in a picture.
package struct CoverOutline: Hashable, Codable, Sendable {
    package struct Corner: Hashable, Codable, Sendable {
        /// In parts of the picture's width and height, 0…1, from its upper left.
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    package enum Failure: Error, CaseIterable {
        /// A corner is not in the picture, or there are not four.
        case outside
        /// Corners are in the wrong order, or one is between the others.
        case crossing
        /// Two corners are less than a twentieth of the picture apart, or all are nearly in a line.
        case tooSmall
    }

    /// The smallest distance of two corners that follow each other, in parts of the sides.
    private static let leastSide = 0.05

    /// Clockwise from the upper left corner of the cover.
    package let corners: [Corner]

    package init(_ corners: [Corner]) throws(Failure) {
        guard corners.count == 4,
            corners.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) })
        else { throw .outside }
        var area = 0.0
        for place in 0..<4 {
            let (one, next, third) = (corners[place], corners[(place + 1) % 4], corners[(place + 2) % 4])
            let (across, down) = (next.x - one.x, next.y - one.y)
            guard hypot(across, down) >= Self.leastSide else { throw .tooSmall }
            guard across * (third.y - next.y) > down * (third.x - next.x) else { throw .crossing }
            area += (one.x * next.y - next.x * one.y) / 2
        }
        guard area >= Self.leastSide * Self.leastSide else { throw .tooSmall }
        self.corners = corners
    }

    /// Checked, because a worker may have sent anything.
    package init(from decoder: any Decoder) throws {
        try self.init(decoder.container(keyedBy: CodingKeys.self).decode([Corner].self, forKey: .corners))
    }

    fileprivate init(_ quad: Quad) throws(Failure) {
        try self.init(
            [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft].map { Corner(x: $0.x, y: $0.y) })
    }

    fileprivate var quad: Quad {
        let points = corners.map { Point(x: $0.x, y: $0.y) }
        return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

extension Quad {
    /// The larger of its width and height.
    fileprivate var largestShare: Double { max(bounds.right - bounds.left, bounds.bottom - bounds.top) }
}

/// A cover as a worker made it.
package struct CoverCut: Hashable, Codable, Sendable {
    /// JPEG files that hold nothing but the picture.
    package var small: Data
    package var large: Data
    /// Where it was in the picture, before it was turned; `nil` for the whole picture.
    package var outline: CoverOutline?

    fileprivate init?(_ picture: ColourImage, _ outline: CoverOutline?) {
        guard let small = CoverCutter.jpeg(of: picture, .small),
            let large = CoverCutter.jpeg(of: picture, .large)
        else { return nil }
        (self.small, self.large, self.outline) = (small, large, outline)
    }

    /// `nil` if either does not begin as a JPEG file: browsers display what a worker returned.
    package var picture: CoverPicture? {
        guard [small, large].allSatisfy({ $0.starts(with: [0xFF, 0xD8, 0xFF]) }),
            let sha256 = PhotoScanner.sha256(large)
        else { return nil }
        return CoverPicture(sha256: sha256, small: small, large: large)
    }
}
