// Thumbnails of the lines in Strips, printed by our own line generator, 40 pixels tall with digits of 26.
import Foundation
import Testing

@testable import Imaging

extension LineThumbnail {
    /// - Parameter height: the assumed height of the digits, in pixels.
    init(strip name: String, height: Double = 26) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Strips/\(name).png")
        var picture: GreyImage?
        try PhotoFile(Data(contentsOf: file)).forEachPage { picture = try? $0.get().decode().image }
        let strip = try #require(picture)
        let line = TextLine(
            x: Double(strip.width) / 2, y: Double(strip.height) / 2, direction: .right,
            length: Double(strip.width) - 1.2 * 26, height: height, sag: 0, characters: 20, score: 0)
        self = try #require(LineThumbnail(of: line, in: strip, ink: .dark))
    }
}
