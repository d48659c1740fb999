// Checks the integrity of a store.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Reads the whole file: its pages, references, values and full-text index, and checks that all tables and indices exist. Also the
    /// pictures of covers, whether those that can't be fetched are there, and what interrupted backups and restores left beside it.
    ///
    /// - Returns: the defects; empty if there are none.
    public func check() throws(CatalogueError) -> [StoreProblem] {
        let catalogue = try checkCatalogue()
        return try checkCovers(catalogue) + catalogue
            + DraftFolder.abandoned(besideStore: path).map { .leftOver(folder: $0) }
    }

    private func checkCovers(_ catalogue: [StoreProblem]) throws(CatalogueError) -> [StoreProblem] {
        guard try coverFile.isSound() else { return [.damaged(.covers)] }
        // A damaged store can't tell what it should have.
        if catalogue.contains(where: \.isDamage) { return [] }
        let lost = try booksWithLostCover()
        return lost.isEmpty ? [] : [.lostCovers(lost)]
    }

    private func checkCatalogue() throws(CatalogueError) -> [StoreProblem] {
        // Not one transaction: each check runs even if another finds damage.
        try alone { db in
            let missing = try Self.problems(.pages) { try Self.missing(db) }
            let pages = try Self.problems(.pages) {
                try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map {
                    .page(words: $0)
                }
            }
            // Without its tables nothing more can be checked.
            guard missing.allSatisfy({ !$0.isTable }) else { return missing + pages }
            return try missing + pages
                + Self.problems(.references) {
                    try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
                        .dangling(table: $0["table"], row: $0["rowid"])
                    }
                }
                + Self.problems(.pages) { try Self.wrongValues(db) }
                + Self.problems(.index) {
                    try db.execute(sql: "INSERT INTO search (search) VALUES ('integrity-check')")
                    let missing = "SELECT count(*) FROM book WHERE id NOT IN (SELECT rowid FROM search)"
                    let count = try Int.fetchOne(db, sql: missing) ?? 0
                    return count > 0 ? [.notIndexed(books: count)] : []
                }
        }
    }

    /// Tables and indices that a new store has and this one lacks.
    private static func missing(_ db: Database) throws -> [StoreProblem] {
        try expectedObjects.get().subtracting(objects(db)).sorted { $0.lexicographicallyPrecedes($1) }
            .reversed().compactMap { object in
                StoreProblem.Kind(rawValue: object[0]).map { .missing($0, name: object[1]) }
            }
    }

    private static let expectedObjects = Result {
        try DatabaseQueue().inDatabase { db in
            try Schema(path: "").upgrade(db, to: Schema.version)
            return try objects(db)
        }
    }

    /// The kind and the name of each.
    private static func objects(_ db: Database) throws -> Set<[String]> {
        let sql = "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
        return Set(try Row.fetchAll(db, sql: sql).map { [$0["type"], $0["name"]] })
    }

    private static func wrongValues(_ db: Database) throws -> [StoreProblem] {
        var wrong: [StoreProblem] = []
        let isbns = "coalesce(isbn, '') || ' ' || coalesce(other_isbns, '')"
        func number(_ column: String) -> String { "iif(typeof(\(column)) = 'integer', \(column), NULL)" }
        let books = try Row.fetchCursor(
            db, sql: "SELECT id, \(isbns), \(number("year")), \(number("pages")) FROM book")
        while let row = try books.next() {
            let (year, pages): (Int?, Int?) = (row[2], row[3])
            let numbers = [
                year.flatMap { WrongValue(year: $0) }, pages.flatMap { WrongValue(pages: $0) },
            ]
            let values = WrongValue.among(isbns: row[1]) + numbers.compactMap(\.self)
            wrong += values.map { .wrongValue(BookID(row[0]), $0) }
        }
        let comments = try Row.fetchCursor(
            db, sql: "SELECT id, rating FROM comment WHERE typeof(rating) IN ('integer', 'real')")
        while let row = try comments.next() {
            if let value = WrongValue(halves: row[1]) {
                wrong.append(.wrongRating(comment: row[0], value))
            }
        }
        return wrong
    }

    private static func problems(
        _ part: StoreProblem.Part, _ check: () throws -> [StoreProblem]
    ) throws -> [StoreProblem] {
        do {
            return try check()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return [.damaged(part)]
        }
    }
}

extension StoreProblem {
    fileprivate var isTable: Bool {
        if case .missing(.table, _) = self { true } else { false }
    }
}
