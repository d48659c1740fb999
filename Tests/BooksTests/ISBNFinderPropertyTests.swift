// Properties for every text and every ISBN: nothing crashes, and printed numbers are found.
import TestSupport
import Testing

@testable import Books

struct ISBNFinderPropertyTests {
    private static let labels = [
        "ISBN ", "ISBN: ", "ISBN-13: ", "isbn:", "I.S.B.N. ", "ISBN", "ISB N ", "1SBN ", "ISBN\n", "(ISBN) ",
        "International Standard Book Number: ", "ＩＳＢＮ　",
    ]
    private static let dashes = [
        "-", "–", "—", " ", " - ", "", "\u{2010}", "\u{AD}", "~", ".", "_", "·", "-\n",
    ]
    private static let around = [
        "", " ", "\n", "(", ")", ". ", " (pbk.)", "定价", "/TP·12", ", ", "; price 9.95 ",
    ]

    /// A number in one of many printed forms.
    private static func printed(_ isbn: ISBN, _ random: inout SeededGenerator) -> String {
        let dash = dashes.randomElement(using: &random) ?? "-"
        let isTen = Bool.random(using: &random)
        let hyphenated = (isTen ? isbn.hyphenated10 : nil) ?? isbn.hyphenated
        let number = hyphenated.split(separator: "-").joined(separator: dash)
        return Int.random(in: 0..<8, using: &random) == 0 ? fullWidth(number) : number
    }

    private static func fullWidth(_ text: String) -> String {
        var wide = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isPlain = (0x30...0x5A).contains(scalar.value)
            wide.append(isPlain ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar)
        }
        return String(wide)
    }

    @Test func `every printed form with a label is found`() {
        var random = SeededGenerator(seed: 978)
        for _ in 0..<4_000 {
            let isbn = ISBN.random(using: &random)
            let label = Self.labels.randomElement(using: &random) ?? ""
            let before = Self.around.randomElement(using: &random) ?? ""
            let after = Self.around.randomElement(using: &random) ?? ""
            let text = before + label + Self.printed(isbn, &random) + after
            let findings = ISBN.find(in: text)
            #expect(findings.matches.map(\.isbn) == [isbn], "\(text)")
            #expect(findings.nearMisses.isEmpty, "\(text)")
        }
    }

    @Test func `a number with a wrong digit is never accepted as that number`() {
        var random = SeededGenerator(seed: 979)
        for _ in 0..<2_000 {
            var digits = Array(ISBN.random(using: &random).isbn13.utf8)
            let place = Int.random(in: 3..<13, using: &random)
            digits[place] = digits[place] == 57 ? 48 : digits[place] + 1
            let text = "ISBN " + String(decoding: digits, as: UTF8.self)
            let findings = ISBN.find(in: text)
            #expect(findings.matches.isEmpty, "\(text)")
            #expect(findings.nearMisses.count == 1, "\(text)")
        }
    }

    /// Texts of the most confusable parts, with characters from all over Unicode between them.
    @Test func `nothing crashes and all that is found is true`() {
        let pieces = [
            "ISBN", "SBN", "1SBN", "I S B N", "978", "979", "-", "0", "1", "306", "40615", "2", "X", "x", " ",
            "\n",
            "\"", ">", "(", ")", "[", "pbk.", "vol. 2", ":", "O", "l", "B", "tel", "$", ".", "/", "e-", "×",
            "９",
            "－", "International", " Standard", "书号", "9780306406157", "0306406152", "\u{301}", "\u{FEFF}",
            "\u{0}",
        ]
        var random = SeededGenerator(seed: 13)
        var found = 0
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                if Int.random(in: 0..<10, using: &random) == 0 {
                    let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
                    text.unicodeScalars.append(scalar ?? "?")
                } else {
                    text += pieces.randomElement(using: &random) ?? ""
                }
            }
            let findings = ISBN.find(in: text)
            found += findings.matches.count
            holds(findings, for: text)
        }
        #expect(found > 100)
    }

    private func holds(_ findings: ISBNFindings, for text: String) {
        let folded = FoldedText(text)
        var end = 0
        for match in findings.matches {
            #expect(match.range.lowerBound >= end && match.range.upperBound <= folded.count)
            end = match.range.upperBound
            #expect(folded.printed(match.range) == match.text)
            #expect(ISBN(value: match.isbn.value) == match.isbn)
            #expect(!folded[match.range.upperBound].isDigit)
            // Only the 13 of a label may directly precede a number: ISBN-13978….
            #expect(!folded[match.range.lowerBound - 1].isDigit || "03".contains(match.label?.last ?? " "))
            #expect(match.label != nil || match.repairs.isEmpty)
        }
        for nearMiss in findings.nearMisses {
            #expect(folded.printed(nearMiss.range) == nearMiss.text)
            #expect(findings.matches.allSatisfy { !$0.range.overlaps(nearMiss.range) })
        }
    }

    /// If the time is linear in the length, a text a hundred times as long takes no longer than this.
    @Test(arguments: [
        "9", "I", "ISBN ", "ISBN (", "(", "1 ", "9-", "O", "vol. ", "\n", "ISBN 0-", "e-", "set ",
    ])
    func `long repetitions end`(_ piece: String) {
        let findings = ISBN.find(in: String(repeating: piece, count: 10_000))
        #expect(findings.matches.isEmpty)
    }
}
