// Finding ISBNs in a text in pieces: the same as in the whole, wherever it is split.
import TestSupport
import Testing

@testable import Books

struct ISBNStreamTests {
    /// A long text with numbers, labels and qualifiers.
    private static func text(_ random: inout SeededGenerator) -> String {
        let fillers = [
            "A line of prose.\n", "\n", "Tel. 030 640 6152, 1999\n", "ISBN\n", " ", "书号", "9 8 7 6 5\n",
        ]
        var text = ""
        for _ in 0..<1_500 {
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                text += fillers.randomElement(using: &random) ?? ""
            }
            let isbn = ISBN.random(using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: text += "ISBN \(isbn) (pbk.)\n"
            case 1: text += "Hardback ISBN-13: \(isbn.isbn13)\n"
            case 2: text += "\(isbn.hyphenated), \(isbn.isbn13)\n"
            case 3: text += "ISBN \(isbn.hyphenated.replacing("-", with: "-\n"))"
            default: text += "ISBN \(isbn.isbn13.dropLast())X\n"
            }
        }
        return text
    }

    @Test(arguments: [1, 7, 1_000, 4_096, 65_536, 1_000_000])
    func `pieces give what the whole gives`(_ size: Int) {
        var random = SeededGenerator(seed: UInt64(size))
        let text = Self.text(&random)
        var stream = ISBNStream()
        var found = ISBNFindings()
        var lines: [Int] = []
        func take(_ part: ISBNFindings) {
            found.matches += part.matches
            found.nearMisses += part.nearMisses
            for match in part.matches { lines.append(stream.line(at: match.range.lowerBound)) }
        }
        var rest = text[...]
        while !rest.isEmpty {
            take(stream.find(in: String(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        take(stream.finish())
        let whole = ISBN.find(in: text)
        #expect(found.matches.count > 1_000)
        #expect(found == whole)
        let scalars = Array(text.unicodeScalars)
        let places = whole.matches.prefix(200).map(\.range.lowerBound)
        #expect(lines.prefix(200) == places.map { place in 1 + scalars[..<place].count { $0 == "\n" } }[...])
    }

    @Test func `an endless digit run holds nothing`() {
        var stream = ISBNStream()
        for _ in 0..<20 {
            #expect(stream.find(in: String(repeating: "9780306406157", count: 1_000)) == ISBNFindings())
        }
        #expect(stream.finish() == ISBNFindings())
    }

    @Test func `nothing gives nothing`() {
        var stream = ISBNStream()
        #expect(stream.find(in: "") == ISBNFindings())
        #expect(stream.finish() == ISBNFindings())
    }
}
