// A transactional outbox of events: any program writes each event in the same transaction as the change.
import Books
import Catalogue
import Foundation
internal import GRDB

/// A change of a book. Listeners request the details, according to their rights.
public struct StoreEvent: Hashable, Sendable {
    /// Increases with each change.
    public var id: Int64
    public var book: BookID
}

extension Store {
    /// The number of the last event; 0 if there is none.
    public func lastEvent() throws(CatalogueError) -> Int64 {
        try query { db in try db.number("SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0 }
    }

    /// The later changes that `person` may see, the earliest first; only the latest of each book.
    public func events(
        after id: Int64, for person: String, limit: Int
    ) throws(CatalogueError) -> [StoreEvent] {
        try query { db in
            try db.all(
                "SELECT id, book FROM event WHERE id > ? AND person IN ('', ?) ORDER BY id LIMIT ?", id,
                person, limit
            ) { StoreEvent(id: $0["id"], book: BookID($0["book"])) }
        }
    }
}
