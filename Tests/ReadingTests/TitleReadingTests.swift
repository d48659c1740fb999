// The largest lines of title pages and covers, and where none are read.
import Books
import Foundation
import TestSupport
import Testing

@testable import Reading

@Suite(.enabled(if: isQuick, "reading photos needs a release build")) struct TitleReadingTests {
    private static func record(
        _ name: String, _ readers: Set<WitnessReader> = WitnessReader.usual.union([.title]),
        turned degrees: Int = 0
    ) throws -> PhotoRecord {
        let bytes = try Data(contentsOf: Repository.root.appending(path: "testimages/\(name)"))
        let scanner = try PhotoScanner(options: ScanOptions(readers: readers, rotation: degrees))
        return try #require(scanner.scan(bytes, name: name).first)
    }

    @Test(arguments: [0, 90, 180, 270]) func `a title page has its lines in the photo, however it is turned`(
        degrees: Int
    ) throws {
        let record = try Self.record("neg-title-page.jpg", turned: degrees)
        #expect(record.status == .none && record.isbns.isEmpty && record.candidates.isEmpty)
        let text = record.titleLines.map(\.text).joined(separator: " ")
        #expect(text.contains("CLOCK MENDERS"), "\(text)")
        let (width, height) = (try #require(record.width), try #require(record.height))
        for line in record.titleLines {
            #expect(line.box.count == 4)
            #expect(
                line.box.allSatisfy { (-1...width + 1).contains($0.x) && (-1...height + 1).contains($0.y) })
            // The photo itself is upright, so that lines run to the right.
            #expect(line.box[1].x > line.box[0].x && abs(line.box[1].y - line.box[0].y) <= 1)
        }
        #expect(record.titleLines.count <= 16)
    }

    @Test func `a title page in Cyrillic is read by the model of that script`() throws {
        let text = try Self.record("neg-title-page-cyrillic.jpg").titleLines.map(\.text).joined(
            separator: " ")
        #expect(text.contains("ФОНАРЩИКИ") && text.contains("СТАРОЙ ГАВАНИ"), "\(text)")
    }

    /// Light letters on a dark cover that leans: the layout analysis misses them.
    @Test func `a cover that leans is read line by line`() throws {
        let text = try Self.record("neg-front-cover.jpg", [.title], turned: 8).titleLines.map(\.text).joined(
            separator: " ")
        #expect(text.contains("Baths of the old north") && text.contains("Hedda Rowntree-Ali"), "\(text)")
    }

    @Test func `titles are read by themselves, and not unless they are asked for`() throws {
        #expect(try !Self.record("neg-title-page.jpg", [.title]).titleLines.isEmpty)
        #expect(try Self.record("neg-title-page.jpg", WitnessReader.usual).titleLines.isEmpty)
    }

    /// An ISBN says more than a title, also one that is not sure.
    @Test(arguments: ["cover-isbn10-above-ean.jpg", "imprint-number-across-lines.jpg"])
    func `a photo with a number has none`(name: String) throws {
        #expect(try Self.record(name).titleLines.isEmpty)
    }

    @Test func `readers have names`() {
        #expect(Set<WitnessReader>(text: "ocr,title") == [.ocr, .title])
        #expect(Set<WitnessReader>(text: "titles") == nil)
        #expect(Set.usualAndTitles.isSuperset(of: WitnessReader.usual))
    }
}
