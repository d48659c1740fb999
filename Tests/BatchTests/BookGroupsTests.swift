// Where one book's photos end and the next one's begin.
import Books
import ReadingExamples
import Testing

@testable import Batch
@testable import Reading

struct BookGroupsTests {
    /// The photos of each book, in the order of the answers.
    private func books(_ photos: [PageReading], _ grouping: PhotoGrouping) -> [PhotoRecord] {
        var groups = BookGroups(grouping, isStrict: false)
        var books = photos.compactMap { groups.take([$0])?.record }
        if let last = groups.end() { books.append(last.record) }
        return books
    }

    private func names(_ photos: [String], _ grouping: PhotoGrouping) -> [[String]] {
        books(photos.map { .photo($0) }, grouping).map { $0.photos.map(\.photo) }
    }

    @Test(arguments: [
        (PhotoGrouping.folder, [["b/1.jpg", "b/2.jpg"], ["c/1.jpg"], ["1.jpg", "2.jpg"]]),
        (.folder, [["caf\u{E9}/1.jpg", "caf\u{E9}/2.jpg"], ["cafe\u{301}/1.jpg"]]),
        (.name, [["b/IMG_1a.jpg", "b/IMG_1B.jpg"], ["c/IMG_1a.jpg"], ["img_2.heic", "IMG_2-back.jpg"]]),
        (.pattern("/(\\d+)-"), [["b/1-a.jpg", "c/1-b.jpg"], ["c/2-a.jpg"], ["x.jpg"], ["y.jpg"]]),
        (.books(["a": "1", "b": "1", "d": "2", "e": "2"]), [["a", "b"], ["c"], ["d", "e"]]),
    ])
    func `photos of one book come together`(grouping: PhotoGrouping, books: [[String]]) {
        #expect(names(books.flatMap { $0 }, grouping) == books)
    }

    @Test func `a gap between two photos parts books`() {
        let times: [(String, Double?)] = [
            ("a", 100), ("b", 110), ("c", 125), ("d", 141), ("e", 130), ("f", nil), ("g", nil), ("h", 131),
        ]
        let books = books(times.map { .photo($0.0, taken: $0.1) }, .time(gap: 15))
        #expect(books.map { $0.photos.map(\.photo) } == [["a", "b", "c"], ["d", "e"], ["f"], ["g"], ["h"]])
        #expect(books.map(\.warnings.count) == [0, 0, 1, 1, 0])
    }

    @Test func `a book that appears twice is reported`() {
        let books = books(["b/1", "c/1", "b/2"].map { .photo($0) }, .folder)
        #expect(books.map { $0.warnings.isEmpty } == [true, true, false])
    }

    @Test func `a book is reported as soon as the next one begins`() {
        var groups = BookGroups(.folder, isStrict: false)
        #expect(groups.take([.photo("a/1")]) == nil)
        #expect(groups.take([.photo("a/2"), .photo("a/2", page: 2)]) == nil)
        let ended = groups.take([.photo("b/1")])
        #expect(ended?.photos == 2)
        #expect(ended?.record.photos.map(\.page) == [1, 1, 2])
        #expect(groups.end()?.record.photo == "b/1")
        #expect(groups.end() == nil)
    }

    @Test func `a known book ends the one before it, so that caches hear of each book once`() throws {
        var groups = try #require(CompletedGroups(.name, isStrict: false))
        #expect(groups.take(.failed(name: "a", .vanished), at: 0) == nil)
        #expect(groups.take(.known("b"), at: 1)?.photo == "a")
        #expect(groups.take(.failed(name: "a", .vanished), at: 2) == nil)
        #expect(groups.end()?.photo == "a")
        #expect(groups.end() == nil)
    }

    @Test(arguments: [("(a)b", true), ("(?<n>a)", true), ("ab", false), ("(?:a)", false), ("", false)])
    func `a pattern needs a group`(pattern: String, isUsable: Bool) {
        #expect(PhotoGrouping.hasGroup(pattern) == isUsable)
    }

    @Test(arguments: ["(", "[", "a{2,1}"]) func `invalid patterns are explained`(pattern: String) {
        #expect(PhotoGrouping.hasGroup(pattern) == nil)
    }
}
