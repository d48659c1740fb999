// What is read of whole pages.
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Recognition

struct PageTextEngineTests {
    private static func page(_ name: String) throws -> GreyImage {
        let bytes = try Data(contentsOf: Repository.root.appending(path: "testimages/\(name)"))
        var pages: [PhotoFile.Page] = []
        try PhotoFile(bytes).forEachPage { page in pages += (try? page.get()).map { [$0] } ?? [] }
        return try #require(pages.first).decode().image
    }

    @Test func `lines of a title page are read, each in its place`() throws {
        let page = try Self.page("neg-title-page.jpg")
        let lines = try PageTextEngine(.installedEnglish()).lines(of: page, .blocks)
        let words = lines.flatMap(\.words)
        #expect(lines.map(\.text).joined(separator: " ").contains("CLOCK MENDERS"), "\(lines.map(\.text))")
        #expect(words.allSatisfy { (0...1).contains($0.confidence) && !$0.text.isEmpty })
        for (left, top, right, bottom) in words.map(\.bounds.bounds) {
            #expect(0 <= left && left < right && right <= Double(page.width))
            #expect(0 <= top && top < bottom && bottom <= Double(page.height))
        }
    }

    @Test(arguments: [PageTextEngine.Layout.blocks, .scattered]) func `a blank page has no words`(
        layout: PageTextEngine.Layout
    ) throws {
        let page = try #require(GreyImage(width: 600, height: 800))
        let lines = try PageTextEngine(.installedEnglish()).lines(of: page, layout)
        #expect(lines.compactMap { $0.withoutWords(below: 0.3) }.isEmpty)
    }

    @Test func `of a line read by itself long words count, and short ones beyond doubt`() throws {
        func line(_ words: (String, Double)...) -> PageLine {
            PageLine(
                words: words.map { text, confidence in
                    PageLine.Word(
                        text: text, confidence: confidence,
                        bounds: Quad(left: 0, top: 0, right: 10, bottom: 10))
                })
        }
        let words = line(("Salt", 0.5), ("of", 0.9), ("the", 0.7), ("zqy", 0.5), ("Roads", 0.3), ("!", 0.9))
        #expect(words.withoutDoubtfulWords()?.text == "Salt of")
        #expect(line(("OOOO", 0.9), ("of", 0.9)).withoutDoubtfulWords() == nil)
        let strip = try #require(GreyImage(width: 200, height: 60))
        #expect(try PageTextEngine(.installedEnglish()).line(of: strip)?.withoutDoubtfulWords() == nil)
    }

    @Test func `words of little confidence and signs are left out`() {
        func word(_ text: String, _ confidence: Double) -> PageLine.Word {
            PageLine.Word(
                text: text, confidence: confidence, bounds: Quad(left: 0, top: 0, right: 10, bottom: 10))
        }
        let line = PageLine(words: [word("Salt", 0.9), word("||", 0.95), word("zq", 0.1), word("Roads", 0.7)])
        #expect(line.withoutWords(below: 0.3)?.text == "Salt Roads")
        #expect(PageLine(words: [word("~", 1)]).withoutWords(below: 0.3) == nil)
        #expect(line.legibleLetters == 4)
    }
}
