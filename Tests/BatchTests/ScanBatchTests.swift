// Many photos at a time, with results in the order of the inputs.
import Books
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Batch
@testable import Reading

struct ScanBatchTests {
    /// The results of a batch as text.
    private func results(
        _ inputs: PhotoInputs, jobs: Int, grouping: PhotoGrouping? = nil
    ) async throws -> [String] {
        let words = Mutex<[String]>([])
        try await ScanBatch(inputs, options: ScanOptions(), jobs: jobs, grouping: grouping).run { result in
            words.withLock { words in
                switch result {
                case .photo(let records): words += records.map(\.photo)
                case .known(let name, _): words.append("known \(name)")
                case .book(let record, _):
                    let photos = record.photos.isEmpty ? [record.photo] : record.photos.map(\.photo)
                    words.append(photos.joined(separator: " + "))
                case .passed(let frames): words.append("\(frames) passed")
                case .recorded(let record, _): words.append(record.photo)
                case .repeated(let name): words.append("again \(name)")
                case .skipped(let name): words.append("skipped \(name)")
                }
            }
        }
        return words.withLock { $0 }
    }

    @Test(arguments: [1, 2, 7]) func `answers come in order`(jobs: Int) async throws {
        let folder = try TemporaryFolder()
        var expected: [String] = []
        for number in 1...150 {
            let isPhoto = !number.isMultiple(of: 7)
            let name = "\(number).\(isPhoto ? "jpg" : "txt")"
            let path = try folder.write(
                isPhoto ? Bytes.png(data: number * 997 % 5000) : Array("text".utf8), name)
            expected.append(isPhoto ? path : "skipped \(path)")
        }
        #expect(try await results(.paths([PhotoPath(folder.path)]), jobs: jobs) == expected)
    }

    @Test func `a missing photo is a record in its place`() async throws {
        let folder = try TemporaryFolder()
        let paths = [
            try folder.write(Bytes.png(), "a.jpg"), folder("b.jpg"), try folder.write(Bytes.png(), "c.jpg"),
        ]
        #expect(try await results(.paths(paths.map { PhotoPath($0) }), jobs: 2) == paths)
    }

    @Test(arguments: [
        (PhotoGrouping.folder, ["1a.png + 2.png + 3.png", "2b/1a.png + 2b/1b.png"]),
        (.name, ["1a.png", "2.png", "2b/1a.png + 2b/1b.png", "3.png"]),
        (.pattern("/([12])[^/]*$"), ["1a.png", "2.png", "2b/1a.png + 2b/1b.png", "3.png"]),
    ])
    func `a folder's photos come by book`(grouping: PhotoGrouping, expected: [String]) async throws {
        let folder = try TemporaryFolder()
        for name in ["3.png", "2.png", "2b/1b.png", "2b/1a.png", "1a.png"] {
            _ = try folder.write(Bytes.png(data: name.count), name)
        }
        let results = try await results(.paths([PhotoPath(folder.path)]), jobs: 2, grouping: grouping)
        #expect(results.map { $0.replacing(folder.path + "/", with: "") } == expected)
    }

    /// In the order of names, `dune-children` is between the two photos of `dune`.
    @Test func `photos with one name stem are grouped, even with others between them`() async throws {
        let folder = try TemporaryFolder()
        for name in ["dune-back.png", "dune-children-back.png", "dune-front.png"] {
            _ = try folder.write(Bytes.png(data: name.count), name)
        }
        let results = try await results(.paths([PhotoPath(folder.path)]), jobs: 1, grouping: .name)
        #expect(
            results.map { $0.replacing(folder.path + "/", with: "") }
                == ["dune-back.png + dune-front.png", "dune-children-back.png"])
    }

    @Test(arguments: [PhotoGrouping.folder, .pattern("([^/]*)/[^/]*$")])
    func `archives and documents do not part the photos of their folder`(grouping: PhotoGrouping) async throws
    {
        let folder = try TemporaryFolder()
        for name in ["a.png", "n.png", "x.png"] { try folder.write(Bytes.png(data: name.utf8.count), name) }
        let member = ArchiveFile.Member("1.png", Data(Bytes.png()))
        try folder.write(ArchiveFile.zip([member, member]), to: "c.cbz")
        try folder.write(Array("%PDF-1.4\nbroken".utf8), "o.pdf")
        let results = try await results(.paths([PhotoPath(folder.path)]), jobs: 1, grouping: grouping)
        #expect(
            results.map { $0.replacing(folder.path + "/", with: "") }
                == ["a.png + n.png + x.png", "c.cbz/1.png", "c.cbz", "o.pdf"])
    }

    @Test(arguments: [PhotoGrouping.time(gap: 9), .frames, .folder])
    func `an archive that fails is not a photo of a book`(grouping: PhotoGrouping) async throws {
        let folder = try TemporaryFolder()
        let path = PhotoPath(try folder.write(ArchiveFile.zip([]), to: "box").path)
        let photo = PhotoPath(folder("box.png"))
        let results = try await results(.paths([path, photo]), jobs: 1, grouping: grouping)
        #expect(results == [path.name, photo.name])
    }

    @Test func `nothing gives nothing`() async throws {
        let folder = try TemporaryFolder()
        #expect(try await results(.paths([PhotoPath(folder.path)]), jobs: 2) == [])
    }
}
