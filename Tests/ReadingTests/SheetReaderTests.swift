// From the lines of a sheet to a result: labels above numbers, numbers over two lines, second readings.
import Books
import ReadingExamples
import Recognition
import Testing

@testable import Imaging
@testable import Reading

struct SheetReaderTests {
    private static let book = "9780306406157"

    /// Lines by the vertical position of their centres.
    private static func read(
        _ lines: KeyValuePairs<Double, String>, confidence: Double = 0.995
    ) throws -> Evidence {
        try read(
            lines.map { TextLine.at($0.key) },
            FakeRecognizer(
                text: { line in lines.first { $0.key == line.y }?.value ?? "" }, confidence: confidence))
    }

    private static func read(
        _ lines: [TextLine], _ recognizer: FakeRecognizer, scorer: FakeScorer = FakeScorer(),
        likelihood: (TextLine) -> Double = { _ in 0.9 }
    ) throws -> Evidence {
        var found = TextLineFinder.Findings()
        found.lines = lines
        var evidence = Evidence()
        let ranked = try lines.map { try RankedLine.likely($0, number: likelihood($0)) }
        let reader = SheetReader(sheet: try .blank(), found: found, scorer: scorer) { recognizer }
        _ = try reader.read(ranked, into: &evidence)
        return evidence
    }

    @Test(
        arguments: [
            [100: "ISBN 978-0-306-40615-7"], [100: "SBN 306-40615-2"], [100: "ISBN 0 306 40615 2 (pbk.)"],
            [100: "Printed in Great Britain", 140: "ISBN-13: 9780306406157", 180: "All rights reserved"],
            // A label above.
            [100: "ISBN", 140: "0306406152"], [100: "ISBN-13:", 140: "9780306406157"],
            // Over two lines.
            [100: "ISBN 978-0-306-", 140: "40615-7"], [100: "ISBN 0-306-", 140: "40615-2"],
            [100: "ISBN 978-0-306-", 140: "40615-7 (pbk.)"],
            // Without a label, with correct hyphens.
            [100: "978-0-306-40615-7"], [100: "0 306 40615 2"],
            // Two forms that are not sufficient alone.
            [100: "9780306406157", 300: "0306406152"],
        ] as [KeyValuePairs<Double, String>])
    func `takes what the lines say`(_ lines: KeyValuePairs<Double, String>) throws {
        let evidence = try Self.read(lines)
        #expect(evidence.accepted == [Self.book])
    }

    @Test(
        arguments: [
            [100: ""], [100: "Printed in Great Britain"],
            [100: "ISBN"], [100: "ISBN 978-0-306-40615-8"],
            [100: "Tel. 0306406152"], [100: "Tel. 0306406152", 300: "Fax 0306406152"],
            [100: "ISSN 0306406152"], [100: "ISMN 0306406152"], [100: "LCCN 0306406152"],
        ] as [KeyValuePairs<Double, String>])
    func `finds nothing without an ISBN`(_ lines: KeyValuePairs<Double, String>) throws {
        let evidence = try Self.read(lines)
        #expect(evidence.accepted.isEmpty && evidence.doubts.isEmpty)
    }

    @Test func `joins no cut number with a printing's`() throws {
        let evidence = try Self.read([100: "ISBN: 1-59532", 140: "10 9 8 7 6 5 4 3"])
        #expect(evidence.accepted.isEmpty)
    }

    @Test(
        arguments: [
            [100: "0306406152"], [100: "0306406152", 300: "0306406152"], [100: "1SBN 0-306-40615-2"],
            [100: "ISSN 0-306-40615-2"], [100: "MSDN 978-0-306-40615-7"], [100: "ISIN 9780306406157"],
            [100: "VSBN 0-306-40615-2"], [100: "ASIN 0-306-40615-2"], [100: "ISBN O-306-40615-2"],
            [100: "Tel. 0-306-40615-2", 300: "Fax 0-306-40615-2"],
            [100: "ISSN", 140: "0306406152"],
        ] as [KeyValuePairs<Double, String>])
    func `leaves what is doubtful to a person`(_ lines: KeyValuePairs<Double, String>) throws {
        let evidence = try Self.read(lines)
        #expect(evidence.accepted.isEmpty)
        #expect(Array(evidence.doubts.keys) == [Self.book])
    }

