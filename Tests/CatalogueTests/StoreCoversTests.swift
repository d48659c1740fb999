// Covers of books: which one stays, what makes room, and what becomes of them when books change.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreCoversTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let (first, second) = ("9780439023481", "9780439554930")

    init() throws {
        temporary = try TemporaryStore()
        for number in [Self.first, Self.second] {
            var book = Book(isbn: try isbn(number), title: "Book \(number)")
            book.cover = "https://covers.example/\(number).jpg"
            try store.save(book.credited(.source))
        }
    }

    private func shown(_ number: String = first) throws -> String? {
        try store.coverPicture(of: reference(number), .small).map { String(decoding: $0.jpeg, as: UTF8.self) }
    }

    private func toFetch(_ number: String = first, after days: Double = 0) throws -> String? {
        try store.coverToFetch(of: reference(number), date: .now + days * 86_400)
    }

    @Test func `a book shows the picture that it was given, in both sizes`() throws {
        #expect(try shown() == nil && toFetch() == "https://covers.example/\(Self.first).jpg")
        #expect(!FileManager.default.fileExists(atPath: store.coverFile.path))
        try store.setCover(.made("a"), as: .fetched("covers.example", "a"), of: reference(Self.first))
        #expect(try shown() == "small a" && toFetch() == nil)
        let large = try store.coverPicture(of: reference(Self.first), .large)
        #expect(large?.jpeg == Data("large a".utf8) && large?.cover.source == "covers.example")
        #expect(try shown(Self.second) == nil)
        #expect(try Store(path: store.path).coverPicture(of: reference(Self.first), .small) != nil)
        #expect(try store.info().covers == 1 && store.info().coverBytes == 14)
    }

    @Test func `an empty file of pictures is none, and reading leaves it alone`() throws {
        try Data().write(to: URL(filePath: store.coverFile.path))
        #expect(try shown() == nil && store.check() == [] && store.info().covers == 0)
        #expect(try !store.copyCovers(to: store.path + ".copy"))
        try store.backUp(to: store.path + ".backup")
        try store.dump { _ in }
        #expect(try Data(contentsOf: URL(filePath: store.coverFile.path)).isEmpty)
        try store.setCover(.made("a"), as: .chosen("a"), of: reference(Self.first))
        #expect(try shown() == "small a")
    }

    @Test func `a picture that can't be saved leaves no empty file`() throws {
        // SQLite can't make its journal.
        let journal = store.coverFile.path + "-journal"
        try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: false)
        #expect(throws: CatalogueError.self) {
            try store.setCover(.made("a"), as: .chosen("a"), of: reference(Self.first))
        }
        #expect(!FileManager.default.fileExists(atPath: store.coverFile.path))
    }

    /// What a person chose is not replaced by what a source has.
    @Test(arguments: BookCover.Kind.allCases, BookCover.Kind.allCases)
    func `the better cover stays`(_ before: BookCover.Kind, _ after: BookCover.Kind) throws {
        let book = try reference(Self.first)
        try store.setCover(.made("a"), as: BookCover(sha256: "a", kind: before), of: book)
        let isTaken = try store.setCover(.made("b"), as: BookCover(sha256: "b", kind: after), of: book)
        #expect(isTaken == (after >= before))
        #expect(try isTaken || !store.coverFile.contains("b"))
        #expect(try shown() == (isTaken ? "small b" : "small a"))
    }

    @Test func `a picture for a book that is not in the store is not kept`() throws {
        #expect(throws: CatalogueError.self) {
            try store.setCover(.made("a"), as: .chosen("a"), of: reference("9780306406157"))
        }
        #expect(!FileManager.default.fileExists(atPath: store.coverFile.path))
    }

    @Test func `an address with nothing behind it is asked twice, and again after a month`() throws {
        let address = try #require(try toFetch())
        try store.save(coverMiss: address)
        #expect(try toFetch() == address)
        try store.save(coverMiss: address)
        #expect(try toFetch() == nil && toFetch(after: 29) == nil)
        #expect(try toFetch(after: 31) == address && toFetch(Self.second) != nil)
        // After that month it starts anew.
        try store.save(coverMiss: address, date: .now + 31 * 86_400)
        #expect(try toFetch(after: 31) == address)
    }

    @Test func `the oldest fetched pictures make room, and those that can't be had again stay`() throws {
        let moments = (0..<4).map { Date(timeIntervalSince1970: 1_000_000 + Double($0)) }
        for (place, name) in ["own", "b", "c", "d"].enumerated() {
            try store.coverFile.put(.made(name), date: moments[place]) { _ in [] }
        }
        try store.setCover(
            .made("own"), as: BookCover(sha256: "own", kind: .photo), of: reference(Self.first))
        try store.setCover(.made("b"), as: .fetched("x.example", "b"), of: reference(Self.second))
        // Setting it has used "b"; "c" is the oldest of the others.
        let bytes = try store.coverTotals().bytes
        try store.setCoverLimit(bytes - 1)
        #expect(try !store.coverFile.contains("c") && store.coverFile.contains("d"))
        try store.setCoverLimit(0)
        #expect(try store.info().covers == 1 && shown() == "small own" && shown(Self.second) == nil)
        #expect(try toFetch(Self.second) == nil, "nothing is fetched that can't be kept")
        try store.setCoverLimit(1000)
        #expect(try toFetch(Self.second) != nil, "a picture that made room may come again")
    }

    @Test func `a merged book keeps the better cover, and undoing gives both back`() throws {
        let (one, other) = (try reference(Self.first), try reference(Self.second))
        try store.setCover(.made("a"), as: .fetched("x.example", "a"), of: one)
        try store.setCover(.made("b"), as: BookCover(sha256: "b", kind: .photo, source: "p"), of: other)
        let preview = try store.mergePreview(of: other, into: one, for: "ion")
        #expect(preview.merged.cover == preview.removed.cover && preview.kept.cover?.sha256 == "a")
        try store.recordingChange(.merge, by: "ion")
            .merge(other, into: one, evenIfTwoISBNs: true, origin: .person)
        #expect(try shown() == "small b")
        _ = try store.undo(by: "ion")
        #expect(try shown() == "small a" && shown(Self.second) == "small b")
        #expect(try store.check() == [])
    }

    @Test(arguments: [BookCover.Kind.chosen, .photo])
    func `the limit leaves own pictures that undoing a merge or an edit needs`(_ kind: BookCover.Kind) throws
    {
        let (one, other) = (try reference(Self.first), try reference(Self.second))
        for (book, name) in [(one, "a"), (other, "b")] {
            try store.setCover(.made(name), as: BookCover(sha256: name, kind: kind), of: book)
        }
        try store.recordingChange(.edit, by: "ion").setCover(.made("c"), as: .chosen("c"), of: one)
        try store.recordingChange(.merge, by: "ion")
            .merge(other, into: one, evenIfTwoISBNs: true, origin: .person)
        try store.recordingChange(.changeCover, by: "ion").removeCover(of: one)
        try store.setCoverLimit(0)
        for _ in 0..<3 { _ = try store.undo(by: "ion") }
        #expect(try shown() == "small a" && shown(Self.second) == "small b")
        #expect(try store.check() == [])
    }

    @Test func `a fetched picture that undoing a merge needs makes room, and is fetched again`() throws {
        let (one, other) = (try reference(Self.first), try reference(Self.second))
        try store.setCover(.made("a"), as: .chosen("a"), of: one)
        try store.setCover(.made("b"), as: .fetched("x.example", "b"), of: other)
        try store.recordingChange(.merge, by: "ion")
            .merge(other, into: one, evenIfTwoISBNs: true, origin: .person)
        try store.setCoverLimit(14)
        #expect(try store.info().covers == 1)
        _ = try store.undo(by: "ion")
        #expect(try shown() == "small a" && toFetch(Self.second) != nil)
        #expect(try store.check() == [])
    }

    @Test func `a book whose own picture is lost has none fetched until its cover is removed`() throws {
        try store.setCover(.made("a"), as: .chosen("a"), of: reference(Self.first))
        try store.setCover(.made("b"), as: .fetched("x.example", "b"), of: reference(Self.second))
        let id = try #require(try store.book(reference(Self.first))?.id)
        try FileManager.default.removeItem(atPath: store.coverFile.path)
        let again = try Store(path: store.path)
        #expect(try again.coverToFetch(of: reference(Self.first)) == nil)
        #expect(try again.coverToFetch(of: reference(Self.second)) != nil)
        #expect(try again.check() == [.lostCovers([id])])
        try again.backUp(to: store.path + ".backup")
        try again.removeCover(of: reference(Self.first))
        #expect(try again.coverToFetch(of: reference(Self.first)) != nil && again.check() == [])
    }

    @Test func `a new picture makes room for some more`() throws {
        try store.setCoverLimit(1000)
        for number in 0...100 {
            let picture = CoverPicture(sha256: "\(number)", small: Data(count: 5), large: Data(count: 5))
            try store.coverFile.put(picture, date: Date(timeIntervalSince1970: Double(number))) { _ in [] }
        }
        #expect(try store.info().coverBytes == 990 && !store.coverFile.contains("1"))
        try store.setCoverLimit(985)
        #expect(try store.info().coverBytes == 980)
    }

    @Test func `a cover that was chosen since is not undone`() throws {
        let book = try reference(Self.first)
        try store.recordingChange(.edit, by: "ion").setCover(.made("a"), as: .chosen("a"), of: book)
        try store.recordingChange(.edit, by: "maria").setCover(.made("b"), as: .chosen("b"), of: book)
        _ = try store.undo(by: "ion")
        #expect(try shown() == "small b")
        _ = try store.undo(by: "maria")
        #expect(try shown() == nil)
    }

    @Test func `undoing a removal brings the chosen cover back, over one fetched since`() throws {
        let book = try reference(Self.first)
        try store.setCover(.made("a"), as: .chosen("a"), of: book)
        try store.recordingChange(.remove, by: "ion").remove(book, evenIfCommented: true)
        #expect(try shown() == nil)
        try store.save(Book(isbn: isbn(Self.first), title: "Found").credited(.source))
        try store.setCover(.made("b"), as: .fetched("x.example", "b"), of: book)
        _ = try store.undo(by: "ion")
        #expect(try shown() == "small a")
    }

    @Test func `forgetting a person leaves covers, and no word of who chose them`() throws {
        let book = try reference(Self.first)
        try store.recordingChange(.edit, by: "ion").setCover(.made("a"), as: .chosen("a"), of: book)
        _ = try store.forget(person: "ion")
        #expect(try shown() == "small a" && store.undo(by: "ion") == nil)
        #expect(!(try Data(contentsOf: URL(filePath: store.path)).contains(Data("ion\0".utf8))))
    }

    @Test func `a dump brings the pictures along`() throws {
        try store.setCover(.made("a"), as: .chosen("a"), of: reference(Self.first))
        try store.save(coverMiss: "https://covers.example/none.jpg")
        var lines: [String] = []
        try store.dump { lines.append($0) }
        let path = temporary.folder.appending(path: "loaded.sqlite").path
        var next = lines.makeIterator()
        try Store.load({ next.next() }, to: path)
        let loaded = try Store(path: path)
        #expect(try loaded.coverPicture(of: reference(Self.first), .large)?.jpeg == Data("large a".utf8))
        var again: [String] = []
        try loaded.dump { again.append($0) }
        #expect(again == lines)
    }

    @Test func `damaged covers are found, and cost no more than themselves`() throws {
        try store.setCover(.made("a"), as: .chosen("a"), of: reference(Self.first))
        let path = temporary.folder.appending(path: "other.sqlite").path
        let other = try Store(path: path)
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: other.coverFile.path))
        #expect(try other.check() == [.damaged(.covers)])
        #expect(throws: CatalogueError.damagedCovers(path: other.coverFile.path)) {
            try other.coverTotals()
        }
        #expect(try other.info().books == 0 && other.info().covers == nil)
    }

    @Test(arguments: [0, 6000]) func `covers are added to those of a store, unless its file is damaged`(
        _ place: UInt64
    ) throws {
        let (path, covers) = (temporary.folder.appending(path: "other.sqlite").path, "other.sqlite.covers")
        let other = try Store(path: path)
        for name in 0..<100 { try other.coverFile.put(.made("\(name)")) { Set($0) } }
        try store.setCover(.made("a"), as: .chosen("a"), of: reference(Self.first))
        #expect(try store.addCovers(to: path) == nil && other.coverTotals().count == 101)
        let file = try FileHandle(forUpdating: temporary.folder.appending(path: covers))
        try file.seek(toOffset: place)
        try file.write(contentsOf: Data(repeating: 7, count: 6000))
        try file.close()
        let aside = try #require(try store.addCovers(to: path))
        #expect(try aside.contains("\(covers).replaced-") && CoverFile.isThere(aside) && other.check() == [])
        #expect(try other.coverTotals().count == 1 && other.coverFile.contains("a"))
    }

    @Test func `pictures are kept in a new file if theirs was removed or replaced`() throws {
        let book = try reference(Self.first)
        try store.setCover(.made("a"), as: .chosen("a"), of: book)
        try FileManager.default.removeItem(atPath: store.coverFile.path)
        #expect(try shown() == nil)
        try store.setCover(.made("b"), as: .chosen("b"), of: book)
        #expect(try shown() == "small b" && store.check() == [])
        let other = CoverFile(besideStore: store.path + "2", isReadOnly: false)
        try other.put(.made("c")) { _ in [] }
        #expect(rename(other.path, store.coverFile.path) == 0)
        try store.setCover(.made("d"), as: .chosen("d"), of: book)
        #expect(try shown() == "small d" && store.coverTotals().count == 2)
    }

    @Test func `two processes add pictures at once`() async throws {
        let stores = try [store, Store(path: store.path)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, store) in stores.enumerated() {
                group.addTask {
                    for number in 0..<30 {
                        try store.coverFile.put(.made("\(number % 20 + place * 10)")) { _ in [] }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.coverFile.totals().count == 30)
        #expect(try store.check() == [])
    }

    @Test func `covers that may not be written are read`() throws {
        try store.coverFile.put(.made("a"), date: .distantPast) { _ in [] }
        let file = CoverFile(besideStore: store.path, isReadOnly: true)
        #expect(try file.picture("a", .small) == Data("small a".utf8))
        #expect(throws: CatalogueError.self) { try file.put(.made("b")) { _ in [] } }
        #expect(try file.totals().count == 1)
    }

    @Test func `an older store has no covers, and takes them after its upgrade`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 20,
            """
            INSERT INTO work (id) VALUES (1);
            INSERT INTO book (id, isbn, work, title, cover, added)
                VALUES (1, \(Self.first), 1, 'Kept', 'https://covers.example/1.jpg', 0);
            INSERT INTO search (rowid, title) VALUES (1, 'Kept');
            """)
        let store = try Store(path: path)
        #expect(try store.coverToFetch(of: reference(Self.first)) == "https://covers.example/1.jpg")
        try store.setCover(.made("a"), as: .fetched("covers.example", "a"), of: reference(Self.first))
        #expect(try store.coverPicture(of: reference(Self.first), .small) != nil)
        #expect(try store.check() == [])
    }
}

extension CoverPicture {
    static func made(_ name: String) -> CoverPicture {
        CoverPicture(sha256: name, small: Data("small \(name)".utf8), large: Data("large \(name)".utf8))
    }
}

extension BookCover {
    static func fetched(_ host: String, _ sha256: String) -> BookCover {
        BookCover(sha256: sha256, kind: .fetched, source: host)
    }

    static func chosen(_ sha256: String) -> BookCover { BookCover(sha256: sha256, kind: .chosen) }
}
