// Which pixels are ink: darker (or lighter) than what is around them.
import CLeptonica

/// Whether letters are darker or lighter than their ground.
public enum Ink: Sendable { case dark, light }

/// A picture in black and white, and the boxes of its connected components.
struct InkMap {
    /// The bounding box of ink that hangs together, in pixels.
    struct Component {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    let components: [Component]

    /// A pixel is ink when it differs from the mean of the square around it by more than `contrast`.
    ///
    /// - Parameters:
    ///   - window: the square's side in pixels.
    ///   - contrast: in greys, 1…255.
    init(of image: GrayImage, ink: Ink, window: Int, contrast: Int) {
        guard var pix = InkMap.threshold(image, ink, window: window, contrast: contrast) else {
            components = []
            return
        }
        var boxes = pixConnCompBB(pix, 8)
        InkMap.destroy(&pix)
        defer { boxaDestroy(&boxes) }
        guard let boxes else {
            components = []
            return
        }
        let count = boxaGetCount(boxes)
        var found: [Component] = []
        found.reserveCapacity(Int(count))
        for index in 0..<count {
            var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            boxaGetBoxGeometry(boxes, index, &x, &y, &width, &height)
            guard width > 1 || height > 1 else { continue }
            found.append(
                Component(x: Double(x), y: Double(y), width: Double(width), height: Double(height)))
        }
        components = found
    }

    private static func destroy(_ pix: inout UnsafeMutablePointer<Pix>) {
        var pix: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&pix)
    }

    /// Box means by running sums: the time does not depend on the window.
    private static func threshold(
        _ image: GrayImage, _ ink: Ink, window: Int, contrast: Int
    ) -> UnsafeMutablePointer<Pix>? {
        let (width, height) = (image.width, image.height)
        guard let pix = pixCreate(Int32(width), Int32(height), 1) else { return nil }
        let (words, wordsPerLine) = (pixGetData(pix)!, Int(pixGetWpl(pix)))
        let half = max(1, window / 2)
        let (bytes, stride) = (image.bytes, image.stride)
        let sign: Int32 = ink == .dark ? 1 : -1
        let contrast = Int32(contrast)
        // Sums of columns lie in memory as Leptonica has the pixels, four to a word the wrong way round, with noughts
        // on both sides, so that no step of the inner loops has to look where it is.
        let padding = (half + 4) & ~3
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: stride + 2 * padding) { padded in
            padded.initialize(repeating: 0)
            let columns = padded.baseAddress! + padding
            func add(row: Int, _ factor: Int32) {
                let line = bytes + row * stride
                for place in 0..<stride { columns[place] &+= factor &* Int32(line[place]) }
                for x in width..<stride { columns[x ^ 3] = 0 }
            }
            for row in 0..<min(half, height) { add(row: row, 1) }
            for y in 0..<height {
                if y + half < height { add(row: y + half, 1) }
                if y - half - 1 >= 0 { add(row: y - half - 1, -1) }
                let rows = Int32(min(y + half, height - 1) - max(y - half, 0) + 1)
                var sum: Int32 = 0
                for x in 0..<half { sum &+= columns[x ^ 3] }
                let line = bytes + y * stride
                let out = words + y * wordsPerLine
                var word: UInt32 = 0
                for x in 0..<width {
                    sum &+= columns[(x + half) ^ 3] &- columns[(x - half - 1) ^ 3]
                    let count = rows &* Int32(min(x + half, width - 1) - max(x - half, 0) + 1)
                    // Compares with the mean without dividing.
                    let difference = (sum &- Int32(line[x ^ 3]) &* count) &* sign
                    word = word << 1 | (difference > contrast &* count ? 1 : 0)
                    if x & 31 == 31 {
                        out[x >> 5] = word
                        word = 0
                    }
                }
                if width & 31 != 0 { out[width >> 5] = word << UInt32(32 - width & 31) }
            }
        }
        return pix
    }
}
