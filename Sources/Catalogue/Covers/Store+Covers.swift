// Covers of books: which picture each has, where it came from, and which addresses have none.
import Books
import Foundation
internal import GRDB

extension Store {
    /// `nil` if the store has no such book, or none of it.
    public func cover(of book: BookSpecifier) throws(CatalogueError) -> BookCover? {
        try read { db in try db.bookID(book).flatMap { id in try db.cover(of: id) } }
    }

    /// The cover of a book as a JPEG file; `nil` if there is none, or its picture had to make room for others.
    public func coverPicture(
        of book: BookSpecifier, _ size: CoverPicture.Size
    ) throws(CatalogueError) -> (cover: BookCover, jpeg: Data)? {
        guard let cover = try cover(of: book), let jpeg = try coverFile.picture(cover.sha256, size) else {
            return nil
        }
        return (cover, jpeg)
    }

    /// Gives a book a cover. A fetched one replaces neither one from a photo nor a chosen one, and one from a photo
    /// replaces no chosen one.
    ///
    /// - Returns: whether it is the book's cover now.
    /// - Throws: `unknownBook`.
    @discardableResult
    public func setCover(
        _ picture: CoverPicture, as cover: BookCover, of book: BookSpecifier
    ) throws(CatalogueError) -> Bool {
        // Asked twice, so that a picture that no book takes is not kept, and nobody waits for the store while it is written.
        func taker(_ db: Database) throws -> (id: BookID, present: BookCover?)? {
            let id = try db.existingID(of: book)
            let present = try db.cover(of: id)
            return present.map { $0.kind <= cover.kind } ?? true ? (id, present) : nil
        }
        guard try read({ db in try taker(db) }) != nil else { return false }
        // The picture first: one that belongs to no book may be removed when space is needed, a book without its picture stays so.
        try coverFile.put(picture, keeping: ownPictures())
        return try write { db in
            guard let (id, present) = try taker(db) else { return false }
            if let present {
                if present.sha256 == cover.sha256, present.kind == cover.kind { return true }
                try db.run("DELETE FROM cover WHERE book = ?", id.value)
            }
            try db.insert(cover, of: id)
            return true
        }
    }

    /// The drawn cover is shown again, or one that a source has.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `unknownBook`.
    @discardableResult
    public func removeCover(of book: BookSpecifier) throws(CatalogueError) -> Bool {
        try write { db in
            let id = try db.existingID(of: book)
            guard try db.cover(of: id) != nil else { return false }
            try db.run("DELETE FROM cover WHERE book = ?", id.value)
            return true
        }
    }

    /// The address where a book's cover is to be fetched; `nil` if it has one, even if the picture of one that was not
    /// fetched is lost, none is known, nothing was there twice in the last 30 days, or none are to be kept.
    package func coverToFetch(
        of book: BookSpecifier, date: Date = .now
    ) throws(CatalogueError) -> String? {
        guard !isReadOnly, try coverFile.limit > 0 else { return nil }
        let wanted: (address: String, cover: BookCover?)? = try read { db in
            guard let id = try db.bookID(book),
                let address = try db.first(
                    """
                    SELECT cover AS address FROM book WHERE id = ?1 AND cover NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM cover_miss WHERE address = book.cover AND times > 1 AND date > ?2)
                    """, id.value, (date - Self.missLifetime).seconds, decode: { $0["address"] as String })
            else { return nil }
            return (address, try db.cover(of: id))
        }
        guard let wanted else { return nil }
        if let cover = wanted.cover {
            if cover.kind > .fetched { return nil }
            if try coverFile.contains(cover.sha256) { return nil }
        }
        return wanted.address
    }

    /// The books whose cover may be fetched: an address of one is known.
    package func booksWithoutCover() throws(CatalogueError) -> [BookID] {
        try query { db in
            try db.all(
                """
                SELECT id FROM book WHERE cover NOT NULL AND id NOT IN (SELECT book FROM cover) ORDER BY id
                """
            ) { BookID($0["id"]) }
        }
    }

    private static let missLifetime: TimeInterval = 30 * 86_400

