// Photos that may still grow are skipped, and so are those that have been read.
import Books
import Foundation
import Testing

@testable import Batch

struct StablePhotosTests {
    private func stamp(_ size: Int) -> FileStamp {
        FileStamp(size: size, modified: 0, nanoseconds: 0, inode: 1)
    }

    @Test func `a photo is read when it did not change between two checks`() {
        let photos = StablePhotos(rest: .zero, tracksReadPhotos: true)
        #expect(photos.isKnown("a", stamp(1)) && photos.isUnsettled)
        #expect(photos.isKnown("a", stamp(2)))
        photos.begin(retriesFailed: false)
        #expect(!photos.isKnown("a", stamp(2)) && !photos.isUnsettled)
        photos.finish("a", hasFailed: false)
        #expect(photos.isKnown("a", stamp(2)) && !photos.isUnsettled)
        #expect(photos.isKnown("a", stamp(3)) && photos.isUnsettled)
    }

    @Test func `a host is not asked during its cooldown`() {
        let photos = StablePhotos(rest: .seconds(3600), tracksReadPhotos: true)
        #expect(photos.isKnown("a", stamp(1)) && photos.isKnown("a", stamp(1)) && photos.isUnsettled)
    }

    @Test func `a failed photo is retried three times`() {
        let photos = StablePhotos(rest: .zero, tracksReadPhotos: true)
        _ = photos.isKnown("a", stamp(1))
        var reads = 0
        for look in 1...20 {
            photos.begin(retriesFailed: look.isMultiple(of: 2))
            if !photos.isKnown("a", stamp(1)) {
                reads += 1
                photos.finish("a", hasFailed: true)
            }
        }
        #expect(reads == 4)
    }
}
