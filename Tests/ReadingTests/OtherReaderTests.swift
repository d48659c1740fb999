// Library of Congress numbers that lines show only together: below a catalogue entry's classes, or with a label
// that one crop misreads.
import Books
import Testing

@testable import Imaging
@testable import Reading

struct OtherReaderTests {
    /// The LCCNs of a sheet on which the last line is read for other numbers.
    private static func lccns(
        _ lines: [(line: TextLine, text: String)], again: @escaping (TextLine) -> String? = { _ in nil }
    ) throws -> [String] {
        var found = TextLineFinder.Findings()
        found.lines = lines.map(\.line)
        let last = try #require(found.lines.last)
        let recognizer = FakeRecognizer(text: { line in
            let printed = lines.first { $0.line.y == line.y && abs($0.line.x - line.x) < 1 }
            return line != last && line.y == last.y && line.x == last.x
                ? again(line) ?? printed?.text ?? "" : printed?.text ?? ""
        })
        let reader = SheetReader(
            sheet: try .blank(), found: found, scorer: FakeScorer(digits: FakeScorer.digits("7911734"))
        ) { recognizer }
        var evidence = Evidence()
        try reader.readOthers([try RankedLine.likely(last, number: 0.01)], upright: nil, into: &evidence)
        return evidence.otherReadings.map(\.number.value)
    }

    private static func heading(_ text: String) -> (TextLine, String) {
        var line = TextLine.at(40, length: 900)
        line.characters = 45
        return (line, text)
    }

    private static let congress = "LIBRARY OF CONGRESS CATALOGING IN PUBLICATION DATA"

    /// In three pieces, the shelf mark, `[E]` and the number, as the line finder sees a row with wide gaps.
    @Test func `joins the pieces of an entry's last row`() throws {
        let shelfMark = (TextLine.at(140, x: 150, length: 200), "PZ7.B81618AP")
        let row = [
            (TextLine.at(141, x: 400, length: 60), "E1"), (TextLine.at(142, x: 700, length: 160), "79-11734"),
        ]
        #expect(try Self.lccns([shelfMark] + row) == ["79011734"])
        #expect(try Self.lccns([(shelfMark.0, "STOCK NUMBER")] + row).isEmpty)
    }

