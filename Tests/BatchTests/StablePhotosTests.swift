// Photos that may still grow are skipped, and so are those that have been read.
import Books
import Documents
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Batch
@testable import Reading

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

    @Test func `a photo that ends early is read again after a longer rest, if it is a new file`() {
        let new = FileStamp(
            size: 1, modified: Int(Date.now.timeIntervalSince1970), nanoseconds: 0, inode: 1)
        var record = PhotoRecord(photo: "a", sha256: "00")
        #expect(!StablePhotos(rest: .zero, tracksReadPhotos: true).postpones([record]))
        for error in [ScanError.truncated, .empty] {
            record.error = PhotoFailure(error)
            #expect(record.isIncomplete)
        }
        for (stamp, rest, isLater) in [
            (new, Duration.seconds(60), true), (new, .zero, false), (stamp(1), .seconds(60), false),
        ] {
            let photos = StablePhotos(rest: .zero, longRest: rest, tracksReadPhotos: true)
            _ = photos.isKnown("a", stamp)
            #expect(!photos.isKnown("a", stamp))
            #expect(photos.postpones([record]) == isLater)
            photos.begin(retriesFailed: false)
            #expect(photos.isKnown("a", stamp) == isLater && photos.isUnsettled == isLater)
        }
    }

    @Test func `names that differ only in their normalization are different photos`() {
        let photos = StablePhotos(rest: .zero, tracksReadPhotos: true)
        let names = ["\u{E9}.jpg", "e\u{301}.jpg"]
        for (size, name) in names.enumerated() { #expect(photos.isKnown(name, stamp(size))) }
        photos.begin(retriesFailed: false)
        for (size, name) in names.enumerated() { #expect(!photos.isKnown(name, stamp(size))) }
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
                #expect(photos.retries("a"))
                photos.finish("a", hasFailed: true)
            }
        }
        #expect(reads == 4 && !photos.retries("a"))
    }

    // MARK: Archives

    /// Counts how often an archive is opened.
    private final class CountingArchives: ArchiveOpener {
        private let opened = Mutex(0)
        var count: Int { opened.withLock(\.self) }

        func open(_ descriptor: Int32) throws(ScanError) -> any ArchiveMembers {
            opened.withLock { $0 += 1 }
            return try LocalArchives().open(descriptor)
        }
    }

    /// One look at a folder.
    ///
    /// - Parameter fails: whether what is read of a photo is a failure.
    /// - Returns: the photos that are read.
    private func look(
        at folder: TemporaryFolder, _ photos: StablePhotos, _ archives: CountingArchives,
        isChance: Bool = false,
        fails: (String) -> Bool = { _ in false }
    ) throws -> [String] {
        photos.begin(retriesFailed: isChance)
        var cursor = try InputCursor(.paths([PhotoPath(folder.path)]), caches: [photos], archives: archives)
        var names: [String] = []
        while let input = cursor.next() {
            guard case .photo(let photo) = input else { continue }
            photos.finish(photo.name, hasFailed: fails(photo.name))
            names.append(String(photo.name.dropFirst(folder.path.count + 1)))
        }
        return names
    }

    @Test(arguments: [true, false])
    func `an archive that did not change is opened once`(tracksReadPhotos: Bool) throws {
        let folder = try TemporaryFolder()
        let members = ["a", "b"].map { ArchiveFile.Member("\($0).jpg", Data(Bytes.jpeg())) }
        try folder.write(ArchiveFile.zip(members), to: "box.zip")
        let (photos, archives) = (
            StablePhotos(rest: .zero, tracksReadPhotos: tracksReadPhotos), CountingArchives()
        )
        #expect(try look(at: folder, photos, archives) == [] && archives.count == 0, "it may still grow")
        #expect(photos.isUnsettled)
        #expect(try look(at: folder, photos, archives) == ["box.zip/a.jpg", "box.zip/b.jpg"])
        for isChance in [false, true, false] {
            #expect(try look(at: folder, photos, archives, isChance: isChance) == [])
        }
        #expect(archives.count == 1 && !photos.isUnsettled)
        try folder.write(
            ArchiveFile.zip(members + [.init("c.jpg", Data(Bytes.jpeg()))]), to: "box.zip")
        #expect(try look(at: folder, photos, archives) == [] && photos.isUnsettled)
        #expect(try look(at: folder, photos, archives).contains("box.zip/c.jpg"))
        #expect(try look(at: folder, photos, archives) == [] && archives.count == 2)
    }

    @Test func `an archive is opened again for photos in it that failed, three times`() throws {
        let folder = try TemporaryFolder()
        let members = ["a", "b"].map { ArchiveFile.Member("\($0).jpg", Data(Bytes.jpeg())) }
        try folder.write(ArchiveFile.zip(members), to: "in/box.zip")
        let (photos, archives) = (StablePhotos(rest: .zero, tracksReadPhotos: true), CountingArchives())
        var read: [String] = []
        for number in 0..<20 {
            read += try look(at: folder, photos, archives, isChance: number.isMultiple(of: 2)) {
                $0.hasSuffix("b.jpg")
            }
        }
        #expect(read.count { $0 == "in/box.zip/a.jpg" } == 1)
        #expect(read.count { $0 == "in/box.zip/b.jpg" } == 4 && archives.count == 4)
    }
}
