// Parts are joined into one result, whatever happened on the machines.
import Books
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Reading

struct PartsJoinTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func record(
        _ photo: String, _ isbn: UInt64? = nil, page: Int = 1, failed: String? = nil, milliseconds: Double = 5
    ) throws -> PhotoRecord {
        let readings = try isbn.map { [ISBNReading(isbn: try ISBN(String($0)), confidence: 0.9)] } ?? []
        return PhotoRecord(
            photo: photo, page: page, status: failed != nil ? .failed : readings.isEmpty ? .none : .found,
            isbns: readings, milliseconds: milliseconds,
            error: failed.map { PhotoFailure(code: $0, message: $0) })
    }

    private func part(_ name: String, _ records: [PhotoRecord]) throws -> PhotoPath {
        let lines = try records.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
        return PhotoPath(try folder.write(Data(lines.joined().utf8), to: name).path)
    }

    private func list(_ lines: String...) throws -> PhotoInputs {
        .list(
            PhotoPath(try folder.write(Data(lines.joined(separator: "\n").utf8), to: "list").path),
            endedByNUL: false)
    }

    private func joined(_ parts: [PhotoPath], list: PhotoInputs? = nil) throws -> [PhotoRecord] {
        var join = try PartsJoin(parts, list: list)
        var records: [PhotoRecord] = []
        while let next = try join.next() { records += next }
        return records
    }

    @Test func `without a list the order is a folder's`() throws {
        let one = try part("1", [record("b/IMG_2.jpg"), record("b/IMG_10.jpg"), record("b/sub/a.jpg")])
        let two = try part("2", [record("b/IMG_1.jpg"), record("b/IMG_3.jpg"), record("b/sub.jpg")])
        let names = ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg", "IMG_10.jpg", "sub/a.jpg", "sub.jpg"]
        #expect(try joined([one, two, part("3", [])]).map(\.photo) == names.map { "b/" + $0 })
    }

    @Test func `with a list it is the list's, folders in it too`() throws {
        let one = try part("1", [record("z.jpg"), record("box/10.jpg"), record("a.jpg"), record("a.jpg")])
        let two = try part("2", [record("m.jpg"), record("box/9.jpg"), record("box/sub/1.jpg")])
        let order = try list("z.jpg", "m.jpg", "box", "a.jpg", "a.jpg")
        #expect(
            try joined([one, two], list: order).map(\.photo) == [
                "z.jpg", "m.jpg", "box/9.jpg", "box/10.jpg", "box/sub/1.jpg", "a.jpg",
            ])
    }

    @Test func `a photo that is named in two ways is one`() throws {
        let one = try part("1", [record("a.jpg"), record("box/b.jpg")])
        let two = try part("2", [record("./a.jpg"), record("box/b.jpg"), record("c.jpg")])
        var join = try PartsJoin([one, two], list: list("./a.jpg", "a.jpg", "box", "box//b.jpg", "c.jpg"))
        var names: [String] = []
        while let next = try join.next() { names += next.map(\.photo) }
        #expect(names == ["./a.jpg", "box/b.jpg", "c.jpg"])
        #expect(join.missing == 0)
    }

    // MARK: Books of several photos

    /// Named after its last photo.
    private func book(_ photos: [PhotoRecord], _ isbn: UInt64? = nil) throws -> PhotoRecord {
        var book = try record(photos[photos.count - 1].photo, isbn)
        book.photos = photos
        return book
    }

    @Test func `a book takes the position of its first photo`() throws {
        let one = try part(
            "1",
            [
                book([record("box/1b.jpg"), record("box/1a.jpg")]),
                book([record("z/3a.jpg"), record("y.jpg")]),
            ])
        let two = try part("2", [book([record("box/2.jpg")]), book([record("z/1.jpg")])])
        let names = ["box/1a.jpg", "box/2.jpg", "z/1.jpg", "y.jpg"]
        #expect(try joined([one, two]).map(\.photo) == names)
        var join = try PartsJoin([two, one], list: list("box", "z/1.jpg", "z/3a.jpg", "y.jpg"))
        var listed: [String] = []
        while let next = try join.next() { listed += next.map(\.photo) }
        #expect(listed == names)
        #expect(join.missing == 0)
    }

    @Test func `of a book that answer counts for which more photos could be read`() throws {
        let isbn: UInt64 = 9_780_306_406_157
        let late = try part("1", [book([record("a.jpg"), record("b.jpg", failed: "timeout")])])
        let whole = try part("2", [book([record("a.jpg"), record("b.jpg", isbn, milliseconds: 9)], isbn)])
        let same = try part("3", [book([record("a.jpg"), record("b.jpg", isbn)], isbn)])
        for parts in [[late, whole, same], [same, late], [whole, late]] {
            #expect(try joined(parts).map(\.status) == [.found])
        }
        let other = try part("4", [book([record("a.jpg"), record("b.jpg", isbn)])])
        #expect(throws: PartError.self) { try joined([whole, other]) }
    }

    /// The photos in a book's record were read with settings that say nothing of the grouping.
    @Test func `the settings are those of records, of books as of documents`() throws {
        func settled(_ record: PhotoRecord, _ settings: String) -> PhotoRecord {
            var record = record
            record.settings = settings
            return record
        }
        let photos = try ["box/a.jpg", "box/b.jpg"].map { settled(try record($0), "photos") }
        let grouped = try part("1", [settled(book(photos), "group"), settled(record("box/p.pdf"), "group")])
        let other = try part("2", [settled(book([settled(record("z.jpg"), "photos")]), "other")])
        for (parts, settings) in [([grouped], ["group"]), ([grouped, other], ["group", "other"])] {
            var join = try PartsJoin(parts)
            while try join.next() != nil {}
            #expect(join.settings == Set(settings))
        }
    }

    /// Whether the book comes first, last, or in the same part.
    @Test func `a photo that is grouped differently in two records stops it`() throws {
        let isbn: UInt64 = 9_780_306_406_157
        let alone = try [record("a.jpg", failed: "format"), record("b.jpg", isbn)]
        let group = try book([record("a.jpg", failed: "format"), record("b.jpg", isbn)])
        let (one, two) = (try part("1", alone), try part("2", [group]))
        for parts in try [
            [one, two], [two, one], [part("3", alone + [group])], [part("4", [group] + alone)],
            [two, part("5", [alone[1]])], [two, part("6", [book([record("b.jpg"), record("c.jpg")])])],
        ] {
            #expect(throws: PartError.self) { try joined(parts) }
        }
        #expect(try joined([two, two]).count == 1)
    }

    @Test func `the settings of a photo that is left out count`() throws {
        var records = try [record("a.jpg"), record("a.jpg")]
        for (place, settings) in ["old", "new"].enumerated() { records[place].settings = settings }
        var join = try PartsJoin([part("1", records)])
        while try join.next() != nil {}
        #expect(join.settings == ["old", "new"])
    }

    @Test func `photos in no part are missing`() throws {
        let one = try part("1", [record("a.jpg"), record("d.jpg")])
        var join = try PartsJoin([one], list: list("a.jpg", "b.jpg", "c.jpg", "d.jpg", "a.jpg"))
        while try join.next() != nil {}
        #expect(join.missing == 2)
        #expect(join.firstMissing == "b.jpg")
    }

    @Test func `a photo that is not in the list stops it`() throws {
        let one = try part("1", [record("a.jpg"), record("x.jpg")])
        #expect(throws: PartError.self) { try joined([one], list: list("a.jpg")) }
    }

    @Test func `an answer beats a failure, whichever comes first`() throws {
        let late = try part("1", [record("a.jpg", failed: "timeout"), record("b.jpg", 9_780_306_406_157)])
        let good = try part("2", [record("a.jpg", 9_780_306_406_157), record("b.jpg", failed: "too-large")])
        for parts in [[late, good], [good, late]] {
            #expect(try joined(parts).map(\.status) == [.found, .found])
        }
        #expect(try joined([late, late]).map(\.status) == [.failed, .found])
    }

    @Test func `pages count one by one`() throws {
        let torn = try part("1", [record("a.tif"), record("a.tif", page: 2, failed: "timeout")])
        let whole = try part("2", (1...3).map { try record("a.tif", page: $0) })
        #expect(try joined([torn, whole]).map(\.page) == [1, 2, 3])
    }

    @Test func `two answers that differ stop it`() throws {
        let one = try part("1", [record("a.jpg", 9_780_306_406_157)])
        let two = try part("2", [record("a.jpg")])
        #expect(
            throws: PartError.contradiction(
                PhotoPage(photo: "a.jpg", page: 1), RecordPosition(file: one.name, line: 1),
                RecordPosition(file: two.name, line: 1))
        ) { try joined([one, two]) }
    }

    @Test func `equal answers are merged`() throws {
        let one = try part("1", [record("a.jpg", 9_780_306_406_157, milliseconds: 3)])
        let two = try part("2", [record("a.jpg", 9_780_306_406_157, milliseconds: 70)])
        #expect(try joined([one, two]).map(\.milliseconds) == [3])
    }

    @Test func `repeated books are detected again`() throws {
        var wrong = try record("b.jpg", 9_780_306_406_157)
        wrong.repeats = PhotoPage(photo: "z.jpg", page: 1)
        let records = try joined([
            part("1", [wrong]),
            part("2", [record("a.jpg", 9_780_306_406_157), record("c.jpg", 9_780_439_023_481)]),
        ])
        #expect(records.map(\.repeats) == [nil, PhotoPage(photo: "a.jpg", page: 1), nil])
    }

    @Test(arguments: ["words", "{}", "{\"photo\": 1}"]) func `files that are not parts are rejected`(
        text: String
    ) throws {
        let path = PhotoPath(try folder.write(Data(text.utf8), to: "no").path)
        #expect(throws: PartError.unreadable(path.name, .noRecord)) { try joined([path]) }
        #expect(throws: PartError.self) { try joined([PhotoPath("/nowhere")]) }
    }

    @Test func `a damaged first line is named, and costs none of the others`() throws {
        let whole = try part("1", [record("a.jpg")])
        let lines = Data("\u{FEFF}{}\n".utf8) + (try Data(contentsOf: URL(filePath: whole.name)))
        let path = PhotoPath(try folder.write(lines, to: "run.jsonl").path)
        let error = PartError.unreadable(path.name + ":1", .noRecord)
        #expect(throws: error) { try joined([path]) }
        var batch = RecordBatch([path])
        #expect(throws: error) { try batch.next() }
        guard case .recorded(let next, _)? = try batch.next() else { throw POSIXError(.EBADMSG) }
        #expect(next.photo == "a.jpg")
        #expect(try batch.next() == nil)
    }

    @Test func `a torn line is named`() throws {
        let path = try part("1", [record("a.jpg"), record("b.jpg")])
        var bytes = try Data(contentsOf: URL(filePath: path.name))
        bytes.removeLast(20)
        try bytes.write(to: URL(filePath: path.name))
        #expect(throws: PartError.unreadable(path.name + ":2", .noRecord)) { try joined([path]) }
    }
}