    @Test func `skips lines with hardly any digits in the preview`() throws {
        let recognizer = FakeRecognizer(text: { _ in "ISBN 978-0-306-40615-7" })
        let scorer = FakeScorer(digits: FakeScorer.digits("123"))
        #expect(try Self.read([TextLine.at(100)], recognizer, scorer: scorer).observations.isEmpty)
        #expect(recognizer.read.texts.isEmpty)
    }

    /// Whether the preview shows the barcode's number, so that the line need not be read.
    @Test(arguments: [
        ("9780306406157", 0.99, false, true), ("0306406152", 0.99, false, true),
        ("9780306406157599", 0.99, false, true), ("9780306406158", 0.99, false, false),
        ("9780306406157", 0.7, false, false), ("9780306406157", 0.99, true, false),
    ])
    func `accepts the bars' number from a line preview`(
        digits: String, confidence: Double, isStrict: Bool, isTaken: Bool
    ) throws {
        var evidence = Evidence([try .bars(Self.book, y: 600)], isStrict: isStrict)
        let recognizer = FakeRecognizer(text: { _ in "" })
        let scorer = FakeScorer(digits: FakeScorer.digits(digits, confidence: confidence))
        let ranked = try RankedLine.likely(.at(100))
        let reader = SheetReader(sheet: try .blank(), found: .init(), scorer: scorer) { recognizer }
        let bars = Observation.box(x: 0, y: 600, width: 240, height: 120)
        _ = try reader.readBesideBars(
            at: bars, [ranked], expecting: evidence.expected, isThorough: false, into: &evidence)
        #expect(evidence.isAgreed(at: bars) == isTaken)
        #expect(recognizer.read.texts.isEmpty == isTaken)
    }

    @Test(arguments: [
        ("30-571227983 9 780306 406157", true), ("N 0-8044-2957-X 9 780306 406157", true),
        ("$24.95 9 780306 406157", false), ("ISBN 0-8044-2957-X 9 780306 406157", false),
    ])
    func `tells whether the label of another number is cut off beside bars`(
        text: String, isCut: Bool
    ) throws {
        var evidence = Evidence([try .bars(Self.book, y: 600)])
        let recognizer = FakeRecognizer(text: { _ in text })
        let scorer = FakeScorer(digits: FakeScorer.digits("0571227983978", confidence: 0.99))
        let reader = SheetReader(sheet: try .blank(), found: .init(), scorer: scorer) { recognizer }
        let wasCut = try reader.readBesideBars(
            at: Observation.box(x: 0, y: 600, width: 240, height: 120), [try RankedLine.likely(.at(100))],
            expecting: [], isThorough: false, into: &evidence)
        #expect(wasCut == isCut)
    }

    @Test func `gives both numbers of one line`() throws {
        let evidence = try Self.read([100: "ISBN 0-306-40615-2 (hbk) ISBN 0-306-40616-0 (pbk)"])
        let readings = evidence.verdict.accepted
        #expect(readings.map(\.isbn.isbn13) == [Self.book, "9780306406164"])
        #expect(readings.map(\.qualifier) == ["hbk", "pbk"])
        #expect(readings.map(\.book) == [1, 1])
    }

    @Test func `leaves an ISBN-10 beside another book's ISBN-13 to a person`() throws {
        let evidence = try Self.read([100: "ISBN-10: 0-306-40615-2", 140: "ISBN-13: 978-3-16-148410-0"])
        #expect(evidence.accepted.isEmpty)
        #expect(Set(evidence.doubts.keys) == [Self.book, "9783161484100"])
    }

    @Test func `reads a line whose end was cut off again with other edges`() throws {
        let line = TextLine.at(100)
        let recognizer = FakeRecognizer(text: {
            $0.length > line.length ? "ISBN 978-0-306-40615-7" : "ISBN 978-0-306-4061"
        })
        let evidence = try Self.read([line], recognizer)
        #expect(evidence.accepted == [Self.book])
        #expect(recognizer.read.texts.count == 2)
    }

