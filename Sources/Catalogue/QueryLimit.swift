// Limits the time of queries that readers type.
import Books
internal import GRDB
import GRDBSQLite

/// Bounds what reading from a store may cost the task that asks, and ends it when that task is cancelled.
public struct QueryLimit: Sendable {
    /// That of the task; `nil` where reading may take as long as it takes.
    @TaskLocal public static var current: QueryLimit?

    /// When all that the task reads must be done.
    private let end: ContinuousClock.Instant
    /// How many steps of SQLite's virtual machine are done between two looks at the clock.
    private let interval: Int32
    private let isUnwanted: @Sendable () -> Bool

    /// - Parameters:
    ///   - duration: from now on.
    ///   - isUnwanted: asked every few milliseconds; ends the reading as cancelling the task does.
    public init(
        _ duration: Duration, interval: Int32 = 10_000,
        isUnwanted: @escaping @Sendable () -> Bool = { false }
    ) {
        end = .now + duration
        self.interval = interval
        self.isUnwanted = isUnwanted
    }

    private var isOver: Bool { ContinuousClock.now > end || isUnwanted() }

    /// What the callback of SQLite asks.
    private final class Watch {
        let isOver: () -> Bool

        init(isOver: @escaping () -> Bool) { self.isOver = isOver }
    }

    /// Before a step of SQLite that takes long and can't be interrupted.
    ///
    /// - Throws: the error of an interrupted statement once the time is over, or nobody waits any more.
    func check() throws {
        if isOver || Task.isCancelled { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
    }

    /// Runs `body`, whose statements fail with `SQLITE_INTERRUPT` once the time is over.
    func during<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try withUnsafeCurrentTask { task in
            let watch = Watch { isOver || task?.isCancelled == true }
            return try withExtendedLifetime(watch) {
                sqlite3_progress_handler(
                    db.sqliteConnection, interval,
                    { context in
                        guard let context else { return 0 }
                        return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
                    }, Unmanaged.passUnretained(watch).toOpaque())
                defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
                return try body()
            }
        }
    }
}

extension Database {
    /// Within the limit of the task that asks, where it has one.
    func limited<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let limit = QueryLimit.current else { return try body(self) }
        return try limit.during(self) { try body(self) }
    }
}
