// Queries for tests: single books, and rows that no command shows.
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

extension Database {
    func otherEditions(of id: BookID) throws -> [Book] {
        try otherEditions(in: CardBatch([id]))[id]?.map(existingBook) ?? []
    }

    func ratings(of id: BookID) throws -> [SourceRating] { try ratings(in: CardBatch([id]))[id] ?? [] }

    func namesakes(of book: Book) throws -> [Book] {
        guard let id = book.id else { return [] }
        return try namesakes(of: [id: book], in: CardBatch([id]))[id]?.map(existingBook) ?? []
    }

    func photos(showing isbn: ISBN) throws -> [String] {
        let id = try ensure(.isbn(isbn))
        return try photos(in: CardBatch([id]))[id] ?? []
    }
}

/// A photo that was scanned or reviewed.
struct KeptPhoto: Equatable {
    /// With the path at which it was last seen.
    var record: PhotoRecord
    var decision: PhotoDecision?
    var scanned: Date
}

extension Store {
    /// `nil` when this photo was not scanned before.
    func photo(sha256: String, page: Int = 1) throws -> KeptPhoto? {
        let decision = try decision(on: sha256, page: page)
        return try read { db in
            try db.first(
                "SELECT record, path, date FROM photo WHERE sha256 = ? AND page = ?", sha256, page
            ) { row in
                var record = try JSONDecoder().decode(
                    PhotoRecord.self, from: Data((row["record"] as String).utf8))
                record.photo = row["path"]
                return KeptPhoto(record: record, decision: decision, scanned: Date(seconds: row["date"]))
            }
        }
    }

    /// Pending look-ups, the oldest first.
    func pendingLookups() throws -> [PendingLookup] {
        try read { db in
            try db.all("SELECT isbn, source, reason, since FROM pending ORDER BY since, isbn, source") {
                PendingLookup(
                    isbn: try #require(Database.isbn($0["isbn"])), source: $0["source"],
                    reason: $0["reason"], since: Date(seconds: $0["since"]))
            }
        }
    }
}

/// The absolute path of a photo in the tests' working folder.
func fromRoot(_ name: String) -> String { FileManager.default.currentDirectoryPath + "/" + name }
