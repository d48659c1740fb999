// Pictures of each step, to find out why a photo was read as it was.
import Books
import Foundation
import Imaging
import Recognition

/// Writes numbered PNG files, named after the steps, into a folder for each photo.
final class DebugImages {
    private let prefix: String
    private var step = 0
    private var lines = 0

    /// - Parameters:
    ///   - photo: its path, which is kept below `folder`.
    ///   - sha256: of the photo's bytes; distinguishes photos on standard input.
    init(folder: String, photo: String, sha256: String, page: Int) {
        let parts = photo.localPath.pathParts.filter { $0 != "." && $0 != ".." }
        let own = "\(folder)/\(photo == "-" ? "stdin-\(sha256.prefix(8))" : parts.joined(separator: "/"))"
        _ = own.makeFolder()
        prefix = own + (page > 1 ? "/page\(page)-" : "/")
    }

    /// - Parameters:
    ///   - boxes: corners to draw, in the picture's pixels.
    func write(_ picture: GreyImage, _ words: String, boxes: [Quad] = []) {
        step += 1
        let number = String(repeating: "0", count: max(0, 3 - "\(step)".count)) + "\(step)"
        let safe = words.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        let path = "\(prefix)\(number)-\(String(safe).prefix(60)).png"
        picture.writePNG(to: path.systemPath, boxes: boxes)
    }

    /// The barcodes that were found, and what they were read as.
    func write(_ bars: [ReadBars], in picture: GreyImage) {
        write(picture, bars.isEmpty ? "no-bars" : "bars-\(bars[0].digits)", boxes: bars.map(\.quad))
    }

    /// A line in the picture, and the strip that was cut out of it.
    func write(_ line: TextLine, in picture: GreyImage, strip: GreyImage, reads text: String) {
        lines += 1
        let corners = line.corners()
        let bounds = corners.bounds
        let left = max(0, bounds.left - line.height)
        let top = max(0, bounds.top - line.height)
        let right = bounds.right + line.height
        let bottom = bounds.bottom + line.height
        let cut = picture.cropped(
            x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
        if let cut {
            write(cut, "line\(lines)-cut", boxes: [corners.mapped { Point(x: $0.x - left, y: $0.y - top) }])
        }
        write(strip, "line\(lines)-reads-\(text)")
    }

    /// The upright photo with the positions of the witnesses.
    func write(_ record: PhotoRecord, of page: PhotoFile.Page) {
        let readings = record.isbns + record.candidates
        guard let picture = try? page.decode(reduction: page.reduction(keeping: 1600)).image else { return }
        let scale = Double(picture.width) / Double(page.width)
        let boxes = readings.flatMap(\.witnesses).compactMap { witness -> Quad? in
            let corners = witness.box.map { Point(x: Double($0.x) * scale, y: Double($0.y) * scale) }
            guard corners.count == 4 else { return nil }
            return Quad(
                topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        }
        let words = [record.status.rawValue] + readings.prefix(3).map(\.isbn.isbn13)
        write(picture, words.joined(separator: "-"), boxes: boxes)
    }
}
