// Other edges for a line: longer, taller, lower, shifted.
import Imaging
import Testing

@testable import Reading

struct LineEdgesTests {
    @Test(arguments: [
        (LineEdges.longer, 500.0, 20.0), (.taller, 460, 25), (.lower, 460, 17), (.onward, 640, 20),
        (.looser, 408, 23), (.tighter, 404, 18),
        (.backward, 640, 20),
    ])
    func `changes a line's length and height`(edges: LineEdges, length: Double, height: Double) {
        let line = TextLine.at(100, height: 20)
        let changed = edges.applied(to: line)
        #expect(changed.length == length && changed.height == height)
        #expect(changed.direction == line.direction && changed.y == line.y)
    }

    @Test(arguments: LineEdges.allCases) func `covers all of the line`(edges: LineEdges) {
        let line = TextLine.at(100, height: 20)
        let changed = edges.applied(to: line)
        #expect(changed.x - changed.length / 2 <= line.x - line.length / 2)
        #expect(changed.x + changed.length / 2 >= line.x + line.length / 2)
    }

    @Test func `extends the line in its reading direction`() {
        let upsideDown = TextLine.at(100, height: 20).reversed
        #expect(LineEdges.onward.applied(to: upsideDown).x == 380)
        #expect(LineEdges.onward.applied(to: .at(100, height: 20)).x == 620)
        #expect(LineEdges.backward.applied(to: .at(100, height: 20)).x == 380)
        #expect(LineEdges.longer.applied(to: upsideDown).x == 500)
    }
}
