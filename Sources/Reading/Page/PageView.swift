// A page, decoded, cropped and rotated for one round of attempts, with its findings.
import Books
import Foundation
import Imaging
import Recognition

final class PageView {
    let reduction: Int
    let picture: GreyImage
    let placement: Placement
    let isIncomplete: Bool
    /// By how much the picture is enlarged before lines are searched: small print needs more pixels.
    let factor: Double
    private var enlarged: GreyImage?
    private var finders: [Ink: TextLineFinder] = [:]
    /// Where the picture is striped; `nil` when there is no memory for it.
    private(set) lazy var field = BarField(of: picture)

    init(
        of page: PhotoFile.Page, reduction: Int, _ options: ScanOptions, placement: Placement
    ) throws(ImagingError) {
        let decoded = try page.decode(reduction: reduction)
        self.reduction = reduction
        isIncomplete = decoded.isIncomplete
        var placement = placement
        placement.scale = Double(page.width) / Double(decoded.image.width)
        var image = decoded.image
        if options.crop != nil {
            let scale = placement.scale
            guard
                let cut = image.cropped(
                    x: Int(placement.left / scale), y: Int(placement.top / scale),
                    width: Int((placement.cutWidth / scale).rounded(.up)),
                    height: Int((placement.cutHeight / scale).rounded(.up)))
            else { throw .noMemory }
            image = cut
        }
        (placement.cutWidth, placement.cutHeight) = (Double(image.width), Double(image.height))
        guard let turned = image.turned(degrees: Double(options.rotation)) else { throw .noMemory }
        (placement.turnedWidth, placement.turnedHeight) = (Double(turned.width), Double(turned.height))
        picture = turned
        self.placement = placement
        factor =
            switch max(turned.width, turned.height) {
            case ..<450: 3
            case ..<900: 2
            default: 1
            }
    }

    func sheet(_ ink: Ink) throws(ImagingError) -> Sheet {
        if enlarged == nil { enlarged = picture.scaled(by: factor) }
        guard let enlarged else { throw .noMemory }
        return Sheet(picture: enlarged, ink: ink, factor: factor, placement: placement)
    }

    /// The picture as it was decoded.
    func whole() -> Sheet { Sheet(picture: picture, ink: .dark, factor: 1, placement: placement) }

    /// At the smallest size at which barcodes are read; digits are visible in it, but not legible.
    func overview() -> Sheet? {
        let divisor = Reduction.largest(
            of: max(picture.width, picture.height), keeping: PagePlan.barsSide)
        return picture.scaled(by: 1 / Double(divisor)).map {
            Sheet(picture: $0, ink: .dark, factor: 1 / Double(divisor), placement: placement)
        }
    }

    /// The length to which a barcode is scaled before lines around it are searched, in pixels. Print beside a barcode
    /// is as tall as the digits below it or half as tall; these are a twelfth of the barcode's length.
    private static let barsLength = 360.0
    /// Barcodes of about that length are not scaled, which would cost time and sharpness.
    private static let nearlyOne = 0.7...1.3

    /// The area around a barcode; `nil` if it is empty.
    ///
    /// - Parameter reach: how far from it, in its lengths.
    func sheet(around bars: Quad, within reach: Double) -> Sheet? {
        let bounds = bars.bounds
        let length = max(bounds.right - bounds.left, bounds.bottom - bounds.top)
        let margin = reach * length
        let origin = Point(x: max(0, bounds.left - margin), y: max(0, bounds.top - margin))
        let wanted = min(PageView.barsLength / max(length, 1), 3)
        let factor = PageView.nearlyOne.contains(wanted) ? 1 : wanted
        let cut = picture.cropped(
            x: Int(origin.x), y: Int(origin.y), width: Int(bounds.right + margin - origin.x),
            height: Int(bounds.bottom + margin - origin.y))
        guard let scaled = cut?.scaled(by: factor) else { return nil }
        return Sheet(
            picture: scaled, ink: .dark, factor: factor,
            origin: Point(x: origin.x.rounded(.down), y: origin.y.rounded(.down)), placement: placement)
    }

    func finder(on sheet: Sheet) -> TextLineFinder {
        if let finder = finders[sheet.ink] { return finder }
        let finder = TextLineFinder(in: sheet.picture, ink: sheet.ink)
        finders[sheet.ink] = finder
        return finder
    }
}

/// How the picture was cropped and rotated from the upright photo.
struct Placement {
    /// Pixels of the upright photo per pixel of the picture.
    var scale = 1.0
    /// Pixels of the upright photo that were cropped at the left and the top.
    var left = 0.0
    var top = 0.0
    /// Clockwise degrees by which the crop was rotated.
    var rotation = 0
    /// The size before and after rotation, in the picture's pixels.
    var cutWidth = 0.0
    var cutHeight = 0.0
    var turnedWidth = 0.0
    var turnedHeight = 0.0

    /// What is outside the crop is moved to its border.
    func upright(_ place: Point) -> PhotoPoint {
        let cut = place.turnedBack(
            rotation, from: (turnedWidth, turnedHeight), to: (cutWidth, cutHeight))
        let (x, y) = (min(max(0, cut.x), cutWidth), min(max(0, cut.y), cutHeight))
        return PhotoPoint(x: Int((x * scale + left).rounded()), y: Int((y * scale + top).rounded()))
    }

    func upright(_ quad: Quad) -> [PhotoPoint] { quad.corners.map(upright) }

    /// Clockwise degrees, 0…359, by which to rotate the upright photo so that text at this angle reads to the right.
    func turn(toRead degrees: Int) -> Int { (((rotation - degrees) % 360) + 360) % 360 }
}

extension Placement {
    /// For the crop, at the page's full size; `nil` if it begins outside the page.
    init?(_ options: ScanOptions, width: Int, height: Int) {
        (cutWidth, cutHeight) = (Double(width), Double(height))
        if let crop = options.crop {
            guard let part = crop.pixels(width: width, height: height) else { return nil }
            (left, top, cutWidth, cutHeight) = (part.x, part.y, part.width, part.height)
        }
        rotation = ((options.rotation % 360) + 360) % 360
        (turnedWidth, turnedHeight) = rotation % 180 == 0 ? (cutWidth, cutHeight) : (cutHeight, cutWidth)
    }
}

extension CropRegion {
    /// In pixels of a photo of this size; `nil` if it begins outside the photo.
    func pixels(
        width: Int, height: Int
    ) -> (x: Double, y: Double, width: Double, height: Double)? {
        let (x, y) = (self.x.pixels(of: width), self.y.pixels(of: height))
        guard x < Double(width), y < Double(height) else { return nil }
        return (x, y, self.width.pixels(of: width), self.height.pixels(of: height))
    }
}

extension Point {
    /// The place in a picture of a place in its rotated copy.
    ///
    /// - Parameters:
    ///   - degrees: by which the copy is rotated clockwise.
    ///   - turned: the sides of the copy, in pixels.
    ///   - picture: those of the picture.
    func turnedBack(
        _ degrees: Int, from turned: (width: Double, height: Double),
        to picture: (width: Double, height: Double)
    ) -> Point {
        let angle = -Double(degrees) * .pi / 180
        let (dx, dy) = (x - turned.width / 2, y - turned.height / 2)
        return Point(
            x: dx * cos(angle) - dy * sin(angle) + picture.width / 2,
            y: dx * sin(angle) + dy * cos(angle) + picture.height / 2)
    }
}
