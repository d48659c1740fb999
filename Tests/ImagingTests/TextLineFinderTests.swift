// Lines of digit-like blocks are found at every angle, dark and light, and cropped level.
import Foundation
import Testing

@testable import Imaging

struct TextLineFinderTests {
    @Test(arguments: [0.0, 5, -12, 90, 97, -80], [TextLineFinder.Directions.straight, .slanted])
    func `finds a line at its place, height and angle`(degrees: Double, directions: TextLineFinder.Directions)
        throws
    {
        let degrees = directions == .straight ? degrees : degrees + 40
        let finder = TextLineFinder(in: try DrawnLine.picture(degrees: degrees))
        let line = try #require(finder.find(directions).lines.first)
        #expect(line.characters == 13)
        #expect(abs(line.x - 320) < 6 && abs(line.y - 320) < 6)
        // The boxes of tilted letters are a little taller than the letters.
        #expect(line.height > DrawnLine.height * 0.9 && line.height < DrawnLine.height * 1.35)
        let away = (Double(line.direction.degrees) - degrees + 720).truncatingRemainder(dividingBy: 180)
        #expect(min(away, 180 - away) <= 2)
    }

    @Test func `finds light letters on dark`() throws {
        let picture = try DrawnLine.picture(degrees: 0, ink: 230, paper: 30)
        #expect(TextLineFinder(in: picture, ink: .light).find(.straight).lines.first?.characters == 13)
    }

    @Test func `finds nothing on an empty page`() throws {
        let found = TextLineFinder(in: try .drawn(400, 300) { _, _ in 200 }).find(.straight)
        #expect(found.lines.isEmpty && found.bars.isEmpty)
    }

    /// Thirty bars in 95 modules of 4 pixels: the digits are below, and above if the bars are upside down.
    @Test func `finds the positions of the digits of bars`() throws {
        let picture = try GreyImage.drawn(600, 400) { x, y in
            let module = (x - 100) / 4
            return (100..<480).contains(x) && (100..<250).contains(y) && module % 3 == 0 ? 15 : 225
        }
        let found = TextLineFinder(in: picture).find(.straight)
        #expect(found.bars.count == 1)
        let lines = found.lines.filter(\.isBelowBars)
        #expect(lines.count == 2)
        let below = try #require(lines.first { $0.direction.degrees == 0 })
        #expect(abs(below.y - 272) < 8)
        #expect(abs(below.height - 33) < 4)
        let above = try #require(lines.first { $0.direction.degrees == 180 })
        #expect(abs(above.y - 78) < 8)
    }

    /// The same bars at any angle are still one block along that angle.
    @Test(arguments: [0.0, 20, 45, 70, 130])
    func `finds leaning bars`(degrees: Double) throws {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let picture = try GreyImage.drawn(640, 640) { x, y in
            let (right, down) = (Double(x) - 320, Double(y) - 320)
            let (along, below) = (right * cosine + down * sine, down * cosine - right * sine)
            guard abs(along) < 190, abs(below) < 80 else { return 225 }
            return Int((along + 190) / 4) % 3 == 0 ? 15 : 225
        }
        let found = TextLineFinder(in: picture).find(.straight)
        let block = try #require(found.bars.first)
        #expect(found.bars.count == 1)
        let away = abs(Double(block.line.direction.degrees) - degrees)
        #expect(min(away, abs(180 - away), 360 - away) <= 2)
        #expect(abs(block.module - 4) < 0.2)
        #expect(abs(block.line.x - 320) < 6 && abs(block.line.y - 320) < 6)
    }

    @Test func `finds a short line above as a neighbour`() throws {
        let picture = try GreyImage.drawn(640, 300) { x, y in
            let isLabel = (40..<120).contains(x) && (100..<124).contains(y)
            let isNumber = (40..<300).contains(x) && (140..<164).contains(y)
            return (isLabel || isNumber) && (x - 40) % 20 < 13 ? 20 : 220
        }
        let found = TextLineFinder(in: picture).find(.straight)
        #expect(found.lines.count == 1)
        let number = try #require(found.lines.first)
        let label = try #require(found.neighbours(of: number).first)
        #expect(label.characters == 4)
        #expect(abs(label.y - 112) < 3)
    }

