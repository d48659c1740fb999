// The positions of a line's characters on its sheet.
import Testing

@testable import Books
@testable import Imaging
@testable import Reading
@testable import Recognition

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

    /// Blocks like letters, 26 pixels tall, and a dark band of these columns and rows, which descends by one row every so
    /// many columns.
    @Test(
        arguments: [
            // Below the letters, along their feet, through them, descending.
            (290..<710, 113..<115, 1000, true), (290..<710, 110..<113, 1000, true),
            (290..<710, 106..<108, 1000, true), (290..<710, 104..<106, 60, true),
            // With paper between; one letter's; a border; above; hyphens; letters that touch.
            (290..<710, 117..<119, 1000, false),
            (560..<620, 113..<115, 1000, false), (290..<710, 113..<200, 1000, false),
            (290..<710, 84..<86, 1000, false), (290..<710, 99..<102, 1000, false),
            (290..<710, 87..<113, 1000, false),
            (0..<0, 0..<0, 1000, false),
        ] as [(Range<Int>, Range<Int>, Int, Bool)])
    func `sees a stroke on which letters stand`(
        columns: Range<Int>, rows: Range<Int>, descent: Int, isStruck: Bool
    ) throws {
        let sheet = try Self.letters(struckIn: columns, rows, descent: descent)
        let reader = LineReader(recognizer: FakeRecognizer(text: { _ in Self.text }), sheet: sheet)
        #expect(try #require(reader.read(.at(100))).isStruck(5..<10) == isStruck)
    }

    private static func letters(
        struckIn columns: Range<Int>, _ rows: Range<Int>, descent: Int
    ) throws -> Sheet {
        let sheet = try Sheet.blank()
        for x in 300..<700 where x / 10 % 2 == 0 {
            for y in 87..<113 { sheet.picture.row(y)[x] = 20 }
        }
        for x in columns {
            for y in rows { sheet.picture.row(y + (x - 290) / descent)[x] = 60 }
        }
        return sheet
    }

    @Test(
        arguments: [
            // Through the middle, level, falling and thick; of some letters.
            (290..<710, 99..<102, 1000, true), (290..<710, 97..<100, 60, true),
            (290..<710, 96..<103, 1000, true), (290..<560, 99..<102, 1000, true),
            // Above, on the upper edge, below, at the feet; one letter's; letters that touch; hyphens; a third
            // of the letters; none.
            (290..<710, 82..<85, 1000, false), (290..<710, 86..<89, 1000, false),
            (290..<710, 115..<117, 1000, false), (290..<710, 112..<115, 1000, false),
            (560..<620, 99..<102, 1000, false), (290..<710, 87..<113, 1000, false),
            (530..<540, 99..<102, 1000, false), (290..<430, 99..<102, 1000, false),
            (0..<0, 0..<0, 1000, false),
        ] as [(Range<Int>, Range<Int>, Int, Bool)])
    func `sees a stroke that crosses letters out`(
        columns: Range<Int>, rows: Range<Int>, descent: Int, isCrossedOut: Bool
    ) throws {
        let sheet = try Self.letters(struckIn: columns, rows, descent: descent)
        let reader = LineReader(recognizer: FakeRecognizer(text: { _ in Self.text }), sheet: sheet)
        #expect(try #require(reader.read(.at(100))).isCrossedOut(0..<10) == isCrossedOut)
    }

    /// Characters with the columns where they begin.
    @Test(
        arguments: [
            // Digits may be hidden between the last ones, or in the middle.
            ("97802719550", [0, 10, 20, 30, 40, 50, 60, 70, 80, 118, 128], true),
            ("97802719550", [0, 10, 20, 30, 40, 75, 85, 95, 105, 115, 125], true),
            // A blank, after the prefix, narrow digits, a hyphen.
            ("97802719550", [0, 10, 20, 30, 40, 50, 60, 70, 80, 100, 110], false),
            ("97802719550", [0, 10, 20, 60, 70, 80, 90, 100, 110, 120, 130], false),
            ("97812711150", [0, 10, 20, 32, 40, 52, 64, 76, 90, 104, 114], false),
            ("9780271-550", [0, 10, 20, 30, 40, 50, 60, 85, 110, 120, 130], false),
            ("9", [0], false),
        ] as [(String, [Int], Bool)])
    func `sees where digits may be hidden`(text: String, columns: [Int], hasGap: Bool) throws {
        let sheet = try Sheet.blank()
        // Ink beyond them shows that they are on paper.
        for x in 440..<560 { for y in 87..<113 { sheet.picture.row(y)[x] = 20 } }
        let reader = LineReader(recognizer: FakeRecognizer(text: { _ in text }), sheet: sheet)
        var line = try #require(reader.read(.at(100)))
        let characters = zip(text.unicodeScalars, columns).map {
            ReadCharacter(scalar: $0, confidence: 1, left: $1, right: $1 + 8)
        }
        line = ReadLine(line: line.line, strip: line.strip, characters: characters)
        #expect(line.hasGap(in: characters.indices) == hasGap)
    }

    @Test(arguments: [
        (202.0, 0..<10, true), (205, 0..<10, false), (202, 5..<10, false), (800, 0..<10, false),
    ])
    func `knows whether characters begin at the picture's edge`(
        x: Double, range: Range<Int>, isCut: Bool
    ) throws {
        #expect(try Self.read(.at(100, x: x)).isCutBefore(range, by: try .blank()) == isCut)
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
