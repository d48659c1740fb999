// How well real and drawn photos are read, held to floors that only rise. What each figure means: `scripts/corpus --help`.
import Books
import Corpus
import Foundation
import Scanning
import Testing

#if DEBUG
    private let isRelease = false
#else
    private let isRelease = true
#endif

/// One run over one folder.
struct Floor: Sendable, CustomTestStringConvertible {
    /// Photos in the folder; pages where a photo has several.
    var photos: Int
    var readers: Set<WitnessReader>
    /// How many photos show an ISBN that these readers can be asked for.
    var expected: Int
    var right: Int
    /// On all photos; on those without an ISBN nothing may be misread.
    var misread: Int
    /// On photos without an ISBN.
    var uncertain: Int
    /// Whether each third of the photos is turned by another quarter.
    var isTurned = false

    var testDescription: String {
        WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: " + ")
            + (isTurned ? ", turned" : "")
    }
}

@Suite(
    .serialized,
    .enabled(if: isRelease, "corpus tests need a release build, as scripts/test makes; a debug one crawls"))
struct CorpusTests {
    @Test(arguments: [
        Floor(photos: 80, readers: [.ocr, .barcode], expected: 66, right: 61, misread: 0, uncertain: 1),
        Floor(photos: 80, readers: [.ocr], expected: 64, right: 59, misread: 0, uncertain: 1),
    ])
    func drawnPhotos(_ floor: Floor) async throws {
        try await check(PhotoCorpus.drawn, floor)
    }

    @Test(
        .enabled(
            if: PhotoCorpus.real != nil,
            "needs ../shared/corpus/dev, which is not beside this checkout; BOOKZONE_CORPUS may name it"),
        arguments: [
            Floor(
                photos: 330, readers: [.ocr, .barcode], expected: 270, right: 252, misread: 0, uncertain: 2),
            Floor(photos: 330, readers: [.ocr], expected: 236, right: 232, misread: 0, uncertain: 2),
            Floor(
                photos: 330, readers: [.ocr, .barcode], expected: 270, right: 251, misread: 0, uncertain: 2,
                isTurned: true),
        ])
    func realPhotos(_ floor: Floor) async throws {
        try await check(try #require(PhotoCorpus.real), floor)
    }

    private func check(_ folder: String, _ floor: Floor) async throws {
        let corpus = try PhotoCorpus(folder: folder)
        let turns = floor.isTurned ? [90, 180, 270] : [0]
        var pages: [ScoredPage] = []
        for (place, turn) in turns.enumerated() {
            let part = corpus.part(place, of: turns.count)
            let answers = try await part.answers(
                options: ScanOptions(readers: floor.readers, rotation: turn),
                jobs: ProcessInfo.processInfo.activeProcessorCount)
            pages += part.scored(answers, readers: floor.readers)
        }
        let all = Tally(pages)
        let without = Tally(pages.filter { $0.score.demand == .nothing })
        #expect(all.pages == floor.photos)
        #expect(all.expected == floor.expected)
        #expect(all.right >= floor.right)
        #expect(without.misread == 0, "\(Self.misreads(pages))")
        #expect(all.misread <= floor.misread, "\(Self.misreads(pages))")
        #expect(without.uncertain <= floor.uncertain)

        let figures = [
            ("right", all.right, floor.right), ("misread", all.misread, floor.misread),
            ("uncertain without an ISBN", without.uncertain, floor.uncertain),
        ]
        for (what, count, asked) in figures where count != asked {
            print("\(folder), \(floor.testDescription): \(count) \(what); the floor says \(asked)")
        }
    }

    private static func misreads(_ pages: [ScoredPage]) -> [String] {
        pages.filter(\.score.isMisread).map { page in
            "\(page.truth.page.photo): \(page.answer?.accepted.map(\.isbn13) ?? [])"
        }
    }
}
