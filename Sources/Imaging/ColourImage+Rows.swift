// A picture that somebody else has drawn already: a page of a document.
import Foundation

extension ColourImage {
    /// `nil` when the rows are too few for the sides, or there is no memory.
    ///
    /// - Parameter rows: red, green and blue of each pixel, a byte each.
    package convenience init?(rows: Data, width: Int, height: Int) {
        guard width > 0, height > 0, rows.count / 3 / width >= height else { return nil }
        self.init(unfilledWidth: width, height: height)
        fill { start in
            rows.withUnsafeBytes { (rows: UnsafeRawBufferPointer) in
                for y in 0..<height {
                    let (from, to) = (3 * y * width, start + y * stride)
                    for x in 0..<width {
                        for sample in 0..<3 { to[4 * x + sample] = rows[from + 3 * x + sample] }
                        to[4 * x + 3] = 255
                    }
                }
            }
        }
    }
}
