// How many real and generated photos are read correctly, with floors that only rise. `scripts/corpus --help` explains
// the figures.
import Books
import Corpus
import Testing

@Suite(
    .serialized,
    .enabled(if: isRelease, "corpus tests need a release build, as scripts/test makes; a debug one crawls"))
struct CorpusTests {
    @Test(arguments: [
        Floor(
            photos: 88, readers: [.ocr, .barcode], expected: 67, right: 64,
            classes: [
                "back-cover-full": 8, "back-cover-region": 8, "closeup-label": 1, "copyright-page": 38,
                "digital": 1, "jacket-back": 1, "jacket-flap": 7,
            ], misread: 0, uncertain: 0),
        Floor(
            photos: 88, readers: [.ocr], expected: 65, right: 62,
            classes: [
                "back-cover-full": 7, "back-cover-region": 7, "closeup-label": 1, "copyright-page": 38,
                "digital": 1, "jacket-back": 1, "jacket-flap": 7,
            ], misread: 0, uncertain: 0),
    ])
    func `drawn photos`(_ floor: Floor) async throws {
        try await floor.check(PhotoCorpus.drawn)
    }

    @Test(
        .enabled(
            if: RealPhotos.dev != nil,
            "needs ../shared/corpus/dev, which is not beside this checkout; BOOKZONE_CORPUS may name it"),
        arguments: [
            Floor(
                photos: 330, readers: [.ocr, .barcode], expected: 270, right: 266,
                classes: [
                    "back-cover-full": 11, "back-cover-region": 64, "closeup-label": 110, "copyright-page": 5,
                    "digital": 7, "low-res-frame": 69,
                ], misread: 0, uncertain: 1),
            Floor(
                photos: 330, readers: [.ocr], expected: 236, right: 233,
                classes: [
                    "back-cover-full": 10, "back-cover-region": 64, "closeup-label": 109, "copyright-page": 5,
                    "digital": 5, "low-res-frame": 40,
                ], misread: 0, uncertain: 1),
            Floor(
                photos: 330, readers: [.ocr, .barcode], expected: 270, right: 266,
                classes: [
                    "back-cover-full": 11, "back-cover-region": 64, "closeup-label": 110, "copyright-page": 5,
                    "digital": 7, "low-res-frame": 69,
                ], misread: 0, uncertain: 1, isTurned: true),
        ])
    func `real photos`(_ floor: Floor) async throws {
        try await floor.check(try #require(RealPhotos.dev))
    }

    @Test(
        .enabled(
            if: RealPhotos.oldBooks != nil,
            "needs ../shared/corpus/old-books, which is not beside this checkout or beside BOOKZONE_CORPUS"),
        arguments: [
            Floor(
                photos: 70, readers: [.ocr, .barcode], expected: 49, right: 47,
                classes: ["back-cover-full": 26, "copyright-page": 21], misread: 0, uncertain: 0),
            Floor(
                photos: 70, readers: [.ocr], expected: 48, right: 45,
                classes: ["back-cover-full": 24, "copyright-page": 21], misread: 0, uncertain: 0),
        ])
    func `old books`(_ floor: Floor) async throws {
        try await floor.check(try #require(RealPhotos.oldBooks))
    }
}