    @Test func `finds a short line below a longer one, or in its row`() throws {
        let picture = try GreyImage.drawn(1000, 300) { x, y in
            let isLabel = (40..<300).contains(x) && (100..<124).contains(y)
            let isNumber = (40..<180).contains(x) && (140..<164).contains(y)
            let isInRow = (600..<740).contains(x) && (100..<124).contains(y)
            let isAlone = (600..<740).contains(x) && (250..<274).contains(y)
            return (isLabel || isNumber || isInRow || isAlone) && x % 20 < 13 ? 20 : 220
        }
        let found = TextLineFinder(in: picture).find(.straight)
        let short = found.shortLines
        #expect(found.lines.count == 1 && short.count == 2)
        let right = try #require(short.first { $0.x > 500 })
        #expect(found.line(before: right) == found.lines.first)
        #expect(found.line(before: try #require(found.lines.first)) == nil)
    }

    @Test func `finds the pieces of a row, and the rows above that end before it begins`() throws {
        let picture = try GreyImage.drawn(1000, 400) { x, y in
            let isHeading = (40..<600).contains(x) && (20..<44).contains(y)
            let isFirst = (40..<300).contains(x) && (140..<164).contains(y)
            let isSecond = (40..<120).contains(x) && (180..<204).contains(y)
            let isNumber =
                [40..<160, 300..<380, 600..<780].contains { $0.contains(x) } && (220..<244).contains(y)
            return (isHeading || isFirst || isSecond || isNumber) && x % 20 < 13 ? 20 : 220
        }
        let found = TextLineFinder(in: picture).find(.straight)
        let number = try #require(found.lines.first { $0.x > 600 })
        #expect(found.parts(before: number).map { Int($0.x / 100) } == [0, 3])
        let rows = found.rows(above: number, most: 3)
        #expect(rows.map { $0.map { Int($0.y / 10) } } == [[19], [15]])
        #expect(found.rows(above: number, most: 1).count == 1)
    }

    @Test func `cuts a tilted line out level`() throws {
        let picture = try DrawnLine.picture(degrees: 14)
        let line = try #require(TextLineFinder(in: picture).find(.straight).lines.first)
        let strip = try #require(LineStrip(of: line, in: picture, digitHeight: 28, ink: .dark))
        let middle = strip.image.height / 2
        var changes = 0
        for x in 1..<strip.image.width
        where (strip.image[x, middle] < 128) != (strip.image[x - 1, middle] < 128) {
            changes += 1
        }
        #expect(changes == 26)
        #expect((0..<strip.image.width).allSatisfy { strip.image[$0, 0] > 128 })
    }

    /// Of whatever letters: as high as ascenders and descenders, which an ISBN's line has not.
    @Test(arguments: [Ink.dark, .light], [0, 6, -9]) func `finds a word with its ascenders and descenders`(
        ink: Ink, degrees: Int
    ) throws {
        let (dark, light): (UInt8, UInt8) = (25, 220)
        let (letter, paper) = ink == .dark ? (dark, light) : (light, dark)
        let angle = Double(degrees) * .pi / 180
        // Six letters of 20 pixels, the second 14 higher, the fifth 12 lower.
        let (tops, feet) = ([0, -14, 0, 0, 0, 0], [20, 20, 20, 20, 32, 20])
        let picture = try GreyImage.drawn(640, 640) { x, y in
            let (right, down) = (Double(x) - 320, Double(y) - 320)
            let along = Int((right * cos(angle) + down * sin(angle) + 84).rounded(.down))
            let below = Int((down * cos(angle) - right * sin(angle)).rounded(.down))
            guard (0..<168).contains(along), along % 28 < 18 else { return paper }
            return (tops[along / 28]..<feet[along / 28]).contains(below) ? letter : paper
        }
        let line = try #require(TextLineFinder(in: picture, ink: ink).prints().first)
        #expect(abs(line.height - 46) < 14 && line.characters == 6)
        #expect(abs(line.y - 329) < 8 && abs(line.x - 315) < 8)
        #expect(abs(line.direction.degrees - (degrees + 360) % 360) <= 3)
        let box = line.letters
        #expect(abs(hypot(box.topRight.x - box.topLeft.x, box.topRight.y - box.topLeft.y) - 158) < 14)
    }
}
