// What the text engine reads, and missing or damaged models.
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Recognition

struct TextEngineTests {
    /// The line `ISBN-10: 0-7458-3172-9` of a generated imprint page.
    private static func line() throws -> GreyImage {
        let bytes = try Data(
            contentsOf: Repository.root.appending(path: "testimages/imprint-isbn10-and-isbn13.jpg"))
        var pages: [PhotoFile.Page] = []
        try PhotoFile(bytes).forEachPage { page in pages += (try? page.get()).map { [$0] } ?? [] }
        let page = try #require(pages.first).decode().image
        return try #require(page.cropped(x: 260, y: 858, width: 236, height: 48))
    }

    @Test(arguments: [nil, Repository.root.appending(path: "tessdata").path])
    func `a drawn line is read`(folder: String?) throws {
        let engine = try TextEngine(try TextModel(folder: folder))
        let characters = engine.recognize(try Self.line())
        let text = String(String.UnicodeScalarView(characters.map(\.scalar)))
        #expect(text.hasSuffix("0-7458-3172-9"), "\(text)")
        #expect(characters.allSatisfy { (0...1).contains($0.confidence) })
        #expect(characters.map(\.left) == characters.map(\.left).sorted())
    }

    @Test func `a blank strip has no digits`() throws {
        let engine = try TextEngine(.own)
        let read = engine.recognize(try #require(GreyImage(width: 400, height: 36)))
        #expect(read.filter { $0.scalar.properties.numericType != nil }.isEmpty)
    }

    @Test func `a folder without a model is refused`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: RecognitionError.noModel(folder: folder.path)) { try TextModel(folder: folder.path) }
    }

    @Test func `a damaged model is refused`() throws {
        let folder = try TemporaryFolder(["isbn.traineddata": "not a model"])
        let model = try TextModel(folder: folder.path)
        #expect(throws: RecognitionError.badModel(model)) { try TextEngine(model) }
    }
}
