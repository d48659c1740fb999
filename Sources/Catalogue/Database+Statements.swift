// Statements that stay prepared, and how moments are kept: what every query here is written in.
import Foundation
package import GRDB

extension Database {
    /// Runs a statement that stays prepared for the next time.
    package func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    /// The one number that a statement asks for; `nil` when there is no row.
    package func number(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    /// The rows of a statement that stays prepared, each decoded.
    package func all<Value>(
        _ sql: String, _ values: (any DatabaseValueConvertible)?..., decode: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        var decoded: [Value] = []
        while let row = try rows.next() { decoded.append(try decode(row)) }
        return decoded
    }

    /// The first row, decoded; `nil` when there is none.
    package func first<Value>(
        _ sql: String, _ values: (any DatabaseValueConvertible)?..., decode: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        return try rows.next().map(decode)
    }
}

extension Date {
    /// As the store keeps moments: whole seconds since 1970.
    package var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    package init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
}
