// Generated covers.
import Books
import Foundation
import Testing

@testable import Formatting

#if canImport(FoundationXML)
import FoundationXML
#endif

struct DrawnCoverTests {
    private static func svg(_ title: String?, _ makers: String..., isbn: String? = nil) throws -> String {
        let book = Book(
            isbn: try isbn.map { try ISBN($0) }, title: title,
            contributors: makers.map { Contributor(name: $0) })
        return DrawnCover(book).svg(height: 300)
    }

    /// The text of its lines.
    private static func texts(_ svg: String) -> [String] {
        svg.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
    }

    @Test func `a cover says title and makers, the same each time`() throws {
        let svg = try Self.svg("The Grey Heron", "Ada Lind")
        #expect(Self.texts(svg).joined(separator: " ") == "The Grey Heron Ada Lind")
        #expect(try Self.svg("The Grey Heron", "Ada Lind") == svg)
        // Covers should not change between versions without need, because people recognise them.
        #expect(svg.contains(##"fill="#"##))
    }

    @Test func `books look different`() throws {
        let cloths = try (0..<200).map { number in
            try Self.svg("Volume \(number)").firstMatch(of: /height="300" fill="(#\w+)"/).map { String($0.1) }
        }
        #expect(Set(cloths).count == DrawnCover.palette.count)
    }

    @Test(arguments: [
        "Ж", "Война и мир", "吾輩は猫である", "ملحمة الحرافيش", "מיכאל שלי", "กาลครั้งหนึ่งนานมาแล้วในดินแดนอันไกลโพ้น",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "WHAT IS TO BE DONE ABOUT CAPITALS EVERYWHERE", "👩‍👩‍👧‍👦 families",
        String(repeating: "a very long title ", count: 200), "'\"<>&", "\u{1}\u{FFFF}\u{202E}\u{0}",
    ])
    func `any title makes a well-formed picture that holds it`(title: String) throws {
        let svg = try Self.svg(title, title)
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse())
        #expect(!svg.contains("<script"))
        let lines = svg.matches(of: /\sy="(\d+)" [^>]*font-size="([\d.]+)"/)
        #expect(!lines.isEmpty && lines.count <= 9)
        for line in lines {
            let (y, size) = (try #require(Double(line.1)), try #require(Double(line.2)))
            #expect(y - size > 0 && y < 296 && size > 3)
        }
        // Lines don't overlap.
        let places = lines.compactMap { Double($0.1) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 + 5 < $1 })
    }

    @Test func `words are broken only where a line can't hold them`() throws {
        let words = "Considerations on representative government".split(separator: " ").map(String.init)
        let lines = Self.texts(try Self.svg(words.joined(separator: " ")))
        #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
    }

    @Test func `text from right to left is set so`() throws {
        #expect(try Self.svg("מיכאל שלי").contains(#"direction="rtl""#))
        #expect(!(try Self.svg("My Michael").contains("direction")))
    }

    @Test func `a book without a title has its ISBN`() throws {
        #expect(Self.texts(try Self.svg(nil, isbn: "9780306406157")) == ["978-0-306-40615-7"])
        #expect(Self.texts(try Self.svg(nil)) == [])
    }

    @Test func `text is readable on every cloth`() {
        for colours in DrawnCover.palette {
            #expect(Self.contrast(colours.cloth, colours.ink) >= 7, "\(colours)")
        }
    }

    /// The contrast ratio of WCAG 2.2.
    private static func contrast(_ first: String, _ second: String) -> Double {
        let lights = [first, second].map { colour in
            let value = Int(colour.dropFirst(), radix: 16) ?? 0
            let parts = [16, 8, 0].map { shift in
                let part = Double(value >> shift & 0xFF) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }.sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }
}
