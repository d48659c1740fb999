// A store that is named by a link: what is beside it is beside the file that the link leads to.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct LinkedStoreTests {
    private let folder: TemporaryFolder
    private static let isbn = "9780439023481"

    /// `link/a.sqlite` leads to `real/a.sqlite`, which is not there yet.
    init() throws {
        folder = try TemporaryFolder()
        for name in ["link", "real"] {
            try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
        }
        try link("link/a.sqlite", to: "../real/a.sqlite")
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    private func make(_ name: String) throws -> Store {
        let store = try Store(path: path(name))
        let book = try BookSpecifier(Self.isbn)
        try store.save(Book(isbn: ISBN(Self.isbn)))
        let picture = CoverPicture(sha256: "c0", small: Data("small".utf8), large: Data("large".utf8))
        try store.setCover(picture, as: BookCover(sha256: "c0", kind: .chosen), of: book)
        let kept = "\(StoreArchive.photos(besideStore: store.path))/1"
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: URL(filePath: "\(kept)/photo.jpg"))
        return store
    }

    @Test func `covers and photos are the same under each name`() throws {
        let linked = try make("link/a.sqlite")
        #expect(try names("link") == ["a.sqlite"])
        for name in ["link/a.sqlite", "real/a.sqlite"] {
            let store = try Store(path: path(name))
            #expect(try store.coverPicture(of: BookSpecifier(Self.isbn), .small) != nil)
            #expect(try store.check() == [] && store.info().bytes == linked.info().bytes)
            try StoreArchive.write(store, to: path("backup.tar"), replacing: true)
            let back = path("back-\(name.prefix(4)).sqlite")
            _ = try StoreArchive.restore(path("backup.tar"), to: back)
            #expect(try Store(path: back).check() == [])
            #expect(StoreArchive.files(in: StoreArchive.photos(besideStore: back)) == ["1/photo.jpg"])
        }
        for file in ["a.sqlite", "a.sqlite-wal", "a.sqlite.covers"] {
            #expect(linked.owns(path("real/\(file)")), "\(file)")
        }
        #expect(throws: CatalogueError.amongPhotos(path: path("real/a.sqlite.photos/b"))) {
            try StoreArchive.write(linked, to: path("real/a.sqlite.photos/b"))
        }
        let left = path("real/a.sqlite.restoring")
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        #expect(try linked.check().count == 1)
        #expect(try names("link") == ["a.sqlite"])
    }

    @Test func `a link to nothing stays when a store is restored, loaded or backed up to it`() throws {
        let store = try make("b.sqlite")
        try StoreArchive.write(store, to: path("backup.tar"))
        _ = try StoreArchive.restore(path("backup.tar"), to: path("link/a.sqlite"))
        #expect(try names("link") == ["a.sqlite"])
        #expect(try names("real") == ["a.sqlite", "a.sqlite.covers", "a.sqlite.photos"])
        #expect(try Store(path: path("real/a.sqlite")).check() == [])

        try link("link/c.sqlite", to: path("real/c.sqlite"))
        var lines: [String] = []
        try store.dump { lines.append($0) }
        var next = lines.makeIterator()
        try Store.load({ next.next() }, to: path("link/c.sqlite"))
        #expect(try Store(path: path("real/c.sqlite")).check() == [])

        try link("link/d.backup", to: "e.backup")
        try link("link/e.backup", to: "../real/e.backup")
        try StoreArchive.write(store, to: path("link/d.backup"))
        #expect(try names("link") == ["a.sqlite", "c.sqlite", "d.backup", "e.backup"])
        #expect(StoreArchive.isArchive(path("real/e.backup")))
    }

    @Test func `a link into a folder that is not there stays, and nothing is made`() throws {
        let store = try make("b.sqlite")
        try StoreArchive.write(store, to: path("backup.tar"))
        try link("link/f.sqlite", to: "../disk/f.sqlite")
        #expect {
            try StoreArchive.restore(path("backup.tar"), to: path("link/f.sqlite"))
        } throws: {
            if case .noFolder? = $0 as? CatalogueError { true } else { false }
        }
        #expect(try names("link") == ["a.sqlite", "f.sqlite"])
        #expect(!FileManager.default.fileExists(atPath: path("disk")))
        // A circle leads nowhere.
        try link("g", to: "g")
        #expect(Store.resolved(path("g")) == path("g"))
    }
}
