// Models that are missing or damaged, and lines that hold nothing.
import Foundation
import Imaging
import Testing

@testable import Recognition

@Suite struct TextEngineTests {
    private static let tessdata = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../tessdata").standardized.path

    @Test func `says where it looked for a model that is not there`() {
        let error = RecognitionError.noModel("isbn", folders: ["/nowhere"])
        #expect(throws: error) { try TextEngine(model: "isbn", folders: ["/nowhere"]) }
        #expect(error.message.contains("/nowhere"))
    }

    @Test func `refuses a damaged model`() throws {
        let folder = NSTemporaryDirectory() + "bookzone-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/isbn.traineddata"
        try Data("not a model".utf8).write(to: URL(filePath: path))
        #expect(throws: RecognitionError.badModel(path)) { try TextEngine(model: "isbn", folders: [folder]) }
    }

    @Test func `reads nothing on a blank strip`() throws {
        let engine = try TextEngine(model: "isbn", folders: [Self.tessdata])
        let read = engine.read(try #require(GrayImage(width: 400, height: 36)))
        #expect(read.filter { $0.scalar.properties.numericType != nil }.isEmpty)
    }
}