    @Test func `reads further on behind a label`() throws {
        let line = TextLine.at(100, x: 200, length: 100)
        let recognizer = FakeRecognizer(text: { $0.x > line.x ? "ISBN 978-0-306-40615-7" : "ISBN" })
        #expect(try Self.read([line], recognizer).accepted == [Self.book])
    }

    /// What is read of the first line as it was found, and when it is longer; the second number is a hardback's.
    @Test(
        arguments: [
            ("ISBN 978-3-16-148410-0", "ISBN 978-3-16-148410-0 (ebook)", "ebook"),
            ("ISBN 978-3-16-148410-0E", "ISBN 978-3-16-148410-0 EBOOK", "EBOOK"),
            ("ISBN 978-3-16-148410-0 (KI", "ISBN 978-3-16-148410-0 (KINDLE)", "KINDLE"),
            ("IDF) 978-3-16-148410-0", "ISBN (PDF) 978-3-16-148410-0", "PDF"),
            ("978-3-16-148410-0", "ISBN (set) 978-3-16-148410-0", "set"),
        ])
    func `reads on for the qualifiers of a page with several numbers`(
        cut: String, whole: String, qualifier: String
    ) throws {
        let first = TextLine.at(100)
        let recognizer = FakeRecognizer(text: {
            $0.y != first.y ? "ISBN 978-0-306-40615-7 (hardback)" : $0.length > first.length ? whole : cut
        })
        let readings = try Self.read([first, .at(140)], recognizer).verdict.accepted
        #expect(readings.map(\.isbn.isbn13) == [Self.book, "9783161484100"])
        #expect(readings.map(\.qualifier) == ["hardback", qualifier])
    }

    @Test func `reads no line longer that has the page's only number`() throws {
        let recognizer = FakeRecognizer(text: { _ in "ISBN 978-0-306-40615-7 (P" })
        _ = try Self.read([.at(100)], recognizer)
        #expect(recognizer.read.texts.count == 1)
    }

    @Test func `reads what precedes a word that is cut off`() throws {
        let line = TextLine.at(100)
        let recognizer = FakeRecognizer(
            text: { $0.x < line.x ? "Invalid ISBN 978-0-306-40615-7" : "ALID ISBN 978-0-306-40615-7" },
            isCut: { $0 == line })
        #expect(try Self.read([line], recognizer).doubts == [Self.book: "not this book's"])
    }

    @Test func `reads on before words until the line begins`() throws {
        let line = TextLine.at(100, x: 700)
        let recognizer = FakeRecognizer(
            text: { read in
                read.x < 460
                    ? "Also by Ann Lee: The Hill. ISBN 978-0-306-40615-7"
                    : read.x < 700
                        ? "NN LEE: THE HILL. ISBN 978-0-306-40615-7" : "HE HILL. ISBN 978-0-306-40615-7"
            }, isCut: { $0.x >= 460 })
        #expect(try Self.read([line], recognizer).doubts == [Self.book: "not this book's"])
    }

