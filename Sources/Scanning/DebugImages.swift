// A picture of each step, for a person who wants to know why a photo was read as it was.
import Foundation
import Imaging

/// Writes numbered PNG files whose names tell the photo and the step.
final class DebugImages {
    private let prefix: String
    private var step = 0

    /// - Parameter photo: its path; the files begin with its last part.
    init(folder: String, photo: String, page: Int) {
        let name = photo == "-" ? "stdin" : URL(fileURLWithPath: photo).lastPathComponent
        prefix = "\(folder)/\(name)-p\(page)"
    }

    /// - Parameters:
    ///   - boxes: corners to draw, in the picture's pixels.
    func write(_ image: GrayImage, _ words: String, boxes: [[(x: Double, y: Double)]] = []) {
        step += 1
        let number = step < 10 ? "0\(step)" : "\(step)"
        let safe = words.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        image.writePNG(to: "\(prefix)-\(number)-\(String(safe).prefix(60)).png", boxes: boxes)
    }
}
