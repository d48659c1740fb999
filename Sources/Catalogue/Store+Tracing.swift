// What the store asks SQLite: measured beside SQLite's own shell, which is given the same.
internal import GRDB

extension Store {
    /// Hands each statement that `body` has run, with its values, to `receive`.
    package func tracing(_ receive: @escaping @Sendable (String) -> Void, _ body: () throws -> Void) throws {
        database.writeWithoutTransaction { db in
            db.trace { event in
                if case .statement(let statement) = event { receive(statement.expandedSQL) }
            }
        }
        defer { database.writeWithoutTransaction { $0.trace(options: []) } }
        try body()
    }
}