    @Test(
        arguments: [
            [100: "By the same author", 140: "ISBN 978-0-306-40615-7"],
            [60: "Weitere Titel", 100: "The Hill", 140: "ISBN 978-0-306-40615-7"],
            [100: "W TEJ SERII UKAZALY SIE:", 140: "ISBN 978-0-306-40615-7"],
            [100: "SAMALTA TEKIJALTA:", 140: "MAKI ISBN 978-0-306-40615-7"],
            [100: "IF YOU HAVE ENJOYED THIS BOOK", 140: "THE HILL ISBN 978-0-306-40615-7"],
            [100: "AN ISBN LOOKS LIKE THIS: ISBN 978-0-306-40615-7"],
            [100: "LEHRERHANDBUCH: ISBN 978-0-306-40615-7"],
            // As they are recognised.
            [100: "AISO BY ANN LEE", 140: "ISBN 978-0-306-40615-7"],
            [100: "_OU MAY ALS0 LIKE", 140: "ISBN 978-0-306-40615-7"],
            [100: "OIHER TITLE5 IN THIS SERIES", 140: "ISBN 978-0-306-40615-7"],
            // First of the column, far above.
            [
                100: "Customers also bought", 140: "The Hill", 180: "Ann Lee", 220: "A novel",
                260: "Paperback",
                300: "In stock", 340: "978-0-306-40615-7",
            ],
            [60: "To order by mail send this coupon", 100: "The Hill $4.50", 140: "0-306-40615-2"],
            [100: "SMITH, J THE HIIL, LONDON, DENL, 1990.", 140: "ISBN 978-0-306-40615-7"],
            [100: "SMITH, 4. THE NORTH. LONDON: FABER, 1974", 140: "ISBN 978-0-306-40615-7"],
            [100: "BROWN. A. RIVERS. OXFORD, 1981. 233 PP", 140: "ISBN 978-0-306-40615-7"],
            // A sentence over several lines.
            [100: "First published in English by Hill Press", 140: "(ISBN 978-0-306-40615-7)"],
            [
                60: "FIRST PUB1ISHED IN ENGLISH BY HILL PRESS, AN IMPRINT", 100: "of the Hill Group in 1990",
                140: "(ISBN 978-0-306-40615-7)",
            ],
            [100: "Die Originalausgabe erschien 1990", 140: "unter der ISBN 978-0-306-40615-7"],
            [60: "EFERENCES", 100: "Smith, J. The Hill. London: Dent", 140: "ISBN 978-0-306-40615-7"],
        ] as [KeyValuePairs<Double, String>])
    func `leaves a number below the heading of a list to a person`(
        _ lines: KeyValuePairs<Double, String>
    ) throws {
        let evidence = try Self.read(lines)
        #expect(evidence.accepted.isEmpty && evidence.doubts == [Self.book: "not this book's"])
    }

    @Test(
        arguments: [
            [60: "Also by Ann Lee", 100: "First published 1990", 140: "ISBN 978-0-306-40615-7"],
            [100: "The Author", 140: "ISBN 978-0-306-40615-7"],
            [60: "Tolkien, J. R. R. (John Ronald Reuel), 1892-1973", 140: "ISBN 978-0-306-40615-7"],
            [100: "PBIBLIOGRAPHY: P", 140: "ISBN 978-0-306-40615-7"],
            [100: "Smith, John, 1990-", 140: "ISBN 978-0-306-40615-7"],
            [60: "Also by Ann Lee", 100: "COPYRIGHI E ANN LEE 1990", 140: "ISBN 978-0-306-40615-7"],
            [60: "Also by Ann Lee", 100: "© Ann Lee", 140: "ISBN 978-0-306-40615-7"],
            [100: "Published by Hill Press", 140: "(ISBN 978-0-306-40615-7)"],
            [100: "First published 1990", 140: "ISBN 978-0-306-40615-7"],
            [60: "Original title: The Hill", 100: "Translated by Ann Lee", 140: "(ISBN 978-0-306-40615-7)"],
            // In a paragraph of its own.
            [60: "Also by Ann Lee", 100: "The Hill", 180: "ISBN 978-0-306-40615-7"],
            [100: "ISBN 978-0-306-40615-7", 140: "Also by Ann Lee"],
        ] as [KeyValuePairs<Double, String>])
    func `takes a number that is in no list`(_ lines: KeyValuePairs<Double, String>) throws {
        #expect(try Self.read(lines).accepted == [Self.book])
    }

    @Test func `a heading in another column is not a number's`() throws {
        let heading = TextLine.at(100, x: 200, length: 200)
        let recognizer = FakeRecognizer(text: {
            $0.x < 400 ? "By the same author" : "ISBN 978-0-306-40615-7"
        })
        #expect(try Self.read([heading, .at(140, x: 700)], recognizer).accepted == [Self.book])
    }

