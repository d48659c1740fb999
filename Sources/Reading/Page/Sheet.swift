// An enlarged picture, or part of one, that lines are cut from.
import Books
import Imaging

struct Sheet {
    let picture: GrayImage
    let ink: Ink
    /// Its pixels for one of the placed picture's.
    let factor: Double
    /// Its top left corner in the placed picture.
    var origin = Point(x: 0, y: 0)
    let placement: Placement

    func strip(of line: TextLine, digitHeight: Double) -> LineStrip? {
        LineStrip(of: line, in: picture, digitHeight: digitHeight, ink: ink)
    }

    func glance(at line: TextLine) -> LineGlance? { LineGlance(of: line, in: picture, ink: ink) }

    func holds(_ place: Point) -> Bool {
        place.x >= 0 && place.y >= 0 && place.x <= Double(picture.width) && place.y <= Double(picture.height)
    }

    /// Corners in the upright photo.
    func upright(_ quad: Quad) -> [PhotoPoint] {
        placement.upright(quad.mapped { Point(x: $0.x / factor + origin.x, y: $0.y / factor + origin.y) })
    }
}
