// Lines cut small: level, in either ink, and from either end.
import Testing

@testable import Imaging

@Suite struct LineGlanceTests {
    private func line(degrees: Double, length: Double = 253) -> TextLine {
        TextLine(
            x: 320, y: 320, direction: Direction(degrees: degrees), length: length, height: DrawnLine.height,
            sag: 0, characters: 13, score: 0)
    }

    @Test(arguments: [0.0, 12, 90, 200])
    func `shows a line level however it leans`(degrees: Double) throws {
        let (upright, turned) = (try DrawnLine.picture(degrees: 0), try DrawnLine.picture(degrees: degrees))
        let level = try #require(LineGlance(of: line(degrees: 0), in: upright, ink: .dark))
        let leaning = try #require(LineGlance(of: line(degrees: degrees), in: turned, ink: .dark))
        #expect(leaning.width == level.width)
        let differences = zip(leaning.ink, level.ink).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 16 * differences.count)
    }

    @Test func `shows light letters as ink too`() throws {
        let (black, white) = (
            try DrawnLine.picture(degrees: 0), try DrawnLine.picture(degrees: 0, ink: 220, paper: 20)
        )
        let dark = try #require(LineGlance(of: line(degrees: 0), in: black, ink: .dark))
        let light = try #require(LineGlance(of: line(degrees: 0), in: white, ink: .light))
        let differences = zip(dark.ink, light.ink).map { abs(Int($0) - Int($1)) }
        #expect(differences.allSatisfy { $0 <= 8 })
    }

    @Test func `reads from its other end when reversed`() throws {
        let picture = try DrawnLine.picture(degrees: 0)
        let glance = try #require(LineGlance(of: line(degrees: 0), in: picture, ink: .dark))
        let turned = try #require(LineGlance(of: line(degrees: 0).reversed, in: picture, ink: .dark))
        #expect(glance.reversed.reversed.ink == glance.ink)
        let differences = zip(glance.reversed.ink, turned.ink).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 40 * differences.count)
    }

    @Test func `leaves out lines too short or too long to be read`() throws {
        let picture = try DrawnLine.picture(degrees: 0)
        #expect(LineGlance(of: line(degrees: 0, length: 5), in: picture, ink: .dark) == nil)
        #expect(LineGlance(of: line(degrees: 0, length: 9000), in: picture, ink: .dark) == nil)
    }

    @Test func `reaches beyond the picture's edge`() throws {
        var outside = line(degrees: 30)
        outside.x = -40
        let picture = try DrawnLine.picture(degrees: 0)
        #expect(LineGlance(of: outside, in: picture, ink: .dark) != nil)
    }
}