    /// Two numbers below or beside words.
    private static func table(_ words: (first: String, second: String), inRows: Bool) throws -> [ISBNReading]
    {
        let (left, right) = (TextLine.at(140, x: 250, length: 300), TextLine.at(140, x: 700, length: 300))
        let lines =
            inRows
            ? [
                .at(100, x: 200, length: 150), .at(140, x: 200, length: 150), .at(100, x: 700, length: 300),
                right,
            ]
            : [.at(100, x: 150, length: 100), .at(100, x: 600, length: 100), left, right]
        let numbers = inRows ? lines[2...] : lines[2...]
        let recognizer = FakeRecognizer(text: { read in
            if let place = numbers.firstIndex(where: { $0.x == read.x && $0.y == read.y }) {
                return ["978-3-16-148410-0", "978-0-306-40615-7"][place - 2]
            }
            return [words.first, words.second][
                lines[..<2].firstIndex { $0.x == read.x && $0.y == read.y } ?? 0]
        })
        return try read(lines, recognizer).verdict.accepted
    }

    @Test(
        arguments: [false, true],
        [("eBook", "Paperback"), ("Audio CD:", "Hardback:"), ("E-B00K", "Hardback")])
    func `takes the qualifiers of a table from its heads`(inRows: Bool, words: (String, String)) throws {
        let readings = try Self.table(words, inRows: inRows)
        #expect(readings.map(\.isbn.isbn13) == [Self.book, "9783161484100"])
        #expect(readings.map(\.qualifier) == [words.1, words.0].map { $0.replacing(":", with: "") })
    }

    @Test func `reads a head that was not found at its neighbour's height`() throws {
        let lines = [
            TextLine.at(102, x: 600, length: 100), .at(140, x: 250, length: 300),
            .at(140, x: 700, length: 300),
        ]
        let recognizer = FakeRecognizer(text: { read in
            read.y < 120
                ? read.x < 400 ? "WEB" : "HARDBACK"
                : read.x < 400 ? "978-3-16-148410-0" : "978-0-306-40615-7"
        })
        let readings = try Self.read(lines, recognizer).verdict.accepted
        #expect(readings.map(\.qualifier) == ["HARDBACK", "WEB"])
    }

    @Test func `leaves numbers of one row to a person if no head is known`() throws {
        #expect(try Self.table(("Student's", "Teacher's"), inRows: false).isEmpty)
    }

    @Test(arguments: [(0.999, true), (0.96, true), (0.9, false)])
    func `believes a label that was not clear once it was read twice`(
        confidence: Double, isAccepted: Bool
    ) throws {
        let evidence = try Self.read([100: "ISBN 978-0-306-40615-7"], confidence: confidence)
        #expect(evidence.isEnough == isAccepted)
        #expect(evidence.observations.count >= (confidence == 0.999 ? 1 : 2))
    }

    @Test func `does not accept a labelled number that changes with the edges`() throws {
        let line = TextLine.at(100)
        let recognizer = FakeRecognizer(
            text: { $0.height > line.height ? "ISBN 978-0-306-40622-5" : "ISBN 978-0-306-40615-7" },
            confidence: 0.96)
        #expect(try Self.read([line], recognizer).accepted.isEmpty)
    }

    @Test func `infers one digit, and leaves the number to a person`() throws {
        let recognizer = FakeRecognizer(text: { _ in "ISBN 978-0-308-40615-7" }, alternatives: ["8": ["6"]])
        let evidence = try Self.read([TextLine.at(100)], recognizer)
        #expect(evidence.doubts == [Self.book: "one digit doubtful"])
        #expect(evidence.verdict.candidates.first?.witnesses.first?.repairs == ["8→6 at 14"])
    }

    /// Replacing either of two sevens by a one makes the check digit right.
    @Test func `infers nothing where there is a choice`() throws {
        let recognizer = FakeRecognizer(text: { _ in "ISBN 978-0-306-40675-7" }, alternatives: ["7": ["1"]])
        #expect(try Self.read([TextLine.at(100)], recognizer).observations.isEmpty)
    }

    @Test(arguments: [(LineRanking.sure + 0.1, 2), (LineRanking.sure - 0.1, 1)])
    func `reads on after an answer only where a number is likely`(likelihood: Double, reads: Int) throws {
        let recognizer = FakeRecognizer(text: { $0.y == 100 ? "ISBN 978-0-306-40615-7" : "Printed in China" })
        _ = try Self.read([TextLine.at(100), .at(500)], recognizer) { $0.y == 100 ? 0.9 : likelihood }
        #expect(recognizer.read.texts.count == reads)
    }

