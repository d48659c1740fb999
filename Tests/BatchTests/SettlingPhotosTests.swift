// Photos that may still grow are passed over, and those that were read.
import Books
import Foundation
import Testing

@testable import Batch

struct SettlingPhotosTests {
    private func stamp(_ size: Int) -> FileStamp {
        FileStamp(size: size, modified: 0, nanoseconds: 0, inode: 1)
    }

    @Test func `a photo is due when it was the same at two looks`() {
        let photos = SettlingPhotos(rest: .zero, remembers: true)
        #expect(photos.knows("a", stamp(1)) && photos.isUnsettled)
        #expect(photos.knows("a", stamp(2)))
        photos.begin(givesChances: false)
        #expect(!photos.knows("a", stamp(2)) && !photos.isUnsettled)
        photos.finish("a", hasFailed: false)
        #expect(photos.knows("a", stamp(2)) && !photos.isUnsettled)
        #expect(photos.knows("a", stamp(3)) && photos.isUnsettled)
    }

    @Test func `it rests for as long as it is told to`() {
        let photos = SettlingPhotos(rest: .seconds(3600), remembers: true)
        #expect(photos.knows("a", stamp(1)) && photos.knows("a", stamp(1)) && photos.isUnsettled)
    }

    @Test func `one that failed has three chances more`() {
        let photos = SettlingPhotos(rest: .zero, remembers: true)
        _ = photos.knows("a", stamp(1))
        var reads = 0
        for look in 1...20 {
            photos.begin(givesChances: look.isMultiple(of: 2))
            if !photos.knows("a", stamp(1)) {
                reads += 1
                photos.finish("a", hasFailed: true)
            }
        }
        #expect(reads == 4)
    }
}