    /// Remembers that there is no cover at an address.
    package func save(coverMiss address: String, date: Date = .now) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM cover_miss WHERE date <= ?", (date - Self.missLifetime).seconds)
            try db.run(
                """
                INSERT INTO cover_miss (address, times, date) VALUES (?, 1, ?)
                ON CONFLICT DO UPDATE SET times = times + 1, date = excluded.date
                """, address, date.seconds)
        }
    }

    /// The largest number of bytes that pictures of covers may take.
    public var coverLimit: Int {
        get throws(CatalogueError) { try coverFile.limit }
    }

    /// Sets that limit, and removes pictures that don't fit. With 0 no covers are fetched.
    public func setCoverLimit(_ limit: Int) throws(CatalogueError) {
        if isReadOnly { throw .readOnly(path: path, .system(errno: EROFS)) }
        try coverFile.setLimit(limit, keeping: ownPictures())
    }

    /// Copies the file of covers.
    ///
    /// - Returns: `false` if there is none.
    package func copyCovers(to path: String) throws(CatalogueError) -> Bool { try coverFile.copy(to: path) }

    /// Adds the pictures of this store's covers to those of the store at a path, which need not be there yet. If their file is
    /// damaged, it is kept under another name, and there is a new one.
    ///
    /// - Returns: where the damaged file is now; `nil` if there was none.
    package func addCovers(to path: String, date: Date = .now) throws(CatalogueError) -> String? {
        guard CoverFile.isThere(coverFile.path) else { return nil }
        let file = CoverFile(besideStore: path, isReadOnly: false)
        let aside = try file.setAside(date)
        do throws(CatalogueError) { try file.add(from: coverFile.path) } catch {
            if let aside { rename(aside, file.path) }
            throw error
        }
        return aside
    }

    /// How many pictures of covers there are, and their bytes.
    ///
    /// - Throws: `damagedCovers`.
    package func coverTotals() throws(CatalogueError) -> (count: Int, bytes: Int) { try coverFile.totals() }

    /// The books with a cover that was not fetched, whose picture is not there.
    func booksWithLostCover() throws(CatalogueError) -> [BookID] {
        let own = try query { db in
            try db.all("SELECT book, sha256 FROM cover WHERE kind <> 'fetched' ORDER BY book") {
                (book: BookID($0["book"]), sha256: $0["sha256"] as String)
            }
        }
        var lost: [BookID] = []
        for (book, sha256) in own where try !coverFile.contains(sha256) { lost.append(book) }
        return lost
    }

    /// Tells of the pictures with given hashes those that can't be fetched again. The whole history is read for it, at most
    /// once.
    private func ownPictures() -> ([String]) throws -> Set<String> {
        var former: Set<String>?
        return { hashes in
            let own = try self.ownCovers(hashes)
            if own.count == hashes.count { return own }
            let restorable = try former ?? self.formerOwnPictures()
            former = restorable
            return own.union(restorable.intersection(hashes))
        }
    }

    private func ownCovers(_ hashes: [String]) throws -> Set<String> {
        let json = String(decoding: try JSONEncoder().encode(hashes), as: UTF8.self)
        return try query { db in
            Set(
                try db.all(
                    """
                    SELECT sha256 FROM cover
                    WHERE sha256 IN (SELECT value FROM json_each(?)) AND kind <> 'fetched'
                    """, json
                ) { $0["sha256"] as String })
        }
    }

    /// Those that undo can give back to a book. A change that was reverted under later ones may be reverted once more.
    private func formerOwnPictures() throws -> Set<String> {
        try query { db in
            Set(
                try db.all(
                    """
                    SELECT json_extract(before, '$.sha256') AS sha256 FROM change_row
                    WHERE kind = 'cover' AND before NOT NULL AND json_extract(before, '$.kind') <> 'fetched'
                    """
                ) { $0["sha256"] as String })
        }
    }
}

extension Database {
    func cover(of id: BookID) throws -> BookCover? {
        try first(
            "SELECT sha256, kind, source, date FROM cover WHERE book = ?", id.value, decode: BookCover.init)
    }

    func covers(in batch: CardBatch) throws -> [BookID: BookCover] {
        try grouped(
            batch, "sha256, kind, source, date", "cover ON cover.book = asked.value", decode: BookCover.init
        ).compactMapValues(\.first)
    }

    fileprivate func insert(_ cover: BookCover, of id: BookID) throws {
        try run(
            "INSERT INTO cover (book, sha256, kind, source, date) VALUES (?, ?, ?, ?, ?)", id.value,
            cover.sha256, cover.kind.rawValue, cover.source, cover.date.seconds)
    }

    /// Of two books that become one, the cover that a person would rather keep stays.
    func takeOverCover(from other: BookID, to id: BookID) throws {
        guard let theirs = try cover(of: other) else { return }
        if let own = try cover(of: id), own.kind >= theirs.kind { return }
        try run("DELETE FROM cover WHERE book = ?", id.value)
        try run("DELETE FROM cover WHERE book = ?", other.value)
        try insert(theirs, of: id)
    }
}

extension BookCover {
    fileprivate init(_ row: Row) {
        self.init(
            sha256: row["sha256"], kind: Kind(rawValue: row["kind"]) ?? .fetched, source: row["source"],
            date: Date(seconds: row["date"]))
    }
}