    @Test func `reads no place twice that a number explains`() throws {
        let recognizer = FakeRecognizer(text: { _ in "9780306406157" })
        let evidence = try Self.read([TextLine.at(100), .at(102)], recognizer)
        #expect(recognizer.read.texts.count == 2)
        #expect(evidence.doubts == [Self.book: "check digit only"])
    }

    @Test func `returns the position and reading direction of a number`() throws {
        let evidence = try Self.read([100: "ISBN 978-0-306-40615-7"])
        let witness = try #require(evidence.observations.first?.witness)
        // Seventeen of twenty-two characters, from 300 to 700.
        #expect(abs(witness.bounds.left - 390) < 6 && abs(witness.bounds.right - 700) < 6)
        #expect(witness.bounds.top > 70 && witness.bounds.bottom < 130)
        #expect(witness.rotation == 0)
        #expect(witness.text == "ISBN 978-0-306-40615-7")
    }

    @Test func `believes nothing that was read outside the sheet`() throws {
        let line = TextLine.at(100, x: 900)
        let evidence = try Self.read([line], FakeRecognizer(text: { _ in "ISBN 978-0-306-40615-7" }))
        #expect(evidence.observations.isEmpty)
    }

    /// A line of the second book in a photo, which only a second crop makes clear enough.
    @Test(arguments: [false, true]) func `reads every book's line again where there may be many`(
        isThorough: Bool
    ) throws {
        var evidence = Evidence([try .bars("9783161484100", y: 900)])
        let recognizer = FakeRecognizer(text: { _ in "ISBN 0 306 40615 2" }, confidence: 0.965)
        let reader = SheetReader(
            sheet: try .blank(), found: .init(), scorer: FakeScorer(digits: FakeScorer.digits("0306406152"))
        ) { recognizer }
        _ = try reader.read([try RankedLine.likely(.at(100))], isThorough: isThorough, into: &evidence)
        #expect(evidence.observations.count { !$0.isBars } == (isThorough ? 2 : 1))
    }

    // MARK: Numbers that are not ISBNs

    /// Lines in which an ISBN is not likely.
    private static func others(
        _ text: @escaping (TextLine) -> String, at lines: [Double] = [100], confidence: Double = 0.995,
        digits: String = "6712345"
    ) throws -> (readings: [OtherReading], reads: Int) {
        let recognizer = FakeRecognizer(text: text, confidence: confidence)
        var found = TextLineFinder.Findings()
        found.lines = lines.map { TextLine.at($0) }
        let reader = SheetReader(
            sheet: try .blank(), found: found, scorer: FakeScorer(digits: FakeScorer.digits(digits))
        ) { recognizer }
        var evidence = Evidence()
        try reader.readOthers(
            try found.lines.map { try RankedLine.likely($0, number: 0.01) }, upright: nil, into: &evidence)
        #expect(!evidence.isEnough && evidence.observations.isEmpty)
        return (evidence.otherReadings, recognizer.read.texts.count)
    }

    private static let imprint = "Library of Congress Catalog Card Number: 67-12345"

    @Test func `reads an LCCN twice`() throws {
        let (readings, reads) = try Self.others { _ in Self.imprint }
        #expect(readings.map(\.number.value) == ["67012345"])
        #expect(reads == 2)
        let box = try #require(readings.first?.box)
        #expect(box.count == 4 && box.allSatisfy { $0.x > 600 && $0.x < 710 })
    }

    @Test func `believes no LCCN that changes with the edges`() throws {
        let longer = { (line: TextLine) in line.length > TextLine.at(100).length }
        #expect(try Self.others { longer($0) ? Self.imprint + "6" : Self.imprint }.readings.isEmpty)
        #expect(try Self.others { longer($0) ? "" : Self.imprint }.readings.isEmpty)
    }

