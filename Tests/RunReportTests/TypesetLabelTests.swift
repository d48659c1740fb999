// Text in any script becomes ink; without Pango these tests are skipped.
import Testing

@testable import RunReport

@Suite(.enabled(if: TypesetLabel.isPossible, "needs Pango"), .serialized)
struct TypesetLabelTests {
    private static func ink(_ lines: String..., width: Int = 600, letterHeight: Int = 24) throws -> [UInt8] {
        let label = try #require(TypesetLabel.ink(lines, width: width, letterHeight: letterHeight))
        #expect(label.width == width && label.ink.count.isMultiple(of: width))
        return Array(label.ink)
    }

    /// With a missing font, each letter would be the same box.
    @Test(arguments: ["Zelenyi", "Зелёный маяк", "שלום עולם", "كتاب عربي", "Ελληνικά"])
    func `letters are drawn`(
        text: String
    ) throws {
        let ink = try Self.ink(text)
        #expect(ink.count { $0 > 128 } > 100)
        let reversed = try Self.ink(String(text.reversed()))
        #expect(reversed != ink)
    }

    @Test func `Hebrew begins at the right, a number at the left`() throws {
        func leftmost(_ ink: [UInt8]) -> Int {
            (0..<600).first { x in (0..<ink.count / 600).contains { ink[$0 * 600 + x] > 99 } } ?? 600
        }
        #expect(try leftmost(Self.ink("שלום")) > 400)
        #expect(try leftmost(Self.ink("\u{200E}978-0-306-40615-7", "שלום")) < 10)
    }

    @Test func `a long line is folded, and then cut`() throws {
        let one = try Self.ink("A").count
        #expect(try Self.ink(String(repeating: "word ", count: 30)).count == 2 * one)
        #expect(try Self.ink(String(repeating: "x", count: 100_000)).count == 2 * one)
    }

    @Test(arguments: [([], 600), ([""], 600), (["a"], 0), (["a"], -1)]) func `nothing gives none`(
        lines: [String], width: Int
    ) {
        #expect(TypesetLabel.ink(lines, width: width, letterHeight: 20) == nil)
    }
}
