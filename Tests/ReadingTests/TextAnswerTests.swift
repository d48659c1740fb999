// Which of a document's numbers is its own.
import Books
import ReadingExamples
import Testing

@testable import Documents
@testable import Reading

struct TextAnswerTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Starting with page 1.
        var pages: [String]
        var format = DocumentFormat.epub
        var package: [String] = []
        var isStrict = false
        var found: [String] = []
        var candidates: [String] = []
        var reason: String?
    }

    private static let (hard, soft, epub, pdf) = (
        "978-1-936218-47-9", "978-0-306-40615-7", "978-0-7458-3172-5", "978-1-4053-6217-7"
    )
    private static let imprint = "© 2012 Windward\n"
    private static let forms = "\(imprint)ISBN \(hard) (hardback)\nISBN \(epub) (epub)\nISBN \(pdf) (pdf)"

    private static let cases = [
        Case(
            testDescription: "an EPUB's", pages: ["A", forms], found: [epub, hard, pdf],
            reason: "an EPUB's, as this file is"),
        Case(
            testDescription: "a PDF's", pages: ["A", forms], format: .pdf, found: [pdf, hard, epub],
            reason: "a PDF's, as this file is"),
        Case(
            testDescription: "an e-book's",
            pages: ["\(imprint)ISBN \(hard) (pbk.)\neISBN \(epub)"], format: .pdf, found: [epub, hard],
            reason: "an e-book's, as this file is"),
        Case(
            testDescription: "nothing decides",
            pages: ["\(imprint)ISBN \(hard) (hardback)\nISBN \(soft) (paperback)"], candidates: [hard, soft],
            reason: "one of 2; none is marked as this file's"),
        Case(
            testDescription: "not the set's", pages: ["\(imprint)ISBN \(hard) (set)\nISBN \(soft) (vol. 1)"],
            found: [soft, hard], reason: "the only one that is not a set's"),
        Case(testDescription: "one alone", pages: ["\(imprint)ISBN \(soft) (paperback)"], found: [soft]),
        Case(testDescription: "over two lines", pages: ["\(imprint)ISBN 978-0-306-\n40615-7"], found: [soft]),
        Case(
            testDescription: "with soft hyphens", pages: ["\(imprint)ISBN 978\u{AD}0306\u{AD}40615\u{AD}7"],
            found: [soft]),
        Case(
            testDescription: "the package decides",
            pages: ["\(imprint)ISBN \(hard) (hardback)\nISBN \(soft) (paperback)"], package: [soft],
            found: [soft, hard], reason: "its package names it"),
        Case(
            testDescription: "the imprint is a printed book's",
            pages: ["\(imprint)ISBN \(hard) (hardback)\nISBN \(soft) (paperback)"], package: [epub],
            found: [epub, hard, soft], reason: "its package names it; the imprint is a printed book's"),
        Case(
            testDescription: "the package contradicts", pages: [forms], package: [soft],
            candidates: [epub, soft], reason: "the package says \(soft)"),
        Case(
            testDescription: "the package contradicts by a printed form", pages: [forms], package: [hard],
            candidates: [epub, hard], reason: "the package says \(hard)"),
        Case(
            testDescription: "the package contradicts one alone", pages: ["\(imprint)ISBN \(hard)"],
            package: [soft], candidates: [hard, soft], reason: "the package says \(soft)"),
        Case(testDescription: "the package alone", pages: ["A"], package: [soft], found: [soft]),
        Case(
            testDescription: "a package of two", pages: ["A"], package: [soft, hard],
            candidates: [soft, hard],
            reason: "one of 2; none is marked as this file's"),
        Case(
            testDescription: "strict", pages: ["\(imprint)ISBN \(soft)"], isStrict: true, candidates: [soft],
            reason: "one witness only"),
        Case(
            testDescription: "strict, and two say it", pages: ["\(imprint)ISBN \(soft)"], package: [soft],
            isStrict: true, found: [soft]),
        Case(
            testDescription: "strict, in both forms",
            pages: ["\(imprint)ISBN-13: \(soft)\nISBN-10: 0-306-40615-2"],
            isStrict: true, found: [soft]),
        Case(
            testDescription: "another book's beside the imprint",
            pages: ["By the same author\nISBN \(hard)", "\(imprint)ISBN \(soft)"], found: [soft]),
        Case(
            testDescription: "an advertisement beside an imprint without a number",
            pages: ["Ann Lee\nThe River\nWindward Press\nISBN \(hard)", imprint], candidates: [hard],
            reason: "on a page that is not an imprint"),
        Case(
            testDescription: "a back cover beside an imprint without a number, named by the package",
            pages: [imprint, "ISBN \(soft)"], package: [soft], found: [soft],
            reason: "its package names it"),
        Case(
            testDescription: "in a bibliography", pages: ["A", "References\n1. B, ISBN \(hard)"],
            candidates: [hard], reason: "not this book's"),
        Case(
            testDescription: "two covers differ", pages: ["A, ISBN \(hard)", "B, ISBN \(soft)"],
            candidates: [hard, soft], reason: "pages give different numbers"),
        Case(
            testDescription: "a back cover has one of them",
            pages: ["\(imprint)ISBN \(soft)", "ISBN \(soft)"], found: [soft]),
        Case(
            testDescription: "an excerpt's at the back, the own imprint without a number",
            pages: [
                "A", "Copyright © 2012 Ann Lee", "", "", "", "", "", "The River\n\(imprint)ISBN \(hard)",
            ],
            candidates: [hard], reason: "the document's own imprint gives no valid number"),
        Case(
            testDescription: "an excerpt's, the own number misprinted",
            pages: ["A", "\(imprint)ISBN 978-0-306-40615-8", "", "First published 2017\nISBN \(hard)"],
            candidates: [hard], reason: "the document's own imprint gives no valid number"),
        Case(
            testDescription: "an excerpt's, the own number in the package",
            pages: ["A", imprint, "", "", "", "", "", "The River\n\(imprint)ISBN \(hard)"], package: [soft],
            found: [soft], candidates: [hard]),
        Case(
            testDescription: "the own imprint at the back, a copyright notice at every foot",
            pages: Array(repeating: imprint, count: 8) + ["\(imprint)ISBN \(soft)"], found: [soft]),
        Case(
            testDescription: "the own imprint in two parts",
            pages: ["A", imprint, "\(imprint)ISBN \(soft)", "", ""], found: [soft]),
        Case(testDescription: "no number", pages: ["A", "Tel. 0306406157"]),
        Case(
            testDescription: "a letter for a digit", pages: ["\(imprint)ISBN 978-O-306-40615-7"],
            candidates: [soft], reason: "digits repaired"),
    ]

    @Test(arguments: cases) func `one is the file's own, or none`(test: Case) throws {
        let findings = test.pages.enumerated().map { PageFinding(PageText($1), page: $0 + 1, isNear: true) }
        let identifiers = try test.package.map {
            EPUB.Identifier(isbn: try ISBN($0), text: $0, isUnique: false)
        }
        let answer = DocumentAnswer(
            TextAnswer(findings, in: test.format), identifiers, isStrict: test.isStrict)
        #expect(answer.isbns.map(\.isbn.hyphenated) == test.found)
        #expect(answer.candidates.map(\.isbn.hyphenated) == test.candidates)
        #expect((answer.isbns.first ?? answer.candidates.first)?.reason == test.reason)
        #expect(answer.isbns.allSatisfy { $0.book == 1 })
    }

    /// The first is the document's, the second another work's.
    @Test(arguments: [
        "English: ISBN \(soft) (print)\nFrench: ISBN \(pdf) (PDF)",
        "ISBN \(soft) (print)\nÉgalement disponible en français\nISBN \(pdf) (PDF)",
        "ISBN \(soft)\nISBN \(pdf) (PDF, français)",
        "EN ISBN \(soft)\nFR PDF ISBN \(pdf)",
        "Volume 2 (this volume): ISBN \(soft)\nVolume 1: ISBN \(pdf) (PDF)",
        "Boats ISBN \(soft)\nThe Workbook: ISBN \(pdf) (e-book)",
        "ISBN \(soft)\nThe Workbook\nISBN \(pdf) (e-book)",
        "ISBN \(soft)\nAlso available: ISBN \(pdf) (e-book)",
    ])
    func `a file of another work is not this one`(text: String) {
        let answer = answer(text)
        #expect(answer.isbns.isEmpty && answer.candidates.count == 2)
    }

    @Test(arguments: [
        "ISBN \(soft) (print)\nISBN \(pdf) (PDF)",
        "Print: ISBN \(soft) | PDF: ISBN \(pdf)",
        "Aussi disponible en français\nISBN \(soft) (print)\nISBN \(pdf) (PDF)",
        "Boats at Sea (print): ISBN \(soft)\nBoats at Sea (PDF): ISBN \(pdf)",
        "English:\nISBN \(pdf) (PDF)\nISBN \(soft) (print)",
        "Paperback ISBN: \(soft)\nThis edition, electronic ISBN: \(pdf)",
        "ISBN \(soft) (pbk.)\nAlso available as an e-book: ISBN \(pdf) (e-book)",
        "Published by Windward Press, ISBN \(soft) (print)\nISSN 1234-5678 (online)\nISBN \(pdf) (PDF)",
        "Identifiers: LCCN 2012012345 (print) | ISBN \(soft) (print) | ISBN \(pdf) (ebook)",
    ])
    func `the file of the same work is`(text: String) {
        #expect(answer(text).isbns.map(\.isbn.hyphenated) == [Self.pdf, Self.soft])
    }

    private func answer(_ text: String) -> DocumentAnswer {
        let finding = PageFinding(PageText(Self.imprint + text), page: 2, isNear: true)
        return DocumentAnswer(TextAnswer([finding], in: .pdf), [], isStrict: false)
    }

    @Test func `far from both ends an imprint alone counts`() {
        func answer(_ text: String) -> DocumentAnswer {
            DocumentAnswer(
                TextAnswer([PageFinding(PageText(text), page: 90, isNear: false)], in: .pdf), [],
                isStrict: false)
        }
        #expect(answer("\(Self.imprint)ISBN \(Self.soft)").isbns.count == 1)
        #expect(answer("ISBN \(Self.soft)").isbns.isEmpty)
        #expect(answer("ISBN \(Self.soft)").candidates.count == 1)
    }

    @Test(arguments: [(0, true), (1, true), (2, false), (13, false)])
    func `a number that is not seen on its page is no evidence`(unseen: Int, isNumber: Bool) throws {
        let text = "© 2012 Windward\nISBN \(Self.hard)"
        var digits = 0
        let places = text.unicodeScalars.enumerated().map { number, scalar in
            if number > 20, ("0"..."9").contains(scalar) { digits += 1 }
            return PageText.Place(
                left: Double(number), top: 0, right: Double(number + 1), bottom: 9,
                isSeen: digits == 0 || digits > unseen)
        }
        let page = PageText(text, places: places)
        let seen = page.withoutUnseenNumbers
        #expect((seen == nil) == isNumber)
        #expect(seen.map { PageFinding($0, page: 1, isNear: true).accepted.isEmpty } != false)
        #expect(seen.map { $0.text.unicodeScalars.count == places.count } != false)
    }

    @Test func `a number is where its characters are`() throws {
        let text = "ISBN 978-0-306-\n40615-7"
        let places = (0..<text.unicodeScalars.count).map { number in
            let column = Double(number % 16)
            return PageText.Place(
                left: 10 * column, top: number < 16 ? 20 : 40, right: 10 * column + 9,
                bottom: number < 16 ? 35 : 55)
        }
        let page = PageText(text, places: places, sides: PageSides(points: 200, 100))
        let accepted = PageFinding(page, page: 1, isNear: true).accepted
        let witness = try #require(accepted.first?.witnesses.first)
        #expect(witness.reader == .text && witness.text == "ISBN 978-0-306- 40615-7")
        #expect(
            witness.box == [
                .init(x: 0, y: 20), .init(x: 149, y: 20), .init(x: 149, y: 55), .init(x: 0, y: 55),
            ])
    }
}