    @Test(arguments: [(0.99, true), (0.9, false)]) func `believes only a clear LCCN`(
        confidence: Double, isTaken: Bool
    ) throws {
        #expect(try Self.others({ _ in Self.imprint }, confidence: confidence).readings.isEmpty != isTaken)
    }

    /// Upside down it is legible, but less so: in either order, the line is read the other way round.
    @Test(arguments: [false, true]) func `turns lines that are read upside down`(isReversed: Bool) throws {
        let line = TextLine.at(100)
        let ranked = try RankedLine.likely(isReversed ? line.reversed : line, number: 0.01)
        let inverted = FakeRecognizer(
            text: { _ in "ZE9088EZ0Z IEQUNN IOIUOO SSOIBUOD J0 AIEIQI" }, confidence: 0.958)
        let clear = FakeRecognizer(text: { _ in Self.imprint })
        let recognizer = TurnedRecognizer(upright: clear, inverted: inverted)
        let reader = SheetReader(
            sheet: try .blank(), found: .init(), scorer: FakeScorer(digits: FakeScorer.digits("6712345"))
        ) { recognizer }
        var evidence = Evidence()
        try reader.readOthers([ranked], upright: nil, into: &evidence)
        #expect(evidence.otherReadings.map(\.number.value) == ["67012345"])
        #expect(inverted.read.texts.count == (isReversed ? 1 : 0))
    }

    /// What was read upside down as if it might hold an ISBN is read the other way round for other numbers; nothing else
    /// is read twice.
    @Test func `lines read upside down are read again for other numbers`() throws {
        let (inverted, other) = (TextLine.at(100).reversed, TextLine.at(300))
        var reading = SheetReading()
        reading.lines = [inverted, TextLine.at(200).reversed]
        reading.illegible = [inverted]
        let ranked = try [inverted, TextLine.at(200).reversed, other].map { try RankedLine.likely($0) }
        #expect(reading.unread(ranked).map(\.line) == [inverted.reversed, other])
        reading.upright = TextLine.at(400).reversed
        #expect(reading.unread(ranked).map(\.line) == [other])
    }

    @Test(arguments: [
        ("10 9 8 7 6 5 4 3 2 1", 0.99, true), ("LSNI", 0.99, false), ("SOIBUOD J0 AIEIQI", 0.96, false),
    ])
    func `only a clear line shows which way is up`(text: String, confidence: Double, isClear: Bool) throws {
        let recognizer = FakeRecognizer(text: { _ in text }, confidence: confidence)
        let reader = LineReader(recognizer: recognizer, sheet: try .blank())
        #expect(reader.read(.at(100))?.isClear == isClear)
    }

    /// Behind a wide margin the first character is read twice. Where there is ink in the margin, it is another digit.
    @Test(arguments: [
        ("68-61900", "668-61900", true, true), ("68-61900", "968-61900", true, true),
        ("68-61900", "668-61900", false, false), ("68-61900", "6-61900", true, false),
    ])
    func `a number is confirmed although its first digit is read twice`(
        printed: String, longer: String, isBlank: Bool, isTaken: Bool
    ) throws {
        let (label, line) = (TextLine.at(100), TextLine.at(140))
        let sheet = try Sheet.blank()
        for y in 130..<150 {
            for x in 300..<700 { sheet.picture.row(y)[x] = x % 8 < 4 ? 0 : 255 }
            if !isBlank { for x in 250..<280 { sheet.picture.row(y)[x] = 0 } }
        }
        let recognizer = FakeRecognizer(text: { other in
            other.y == label.y
                ? "LIBRARY OF CONGRESS CARD NUMBER" : other.length > line.length ? longer : printed
        })
        var found = TextLineFinder.Findings()
        found.lines = [label, line]
        let reader = SheetReader(
            sheet: sheet, found: found, scorer: FakeScorer(digits: FakeScorer.digits("6861900"))
        ) { recognizer }
        var evidence = Evidence()
        try reader.readOthers([try RankedLine.likely(line, number: 0.01)], upright: nil, into: &evidence)
        #expect(evidence.otherReadings.map(\.number.value) == (isTaken ? ["68061900"] : []))
    }

