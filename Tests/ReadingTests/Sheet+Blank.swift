// Empty sheets, and lines on them.
import Testing

@testable import Imaging
@testable import Reading
@testable import Recognition

extension Sheet {
    /// White, 1000 by 800 pixels, like the upright photo.
    static func blank() throws -> Sheet {
        guard let picture = GreyImage(width: 1000, height: 800) else { throw ImagingError.noMemory }
        var placement = Placement()
        (placement.cutWidth, placement.cutHeight) = (Double(picture.width), Double(picture.height))
        (placement.turnedWidth, placement.turnedHeight) = (placement.cutWidth, placement.cutHeight)
        return Sheet(picture: picture, ink: .dark, factor: 1, placement: placement)
    }
}

extension TextLine {
    /// Thirteen characters from 300 to 700, 26 pixels tall, reading to the right.
    static func at(_ y: Double, x: Double = 500, length: Double = 400, height: Double = 26) -> TextLine {
        TextLine(
            x: x, y: y, direction: .right, length: length, height: height, sag: 0, characters: 13, score: 13)
    }
}

extension RankedLine {
    static func likely(_ line: TextLine, number: Double = 0.9, label: Double = 0) throws -> RankedLine {
        let thumbnail = try #require(try Sheet.blank().thumbnail(at: line))
        return RankedLine(
            line: line, thumbnail: thumbnail, likelihood: LineLikelihood(number: number, label: label))
    }
}
