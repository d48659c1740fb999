// Pictures for a person to look at.
import CLeptonica
import Foundation

extension GrayImage {
    /// Writes a PNG with outlines drawn in; a file that can't be written is left out.
    ///
    /// - Parameters:
    ///   - path: as the system has it, with the NUL at its end.
    ///   - boxes: corners in pixels.
    package func writePNG(to path: [CChar], boxes: [Quad] = []) {
        var canvas: UnsafeMutablePointer<Pix>? = boxes.isEmpty ? pixClone(pix) : pixConvertTo32(pix)
        defer { pixDestroy(&canvas) }
        for box in boxes {
            var points = ptaCreate(4)
            defer { ptaDestroy(&points) }
            for corner in box.corners { ptaAddPt(points, Float(corner.x), Float(corner.y)) }
            pixRenderPolylineArb(canvas, points, 3, 230, 30, 30, 1)
        }
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemPng(&data, &count, canvas, 0) == 0, let data else { return }
        defer { lept_free(data) }
        guard let file = fopen(path, "wb") else { return }
        fwrite(data, 1, count, file)
        fclose(file)
    }
}