    @Test func `reads on until a look is clear`() throws {
        let imprint = Self.imprint
        let recognizer = TurnedRecognizer(
            upright: FakeRecognizer(text: { _ in imprint }, confidence: 0.98),
            inverted: FakeRecognizer(text: { _ in "" }),
            lower: FakeRecognizer(text: { _ in imprint }))
        let reader = SheetReader(
            sheet: try .blank(), found: .init(), scorer: FakeScorer(digits: FakeScorer.digits("6712345"))
        ) { recognizer }
        var evidence = Evidence()
        try reader.readOthers([try RankedLine.likely(.at(100), number: 0.01)], upright: nil, into: &evidence)
        #expect(evidence.otherReadings.map(\.number.value) == ["67012345"])
    }

    @Test func `takes the number alone below a catalogue entry's class`() throws {
        let texts = [100.0: "813'.54-DC22", 140: "2010026322"]
        let readings = try Self.others({ texts[$0.y] ?? "" }, at: [100, 140], digits: "2010026322").readings
        #expect(readings.map(\.number.value) == ["2010026322"])
        let other = [100.0: "Printed in 2010", 140: "2010026322"]
        #expect(
            try Self.others({ other[$0.y] ?? "" }, at: [100, 140], digits: "2010026322").readings.isEmpty)
    }

    @Test func `a check digit makes one look enough`() throws {
        let (readings, reads) = try Self.others { _ in "ISSN 2045-7731" }
        #expect(readings.map(\.number.description) == ["ISSN 2045-7731"])
        #expect(reads == 1)
    }

    @Test func `takes the label from the line above`() throws {
        let texts = [100.0: "Library of Congress Catalog", 140: "Card No. 76-55633."]
        let readings = try Self.others({ texts[$0.y] ?? "" }, at: [100, 140]).readings
        #expect(readings.map(\.number.value) == ["76055633"])
        let other = [100.0: "Telephone", 140: "76-55633"]
        #expect(try Self.others({ other[$0.y] ?? "" }, at: [100, 140]).readings.isEmpty)
    }

    @Test func `takes the class of a catalogue entry from the same row`() throws {
        func readings(_ before: String) throws -> [OtherReading] {
            let (left, right) = (TextLine.at(100, x: 200, length: 200), TextLine.at(102, x: 700, length: 200))
            let recognizer = FakeRecognizer(text: { $0.x < 400 ? before : "97-12345" })
            var found = TextLineFinder.Findings()
            found.lines = [left, right]
            let reader = SheetReader(
                sheet: try .blank(), found: found, scorer: FakeScorer(digits: FakeScorer.digits("9712345"))
            ) { recognizer }
            var evidence = Evidence()
            try reader.readOthers([try RankedLine.likely(right, number: 0.01)], upright: nil, into: &evidence)
            return evidence.otherReadings
        }
        #expect(try readings("557.3--DC21").map(\.number.value) == ["97012345"])
        #expect(try readings("Telephone").isEmpty)
    }

    @Test func `another crop of what may be an ISBN shows another number`() throws {
        let texts = { (line: TextLine) in
            line.length > TextLine.at(100).length ? "DNB-IDN 963874799" : "DNB 963874799"
        }
        let evidence = try Self.read([.at(100)], FakeRecognizer(text: texts))
        #expect(evidence.accepted.isEmpty)
        #expect(evidence.otherReadings.map(\.number.description) == ["DNB 963874799"])
    }

    @Test func `reads no line with too few digits for an LCCN`() throws {
        #expect(try Self.others({ _ in Self.imprint }, digits: "12345").reads == 0)
    }

    @Test func `an LCCN beside an ISBN is read with it, and costs it nothing`() throws {
        let evidence = try Self.read([100: "ISBN 978-0-306-40615-7", 140: Self.imprint])
        #expect(evidence.accepted == [Self.book])
        let one = try Self.read([100: "ISBN 0-306-40615-2   LCCN 67-12345"])
        #expect(one.accepted == [Self.book])
        #expect(one.otherReadings.map(\.number.value) == ["67012345"])
    }
}
