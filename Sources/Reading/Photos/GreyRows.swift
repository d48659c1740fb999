// A photo that another program has decoded.
import Foundation
import Imaging

/// Rows of grey pixels of an upright photo, the top row first; one byte per pixel, 0 black … 255 white.
public struct GreyRows: Hashable, Sendable {
    public var bytes: Data
    /// In pixels.
    public var width: Int
    public var height: Int
    /// The distance between the starts of two rows; at least `width`.
    public var bytesPerRow: Int

    /// - Parameter bytesPerRow: `nil` if the rows have no padding.
    public init(_ bytes: Data, width: Int, height: Int, bytesPerRow: Int? = nil) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow ?? width
    }

    /// Throws if there are too few bytes for the size, or too many pixels.
    func page() throws(ScanError) -> PhotoFile.Page {
        guard width > 0, height > 0 else { throw .empty }
        guard width <= PhotoFile.mostPixels / height else {
            throw .tooManyPixels(width: width, height: height)
        }
        guard bytesPerRow >= width, bytes.count / bytesPerRow >= height - 1,
            bytes.count - bytesPerRow * (height - 1) >= width
        else { throw .missingRows }
        guard let picture = GreyImage(width: width, height: height) else { throw .noMemory }
        bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            for y in 0..<height {
                let row = picture.row(y)
                for x in 0..<width { row[x] = bytes[y * bytesPerRow + x] }
            }
        }
        return PhotoFile.Page(picture)
    }
}
