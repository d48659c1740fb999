// Pictures drawn for tests.
import Foundation
import TestSupport

@testable import Imaging

extension GreyImage {
    /// A picture whose pixels are given by a closure.
    static func drawn(_ width: Int, _ height: Int, _ grey: (_ x: Int, _ y: Int) -> UInt8) throws -> GreyImage
    {
        guard let image = GreyImage(width: width, height: height) else { throw ImagingError.noMemory }
        for y in 0..<height { for x in 0..<width { image.row(y)[x] = grey(x, y) } }
        return image
    }

    subscript(x: Int, y: Int) -> UInt8 { row(y)[x] }

    /// The picture as a PNG file.
    func png() throws -> Data {
        let folder = try TemporaryFolder()
        writePNG(to: Array(folder.file("drawn.png").path.utf8CString))
        return try Data(contentsOf: folder.file("drawn.png"))
    }
}

/// Thirteen digit-like blocks with a gap for each hyphen, rotated by some degrees about the picture's centre.
struct DrawnLine {
    static let height = 24.0
    static let boxes: [(left: Double, width: Double)] = (0..<13).map { (Double($0) * 20 - 130, 13) }

    static func picture(degrees: Double, ink: UInt8 = 20, paper: UInt8 = 220) throws -> GreyImage {
        let (sine, cosine) = (sin(-degrees * .pi / 180), cos(-degrees * .pi / 180))
        return try .drawn(640, 640) { x, y in
            let (dx, dy) = (Double(x) - 320, Double(y) - 320)
            let (along, below) = (dx * cosine - dy * sine, dx * sine + dy * cosine)
            let isInk =
                abs(below) <= height / 2 && boxes.contains { along >= $0.left && along < $0.left + $0.width }
            return isInk ? ink : paper
        }
    }
}
