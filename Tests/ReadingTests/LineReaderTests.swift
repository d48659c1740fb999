// The numbers found in one line, or in two together.
import Books
import ReadingExamples
import Recognition
import Testing

@testable import Imaging
@testable import Reading

struct LineReaderTests {
    private static let book = "9780306406157"

    private static func interpret(
        _ texts: [String], confidence: Double = 0.995, alternatives: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    ) throws -> Interpretation {
        let lines = texts.indices.map { TextLine.at(100 + 40 * Double($0)) }
        let recognizer = FakeRecognizer(
            text: { line in texts[lines.firstIndex(of: line) ?? 0] }, confidence: confidence,
            alternatives: alternatives)
        let reader = LineReader(recognizer: recognizer, sheet: try .blank())
        return reader.interpret(try lines.map { try #require(reader.read($0)) })
    }

    @Test(
        arguments: [
            ("ISBN 978-0-306-40615-7", .number), ("0306406152", .number),
            ("ISBN 978-0-306-4061", .possibleNumber),
            ("12345678", .possibleNumber), ("ISBN", .possibleNumber), ("Printed in China", .noNumber),
            ("", .noNumber),
        ] as [(String, Interpretation.Content)])
    func `returns what a line contains`(text: String, content: Interpretation.Content) throws {
        #expect(try Self.interpret([text]).content == content)
    }

    @Test(
        arguments: [
            (["ISBN 978-0-306-40615-7"], .labelled, true), (["9780306406157"], .unlabelled, nil),
            (["ISBN", "9780306406157"], .labelled, nil), (["978-0-306-", "40615-7"], .unlabelled, true),
        ] as [([String], Observation.Kind, Bool?)])
    func `says how a number is printed`(
        texts: [String], kind: Observation.Kind, hyphensAgree: Bool?
    ) throws {
        let observation = try #require(try Self.interpret(texts).observations.first)
        #expect(observation.isbn.isbn13 == Self.book)
        #expect(observation.kind == kind)
        #expect(observation.hyphensAgree == hyphensAgree)
        #expect(observation.provenance == .printed)
        #expect(observation.witness.text == texts.joined(separator: "\n"))
    }

    /// The mean confidence, and what is read of a crop that is rotated a little.
    @Test(
        arguments: [
            (0.97, "ISBN 978-3-16-148410-0", true), (0.97, "ISBN 978-0-306-", true),
            (0.97, "ISBN 978-0-306-40615-7", false), (0.981, "ISBN 978-3-16-148410-0", false),
        ] as [(Double, String, Bool)])
    func `reads print that is not clear again`(confidence: Double, text: String, isObscured: Bool) throws {
        let line = TextLine.at(100)
        let recognizer = FakeRecognizer(
            text: { [1, 359].contains($0.direction.degrees) ? text : "ISBN 978-0-306-40615-7" },
            confidence: confidence)
        let reader = LineReader(recognizer: recognizer, sheet: try .blank())
        let observations = reader.interpret([try #require(reader.read(line))]).observations
        #expect(observations.map(\.isObscured) == [isObscured])
    }

    /// The first digits after a label are a number that was not read.
    @Test(
        arguments: [
            ("ISBN 978-3-8", "97838"), ("ISBN 3-499-0*", "34990"), ("ISBN-13: 978 3 16 **", "978316"),
            ("ISBN 978-3", nil), ("E-ISBN 978-3-8", nil), ("978-3-8270", nil), ("LISBN 978-3-8", nil),
        ] as [(String, String?)])
    func `finds the beginning of a number`(text: String, digits: String?) throws {
        #expect(try Self.interpret([text]).partialNumbers.map(\.digits) == [digits].compactMap(\.self))
    }

    @Test func `takes of two lines only what neither says alone`() throws {
        #expect(try Self.interpret(["ISBN 978-0-306-40615-7", "Printed in China"]).observations.isEmpty)
    }

    @Test func `says how sure its least certain digit is`() throws {
        let observation = try #require(
            try Self.interpret(["ISBN 978-0-306-40615-7"], alternatives: ["4": ["1"]]).observations.first)
        #expect(observation.weakest == 0.9)
        #expect(observation.witness.confidence > 0.98)
    }

    @Test(arguments: [
        ("1SBN 0-306-40615-2", Observation.Announcement.damagedLabel), ("ISBN 0-306-40615-2", .plain),
        ("ISSN 0-306-40615-2", .otherNumber), ("0306406152", .plain),
        ("Translated from the German edition, ISBN 0-306-40615-2", .otherWork),
        ("Original edition ISBN 0-306-40615-2", .otherWork),
        ("Also by the author: ISBN 0-306-40615-2", .otherWork),
        ("Titel der Originalausgabe: A, ISBN 0-306-40615-2", .otherWork),
        ("TYTUL ORYGINALU: THE SEA, ISBN 0-306-40615-2", .otherWork),
        ("NAZEV ORIGINALU: THE SEA. ISBN 0-306-40615-2", .otherWork),
        ("ORIGINALUTGAVANS ISBN 0-306-40615-2", .otherWork),
        ("EREDETI CIM: THE SEA ISBN 0-306-40615-2", .otherWork),
        ("NASLOV IZVORNIKA: THE SEA, ISBN 0-306-40615-2", .otherWork),
        ("OZGUN ADI: THE SEA, ISBN 0-306-40615-2", .otherWork),
        ("REV. ED. OF: THE RIVER. 1978. ISBN 0-306-40615-2", .otherWork),
        ("SEQUEL TO* ISBN 0-306-40615-2", .otherWork),
        ("Issued also as microfiche. ISBN 0-306-40615-2", .otherWork),
        ("ISBN 0-306-40615-2 (falsch)", .otherWork), ("Cancelled ISBN 0-306-40615-2", .otherWork),
        ("ISBN erroné : 0-306-40615-2", .otherWork), ("ISBN 0-306-40615-2 (INVALI", .otherWork),
        ("ISBN 0-306-40615-2 (incorporating A", .plain), ("For 3 years old ISBN 0-306-40615-2", .plain),
        ("Translated from the German by A. ISBN 0-306-40615-2", .plain),
        ("Windward Press ISBN 0-306-40615-2", .plain), ("first edition 1985 ISBN 0-306-40615-2", .plain),
        ("N 0-306-40615-2", .partOfLabel), ("N* 0-306-40615-2", .otherNumber),
        ("N. 0-306-40615-2", .otherNumber), ("BN 0-306-40615-2", .plain),
        ("T 0-306-40615-2", .otherNumber), ("Signatur K: 0-306-40615-2", .otherNumber),
        ("Bd. 12 0-306-40615-2", .otherNumber), ("Tel. (0 89) 0-306-40615-2", .otherNumber),
        ("| 0-306-40615-2", .plain), ("0-306-40615-2 (pbk.)", .plain), ("hardback: 0-306-40615-2", .plain),
        ("T 978-0-306-40615-7", .plain), ("Bd. 12 978-0-306-40615-7", .plain),
        ("Tel. (0 89) 978-0-306-40615-7", .plain), ("Mobi 978-0-306-40615-7", .plain),
    ])
    func `returns the word before a number`(
        text: String, announcement: Observation.Announcement
    ) throws {
        #expect(try Self.interpret([text]).observations.map(\.announcement) == [announcement])
    }

    @Test(arguments: [
        ("ISBN 0-306-40615-2", 0.95, Observation.Announcement.damagedLabel),
        // Too long for the text model to expect it.
        ("International Standard Book Number 0-306-40615-2", 0.95, .plain),
    ])
    func `a short label with unclear letters may be another`(
        text: String, confidence: Double, announcement: Observation.Announcement
    ) throws {
        let read = try Self.interpret([text], confidence: confidence)
        #expect(read.observations.map(\.announcement) == [announcement])
    }

    @Test func `a letter in the margin is no word`() throws {
        let sheet = try Sheet.blank()
        let reader = LineReader(recognizer: FakeRecognizer(text: { _ in "T 0-306-40615-2" }), sheet: sheet)
        let whole = try #require(reader.read(.at(100)))
        var characters = whole.characters
        characters[0].left = 0
        let cut = ReadLine(line: whole.line, strip: whole.strip, characters: characters)
        #expect(reader.interpret([whole]).observations.map(\.announcement) == [.otherNumber])
        #expect(reader.interpret([cut]).observations.map(\.announcement) == [.plain])
    }

    @Test(arguments: [
        ("ISBN 978-0-306-40615-8", 1), ("ISBN 978-0-306-40615-8 (pbk.)", 1),
        ("ISBN 978-0-306-40615-8 (invalid)", 0), ("Falsche ISBN 978-0-306-40615-8", 0),
    ])
    func `a misprint that the page calls wrong is no part of a number`(text: String, count: Int) throws {
        #expect(try Self.interpret([text]).partialNumbers.count == count)
    }

    /// A digit that was not read, and the quantity or price behind the number, which completes it.
    @Test(arguments: [
        "ISBN 97803 0640615 7 EX", "ISBN 978030640615 7, 50 EUR", "ISBN 97803064061 5 7 .50 EUR",
        "IISBN 978030640615 7,50 EUR", "ISBN 9780306 4061 5 7 X 9.99", "ISBN 978-0-306-4061 5 7",
        "ISBN 030640615 2 X 9.99", "ISBN 03064 0615 2", "SBN 30640615 2 EX", "ISBN 978-0-306-40615 7 EX",
        "ISBN 978-0-306-40615. 7 VOLS", "ISBN 978-0-306-40615 - 7 P.", "ISBN 978 0 306 40615. 7 P.",
        "ISBN 978.0.306.40615. 7 P.", "ISBN 978030640.615 7", "ISBN 97803064.06157", "ISBN 03064061=52",
        "ISBN 0-306-40615. 2 P.", "SBN 306-40615 - 2",
    ])
    func `a blank where an ISBN has none may be a hidden digit`(text: String) throws {
        let evidence = Evidence(try Self.interpret([text]).observations)
        #expect(evidence.accepted.isEmpty && evidence.doubts == [Self.book: "unusual hyphens"])
    }

    @Test(arguments: [
        "ISBN 978 0306406157", "ISBN 9 780306 406157", "ISBN 9780306 406157", "ISBN 978 0 306 40615 7",
        "ISBN 978 0306-40615-7", "ISBN 0 306 40615 2 X 9.99", "ISBN 0-306- 40615 -2", "SBN 306 40615 2",
        "ISBN 9780306406157 5 EX",
    ])
    func `blanks are usual where the ranges, the prefix or a barcode's digits end`(text: String) throws {
        #expect(Evidence(try Self.interpret([text]).observations).accepted == [Self.book])
    }

    @Test(arguments: [
        "ISBN 97803064061. 57 P.", "ISBN 978-0-306-406. 157 S.", "ISBN 978-0-306-406\u{2009}. 157 S.",
        "ISBN 0306406. 152", "SBN 3064061. 52", "978-0-306-4061. 57 P.", "ISBN 978030640615. 7",
    ])
    func `digits behind a point and a blank are another number`(text: String) throws {
        #expect(try Self.interpret([text]).observations.isEmpty)
    }

    @Test(arguments: [
        ("ISBN 978-0-306-40615-7-", false), ("ISBN 0-306-40615-2- A", false),
        ("ISBN 0-306-40615-2-150", true),
        ("ISBN 978-0-306-40615-7 - 48 S.", true), ("ISBN-978-0-306-40615-7", true),
    ])
    func `a dash behind a number may be a stroke`(text: String, isSure: Bool) throws {
        let evidence = Evidence(try Self.interpret([text]).observations)
        #expect(evidence.accepted == (isSure ? [Self.book] : []))
    }

    @Test func `a number that is crossed out is not the book's, but the one below it may be`() throws {
        let sheet = try Sheet.blank()
        for x in 300..<700 {
            for y in (x / 10 % 2 == 0 ? 87 : 99)..<(x / 10 % 2 == 0 ? 113 : 102) {
                sheet.picture.row(y)[x] = 20
            }
        }
        let recognizer = FakeRecognizer { $0.y < 120 ? "ISBN 978-0-306-40615-7" : "ISBN 978-0-306-40616-4" }
        let reader = LineReader(recognizer: recognizer, sheet: sheet)
        let read = try [100.0, 160].flatMap {
            reader.interpret([try #require(reader.read(.at($0)))]).observations
        }
        #expect(read.map(\.announcement) == [.otherWork, .plain])
        #expect(Evidence(read).accepted == ["9780306406164"])
        #expect(Evidence([read[0]]).doubts == [Self.book: "not this book's"])
    }

    @Test(arguments: [
        ("ISBN 10-90787-04-9", "9791090787049"), ("ISBN11-94446-36-1", "9791194446361"),
    ])
    func `ten digits that lack the prefix 979 are part of a number`(text: String, isbn: String) throws {
        let read = try Self.interpret([text])
        #expect(read.observations.isEmpty && read.partialNumbers.map(\.digits) == [isbn])
        var evidence = Evidence([try .bars(isbn, x: 300, y: 130)])
        evidence.add(read)
        #expect(evidence.accepted == [isbn])
    }

    @Test(arguments: [("0306406152", true), ("9780306406157", false)])
    func `ten digits below a label that begin at the picture's edge may lack a prefix`(
        digits: String, isObscured: Bool
    ) throws {
        let lines = [TextLine.at(100), .at(140, x: 202)]
        let recognizer = FakeRecognizer(text: { $0 == lines[0] ? "ISBN" : digits })
        let reader = LineReader(recognizer: recognizer, sheet: try .blank())
        let read = reader.interpret(try lines.map { try #require(reader.read($0)) })
        #expect(read.observations.map(\.isObscured) == [isObscured])
    }

    @Test func `reads nothing that lies off the sheet`() throws {
        let reader = LineReader(
            recognizer: FakeRecognizer(text: { _ in "ISBN 978-0-306-40615-7" }), sheet: try .blank())
        let line = try #require(reader.read(.at(100, x: 950)))
        #expect(reader.interpret([line]).observations.isEmpty)
    }
}
