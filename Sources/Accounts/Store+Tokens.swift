// Access tokens for programs.
import Books
import Catalogue
import Foundation
internal import GRDB

/// A token that a user made for a program.
public struct AccessToken: Hashable, Sendable {
    public var id: Int64
    /// The owner's name for it.
    public var name: String
    public var made: Date
    /// When it was last used, to five minutes; `nil` if never.
    public var seen: Date?
}

extension Store {
    /// - Returns: `false` if the account has `most` tokens already.
    @discardableResult
    public func makeToken(
        _ hash: String, name: String, of account: Int64, most: Int = .max, date: Date = .now
    ) throws(CatalogueError) -> Bool {
        try write { db in
            let count = try db.count("SELECT count(*) FROM token WHERE account = ?", account)
            guard count < most else { return false }
            try db.run(
                "INSERT INTO token (hash, account, name, made) VALUES (?, ?, ?, ?)", hash, account,
                name.tidied ?? "", date.seconds)
            return true
        }
    }

    /// The tokens of an account, the latest first.
    public func tokens(of account: Int64) throws(CatalogueError) -> [AccessToken] {
        try query { db in
            try db.all("SELECT id, name, made, seen FROM token WHERE account = ? ORDER BY id DESC", account) {
                AccessToken(
                    id: $0["id"], name: $0["name"], made: Date(seconds: $0["made"]),
                    seen: ($0["seen"] as Int64?).map { Date(seconds: $0) })
            }
        }
    }

    public func removeToken(_ id: Int64, of account: Int64) throws(CatalogueError) {
        try write { db in try db.run("DELETE FROM token WHERE id = ? AND account = ?", id, account) }
    }

    /// The token's account; `nil` if there is no such token.
    public func account(ofToken hash: String, date: Date = .now) throws(CatalogueError) -> Account? {
        let found = try query { db in
            try db.first(
                """
                SELECT account.id AS id, account.name AS name, role, account.made AS made, email, verified, language, seen
                FROM token JOIN account ON account.id = account WHERE hash = ?
                """, hash
            ) { (account: Database.account($0), seen: ($0["seen"] as Int64?).map { Date(seconds: $0) }) }
        }
        guard let found, let account = found.account else { return nil }
        if abs(date.timeIntervalSince(found.seen ?? .distantPast)) > Self.grain {
            writeInBackground { db in
                try db.run("UPDATE token SET seen = ? WHERE hash = ?", date.seconds, hash)
            }
        }
        return account
    }
}

extension Store {
    /// How long idempotency keys are remembered.
    private static let sendingsHold: TimeInterval = 30 * 86_400

    /// Makes a change only once, however often the request is sent: the change and its idempotency key are saved in one
    /// transaction.
    ///
    /// - Parameters:
    ///   - key: the client's idempotency key; `nil` makes the change each time.
    ///   - request: identifies what the client sent with the key; `nil` if the key alone does.
    ///   - body: makes changes in the given store, and reads nothing but their results.
    /// - Returns: the result of the first call.
    /// - Throws: `reusedKey` if the first call was for another request; what `body` throws.
    public func once<Value: Codable>(
        _ key: String?, request: String? = nil, for account: Int64, date: Date = .now,
        _ body: (Store) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value {
        guard let key else { return try body(self) }
        let answer = try write { db -> Value? in
            if let known: Value = try db.answer(to: key, request, for: account) { return known }
            let value = try body(self)
            let text = String(decoding: try JSONEncoder().encode([value]), as: UTF8.self)
            try db.run("DELETE FROM sending WHERE made < ?", (date - Self.sendingsHold).seconds)
            try db.run(
                "INSERT INTO sending (account, key, request, answer, made) VALUES (?, ?, ?, ?, ?)", account,
                key,
                request, text, date.seconds)
            return value
        }
        guard let answer else { throw .damaged(path: path, .record) }
        return answer
    }

    /// The result of an earlier change with this key; `nil` if there is none.
    ///
    /// - Throws: `reusedKey` if that was for another request.
    public func answer<Value: Decodable>(
        to key: String, request: String? = nil, for account: Int64
    ) throws(CatalogueError) -> Value? {
        try query { db in try db.answer(to: key, request, for: account) }
    }
}

extension Database {
    fileprivate func answer<Value: Decodable>(
        to key: String, _ request: String?, for account: Int64
    ) throws -> Value? {
        let known = try first(
            "SELECT request, answer FROM sending WHERE account = ? AND key = ?", account, key
        ) { (request: $0["request"] as String?, answer: $0["answer"] as String) }
        guard let known else { return nil }
        guard (known.request ?? request) == request else { throw CatalogueError.reusedKey }
        return try JSONDecoder().decode([Value].self, from: Data(known.answer.utf8)).first
    }
}
