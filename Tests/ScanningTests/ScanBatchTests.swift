// Many photos at a time, answers in the order of the inputs.
import Books
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Scanning

struct ScanBatchTests {
    /// What a batch hands out, in words.
    private func results(_ inputs: PhotoInputs, jobs: Int) async throws -> [String] {
        let words = Mutex<[String]>([])
        try await ScanBatch(inputs, options: ScanOptions(), jobs: jobs).run { result in
            words.withLock { words in
                switch result {
                case .photo(let records): words += records.map(\.photo)
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
            let name = "\(number).jpg"
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

    @Test func `nothing gives nothing`() async throws {
        let folder = try TemporaryFolder()
        #expect(try await results(.paths([PhotoPath(folder.path)]), jobs: 2) == [])
    }
}

struct RunMemoryTests {
    private static func record(_ photo: String, isbn: UInt64) -> PhotoRecord {
        PhotoRecord(
            photo: photo, status: .found, isbns: [ISBNReading(isbn: ISBN(value: isbn)!, confidence: 1)])
    }

    private func completed(_ records: [PhotoRecord]) -> [PhotoRecord] {
        var memory = RunMemory()
        return records.flatMap { record in
            guard case .photo(let records) = memory.completed(.photo([record])) else {
                return [PhotoRecord]()
            }
            return records
        }
    }

    @Test func `a book seen earlier is told`() {
        let records = completed([
            Self.record("a", isbn: 9_780_306_406_157), Self.record("b", isbn: 9_780_439_023_481),
            PhotoRecord(photo: "c"), Self.record("d", isbn: 9_780_306_406_157),
            Self.record("e", isbn: 9_780_306_406_157),
        ])
        let first = PhotoPage(photo: "a", page: 1)
        #expect(records.map(\.repeats) == [nil, nil, nil, first, first])
    }

    @Test func `pages of standard input count on`() {
        let records = completed([
            PhotoRecord(photo: "-"), PhotoRecord(photo: "a"), PhotoRecord(photo: "-"),
            PhotoRecord(photo: "a", page: 2),
        ])
        #expect(records.map(\.page) == [1, 1, 2, 2])
    }
}
