// What is stored of photos, and decisions on them.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct StorePhotosTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private let hash = String(repeating: "ab", count: 32)

    private func record(_ path: String, _ isbns: String...) throws -> PhotoRecord {
        PhotoRecord(
            photo: path, sha256: hash, width: 40, height: 30, status: isbns.isEmpty ? .none : .found,
            isbns: try isbns.map {
                ISBNReading(
                    isbn: try isbn($0), confidence: 0.5, label: "ISBN",
                    witnesses: [
                        Witness(reader: .ocr, text: $0, confidence: 0.5, box: [PhotoPoint(x: 1, y: 2)])
                    ])
            })
    }

    private func photos(showing isbn: ISBN) throws -> [String] {
        try store.write { try $0.photos(showing: isbn) }
    }

    @Test func `record comes back whole`() throws {
        #expect(try store.photo(sha256: hash) == nil)
        var record = try record("a.jpg", "9780439023481")
        try store.saveScan(record, date: Date(timeIntervalSince1970: 5))
        record.photo = fromRoot("a.jpg")
        #expect(
            try store.photo(sha256: hash)
                == KeptPhoto(record: record, decision: nil, scanned: Date(timeIntervalSince1970: 5)))
        #expect(try store.photo(sha256: hash, page: 2) == nil)
    }

    @Test func `later scan replaces an earlier one`() throws {
        let numbers = try ["9780439023481", "9780439554930"].map(isbn)
        try store.saveScan(record("a.jpg", "9780439023481"))
        try store.saveScan(record("/moved/a.jpg", "9780439554930"))
        #expect(try photos(showing: numbers[0]) == [])
        #expect(try photos(showing: numbers[1]) == ["/moved/a.jpg"])
        #expect(try store.photo(sha256: hash)?.record.photo == "/moved/a.jpg")
    }

    @Test func `a decision overrides a scan`() throws {
        let numbers = try ["9780439023481", "9780439554930"].map(isbn)
        try store.saveScan(record("a.jpg", "9780439023481"))
        try store.decide(.confirmed(numbers[1]), sha256: hash)
        #expect(try photos(showing: numbers[0]) == [])
        #expect(try photos(showing: numbers[1]) == [fromRoot("a.jpg")])
        #expect(try store.saveScan(record("a.jpg", "9780439023481")) == .confirmed(numbers[1]))
        #expect(
            try store.photo(sha256: hash)?.decision == .confirmed(numbers[1]),
            "a later scan changes no decision")
        try store.decide(.rejected, sha256: hash)
        #expect(try photos(showing: numbers[1]) == [])
        #expect(try store.photo(sha256: hash)?.decision == .rejected)
        var second = try record("a.jpg", "9780439023481")
        second.page = 2
        #expect(try store.saveScan(second) == nil)
    }

    @Test func `photos are in natural order`() throws {
        for (place, path) in ["b/IMG_10.jpg", "b/IMG_2.jpg", "a/IMG_3.jpg"].enumerated() {
            var record = try record(path, "9780439023481")
            record.sha256 = String(repeating: "\(place)", count: 64)
            try store.saveScan(record)
        }
        let photos = try photos(showing: isbn("9780439023481"))
        #expect(photos == ["a/IMG_3.jpg", "b/IMG_2.jpg", "b/IMG_10.jpg"])
    }

    @Test func `path opens from any folder`() throws {
        let folder = try TemporaryFolder(["box/a.jpg": ""])
        let real = try #require(realpath(folder.path, nil))
        defer { free(real) }
        let here = FileManager.default.currentDirectoryPath
        let up = String(repeating: "../", count: here.split(separator: "/").count)
        for (given, kept) in [
            (
                "\(up)\(String(cString: real).dropFirst())/box/../box/a.jpg",
                "\(String(cString: real))/box/a.jpg"
            ),
            ("./a.jpg", fromRoot("a.jpg")), ("/x/a.jpg", "/x/a.jpg"), ("-", "-"),
        ] {
            try store.saveScan(record(given, "9780439023481"))
            #expect(try store.photo(sha256: hash)?.record.photo == kept)
        }
    }

    @Test func `a path is that of the photo found there last`() throws {
        func record(_ path: String, _ letter: Character, page: Int = 1) throws -> PhotoRecord {
            var record = try self.record(path, "9780439023481")
            (record.sha256, record.page) = (String(repeating: letter, count: 64), page)
            return record
        }
        for photo in [
            try record("/a.pdf", "a"), try record("/a.pdf", "a", page: 2), try record("/b.jpg", "b"),
            try record("/c.jpg", "c"), try record("-", "d"),
        ] { try store.saveScan(photo) }
        let book = try isbn("9780439023481")
        try store.forgetReplacedPaths()
        #expect(try photos(showing: book) == ["-", "/a.pdf", "/b.jpg", "/c.jpg"])
        // Two photos change their names, a third is replaced, and a fourth comes from standard input, too.
        let hashes = ["b", "c"].map { String(repeating: $0, count: 64) }
        try store.move(photo: hashes[0], to: "/c.jpg")
        try store.move(photo: hashes[1], to: "/b.jpg")
        try store.saveScan(record("/a.pdf", "e"))
        try store.saveScan(record("-", "f"))
        try store.forgetReplacedPaths()
        #expect(try store.photo(sha256: hashes[0])?.record.photo == "/c.jpg")
        #expect(try store.photo(sha256: hashes[1])?.record.photo == "/b.jpg")
        for (letter, path) in ["a": "", "e": "/a.pdf", "d": "-", "f": "-"] as [Character: String] {
            #expect(try store.photo(sha256: String(repeating: letter, count: 64))?.record.photo == path)
        }
        #expect(try photos(showing: book) == ["-", "/a.pdf", "/b.jpg", "/c.jpg"])
    }

    @Test func `book without an ISBN keeps its photo`() throws {
        let book = try store.save(Book(title: "Old Almanac").credited(.person)).book
        let id = try #require(book.id)
        try store.saveScan(record("/a.jpg"))
        try store.decide(.book(id), sha256: hash)
        #expect(try store.card(of: .id(id), for: "")?.photos == ["/a.jpg"])
        #expect(try store.withDecision(record("/b.jpg")).book == id)
        #expect(try store.card(of: .id(id), for: "")?.photos == ["/b.jpg"])

        let other = try store.save(Book(title: "The Old Almanac").credited(.person)).book
        let otherID = try #require(other.id)
        try store.merge(.id(id), into: .id(otherID), evenIfTwoISBNs: false, origin: .person)
        #expect(try store.card(of: .id(otherID), for: "")?.photos == ["/b.jpg"])

        try store.setISBN(isbn("9780439023481"), of: otherID)
        let decided = try store.withDecision(record("/b.jpg"))
        #expect(decided.book == nil)
        #expect(decided.record.isbns.map(\.isbn.isbn13) == ["9780439023481"])
        #expect(try store.card(of: .id(otherID), for: "")?.photos == ["/b.jpg"])

        try store.remove(.id(otherID), evenIfCommented: false)
        #expect(try store.photo(sha256: hash)?.decision == nil, "the photo is open again")
        #expect(try store.check() == [])
    }

    @Test func `decisions of an older store are kept`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite").path
        _ = try Store(path: path, version: 7)
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: "INSERT INTO decision VALUES (?, 1, 9780439023481, 0), (?, 2, NULL, 0)",
                arguments: [hash, hash])
        }
        let store = try Store(path: path)
        #expect(try store.decision(on: hash, page: 1) == .confirmed(isbn("9780439023481")))
        #expect(try store.decision(on: hash, page: 2) == .rejected)
        #expect(try store.check() == [])
    }

    @Test func `record without hash is not kept`() throws {
        try store.saveScan(PhotoRecord(photo: "gone.jpg", status: .failed))
        #expect(try store.info().photos == 0)
    }
}
