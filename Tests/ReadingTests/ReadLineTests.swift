// The positions of a line's characters on its sheet.
import Imaging
import Recognition
import Testing

@testable import Books
@testable import Reading

struct ReadLineTests {
    private static let text = "ISBN 0-306"

    private static func read(_ line: TextLine, _ text: String = text) throws -> ReadLine {
        let reader = LineReader(recognizer: FakeRecognizer(text: { _ in text }), sheet: try .blank())
        return try #require(reader.read(line))
    }

    /// Ten characters of 40 pixels each, starting at 300.
    @Test(arguments: [(0..<10, 300.0, 700.0), (0..<4, 300, 460), (5..<10, 500, 700), (9..<10, 660, 700)])
    func `outlines some of its characters`(range: Range<Int>, left: Double, right: Double) throws {
        let bounds = try Self.read(.at(100)).quad(of: range).bounds
        #expect(abs(bounds.left - left) < 2 && abs(bounds.right - right) < 2)
        #expect(abs(bounds.top - (100 - 0.7 * 26)) < 0.01 && abs(bounds.bottom - (100 + 0.7 * 26)) < 0.01)
    }

    @Test func `outlines them from the first letter's top left, also upside down`() throws {
        let quad = try Self.read(TextLine.at(100).reversed).quad(of: 0..<4)
        #expect(abs(quad.topLeft.x - 700) < 2 && quad.topLeft.y > 100)
        #expect(abs(quad.bottomRight.x - 540) < 2 && quad.bottomRight.y < 100)
    }

    @Test(arguments: [(500.0, true), (200, true), (150, false), (800, true), (850, false)])
    func `knows whether characters are on the sheet`(middle: Double, isInside: Bool) throws {
        #expect(try Self.read(.at(100, x: middle)).isInside(try .blank(), 0..<10) == isInside)
    }

    @Test func `looks only at the characters asked for`() throws {
        let line = try Self.read(.at(100, x: 150))
        #expect(!line.isInside(try .blank(), 0..<10))
        #expect(line.isInside(try .blank(), 2..<10))
        #expect(!line.isInside(try .blank(), 4..<4))
    }

    @Test(arguments: [
        ("ISBN", true), ("ISBN 978-0-306-", true), ("ISBN 978-0-306-40615-7", false), ("Printed", false),
        ("9780306406157", false),
    ])
    func `recognises a label without a number`(text: String, announces: Bool) throws {
        #expect(try Self.read(.at(100), text).announcesNumber == announces)
    }
}
