// An enlarged picture that lines are cut from.
import Books
import Imaging

struct Sheet {
    let picture: GrayImage
    let ink: Ink
    /// Its pixels for one of the placed picture's.
    let factor: Double
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
        placement.upright(quad.mapped { Point(x: $0.x / factor, y: $0.y / factor) })
    }
}
