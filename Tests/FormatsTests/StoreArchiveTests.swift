// Backups with covers and photos: complete, checked, and put back as they were.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct StoreArchiveTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let isbn = "9780439023481"

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: folder.file("a.sqlite").path)
        try store.save(Book(isbn: ISBN(Self.isbn)))
        try store.setCover(
            CoverPicture(sha256: "c0", small: Data("small".utf8), large: Data("large".utf8)),
            as: BookCover(sha256: "c0", kind: .chosen), of: BookSpecifier(Self.isbn))
        try keep("1/9780439023481-1.jpg", in: "a.sqlite")
        try keep("2/deeper/photo.jpg", in: "a.sqlite")
    }

    private static func book(_ title: String) -> Book {
        var book = Book(title: title)
        book.credit(Origin(.edited, "by hand"))
        return book
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    private func keep(
        _ name: String, in store: String, _ text: String = "photo", folder kept: String = "kept/"
    ) throws {
        let file = folder.file("\(store).photos/\(kept)\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("\(text) \(name)".utf8).write(to: file)
    }

    private func large(_ store: Store) throws -> Data? {
        try store.coverPicture(of: BookSpecifier(Self.isbn), .large)?.jpeg
    }

    /// Of the folder, except the store under test.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            .filter { !$0.hasPrefix("a.sqlite") }
    }

    @Test func `a backup brings back the store, its covers and its photos`() throws {
        #expect(try StoreArchive.isNeeded(for: store))
        try StoreArchive.write(store, to: path("backup.tar"))
        #expect(try names() == ["backup.tar"])
        let restored = try StoreArchive.restore(path("backup.tar"), to: path("b.sqlite"))
        #expect(restored.books == 1 && restored.aside == nil)
        let back = try Store(path: path("b.sqlite"))
        #expect(try large(back) == Data("large".utf8) && back.check() == [])
        #expect(
            StoreArchive.files(in: path("b.sqlite.photos/kept"))
                == ["1/9780439023481-1.jpg", "2/deeper/photo.jpg"])
        #expect(
            try Data(contentsOf: folder.file("b.sqlite.photos/kept/2/deeper/photo.jpg"))
                == Data("photo 2/deeper/photo.jpg".utf8))
    }

    @Test func `photos that wait come back, without the camera's metadata as soon as that is possible`()
        throws
    {
        let store = try Store(path: path("c.sqlite"))
        #expect(try !StoreArchive.isNeeded(for: store))
        for name in ["unread", "read", "read.jpg", "read.part.jpg", "review.jpg"] {
            try keep(name, in: "c.sqlite", folder: "")
        }
        #expect(try StoreArchive.isNeeded(for: store))
        try StoreArchive.write(store, to: path("backup.tar"))
        try keep("review.jpg", in: "b.sqlite", "there already", folder: "")
        _ = try StoreArchive.restore(path("backup.tar"), to: path("b.sqlite"))
        #expect(
            StoreArchive.files(in: path("b.sqlite.photos")) == [
                "read.jpg", "read.part.jpg", "review.jpg", "unread",
            ])
        #expect(try Data(contentsOf: folder.file("b.sqlite.photos/unread")) == Data("photo unread".utf8))
        #expect(
            try Data(contentsOf: folder.file("b.sqlite.photos/review.jpg"))
                == Data("there already review.jpg".utf8))
    }

    @Test func `a store that is in use stays as it is, with its covers and photos`() throws {
        try StoreArchive.write(store, to: path("backup.tar"))
        try keep("1/later.jpg", in: "a.sqlite")
        try keep("1/9780439023481-1.jpg", in: "a.sqlite", "changed")
        try store.save(Self.book("Later"))
        let other = try Store(path: path("b.sqlite"))
        try other.save(Self.book("Other"))
        try other.setCover(
            CoverPicture(sha256: "c1", small: Data("s".utf8), large: Data("l".utf8)),
            as: BookCover(sha256: "c1", kind: .chosen), of: .id(BookID(1)))
        #expect {
            try StoreArchive.restore(path("backup.tar"), to: path("b.sqlite"))
        } throws: {
            if case .busy? = $0 as? CatalogueError { true } else { false }
        }
        #expect(try other.info().books == 1 && other.info().covers == 1)
        for name in ["b.sqlite.restoring", "b.sqlite.photos"] {
            #expect(!FileManager.default.fileExists(atPath: path(name)))
        }
    }

    @Test func `a plain backup of an earlier version is restored`() throws {
        try store.backUp(to: path("old.sqlite"))
        let restored = try StoreArchive.restore(path("old.sqlite"), to: path("b.sqlite"))
        #expect(restored.books == 1)
        // It has no pictures.
        #expect(try Store(path: path("b.sqlite")).check() == [.lostCovers([BookID(1)])])
    }

    @Test func `a backup of an older store is restored and stays as it is`() throws {
        do {
            let old = try Store(path: path("old.sqlite"), version: 3)
            try old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO work (id) VALUES (1);
                        INSERT INTO book (id, work, title, added) VALUES (1, 1, 'Kept', 0);
                        INSERT INTO search (rowid, title) VALUES (1, 'Kept');
                        """)
            }
        }
        let bytes = try Data(contentsOf: folder.file("old.sqlite"))
        #expect(try StoreArchive.restore(path("old.sqlite"), to: path("b.sqlite")).books == 1)
        #expect(try Data(contentsOf: folder.file("old.sqlite")) == bytes)
        #expect(try names() == ["b.sqlite", "old.sqlite"])
        #expect(try Store(path: path("b.sqlite")).check() == [])
    }

    @Test func `an empty file is no backup, nor is another program's empty database`() throws {
        try folder.write(Data(), to: "empty")
        try DatabaseQueue(path: path("other")).write { try $0.execute(sql: "PRAGMA user_version = 1") }
        for name in ["empty", "other"] {
            let writer = try TarWriter(path("\(name).tar"), like: path(name), isForOthers: true)
            try writer.add(path(name), as: StoreArchive.store)
            _ = try writer.finish()
            for backup in [path(name), path("\(name).tar")] {
                #expect(throws: CatalogueError.noBackup(path: backup)) {
                    try StoreArchive.restore(backup, to: path("b.sqlite"))
                }
            }
        }
        #expect(try names() == ["empty", "empty.tar", "other", "other.tar"])
    }

    @Test func `a backup replaces a backup alone, and only if it may`() throws {
        try StoreArchive.write(store, to: path("backup.tar"))
        let first = try Data(contentsOf: folder.file("backup.tar"))
        #expect(throws: CatalogueError.backupExists(path: path("backup.tar"))) {
            try StoreArchive.write(store, to: path("backup.tar"))
        }
        #expect(try Data(contentsOf: folder.file("backup.tar")) == first)
        try store.save(Self.book("Later"))
        try StoreArchive.write(store, to: path("backup.tar"), replacing: true)
        #expect(try StoreArchive.restore(path("backup.tar"), to: path("b.sqlite")).books == 2)
        try folder.write(Data("dear diary".utf8), to: "diary")
        #expect(throws: CatalogueError.replacesNoStore(path: path("diary"))) {
            try StoreArchive.write(store, to: path("diary"), replacing: true)
        }
        for own in ["a.sqlite", "a.sqlite.covers"] {
            #expect(throws: CatalogueError.ontoItself(path: path(own))) {
                try StoreArchive.write(store, to: path(own), replacing: true)
            }
        }
    }

    /// A site removes other files there.
    @Test func `no backup is made among a site's photos`() throws {
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: folder.file("a.sqlite.photos"))
        for name in ["a.sqlite.photos/b", "a.sqlite.photos/kept/b", "link/b", "link/../a.sqlite.photos/b"] {
            #expect(throws: CatalogueError.amongPhotos(path: path(name))) {
                try StoreArchive.write(store, to: path(name))
            }
            #expect(throws: CatalogueError.amongPhotos(path: path(name))) { try store.backUp(to: path(name)) }
        }
        #expect(folder.file("a.sqlite.photos").path.folderEntries == ["kept"])
        try StoreArchive.write(store, to: path("a.sqlite.photos.tar"))
    }

    /// Wherever a backup breaks off, nothing is put back from it.
    @Test(arguments: [300, 600, 5000, 30_000, 60_000]) func `an incomplete archive changes nothing`(
        _ length: Int
    ) throws {
        try StoreArchive.write(store, to: path("backup.tar"))
        let whole = try Data(contentsOf: folder.file("backup.tar"))
        try #require(whole.count > length + 2000)
        try folder.write(whole.prefix(length), to: "half.tar")
        #expect(throws: CatalogueError.noBackup(path: path("half.tar"))) {
            try StoreArchive.restore(path("half.tar"), to: path("b.sqlite"))
        }
        #expect(try names() == ["backup.tar", "half.tar"])
    }

    @Test func `what a killed backup left behind goes`() throws {
        for name in ["backup.tar", "catalogue.sqlite", "catalogue.sqlite.partial/catalogue.sqlite"] {
            try folder.write(Data("half".utf8), to: "backup.tar.partial/\(name)")
        }
        try StoreArchive.write(store, to: path("backup.tar"))
        #expect(try names() == ["backup.tar"])
    }

    @Test func `a backup that another process is writing is left to it`() throws {
        let other = try DraftFolder.partial(of: path("backup.tar"))
        try folder.write(Data("half".utf8), to: "backup.tar.partial/backup.tar")
        #expect(throws: CatalogueError.beingWritten(path: path("backup.tar"))) {
            try StoreArchive.write(store, to: path("backup.tar"))
        }
        #expect(folder.text("backup.tar.partial/backup.tar") == "half")
        #expect(try names() == ["backup.tar.partial"])
        other.remove()
        try StoreArchive.write(store, to: path("backup.tar"))
        #expect(try names() == ["backup.tar"])
    }

    @Test func `what another process has unpacked to restore it stays, and what a killed one has goes`()
        throws
    {
        try StoreArchive.write(store, to: path("backup.tar"))
        let other = try DraftFolder.restoring(path("b.sqlite"))
        try folder.write(Data("photo".utf8), to: "b.sqlite.restoring/photos/1/photo.jpg")
        #expect(throws: CatalogueError.beingWritten(path: path("b.sqlite"))) {
            try StoreArchive.restore(path("backup.tar"), to: path("b.sqlite"))
        }
        #expect(try names() == ["b.sqlite.restoring", "backup.tar"])
        other.remove()
        try folder.write(Data("photo".utf8), to: "b.sqlite.restoring/photos/1/photo.jpg")
        #expect(try StoreArchive.restore(path("backup.tar"), to: path("b.sqlite")).books == 1)
        #expect(try names() == ["b.sqlite", "b.sqlite.covers", "b.sqlite.photos", "backup.tar"])
        #expect(
            StoreArchive.files(in: path("b.sqlite.photos/kept"))
                == ["1/9780439023481-1.jpg", "2/deeper/photo.jpg"])
    }

    @Test func `a folder that can't be written is an error that names the backup`() throws {
        #expect {
            try StoreArchive.write(store, to: path("nowhere/backup.tar"))
        } throws: {
            if case .noFolder(path("nowhere/backup.tar"), _)? = $0 as? CatalogueError { true } else { false }
        }
    }

    /// An archive from somebody else writes nowhere but beside the store.
    @Test func `members with other names are left alone`() throws {
        let draft = path("draft")
        try store.backUp(to: draft)
        let writer = try TarWriter(path("hostile.tar"), like: draft, isForOthers: true)
        try writer.add(draft, as: StoreArchive.store)
        for name in [
            "../out", "photos/../../out", "/tmp/bookzone-out", "photos//out", "waiting/kept/1/out",
            "waiting/../out", "other",
        ] {
            try writer.add(draft, as: name)
        }
        _ = try writer.finish()
        #expect(try StoreArchive.restore(path("hostile.tar"), to: path("b.sqlite")).books == 1)
        #expect(try names() == ["b.sqlite", "draft", "hostile.tar"])
        #expect(!FileManager.default.fileExists(atPath: "/tmp/bookzone-out"))
    }
}