    @Test func `reads the classes in rows that end before the number begins`() throws {
        let number = (TextLine.at(180, x: 700, length: 160), "91-54265")
        let dewey = (TextLine.at(140, x: 150, length: 120), "813'.54")
        #expect(
            try Self.lccns([(.at(100, x: 200, length: 220), "GV8336.G5893 1991"), dewey, number]) == [
                "91054265"
            ])
        #expect(
            try Self.lccns([(.at(100, x: 200, length: 220), "SONGS OF THE PLAINS"), dewey, number]).isEmpty)
    }

    @Test func `Dewey's number before it makes no number a broken one`() throws {
        let shelfMark = (TextLine.at(100, x: 400, length: 200), "GV8336.G5893 1991")
        #expect(try Self.lccns([shelfMark, (TextLine.at(140), "813'.54 91-54265")]) == ["91054265"])
    }

    @Test(arguments: [
        (congress, true), ("LBRARY OF CONGRESS CATALOGING IN PUBLICATION DA", true),
        ("CANADIAN CATALOGUING IN PUBLICATION DATA", false), ("ALL RIGHTS RESERVED", false),
    ])
    func `takes a misread shelf mark below the heading of the Library of Congress`(
        heading: String, isTaken: Bool
    ) throws {
        let lines = [
            Self.heading(heading), (TextLine.at(80), "SONGS OF THE PLAINS"),
            (TextLine.at(120), "MLL G9262 813 5 4 79-11734"),
        ]
        #expect(try Self.lccns(lines) == (isTaken ? ["79011734"] : []))
    }

    /// With a whole shelf mark, which needs no heading.
    @Test(arguments: [
        ([congress], true), (["BRITISH LIBRARY CATALOGUING IN PUBLICATION DATA"], false),
        (["LIBRARY OF CONGRESS", "CATALOGING IN PUBLICATION DATA"], true), (["ALL RIGHTS RESERVED"], true),
    ])
    func `a shelf mark below another library's heading ends no entry of the Library of Congress`(
        headings: [String], isTaken: Bool
    ) throws {
        let above = headings.enumerated().map { place, text in
            var line = TextLine.at(40 * Double(place + 1), length: 900)
            line.characters = text.count
            return (line, text)
        }
        let own = (TextLine.at(160), "PR6052.R25 1979 823.914 79-11734")
        #expect(try Self.lccns(above + [own]) == (isTaken ? ["79011734"] : []))
    }

    @Test(arguments: [
        ("ORIGINAL EDITION: LIBRARY OF CONGRESS CATALOG CARD NO. 67-12345", false),
        ("FOR VOLUME ONE SEE LIBRARY OF CONGRESS CATALOG CARD NO. 67-12345", false),
        ("LIBRARY OF CONGRESS CATALOG CARD NO. 67-12345 (INCORRECT)", false),
        ("PRINTED IN THE U.S.A. LIBRARY OF CONGRESS CATALOG CARD NO. 67-12345", true),
    ])
    func `an LCCN of another work or a wrong one is none of the book's`(text: String, isTaken: Bool) throws {
        #expect(try Self.lccns([(.at(100), text)]) == (isTaken ? ["67012345"] : []))
    }

    @Test(arguments: [("BY THE SAME AUTHOR", false), ("COPYRIGHT 1965 BY JANE DOE", true)])
    func `an LCCN in a list of other books is none of the book's`(heading: String, isTaken: Bool) throws {
        let lines = [
            (TextLine.at(60), heading), (TextLine.at(100), "THE IRON GATE"),
            (TextLine.at(140), "LIBRARY OF CONGRESS CATALOG CARD NO. 67-12345"),
        ]
        #expect(try Self.lccns(lines) == (isTaken ? ["67012345"] : []))
    }

    @Test func `a number that is no entry's end is none below a heading`() throws {
        for text in ["STOCK NO. 79-11734", "79-11734"] {
            let lines = [
                Self.heading(Self.congress), (TextLine.at(80), "SONGS OF THE PLAINS"),
                (TextLine.at(120), text),
            ]
            #expect(try Self.lccns(lines).isEmpty)
        }
    }

    @Test func `a label that another crop misreads still names the number`() throws {
        let line = TextLine.at(100)
        #expect(try Self.lccns([(line, "LCCN: 37-1100")]) { _ in "TICN: 37-1100" } == ["37001100"])
        #expect(try Self.lccns([(line, "LCCN: 37-1100")]) { _ in "TICN: 37-1109" }.isEmpty)
    }

    /// Beyond the ends of a short line the text model reads characters in the blank paper.
    @Test(arguments: [
        ("_ 90-38323", true, true), ("999-38323", true, true), ("399-38323", false, false),
    ])
    func `a short line is read again between its ends`(longer: String, isBlank: Bool, isTaken: Bool) throws {
        let (label, line) = (TextLine.at(100), TextLine.at(140))
        let sheet = try Sheet.blank()
        for y in 130..<150 {
            for x in 300..<700 { sheet.picture.row(y)[x] = x % 8 < 4 ? 0 : 255 }
            if !isBlank { for x in 250..<280 { sheet.picture.row(y)[x] = 0 } }
        }
        let recognizer = FakeRecognizer(
            text: { other in
                other.y == label.y
                    ? "CATALOG CARD NUMBER" : other.length > line.length + line.height ? longer : "99-38323"
            }, isCut: { $0.length > line.length + line.height })
        var found = TextLineFinder.Findings()
        found.lines = [label, line]
        let reader = SheetReader(
            sheet: sheet, found: found, scorer: FakeScorer(digits: FakeScorer.digits("9938323"))
        ) { recognizer }
        var evidence = Evidence()
        try reader.readOthers([try RankedLine.likely(line, number: 0.01)], upright: nil, into: &evidence)
        #expect(evidence.otherReadings.map(\.number.value) == (isTaken ? ["99038323"] : []))
    }
}
