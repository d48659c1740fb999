// A picture that another program has decoded already, as cameras and video hand it out.
import Foundation
import Imaging

/// Rows of grey pixels, the upright photo's top one first; a byte a pixel, 0 black … 255 white.
public struct GrayRows: Hashable, Sendable {
    public var bytes: Data
    /// Pixels.
    public var width: Int
    public var height: Int
    /// From one row's first byte to the next one's, `width` or more.
    public var bytesPerRow: Int

    /// - Parameter bytesPerRow: `nil` when nothing stands between the rows.
    public init(_ bytes: Data, width: Int, height: Int, bytesPerRow: Int? = nil) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow ?? width
    }

    /// Throws when the bytes are too few for the sides, or the pixels too many.
    func page() throws(ScanError) -> PhotoFile.Page {
        guard width > 0, height > 0 else { throw .empty }
        guard width <= PhotoFile.mostPixels / height else {
            throw .tooManyPixels(width: width, height: height)
        }
        guard bytesPerRow >= width, bytes.count / bytesPerRow >= height - 1,
            bytes.count - bytesPerRow * (height - 1) >= width
        else { throw .missingRows }
        guard let picture = GrayImage(width: width, height: height) else { throw .noMemory }
        bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            for y in 0..<height {
                let row = picture.row(y)
                for x in 0..<width { row[x] = bytes[y * bytesPerRow + x] }
            }
        }
        return PhotoFile.Page(picture)
    }
}
